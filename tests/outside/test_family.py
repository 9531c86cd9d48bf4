"""Many games by one entry point: a function that lists them, one that opens one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.authoring.loading import loaded
from pbem.pages.wording import shared_words
from pbem.plugins import games
from pbem.plugins.defects import Broken
from pbem.record import replay, turn_file
from pbem.report.builder import report
from pbem.report.model import Reader, render
from pbem.testing.soundness import defects
from tests.support.outside import installed, race, write

FAMILY = '''
"""Two races of other lengths, and one that lies in a box of its own."""

from pbem.protocol import Family, Member

OPTION = {"kind": "number", "default": 0, "about": "the number to reach"}


def _rules():
    from pbem_race.rules import RULES
    return RULES


def _open(name):
    if name == "race":
        return Member(rules="pbem_race.rules:RULES")
    goal = {"short": 7, "long": 70}[name]
    facts = {
        "title": f"A {name} race", "designer": "traditional", "publisher": "nobody",
        "about": f"Who says {goal} wins.", "seats": [2, 4], "protocol": 2,
        "endings": ["goal"], "notation": {"NUMBER": "a number, such as 2"},
        "options": {"goal": {**OPTION, "default": goal}},
    }
    return Member(rules=_rules, facts=facts, fallbacks="race")


FAMILY = Family(names=lambda: ("short", "long", "race"), open=_open)
'''
ENTRY = {"races": "pbem_race.family:FAMILY"}


def _files() -> dict[str, str]:
    return {**race(), "pbem_race/family.py": FAMILY}


FACTS = '''
"""A race that says all that a box says, and has no folder of games."""

from pbem.protocol import Family, Member

FACTS = {
    "title": "A race of its own", "designer": "traditional", "publisher": "nobody",
    "about": "Who says 9 wins.", "seats": [2, 2], "protocol": 2,
    "endings": ["goal"], "notation": {"NUMBER": "a number, such as 2"},
    "options": {"goal": {"kind": "number", "default": 9, "about": "to reach"}},
}


def _rules():
    from pbem_race.rules import Race

    class Named(Race):
        def __init__(self, title: str) -> None:
            self.title = title

    return Named("by name")


FAMILY = Family(
    names=lambda: ("own-race",),
    open=lambda name: Member(rules=_rules, facts=FACTS),
    house="pbem_race.part",
)
'''


def test_a_member_with_facts_needs_no_box_and_lies_where_its_family_says(
    tmp_path: Path,
) -> None:
    part = {
        f"pbem_race/part/{kind}/own-race{rest}": text
        for name, text in race().items()
        for kind, rest in (("grammars", ".lark"), ("templates", "/words.j2"))
        if name in ("pbem_race/grammars/race.lark", "pbem_race/templates/race/words.j2")
        and kind in name
    }
    rules = {"pbem_race/rules.py": race()["pbem_race/rules.py"]}
    files = {**rules, **part, "pbem_race/family.py": FACTS}
    files |= {f"pbem_race/{name}__init__.py": "" for name in ("", "part/")}
    write(tmp_path, "pbem-races", ENTRY, files)
    with installed(tmp_path):
        game = loaded(games.find("Own race"))
        assert (game.name, game.house) == ("own-race", "pbem_race.part")
        assert game.handbook is None
        assert {defect.code for defect in defects("own-race")} == {
            "no-handbook",
            "no-cases",
        }
        text = "Game: own-race\nSeats: Ann, Bob\n\nAnn: 3\nBob: 3\nAnn: 3\n"
        page = render(report(replay.play(turn_file.read(text)), Reader()))
        assert "Ann reaches 9 and wins." in page


def test_its_games_are_games_like_all_others(tmp_path: Path) -> None:
    write(tmp_path, "pbem-races", ENTRY, _files())
    with installed(tmp_path):
        assert {"short", "long", "race"} <= games.everywhere().keys()
        assert "races" not in games.everywhere()
        assert [games.find(name).title for name in ("short", "LONG", "race")] == [
            "A short race",
            "A long race",
            "Race to 21",
        ]
        assert "pbem_race.rules" not in __import__("sys").modules
        for name in ("short", "race"):
            game = loaded(games.find(name))
            assert (game.package, game.outside) == ("pbem-races", True)
            assert {defect.code for defect in defects(name)} == {
                "no-handbook",
                "no-cases",
            }
        text = "Game: short\nSeats: Ann, Bob\n\nAnn: add 3\nBob: 3\nAnn: 1\n"
        story = replay.play(turn_file.read(text))
        page = render(report(story, Reader()))
        assert "Ann reaches 7 and wins." in page
        assert "The total is 7 of 7." in page  # by the template of the box it shares


def test_a_member_with_cases_of_its_own_keeps_the_handbook_that_it_shares(
    tmp_path: Path,
) -> None:
    files = {
        **_files(),
        "pbem_race/games/race/README.md": "# Race\n\nSay a number.\n",
        "pbem_race/games/short/cases/one.txt": "CASE R1.1: a case\n",
    }
    write(tmp_path, "pbem-races", ENTRY, files)
    with installed(tmp_path):
        game = games.find("short")
        assert game.handbook is not None
        assert game.handbook.parent.name == "race"
        assert game.file("cases").parent.name == "short"


def test_rules_may_name_the_endings_of_another_member(tmp_path: Path) -> None:
    old, new = '"endings": ["goal"]', '"endings": ["far" if goal > 9 else "goal"]'
    family = FAMILY.replace(old, new)
    write(tmp_path, "pbem-races", ENTRY, {**_files(), "pbem_race/family.py": family})
    with installed(tmp_path):
        (said,) = (defect for defect in defects("long") if not defect.hint)
        assert (said.code, said.given["name"]) == ("no-ending-words", "far")
        assert (said.file, said.line) == ("pbem_race/family.py", 21)


@pytest.mark.parametrize(
    ("old", "new", "names", "code", "file"),
    [
        ('("short"', '(1 / 0, "short"', {"races"}, "raised", "pbem_race/family.py"),
        (', "long": 70', "", {"long"}, "raised", "pbem_race/family.py"),
        ('"protocol": 2,', "", {"short", "long"}, "edition", "family.py, line 18: "),
        ('"title": ', '"titel": ', {"short", "long"}, "no-words-key",
         "family.py, line 18: title should be"),
        ('"seats": [2, 4]', '"seats": 2', {"short", "long"}, "seats",
         "family.py, line 20: seats should be"),
        ('fallbacks="race"', "", {"short", "long"}, "no-file",
         "family.py, line 18 names the game and its fallbacks"),
        ('"short", "long"', '"short", "Long"', {"Long"}, "raised", ""),
        ("= Family(", "= dict(", {"races"}, "no-box", "games/races/game.toml"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_one_harms_no_other(
    tmp_path: Path, old: str, new: str, names: set[str], code: str, file: str
) -> None:
    files = _files()
    assert old in files["pbem_race/family.py"]
    files["pbem_race/family.py"] = files["pbem_race/family.py"].replace(old, new)
    write(tmp_path, "pbem-races", ENTRY, files)
    with installed(tmp_path):
        assert {one.name for one in games.broken()} == names
        assert games.find("lava")
        if "races" not in names:
            assert loaded(games.find("race"))
        for one in games.broken():
            assert code in {defect.code for defect in one.defects}
            assert file in shared_words().fault(one.fault)
            with pytest.raises(Broken):
                games.find(one.name)
