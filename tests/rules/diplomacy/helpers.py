"""Positions of Diplomacy, and what orders come to there."""

from __future__ import annotations

from typing import Any

from pbem.notation.parser import NotUnderstood
from pbem.plugins.games import find
from pbem.record import replay, turn_file
from pbem.record.replay import Story
from pbem.referee import Written, offer
from pbem.rules.diplomacy.bound import Illegal

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
GAME = find("diplomacy")


def story(position: str, *, seats: str = ", ".join(POWERS), options: str = "") -> Story:
    """Return the game from a position, its lines parted by `|`, or from a record."""
    lines = ["Game: diplomacy", f"Seats: {seats}"]
    lines += [f"Options: {options}"] if options else []
    lines += ["", "== Position ==", *(line.strip() for line in position.split("|"))]
    return replay.play(turn_file.read("\n".join((*lines, ""))))


def understood(game: Story, seat: str, *texts: str) -> tuple[list[str], list[str]]:
    """Return what legal lines of a seat come to, as orders print themselves, and
    faults."""
    sheet, codes = [], []
    for text in texts:
        try:
            sheet.append(Written(GAME.notation.parse(text), text))
        except NotUnderstood as error:
            codes.append(error.fault.code)
    if not sheet:
        return [], codes
    table, refused = offer(GAME.rules, game.table, seat, sheet)
    codes += [one.fault.code for one in refused]
    answer: Any = table.answers.get(seat)
    bound = answer.bound.lines if answer else ()
    return [str(one) for one in bound if not isinstance(one, Illegal)], codes
