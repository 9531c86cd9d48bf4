"""Press that the next report brings."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from pbem.pages import page
from pbem.protocol import Seat
from pbem.server.outbound import templates
from pbem.server.store.games import StoredPress


def quoted(rows: Sequence[StoredPress], seat: Seat | None) -> list[page.Block]:
    """Return the press that a seat's report quotes; for a watcher (None), only press to
    everybody."""
    heard = []
    for row in rows:
        if row.seat == seat or (row.to and seat not in row.to):
            continue
        writer = "" if row.anonymous else row.seat
        others = [name for name in row.to if name != seat]
        heard.append((writer, others, row.to == (seat,), folded(row.text)))
    return templates.blocks("press_quoted", heard=heard) if heard else []


def folded(text: str) -> list[str]:
    """Return words as lines that fit; nothing in them acts as markup of ours."""
    found: list[str] = []
    for line in text.strip("\n").split("\n"):
        found += wrap(line.strip(), 66) or [""]
    return found[:200]
