"""A package with a mistake in it harms no other game, and is named with its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.authoring.loading import loaded
from pbem.pages.wording import shared_words
from pbem.plugins import games
from pbem.plugins.defects import Broken
from pbem.record import replay, turn_file
from pbem.record.header import Unreadable
from pbem.testing.soundness import defects
from tests.support.outside import installed, race, renamed, write

RULES = "pbem_race/rules.py"
TOML = "pbem_race/games/race/game.toml"
LARK = "pbem_race/grammars/race.lark"
WORDS = "pbem_race/templates/race/words.j2"
REPORT = "pbem_race/templates/race/report.j2"
ENTRY = "pbem_race.rules:RULES"


class Planted(NamedTuple):
    """A mistake as an author makes it, and what is said of it."""

    code: str
    file: str  #: that is named
    at: str  #: a text in the line that is named; "": the file as a whole
    change: tuple[str, str, str] = ("", "", "")  #: a file, what stands there, instead
    entry: str = ENTRY
    listed: bool = False  #: the game can be listed, and is found out when it is loaded


ENTRIES = (
    Planted("no-package", "", "", entry="pbem_rave.rules:RULES"),
    Planted("no-package", "", "", entry="!"),
    Planted("no-entry", RULES, "", entry="pbem_race.rules:RULE", listed=True),
    Planted("no-entry", RULES, "", entry="pbem_race.rules", listed=True),
    Planted("no-rules", RULES, "", entry="pbem_race.rules:GOAL", listed=True,
            change=(RULES, "RULES = Race()", "GOAL = 21\nRULES = Race()")),
    Planted("rules-class", RULES, "", entry="pbem_race.rules:Race", listed=True),
    Planted("no-module", "", "", entry="pbem_race.rulez:RULES", listed=True),
)  # fmt: skip
FILES = (
    Planted("no-box", TOML, "", (TOML, "*", "")),
    Planted("no-file", LARK, "", (LARK, "*", "")),
    Planted("no-file", WORDS, "", (WORDS, "*", "")),
)
BOX = (
    Planted("toml", TOML, "protocol", (TOML, "[2, 6]", "[2, 6")),
    Planted("toml", TOML, "title", (TOML, '"Race to 21"', "Race to 21")),
    Planted("edition", TOML, "", (TOML, "protocol = 2\n", "")),
    Planted("edition", TOML, "protocol", (TOML, "protocol = 2", "protocol = 3")),
    Planted("no-words-key", TOML, "", (TOML, 'designer = "traditional"\n', "")),
    Planted("no-words-key", TOML, "about", (TOML, '"Add 1, 2 or 3;', '" " #')),
    Planted("seats", TOML, "seats", (TOML, "[2, 6]", "6")),
    Planted("seats", TOML, "seats", (TOML, "[2, 6]", "[6, 2]")),
    Planted("endings", TOML, "endings", (TOML, '["goal"]', '"goal"')),
    Planted("version", TOML, "rules", (TOML, "rules = 1", 'rules = "1"')),
    Planted("chance", TOML, "chance", (TOML, '"never"', '"sometimes"')),
    Planted("legal", TOML, "legal", (TOML, '"all"', '"some"')),
    Planted("no-words-key", TOML, "NUMBER", (TOML, '"a number, such as 2"', "2")),
    Planted("option-kind", TOML, "kind", (TOML, '"number"', '"count"')),
    Planted("option-default", TOML, "default", (TOML, "default = 21", "default = 2")),
    Planted("option-default", TOML, "default", (TOML, "= 21", '= "21"')),
    Planted("option-default", TOML, "default", (TOML, '"number"', '"choice"')),
    Planted("option-about", TOML, "[options.goal]", (TOML, 'about = "the', 'say = "')),
    Planted("option-name", TOML, "options", (TOML, "[options.goal]", "[options.Goal]")),
    Planted("roles", TOML, "roles", (TOML, "[notation]", "[[roles]]\n[notation]")),
    Planted(
        "role-few",
        TOML,
        "roles",
        (TOML, "[notation]", '[[roles]]\nname = "White"\n[notation]'),
    ),
    Planted(
        "role-colour",
        TOML,
        "roles",
        (TOML, "[notation]", '[[roles]]\nname = "A"\ncolour = "pink"\n[notation]'),
    ),
)
LOADED = (
    Planted("raised", RULES, "import Luck", (RULES, "import Chance", "import Luck")),
    Planted("raised", RULES, "def setup", (RULES, "def setup(", "def setup)")),
    Planted("raised", RULES, "RULES =", (RULES, "= Race()", "= 1 / 0")),
    Planted("raised", RULES, "raise", (RULES, "RULES =", "raise SystemExit\n#")),
    Planted("grammar", LARK, "order:", (LARK, "NUMBER\n", "NUMBR\n")),
    Planted("grammar", LARK, "order:", (LARK, '"add"i?', '"add"i? )')),
    Planted("no-start", RULES, "readers =", (RULES, '{"order"', '{"ordre"')),
    Planted(
        "no-reader", LARK, "sum:", (LARK, "? NUMBER\n", "? sum\nsum: NUMBER NUMBER\n")
    ),
    Planted(
        "no-terminal", LARK, "PLUS:", (LARK, '"add"i? NUMBER', "PLUS\nPLUS: /[+]\\d/")
    ),
    Planted("template", WORDS, "{{ e.seat }}", (WORDS, "macro Added(e)", "macro")),
    Planted("template", WORDS, "goal", (WORDS, "view.goal }}", "view.goal | shout }}")),
    Planted("template", REPORT, "view.total", (REPORT, "view.goal }}", "view.goal")),
    Planted("no-event-words", RULES, "class Added", (WORDS, "macro Added", "macro Ad")),
    Planted(
        "no-fault-words",
        RULES,
        '"illegal.number"',
        (WORDS, "illegal_number", "illegal_numbr"),
    ),
    Planted("no-prompt", RULES, 'Window("turn"', (WORDS, "prompt_turn", "prompt")),
    Planted("no-ending-words", TOML, "endings", (WORDS, "ending_goal", "ending_gaol")),
    Planted("no-ending", RULES, '"goal!")', (RULES, '% len(state.seats)],), "goal"',
                                            '% len(state.seats)],), "goal!"')),
    Planted("no-option", RULES, "gaol: int", (RULES, "goal: int =", "gaol: int =")),
    Planted("no-field", RULES, "class Terms", (TOML, "options.goal]", "options.aim]")),
    Planted("field-type", RULES, "goal: str", (RULES, "goal: int =", "goal: str =")),
    Planted("options-class", RULES, "options = State",
            (RULES, "options = Terms", "options = State")),
    Planted("method-takes", RULES, "def window", (RULES, "window(self, state: State",
                                                  "window(self, state: State, x: int")),
    Planted("method-takes", RULES, "def view", (RULES, "view(self, ", "view(")),
    Planted("reader-takes", LARK, "order:", (RULES, "_add(number: Token)", "_add()")),
    Planted("reader-takes", LARK, "order:", (RULES, '"order": _add', '"order": Order')),
    Planted("reader-takes", LARK, "order:", (LARK, " NUMBER\n", " NUMBER [NUMBER]\n")),
    Planted("raised", RULES, "class Added", (RULES, "    number: int\n    total",
                                             "    type: int\n    total")),
    Planted("raised", RULES, "RULES =", (RULES, "def legal", "def legl")),
    Planted("no-str", RULES, "class Add(", (RULES, "def __str__", "def text")),
)  # fmt: skip
ALL = (
    *ENTRIES,
    *FILES,
    *BOX,
    *(one._replace(listed=True) for one in LOADED),
)
CODE = '"illegal.number"'
SPARE = "pbem_race/templates/race/bord.svg.j2"
_COLOURS = zip("ABCDEF", ("red", "red", "blue", "white", "black", "sky"), strict=True)
ROLES = "".join(f'[[roles]]\nname = "{x}"\ncolour = "{y}"\n' for x, y in _COLOURS)
HINTS = (
    Planted("unknown-block", REPORT, "positon ", (REPORT, "position", "positon")),
    Planted("unknown-block", REPORT, "block map", (REPORT, "k position", "k map")),
    Planted("unknown-key", TOML, "[notatoin]", (TOML, "[notation]", "[notatoin]")),
    Planted("unknown-key", TOML, "colour =", (TOML, "legal =", "colour = 1\nlegal =")),
    Planted("unknown-key", TOML, "leest", (TOML, "least = 5", "leest = 5")),
    Planted("unknown-template", SPARE, "board", (SPARE, "", "a board")),
    Planted("no-event-field", WORDS, "e.totl", (WORDS, "e.total", "e.totl")),
    Planted(
        "unknown-macro",
        WORDS,
        "Addd(",
        (WORDS, "", "{% macro Addd(e) %}{% endmacro %}"),
    ),
    Planted(
        "same-colour", TOML, 'name = "B"', (TOML, "[notation]", f"{ROLES}[notation]")
    ),
    Planted(
        "unknown-ending",
        TOML,
        "endings",
        (TOML, 'endings = ["goal"]', 'endings = ["goal", "gaol"]'),
    ),
    Planted(
        "unknown-phase", TOML, "phases", (TOML, "legal =", 'phases = ["tur"]\nlegal =')
    ),
    Planted("own-dice", RULES, "import random", (RULES, "", "import random\n")),
    Planted("made-code", RULES, "{why}", (RULES, CODE, 'f"illegal.{why}"')),
    Planted("made-code", RULES, '" + why', (RULES, CODE, '"illegal." + why')),
    Planted("made-code", RULES, '" % why', (RULES, CODE, '"illegal.%s" % why')),
)


def _plant(one: Planted) -> dict[str, str]:
    files = race()
    file, old, new = one.change
    if old == "*":
        del files[file]
    elif file and not old:
        files[file] = f"{new}\n{files.get(file, '')}"
    elif file:
        assert old in files[file], f"{old} is not in {file}"
        files[file] = files[file].replace(old, new)
    return files


def _line(files: dict[str, str], one: Planted) -> int:
    """The line that must be named."""
    if not one.at:
        return 0
    lines = files[one.file].split("\n")
    return next(n for n, line in enumerate(lines, 1) if one.at in line)


def _ids(one: Planted) -> str:
    return f"{one.code}-{one.change[2] or one.entry}"[:40]


@pytest.mark.parametrize("one", ALL, ids=_ids)
def test_a_mistake_is_found_and_named(tmp_path: Path, one: Planted) -> None:
    files = _plant(one)
    write(tmp_path, "pbem-race", {"race": one.entry}, files)
    with installed(tmp_path):
        assert games.find("arena").title == "Magic Arena"
        assert ("race" in games.everywhere()) == one.listed
        with pytest.raises(Broken) as caught:
            loaded(games.find("race"))
        (defect, *_) = [x for x in caught.value.defects if x.code == one.code]
        assert (defect.file, caught.value.package) == (one.file, "pbem-race")
        where = files.get(one.file, "").split("\n")[defect.line - 1 : defect.line]
        assert defect.line == _line(files, one), f"{defect.line}: {where}"
        told = shared_words().fault(caught.value.fault)
        assert told.startswith("race (from pbem-race) cannot be played:")
        assert "mistake in pbem" not in told
        assert not re.search(r"\bNone\b|<class|\{\{", told), told
        if one.file:
            assert one.file in told
            assert not defect.line or f"{one.file}, line {defect.line}: " in told
        assert defect.code in {x.code for x in defects("race")}
        record = turn_file.read("Game: race\nSeats: Ann, Bob\n")
        with pytest.raises(Unreadable) as refused:
            replay.begin(record)
        assert shared_words(refused.value.game).fault(refused.value.fault) == told


def test_every_defect_has_its_words_and_is_planted_somewhere() -> None:
    words = (Path(__file__).parents[2] / "templates/defects.j2").read_text()
    known = set(re.findall(r"macro defect_(\w+)\(", words))
    planted = {one.code.replace("-", "_") for one in (*ALL, *HINTS)}
    elsewhere = {
        *(
            "name",
            "command",
            "twice",
            "of_the_house",
            "not_utf_8",
            "unread",
            "no_table",
        ),
        *("role_twice", "no_macro", "no_handbook", "no_cases", "no_rule", "case"),
        *("data", "no_data"),
    }
    assert known == planted | elsewhere


@pytest.mark.parametrize(
    ("code", "spoil"),
    [
        ("not-utf-8", lambda path: path.write_bytes(b'title = "\xff"')),
        ("no-table", lambda path: path.write_text("protocol = 2\noptions = 3\n")),
    ],
)
def test_a_box_that_cannot_be_read(
    tmp_path: Path, code: str, spoil: Callable[[Path], object]
) -> None:
    write(tmp_path, "pbem-race", {"race": ENTRY}, race())
    spoil(tmp_path / TOML)
    with installed(tmp_path):
        (broken,) = games.broken()
        assert code in {defect.code for defect in broken.defects}
        assert TOML in shared_words().fault(broken.fault)


def test_a_box_that_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "pbem-race", {"race": ENTRY}, race())
    plain = Path.read_text

    def read_text(path: Path, *given: str, **named: str) -> str:
        if path.parts[-2:] == ("race", "game.toml"):
            raise PermissionError(13, "Permission denied", str(path))
        return plain(path, *given, **named)

    monkeypatch.setattr(Path, "read_text", read_text)
    with installed(tmp_path):
        (broken,) = games.broken()
        told = shared_words().fault(broken.fault)
        assert f"{TOML}: This file cannot be read: Permission denied." in told


def test_names_that_are_taken_twice_are_said(tmp_path: Path) -> None:
    """By two packages; by the house; and what no game may be called."""
    files = renamed(race(), "pbem_race", "pbem_rally")
    write(tmp_path, "pbem-race", {"race": ENTRY}, race())
    entries = {
        name: "pbem_rally.rules:RULES"
        for name in ("race", "arena", "Rally", "help", "observe")
    }
    for name in entries:
        text = files["pbem_rally/games/race/game.toml"]
        files[f"pbem_rally/games/{name}/game.toml"] = text
        text = files["pbem_rally/templates/race/words.j2"]
        files[f"pbem_rally/templates/{name}/words.j2"] = text
        text = files["pbem_rally/grammars/race.lark"]
        files[f"pbem_rally/grammars/{name}.lark"] = text
    write(tmp_path, "pbem-rally", entries, files)
    with installed(tmp_path):
        assert all(one.bundled for one in games.elsewhere().values())
        assert not games.find("arena").outside
        told = [shared_words().fault(one.fault) for one in games.broken()]
        assert any("taken twice, by pbem-race and pbem-rally" in one for one in told)
        assert any("arena in pbem itself" in one for one in told)
        assert any('No game can be called "Rally"' in one for one in told)
        for name in ("help", "observe"):
            wrong = f'No game can be called "{name}": in letters that is a command.'
            assert any(wrong in one for one in told)
        assert len(told) == 5
        with pytest.raises(Broken):
            games.find("race")
        assert [defect.code for defect in defects("arena")] == ["of-the-house"]


def test_listing_imports_no_rules_and_builds_no_grammar(tmp_path: Path) -> None:
    files = race()
    files[RULES] = "raise SystemExit('the rules were imported')\n"
    files[LARK] = "this is no grammar"
    write(tmp_path, "pbem-race", {"race": ENTRY}, files)
    with installed(tmp_path):
        assert games.find("race").title == "Race to 21"
        assert "race" in games.everywhere()
        assert not games.broken()


def test_hints_keep_nobody_from_playing(tmp_path: Path) -> None:
    files = race()
    files[RULES] = files[RULES].replace('{"order": _add}', '{"order": _add, "x": _add}')
    files["pbem_race/games/race/cases/a.txt"] = "CASE A1: a race\nSeats: Ann\n"
    write(tmp_path, "pbem-race", {"race": ENTRY}, files)
    with installed(tmp_path):
        assert loaded(games.find("race")).title == "Race to 21"
        found = {defect.code: defect for defect in defects("race")}
        assert found.keys() == {"case", "no-handbook", "no-rule"}
        assert (found["case"].line, found["case"].hint) == (1, False)
        assert found["no-handbook"].file == "pbem_race/games/race/README.md"
        told = [shared_words().problem("defect", defect) for defect in found.values()]
        assert all(one.endswith(".") for one in told)


def test_what_was_mended_is_seen(tmp_path: Path) -> None:
    """A mark says that files were sound; it is worth nothing once they change."""
    write(tmp_path, "pbem-race", {"race": ENTRY}, race())
    path = tmp_path / WORDS
    good = path.read_text()
    with installed(tmp_path):
        loaded(games.find("race"))
    path.write_text(good.replace("macro Added", "macro Add"))
    with installed(tmp_path), pytest.raises(Broken):
        loaded(games.find("race"))
    path.write_text(good)
    with installed(tmp_path):
        assert loaded(games.find("race"))
