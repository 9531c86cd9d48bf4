"""A scripted team that knows what players know: reports in, orders out.

It plays through the public commands alone, and rebuilds the table from the
JSON of `pbem resolve`, in which the deck is a number.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from pbem.cli import pbem
from pbem.rules.mars.map.places import place_called
from pbem.rules.mars.map.tiles import standard_box
from pbem.rules.mars.search.team_plan import plan_round, styles
from pbem.rules.mars.state import Settings, State

#: what the team says when it may, and there is sand for it
CHEERS = ("On we go, there is sand again.", "Domes first, please.", "Mind the trash!")


def run(*words: str) -> str:
    """A command's output; the command must not fail."""
    result = CliRunner().invoke(pbem, words)
    assert result.exit_code == 0, result.output
    return result.output


def look(file: Path) -> dict[str, Any]:
    """The game's document as the first seat may see it."""
    seat = header(file)["Seats"].split(",")[0]
    document: dict[str, Any] = json.loads(
        run("resolve", str(file), "--for", seat, "--format", "json")
    )
    return document


def header(file: Path) -> dict[str, str]:
    """The header of a turn file."""
    lines = file.read_text().split("\n\n")[0].splitlines()
    return dict(line.split(": ", 1) for line in lines if not line.startswith("#"))


def rebuilt(document: dict[str, Any]) -> State:
    """The table that a public document tells of."""
    view = document["state"]
    places = {name: place_called(name) for name in view["pawns"]}
    aboard = max(0, view["aboard"] - 1) if view["landed"] else 0
    return State(
        standard_box(),
        tuple(document["seats"]),
        Settings(module=view["module"], rest=view["rest"], experts=view["experts"]),
        tuple(map(tuple, view["action_tiles"])),
        tuple((t["tile"], *t["at"], t["turn"]) for t in view["tiles"]),
        deck=("?",) * view["deck"],
        pawns=tuple(sorted((places[n], pawn) for n, pawn in view["pawns"].items())),
        aboard=aboard,
        landed=view["landed"],
        bridges=tuple(
            (place_called(ends[0]), place_called(ends[1]), colour)
            for colour, ends in view["bridges"].items()
            if ends
        ),
        domes=tuple(int(name[1:].split(".")[0]) for name in view["domes"]),
        spent=tuple(
            place_called(n) for n, how in view["timers"].items() if how == "used"
        ),
        sand=view["sand"],
        clock=view["clock"],
        wild=view["wild"],
        round=view["round"],
        using=max(0, view["using"] - 1),
    )


def play_out(file: Path, style: int = 0, rounds: int = 60) -> dict[str, Any]:
    """Plays a game in a file to its end; its last document."""
    document = look(file)
    while document["outcome"] is None and document["serial"] < rounds:
        speak(file, document)
        state = rebuilt(document)
        for seat, plan in plan_round(state, styles(state)[style]).items():
            run("append", str(file), f"{seat}: {plan}")
        document = look(file)
    return document


def speak(file: Path, document: dict[str, Any]) -> None:
    """After the timer was turned somebody says a word; before, somebody stares."""
    view, seats, serial = document["state"], document["seats"], document["serial"]
    if not view["silent"]:
        return
    seat, other = seats[serial % len(seats)], seats[(serial + 1) % len(seats)]
    if view["talking"] and view["sand"] > 60:
        run("append", str(file), f'{seat}: talk "{CHEERS[serial % len(CHEERS)]}"')
    elif serial % 4 == 3:
        run("append", str(file), f"{seat}: stare {other}")
        run("append", str(file), f"{other}: pawn on produce")
