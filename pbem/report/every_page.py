"""All that a record shows to its readers, to be compared with what it shows elsewhere.

A child process runs this: it imports no more than a report needs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from pbem.plugins.games import Game, find
from pbem.record import replay, turn_file
from pbem.report.builder import report
from pbem.report.document import document
from pbem.report.model import Reader, render
from pbem.system import supervised

LEGAL = 200  #: orders of a seat that are compared


class ReaderPage(NamedTuple):
    """What a reader is shown of a record."""

    what: str
    lines: tuple[str, ...]


def shown(name: str, records: Sequence[str], seconds: float) -> Iterator[ReaderPage]:
    """Yield what readers are shown of each record, and which orders are legal."""
    game = find(name)
    for record in records:
        supervised.allow(seconds * 3)
        try:
            yield from _pages(game, record)
        except Exception as error:
            yield ReaderPage(
                "what a record comes to", (f"{type(error).__name__}: {error}",)
            )


def _pages(game: Game, record: str) -> Iterator[ReaderPage]:
    story = replay.play(turn_file.read(record))
    seats = story.header.seats
    for reader in (Reader(moderator=True), *(Reader(seat=one) for one in seats)):
        whose = reader.seat or "the moderator"
        text = render(report(story, reader))
        yield ReaderPage(f"a line of the report of {whose}", (*text.split("\n"),))
        json_text = json.dumps(document(story, reader), indent=0, ensure_ascii=False)
        yield ReaderPage(f"a line of the JSON of {whose}", (*json_text.split("\n"),))
    window = game.rules.window(story.table.state)
    for seat in window.seats if window else ():
        orders = islice(game.rules.legal(story.table.state, seat), LEGAL)
        yield ReaderPage(f"what legal lists for {seat}", (*map(str, orders),))
