"""Words around a yes or no that say nothing else."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.games import Game
from pbem.notation import NotUnderstood
from pbem.server.play import order_lines
from pbem.server.syntax import parser, words
from pbem.server.syntax.command import MAX_COMMAND_CHARS, Command

_YES = re.compile(
    r"(?:(?:yes|yep|yeah|correct)\b|(?=(?:that|it)(?:['\u2019]s| is) (?:me|mine|right|"
    r"from me|correct)\b))(?!\s*[?@])[\s,.:;!-]*(.*)",
    re.IGNORECASE,
)
_PIECES = re.compile(r"[.,;:!]+")
#: What people say behind a "yes" that says nothing else.
_SAID = """absolutely ahead all am certainly confirm confirmed correct course definitely
did do exactly fine from go good here i i'm indeed is it it's letter mail me mean
message mine my myself of ok please really right sent so sure thank thanks that that's
the these this those true was were wrote you
"""
_TALK = frozenset(_SAID.split())
MAX_LEAD = 4  #: words before an order behind a yes
_POLITE = ("please", "thanks", "thank you")  #: no orders, whatever notation reads them


def bare_yes(line: Command | str, game: Game | None) -> Command | str:
    """Return `yes` for a line that only says so at length; other lines as they are.

    Where the words behind it hold another command, or an order, it is not one.
    """
    written = line.text if isinstance(line, Command) else line
    found = _YES.fullmatch(written.strip())
    if found is None or (isinstance(line, Command) and line.name != "yes"):
        return line
    pieces = [one.strip() for one in _PIECES.split(found[1]) if one.strip()]
    said = " ".join(pieces).lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    if not pieces or not _TALK.issuperset(said.split()):
        return line
    for piece in pieces:
        (meant,) = parser.read_lines(piece)[:1]
        if isinstance(meant, Command) and meant.name != "yes":
            return line
    doubtful = [one for one in pieces if one.lower() not in _POLITE]
    if game is not None and any(_is_order(game, one) for one in doubtful):
        return line
    yes = parser.parse_command("yes")
    return line if yes is None else replace(yes, source=(written,), word=written)


def in_own_words(line: Command | str, game: Game | None) -> Command | str:
    """Return `yes` or `no` for a line that says so to an invitation or a proposal in
    somebody's own words; other lines, and those that hold an order, as they are."""
    if isinstance(line, Command) or len(line) > MAX_COMMAND_CHARS:
        return line
    meant = words.answer(line)
    if meant and game is not None and _holds_order(game, line):
        return line
    found = parser.parse_command(meant) if meant else None
    return line if found is None else replace(found, source=(line,), word=line.strip())


def _holds_order(game: Game, line: str) -> bool:
    """Return whether a line, a sentence of it, or what stands behind its first words is
    an order, and no word that is one by its letters alone."""
    pieces = [one.strip() for one in _PIECES.split(line)]
    said = line.split()
    pieces += (" ".join(said[at:]) for at in range(MAX_LEAD))
    doubtful = [one for one in pieces if one and not game.notation.by_letters(one)]
    return any(one.fault is None for one in order_lines.read_lines(game, doubtful))


def _is_order(game: Game, text: str) -> bool:
    """Return whether words are an order as they stand."""
    try:
        game.notation.parse(text)
    except NotUnderstood:
        return False
    return True
