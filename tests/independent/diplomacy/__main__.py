"""`python -m tests.independent.diplomacy --count N --seed S`: many random positions."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from pbem.record import replay, turn_file
from pbem.report.document import document
from pbem.report.model import Reader
from tests.independent.diplomacy.naive import Phase, Unit, legal
from tests.independent.diplomacy.random_positions import POWERS, position


@dataclass
class Found:
    """How many positions showed what."""

    positions: int = 0
    paradoxes: int = 0
    several: int = 0  #: with more than one consistent outcome
    convoyed: int = 0
    dislodged: int = 0


class Differs(AssertionError):
    """Both do not agree; the message is a turn file that shows it."""


def compare(seeds: Iterable[int]) -> Found:
    """Adjudicate a random position of each seed twice. Raises Differs."""
    found = Found()
    for seed in seeds:
        _compare(position(Random(seed)), found)
    return found


def _compare(units: dict[str, Unit], found: Found) -> None:
    text = record(units)
    played = turn_file.read(text)
    story = replay.play(played)
    told = document(story, Reader(moderator=True))
    refused = {one["text"] for one in told["faults"] if one["code"][:3] == "ill"}
    wrong = {one.text for one in units.values() if not legal(units, one)}
    _same(text, "which orders are illegal", refused, wrong)
    taken = {
        area: one if one.text not in wrong else one._replace(verb="H", other="", to="")
        for area, one in units.items()
    }
    verdicts = [one for one in told["events"] if one["type"] == "Verdict"]
    moved = {one["unit"][2:5] for one in verdicts if one["verdict"] == "moves"}
    held = {
        one["unit"][2:5]
        for one in verdicts
        if one["verdict"] == "paradox" or one["failed"] == "paradox"
        if " C " in one["order"]
    }
    outcomes = Phase(taken).solutions()
    if held and len(outcomes) == 1:
        raise Differs(f"{text}\nno paradox, and {sorted(held)} hold")
    phase = Phase(taken, held)
    phase.by_sea = Phase(taken).by_sea  # an army does not go by land instead (D11)
    # Those that still decide their own fate are rings of moves, which succeed (D13).
    outcome = max(phase.solutions(), key=len)
    _same(text, "which units move", moved, {*outcome})
    result = phase.result(outcome)
    gone = {one["unit"][2:5] for one in told["events"] if one["type"] == "Disbanded"}
    lost = {
        one["unit"][2:5]: frozenset(one["open"])
        for one in told["events"]
        if one["type"] == "Dislodging"
    }
    expected = {area: open_ for area, open_ in result.dislodged.items() if open_}
    _same(text, "where dislodged units may go", lost, expected)
    _same(text, "who is disbanded", gone, result.dislodged.keys() - expected.keys())
    found.positions += 1
    found.paradoxes += bool(held)
    found.several += len(outcomes) > 1
    found.convoyed += bool(phase.by_sea & outcome)
    found.dislodged += bool(result.dislodged)


def _same(text: str, what: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise Differs(f"{text}\n{what}: ours {ours}, by trying everything {theirs}")


def record(units: dict[str, Unit]) -> str:
    """Return a turn file with the position and the orders."""
    lines = ["Game: diplomacy", f"Seats: {', '.join(POWERS)}", "", "== Position =="]
    lines.append("Spring 1901 movement")
    for power in POWERS:
        own = [f"{one.kind} {one.at}" for one in units.values() if one.power == power]
        lines.append(f"{power}: {', '.join(own) or 'no units'}")
    lines += ["", "== 0 =="]
    for power in POWERS:
        own = [one.text for one in units.values() if one.power == power]
        lines += [f"{power}:", *(f"  {text}" for text in own)] if own else []
    lacks = any(not legal(units, one) for one in units.values())
    return "\n".join([*lines, *(["-- deadline --"] if lacks else []), ""])


def main() -> None:
    """Compare; print what was found, or raise with the first difference."""
    parser = argparse.ArgumentParser(prog="tests.independent.diplomacy")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    print(compare(range(given.seed, given.seed + given.count)))


if __name__ == "__main__":
    main()
