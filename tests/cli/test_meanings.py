"""What is offered for a word that is no command: by name in another group, by meaning,
by spelling, else nothing."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.cli._meanings import MEANINGS
from pbem.cli._sections import SECTIONS, names, paths
from tests.support.commands import found


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("report", "pbem resolve"),
        ("undo", "pbem server gm"),
        ("validate", "pbem check"),
        ("watch", "pbem forum watch"),
        ("thread", "pbem forum read"),
        ("moderate", "pbem forum page"),
        ("new-game", "pbem game new"),
        ("check-game", "pbem game check"),
        ("run", "pbem server run"),
        ("serve", "pbem server serve"),
        ("doctor", "pbem server doctor"),
        ("import", "pbem server import"),
        ("post", "pbem forum post"),
        ("play", "pbem game play"),
        ("help", "pbem --help"),
        ("Report", "pbem resolve"),
        ("resolv", "pbem resolve"),
        ("stauts", "pbem server status"),
        ("chek", "pbem check"),
        ("bakcup", "pbem server backup"),
        ("game chek", "pbem game check"),
        ("game start", "pbem new"),
        ("forum thread", "pbem forum read"),
        ("server undo", "pbem server gm"),
        ("server resolve", "pbem resolve"),
        ("server new", "pbem new"),
        ("teleport", ""),
        ("server teleport", ""),
        ("xyzzy", ""),
    ],
)
def test_a_word_that_is_no_command_is_led_to_what_it_means(
    typed: str, offered: str
) -> None:
    told = CliRunner().invoke(pbem, typed.split())
    assert told.exit_code == 2
    said = " ".join(told.output.split())
    assert f'There is no command "pbem {typed}".' in said
    assert ("Did you mean" in said) == bool(offered)
    assert not offered or f'Did you mean "{offered}"?' in said


def test_a_word_means_one_command_and_none_has_its_name() -> None:
    words = [word for words in MEANINGS.values() for word in words.split()]
    assert len(set(words)) == len(words)
    assert not set(words) & {path.split()[-1] for path in paths()}


def test_every_meaning_leads_to_a_command_that_is_there() -> None:
    known = {*paths(), *(name for one in pbem.params for name in one.opts), "--help"}
    assert set(MEANINGS) <= known


@pytest.mark.parametrize("group", SECTIONS)
def test_a_group_lists_each_of_its_files_once(group: str) -> None:
    from pathlib import Path

    import pbem.cli

    (root,) = map(Path, pbem.cli.__path__)
    files = {file.stem for file in (root / group).glob("[a-z]*.py")}
    folders = {file.parent.name for file in (root / group).glob("[a-z]*/__init__.py")}
    listed = names(group)
    assert len(listed) == len(set(listed))
    assert {*listed} == {stem.rstrip("_") for stem in files | folders}


@pytest.mark.parametrize("path", ["", *SECTIONS, *paths()])
def test_a_line_of_help_is_a_whole_sentence(path: str) -> None:
    command = found(path)
    if isinstance(command, click.Group):
        told = CliRunner().invoke(pbem, [*path.split(), "--help"]).output
        listed = told.split("Options:")[1]
        assert "..." not in listed
        for name in command.list_commands(click.Context(command)):
            assert f"\n  {name} " in listed
