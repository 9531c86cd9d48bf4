"""Which goes first where a line of a letter is an order of its game, and a command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from pbem.language.lines import understood
from pbem.plugins.games import Game, everywhere
from pbem.protocol import Seat, failures
from pbem.record.replay import Story
from pbem.server.game import order_lines
from pbem.server.syntax import parser, registry
from pbem.server.syntax.command import Command
from pbem.server.syntax.guard import split_guard

#: Whether a command, in a request and as written, goes before orders of its name.
Claim: TypeAlias = Callable[[Any, Command], bool]


def is_order(
    story: Story, seat: Seat, line: str, holds: Callable[[Claim, Command], bool]
) -> bool:
    """Return whether a line is an order of the game first; `holds` says whether the
    claim of a command does.

    The notation must understand all of it, and the rules must take it. Commands of
    other servers are guesses: before them an order goes that is refused, too.
    """
    named = parser.parse_command(line)
    claims = registry.commands()[named.name].yields_unless if named else None
    if named is not None and claims is not None and holds(claims, named):
        return False
    claimed = line if named is None or claims is None else named.text
    text = split_guard(order_lines.clean_line(claimed))[0].rstrip(".! ")
    game = story.game
    if not understood(game.notation, text):
        return named is None and _is_slip(game, line)
    if claims is None and game.notation.by_letters(text):
        return False
    order = game.notation.parse(text)
    bound = failures.bind(game.rules, story.table.state, seat, order)
    return bound.order is not None or parser.is_foreign(line)


def _is_slip(game: Game, line: str) -> bool:
    """Return whether a line would begin a game that nobody knows ("play 7H"), and
    begins as orders of this game do."""
    (guess,) = parser.read_lines(line)[:1] or [line]
    if isinstance(guess, str) or not registry.commands()[guess.name].begins_game:
        return False
    first = line.split()[0].casefold()
    return first in game.notation.words() and guess.one("WORD") not in everywhere()
