"""Whatever the notation reads is taken or refused, in any position: rules never raise.

The orders are made of parts of others, from every case and every recorded game.
At length: python -m tests.rules.test_any_order 20000
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import pytest

from pbem.cases.runner import load
from pbem.plugins.games import Game, built_in
from pbem.protocol import Fault, Unplayable, failures
from pbem.record import replay, turn_file
from pbem.record.explained import explain
from pbem.record.replay import NoDefault, Story
from pbem.record.trial import parse
from pbem.record.tried_orders import pieces
from pbem.record.turn_file import Entry, Unreadable
from tests.playthroughs.recorded import turn_files
from tests.rules.games import game

ORDERS = 1500  #: of each game in a test
_PART = re.compile(r"\w*\d[\w.,]*|\w+|\s+|.")
_EDGES = ("0", "1", "12", "999", "1" * 5000)


def _records(one: Game) -> Iterator[str]:
    yield from (case.text for case in load(one))
    for file in turn_files(one.name):
        yield file.read_text(encoding="utf-8")


@cache
def _known(name: str) -> tuple[list[Story], list[list[str]]]:
    """Return the positions of a game's records, and their orders in parts."""
    stories: list[Story] = []
    orders: list[list[str]] = []
    for text in _records(game(name)):
        with suppress(Unreadable, Unplayable):
            record = turn_file.read(text)
            story = replay.begin(record)
            stories.append(story.copy())
            for item in record.items():
                if isinstance(item, Entry):
                    lines = "\n".join(piece.text for piece in item.pieces)
                    orders.append(_PART.findall(lines))
                serial = story.table.serial
                story.take(item)
                if story.table.serial != serial:
                    stories.append(story.copy())
    return stories, orders


def _order(rng: random.Random, orders: list[list[str]]) -> str:
    """Return an order with some of its parts taken from others, or from the edges."""
    parts = rng.choice(orders)[:]
    for _ in range(rng.randint(0, 4)):
        at = rng.randrange(len(parts) or 1)
        others = rng.choice(orders)
        kind = parts[at][:1].isalnum() if parts else True
        alike = [x for x in others if x[:1].isalnum() == kind]
        if rng.random() < 0.1:
            parts[at : at + 1] = [
                re.sub(r"\d+", rng.choice(_EDGES), "".join(parts[at : at + 1]))
            ]
        elif rng.random() < 0.2:
            del parts[at : at + rng.randint(1, 4)]
        elif alike:
            parts[at : at + 1] = [rng.choice(alike)]
    return "".join(parts)


def _try(story: Story, text: str) -> bool:
    """Offer an order to all who are asked, and see what it comes to; return whether
    the notation reads it. Raises what the rules raise."""
    seats = (story.window.seats if story.window else ()) or story.header.seats[:1]
    lines = text.split("\n")
    read = parse(story, lines)
    for seat in seats:
        on = story.copy()
        _raise(one.fault for one in on.offer(seat, pieces(lines)).faults)
        explain(story, seat, read)
        if on.table is not story.table:
            with suppress(NoDefault):
                on.settle(replay.Offer(()))
                on.close()
            _raise(one.fault for one in on.faults)
    return bool(read)


def _raise(faults: Iterator[Fault]) -> None:
    for error in failures.errors(faults):
        raise error


def run(name: str, count: int, seed: int = 0) -> int:
    """Try so many orders of a game; return how many of them the notation reads."""
    rng = random.Random(f"{name} {seed}")
    stories, orders = _known(name)
    read = 0
    for _ in range(count):
        text = _order(rng, orders)
        story = rng.choice(stories)
        try:
            read += _try(story, text)
        except Exception as error:
            error.add_note(f"{name}: {text!r} in\n{story.record}")
            raise
    return read


@pytest.mark.parametrize("name", built_in())
def test_an_order_of_any_words_is_taken_or_refused_in_any_position(name: str) -> None:
    assert run(name, ORDERS) > ORDERS / 10


if __name__ == "__main__":
    for each in built_in():
        print(each, run(each, int(sys.argv[1]), seed=random.randrange(10**9)))
