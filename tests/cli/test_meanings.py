"""What is offered for a command that there is none of: by meaning, then by closeness,
else nothing."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.cli._meanings import MEANT


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("report", "resolve"),
        ("undo", "gm"),
        ("validate", "check"),
        ("watch", "forum watch"),
        ("Report", "resolve"),
        ("resolv", "resolve"),
        ("stauts", "status"),
        ("chek", "check"),
        ("bakcup", "backup"),
        ("teleport", ""),
        ("turn", ""),
        ("xyzzy", ""),
    ],
)
def test_a_word_that_is_no_command_is_led_to_what_it_means(
    typed: str, offered: str
) -> None:
    told = CliRunner().invoke(pbem, [typed])
    assert told.exit_code == 2
    said = f'Did you mean "{offered}"?' if offered else ""
    assert ("Did you mean" in told.output) == bool(offered)
    assert said in " ".join(told.output.split())


def test_the_table_leads_to_commands_and_from_none() -> None:
    words = [word for words in MEANT.values() for word in words.split()]
    assert len(set(words)) == len(words)
    with click.Context(pbem) as context:
        for word in words:
            assert pbem.get_command(context, word) is None, word
        for command in MEANT:
            found: click.Command | None = pbem
            for part in command.split():
                assert isinstance(found, click.Group)
                found = found.get_command(context, part)
            assert found is not None, command
