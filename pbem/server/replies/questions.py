"""Letters that ask and order nothing: the passage of the handbook that they may mean
comes back at once, and the game master gets the question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from pbem.games import Game
from pbem.report import handbook
from pbem.report.page import Block
from pbem.server.game.request import Request
from pbem.server.notices import press_quotes
from pbem.server.notices.notify import notify_masters
from pbem.server.play import press
from pbem.server.play.order_lines import OrderLine

MAX_CHARS = 2000  #: of a question
_ASKS = re.compile(
    r"(?:what|how|why|when|where|which|who|whose|can|may|must|does|do|is|are|will|"
    r"would|should|could|i wonder|i have a question)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_EVERYWHERE = """what how why when where which who whose can may must does the and are
will would should could have has had for with that this they them then than not you
your from into about there here get got make use used tell please question wonder
happens happen mean means exactly did was were one any all its"""
_COMMON = frozenset(_EVERYWHERE.split())  #: words that every question has


def asks(game: Game, lines: Sequence[OrderLine]) -> bool:
    """Return whether lines ask something, and none of them can be read as an order.

    A word that may be one by its letters alone, such as the writer's name, is none.
    """
    by_letters = game.notation.by_letters
    said = [line for line in lines if line.fault or not by_letters(line.text)]
    if any(line.fault is None for line in said):
        return False
    text = " ".join(line.text for line in said).strip()
    return text.endswith("?") or ("?" in text and _ASKS.match(text) is not None)


def answer(request: Request, lines: Sequence[OrderLine]) -> None:
    """Send the question on, and what the handbook says of its words back."""
    session, seat = request.in_game()
    assert seat is not None
    game = session.story.game
    text = "\n".join(line.text for line in lines)[:MAX_CHARS]
    given = {"seat": seat.name, "lines": press_quotes.folded(text)}
    told = notify_masters(
        session, "press_to_master", serial=max(session.serial, 0), **given
    )
    request.understood = True
    whom = press.whom_named(session, seat, text)
    names = " ".join(session.story.header.seats)
    found: list[Block] = []
    if game.handbook is not None and not whom:
        found = passage(game.handbook, text, names)
    request.say("question", told=told, found=bool(found), game=game, whom=whom)
    if found:
        request.show(found)


def passage(book: Path, text: str, names: str = "") -> list[Block]:
    """Return the part of a handbook that shares most with a question, below the
    heading that it stands under; [] where nothing does. Names say nothing."""
    said, idle = ({word.lower() for word in _WORD.findall(x)} for x in (text, names))
    wanted = said - idle - _COMMON
    if not wanted:
        return []
    parts = _parts(book)
    holds = {one: sum(_has(words, one) for _, _, words in parts) for one in wanted}
    best, most = None, 0.0
    for heading, block, words in parts:
        # A word that stands everywhere tells little.
        score = sum(1 / holds[one] for one in wanted if _has(words, one))
        if score > most:
            best, most = (heading, block), score
    if best is None:
        return []
    heading, block = best
    return [Block("==", (heading,)), block] if heading else [block]


def _has(words: frozenset[str], one: str) -> bool:
    return one in words or one.rstrip("s") in words or f"{one}s" in words


@lru_cache(maxsize=32)
def _parts(book: Path) -> list[tuple[str, Block, frozenset[str]]]:
    """Return paragraphs, items and drawings of a handbook, each with its heading."""
    found: list[tuple[str, Block, frozenset[str]]] = []
    heading, title = "", True
    for block in handbook.blocks(book.read_text(encoding="utf-8")):
        if block.kind in ("=", "=="):
            heading, title = block.lines[0], block.kind == "="
            continue
        if title and found:
            continue  # who made it, and how the handbook is to be read
        pieces = [Block("-", (line,)) for line in block.lines]
        for piece in pieces if block.kind == "-" else [block]:
            said = " ".join(piece.lines).lower()
            found.append((heading, piece, frozenset(_WORD.findall(said))))
    return found
