"""What people write around orders and between their parts, game by game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.record import replay, turn_file
from pbem.record.trial import try_orders

_TABLE = Path(__file__).with_name("spellings.txt").read_text(encoding="utf-8")
_GAMES = [
    re.fullmatch(r"([^:\n]*): (\w+)\n(.*)\n----\n(.*)", part.strip("\n"), re.DOTALL)
    for part in _TABLE.split("\n==== ")[1:]
]


def read_as(story: replay.Story, seat: str, line: str) -> str:
    """Return what a line is read as, in notation."""
    tried = try_orders(story, seat, [line])
    if tried.refused:
        return "refused"
    parts = any(not one.fault.code.startswith("doubtful.") for one in tried.faults)
    return "; ".join(map(str, tried.orders)) + " (in part)" * parts


@pytest.mark.parametrize("game", _GAMES, ids=lambda game: game[1])
def test_it_is_read_as_it_is_meant(game: re.Match[str]) -> None:
    """And never as anything else."""
    story = replay.play(turn_file.read(game[3] + "\n"))
    parse = story.game.notation.parse
    wrong = []
    for row in game[4].split("\n"):
        line, meant = row.split("\t")
        if meant != "refused" and "(in part)" not in meant:
            meant = str(parse(meant))
        found = read_as(story, game[2], line)
        if found.casefold() != meant.casefold():
            wrong.append(f"{line!r}: {found}, not {meant}")
    assert not wrong, "\n".join(wrong)
