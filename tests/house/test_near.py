"""`make near` finds the tests of what is changed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.near import near, of_part
from tests.parts import PARTS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("pbem/server/flow/worker.py", "tests/server/flow"),
        ("pbem/mail/reply/clients/google.toml", "tests/mail/reply"),
        ("pbem/rules/arena/magics.py", "tests/rules/arena"),
        ("pbem/chance.py", "tests/core/test_chance.py"),
        ("templates/mail/help.j2", "tests/server/commands/test_conversations.py"),
        ("templates/arena/words.j2", "tests/playthroughs/test_playthroughs.py"),
        ("grammars/talk.toml", "tests/forum/test_phrasings.py"),
        ("tests/core/test_chance.py", "tests/core/test_chance.py"),
        ("tests/playthroughs/arena/tie.txt", "tests/playthroughs/test_playthroughs.py"),
        ("tests/support/server/passages.py", "tests/server/commands/test_passages.py"),
        ("README.md", "tests/docs/test_guides.py"),
        ("pyproject.toml", "tests/house/test_packaging.py"),
    ],
)
def test_a_change_leads_to_the_tests_that_mirror_it(path: str, test: str) -> None:
    assert test in near([path])


def test_a_change_in_one_room_runs_no_other() -> None:
    found = near(["pbem/server/syntax/rewrap.py"])
    assert "tests/server/syntax" in found
    assert not [one for one in found if one.startswith(("tests/mail", "tests/web"))]


@pytest.mark.parametrize(
    "path",
    ["games/arena/game.toml", "grammars/arena.lark", "templates/arena/words.j2"],
)
def test_a_change_of_one_game_runs_the_tests_of_no_other(path: str) -> None:
    found = near([path])
    assert "tests/rules/test_contract.py" in found
    folders = {one.split("/")[2] for one in found if one.startswith("tests/rules/")}
    assert {one for one in folders if not one.endswith(".py")} == {"arena"}


def test_every_file_of_the_program_leads_to_a_test() -> None:
    kinds = ("pbem/", "templates/", "grammars/", "games/", "docs/")
    done = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = [file for file in done.stdout.split() if file.startswith(kinds)]
    assert len(files) > 900
    folders = {file.split("/")[:2][-1]: file for file in files}
    assert [file for file in folders.values() if not near([file])] == []


def test_each_part_has_tests_and_a_folder_is_a_part_too() -> None:
    for part in PARTS:
        assert of_part(part.name), part.name
    assert of_part("server/flow") == ["tests/server/flow"]
    with pytest.raises(SystemExit, match=r'There is no part "flows"\. Parts: referee'):
        of_part("flows")
