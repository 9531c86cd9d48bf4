"""Press that the next report brings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from textwrap import wrap

from pbem.protocol import Seat
from pbem.report import page
from pbem.server.database.rows import PressRow
from pbem.server.outbound import templates


def quoted(rows: Sequence[PressRow], seat: Seat | None) -> list[page.Block]:
    """Return the words that a seat is told in its report; None: a watcher, who is told
    what was said to all."""
    heard = []
    for row in rows:
        to = json.loads(row.to)
        if row.seat == seat or (to and seat not in to):
            continue
        writer = "" if row.anonymous else row.seat
        others = [name for name in to if name != seat]
        heard.append((writer, others, to == [seat], folded(row.text)))
    return templates.blocks("press_quoted", heard=heard) if heard else []


def folded(text: str) -> list[str]:
    """Return words as lines that fit; nothing in them acts as markup of ours."""
    found: list[str] = []
    for line in text.strip("\n").split("\n"):
        found += wrap(line.strip(), 66) or [""]
    return found[:200]
