"""A `yes` that goes on, and what stands below a letter."""

from __future__ import annotations

import pytest

from pbem.plugins import games
from pbem.server.flow.small_words import bare_yes
from pbem.server.game.order_lines import signs
from pbem.server.syntax import parser
from pbem.server.syntax.command import Command


@pytest.mark.parametrize("kind", ["", "arena", "lava"])
@pytest.mark.parametrize(
    ("line", "is_yes"),
    [
        ("yes", True),
        ("Yes, that was me.", True),
        ("yes please", True),
        ("Yes, I do", True),
        ("Yes, definitely", True),
        ("Yes, fine ok", True),
        ("Yes message me", False),
        ("Correct!", True),
        ("Yes. " * 200 + "Fire it is", False),
        ("Yes. That's mine, thank you!", True),
        ("Yes, accept", False),
        ("Yes, I resign", False),
        ("Yes, but E6", False),
        ("Yes, fire C3", False),
        ("Yes, e 0,0", False),
        ("Yesterday that was me", False),
        ("that was me", False),
        ("That\u2019s me!", True),
        ("Yes, that's right", True),
        ("that's right, D4 it is", False),
    ],
)
def test_a_yes_goes_on_but_holds_nothing_else(
    line: str, is_yes: bool, kind: str
) -> None:
    game = games.find(kind) if kind else None
    (read,) = parser.read_lines(line)
    found = bare_yes(read, game)
    plain = isinstance(found, Command) and (found.name, found.words) == ("yes", {})
    assert plain is is_yes


@pytest.mark.parametrize(
    ("line", "signed"),
    [
        ("Ann", True),
        ("-- Ann", True),
        ("Thanks,", True),
        ("Best wishes, ann", True),
        ("Bob", False),
        ("E5", False),
        ("Thanks, E5", False),
        ("...", False),
    ],
)
def test_a_name_or_a_closing_is_no_line(line: str, signed: bool) -> None:
    assert signs(line, ["Ann", ""]) is signed
