"""Words around a yes or no that say nothing else."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.plugins.games import Game
from pbem.server.game.order_lines import read
from pbem.server.syntax import parser, words
from pbem.server.syntax.command import Command

_PIECES = re.compile(r"[.,;:!]+")
MAX_LEAD = 4  #: words before an order behind a yes


def bare_yes(line: Command | str, game: Game | None) -> Command | str:
    """Return `yes` for a line that only says so at length; other lines as they are.

    Where the words behind it hold another command, or an order, it is not one.
    """
    written = line.text if isinstance(line, Command) else line
    pieces = [written, written.partition(" ")[2], *_pieces(written)]
    if not words.confirms(written) or any(_is_other(one, game) for one in pieces):
        return line
    return _answer("yes", written) or line


def in_own_words(line: Command | str, game: Game | None) -> Command | str:
    """Return `yes` or `no` for a line that says so to an invitation or a proposal in
    somebody's own words; other lines, and those that hold an order, as they are."""
    ours = "" if isinstance(line, Command) else words.answer(line)
    if not ours or (game is not None and _holds_order(game, str(line))):
        return line
    return _answer(ours, str(line)) or line


def _answer(ours: str, line: str) -> Command | None:
    """Return a command in the place of a line that means it."""
    found = parser.parse_command(ours)
    return found and replace(found, source=(line,), word=line.strip())


def _is_other(text: str, game: Game | None) -> bool:
    """Return whether a text is a command but `yes`, or an order as it is, and not
    by the letters of its words alone."""
    first = next(iter(parser.read_lines(text)), "")
    if isinstance(first, Command):
        return first.name != "yes"
    notation = game.notation if game is not None else None
    if notation is None or not notation.reads(text):
        return False
    return not all(map(notation.by_letters, text.split()))


def _pieces(line: str) -> list[str]:
    return [one for piece in _PIECES.split(line) if (one := piece.strip())]


def _holds_order(game: Game, line: str) -> bool:
    """Return whether a line, a sentence of it, or what is behind its first words is
    an order, and no word that is one by its letters alone."""
    pieces, tokens = _pieces(line), line.split()
    pieces += (" ".join(tokens[at:]) for at in range(MAX_LEAD))
    doubtful = [one for one in pieces if one and not game.notation.by_letters(one)]
    return any(one.orders for part in doubtful for one in read(game, [part]))
