"""The same records, read in processes that put sets in another order each."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from pbem.plugins.games import Game, find
from pbem.record import replay, turn_file
from pbem.report.builder import report
from pbem.report.document import document
from pbem.report.model import Reader, render
from pbem.system import supervised

SEEDS = ("1", "2", "3")  #: of Python's hashes: the order of sets hangs on them
LEGAL = 200  #: orders of a seat that are compared


class Page(NamedTuple):
    """What a reader is shown of a record."""

    what: str
    lines: tuple[str, ...]


def otherwise(name: str, records: Sequence[str], seconds: float) -> str | None:
    """Return what of records is another in another process; None: nothing.

    Raises TookTooLong, EOFError.
    """
    first: list[Page] = []
    for seed in SEEDS:
        with _hashed_by(seed):
            pages = [*supervised.stream(shown, name, records, seconds)]
        first = first or pages
        for one, two in zip(first, pages, strict=False):
            if one != two:
                return _differ(one, two)
    return None


def _differ(one: Page, two: Page) -> str:
    pairs = zip(one.lines, two.lines, strict=False)
    here, there = next((both for both in pairs if both[0] != both[1]), ("", "more"))
    return (
        f'{one.what} is "{here.strip()}" in one process and "{there.strip()}" in '
        "another one that reads the same record: a set has no order of its own, so "
        "write sorted(...) wherever one is gone through; hash and id differ, too"
    )


@contextmanager
def _hashed_by(seed: str) -> Iterator[None]:
    """While this lasts, processes that begin have this seed of hashes."""
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = seed
    try:
        yield
    finally:
        del os.environ["PYTHONHASHSEED"]
        if before is not None:
            os.environ["PYTHONHASHSEED"] = before


def shown(name: str, records: Sequence[str], seconds: float) -> Iterator[Page]:
    """Yield what readers are shown of each record, and which orders are legal."""
    game = find(name)
    for record in records:
        supervised.allow(seconds * 3)
        try:
            yield from _pages(game, record)
        except Exception as error:
            yield Page("what a record comes to", (f"{type(error).__name__}: {error}",))


def _pages(game: Game, record: str) -> Iterator[Page]:
    story = replay.play(turn_file.read(record))
    seats = story.header.seats
    for reader in (Reader(moderator=True), *(Reader(seat=one) for one in seats)):
        whose = reader.seat or "the moderator"
        text = render(report(story, reader))
        yield Page(f"a line of the report of {whose}", (*text.split("\n"),))
        told = json.dumps(document(story, reader), indent=0, ensure_ascii=False)
        yield Page(f"a line of the JSON of {whose}", (*told.split("\n"),))
    window = game.rules.window(story.table.state)
    for seat in window.seats if window else ():
        orders = islice(game.rules.legal(story.table.state, seat), LEGAL)
        yield Page(f"what legal lists for {seat}", (*map(str, orders),))
