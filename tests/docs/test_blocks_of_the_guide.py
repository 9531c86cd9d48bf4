"""Blocks of the author's guide that belong to a game of another page."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from pbem.cases import runner
from pbem.plugins import games
from pbem.testing.kinds import wrong_kind
from pbem.testing.matches import Match
from tests.support import outside, tutorials

GUIDE = tutorials.ROOT / "games/README.md"


def test_a_judgement_is_taken_on_as_the_guide_says(tmp_path: Path) -> None:
    made = outside.race()
    rules = made["pbem_race/rules.py"]
    (block,) = re.findall(r"```python\n(def worth.*?)```", GUIDE.read_text(), re.DOTALL)
    own, head, taken = re.split(r"^(class Race.*?:\n)", block, flags=re.MULTILINE)
    old = "class Race(Rules[Terms, State, Add, int]):\n"
    assert old in rules
    made["pbem_race/rules.py"] = rules.replace(
        old, f"from pbem.protocol import Judged\n\n\n{own}{head}{taken}"
    )
    outside.write(tmp_path, "pbem-race", {"race": "pbem_race.rules:RULES"}, made)
    with outside.installed(tmp_path):
        game = games.find("race")
        assert wrong_kind(game) is None
        match = Match(game, random.Random(1), ("Ann", "Bob"))
        rated: Any = game.rules
        worth: list[float] = []
        for text in ("add 1", "add 2"):
            match.send(match.seats[match.table.serial], text)
            worth += [rated.worth(match.state, seat) for seat in match.seats]
        assert {*worth} == {0.1, 0.9}


def test_the_case_of_the_guide_holds(tmp_path: Path) -> None:
    (case,) = re.findall(r"^    CASE .*?^    END$", GUIDE.read_text(), re.DOTALL | re.M)
    made = {**tutorials.files()}
    file = f"{tutorials.PACKAGE}/games/bluff/cases/doubt.txt"
    made[file] = re.sub("(?m)^    ", "", case) + "\n"
    outside.write(tmp_path, "pbem-tutorials", tutorials.ENTRIES, made)
    with outside.installed(tmp_path):
        (found,) = runner.load(games.find("bluff"))
        assert [*runner.run(found)] == []
