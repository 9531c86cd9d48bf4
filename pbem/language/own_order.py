"""What somebody surely orders in words of his own, where nobody can be asked first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from pbem.language import labels
from pbem.language.others import advises, of_another, relayed
from pbem.language.reading import Orders, Plays
from pbem.language.talk import Word
from pbem.language.understand import LIKE_PART, Understood, understanding
from pbem.notation.lookalikes import strange
from pbem.plugins.games import Game
from pbem.protocol import Lines, Seat, seat_called

MAX_CHARS = 300  #: of a text that may be an order
_SEVERAL = 2  #: parts of an order that are one, though another player is named


def own_order(
    game: Game,
    seats: tuple[Seat, ...],
    seat: Seat,
    text: str,
    plays: Plays | None = None,
    turn: int | None = None,
) -> Orders:
    """Return the orders that a seat surely gives in a line; () where that is in doubt,
    where another player's are told, and where the seat would leave the game by them.

    `plays` says whether orders could be played, without any fault; without it all that
    can be read counts as such. What is said to be for another turn than `turn` is none.
    """
    if len(text) > MAX_CHARS or "\n" in text or text.lstrip().startswith("@"):
        return ()
    if label := labels.label(text):
        text, named = label
        if named not in (None, turn):
            return ()
    if seat and text.casefold().startswith(
        (f"{seat.casefold()} ", f"{seat.casefold()}:")
    ):
        text = text[len(seat) :].lstrip(" :")  # "Ann plays B2-C3"
    name, colon, _ = text.partition(":")
    if colon and seat_called(name.strip(), seats) not in ("", seat):
        return ()
    read = understanding(game, seats)
    words, seat_of = read.talk.words(text), partial(seat_called, seats=seats)
    if any(said(words, seat, seat_of) for said in (relayed, advises, of_another)):
        return ()
    found = read.understand(text, plays or (lambda one: all(map(read.strict, one))))
    if not found.sure or strange(" ".join(found.used)):
        return ()
    if found.led and plays is None:  # its first word is a guess
        return ()
    (reading,) = found.readings
    if game.rules.lines is not Lines.ONE and not _all(reading, found):
        return ()
    if _loses(reading, words) or (found.named and found.strength < _SEVERAL):
        return ()
    leaves = any(game.notation.parse(one).anytime for one in reading)
    return () if leaves else reading


def _all(reading: Orders, found: Understood) -> bool:
    """Return whether a line of a sheet surely orders nothing else: what is said twice
    may be meant twice, and an unknown word may be another order."""
    return found.bare and len(found.used) <= len(" ".join(reading).split())


def _loses(reading: Orders, words: Iterable[Word]) -> bool:
    """Return whether a word that may be a part of an order is not in it: "all"."""
    kept = " ".join(reading).casefold().split()
    either = (one.text.casefold() for one in words if one.kind == "either")
    return any(one not in kept for one in either)


def orders_nothing(game: Game, seats: tuple[Seat, ...], text: str) -> bool:
    """Return whether nothing like a part of an order is in a text: it only talks."""
    words = understanding(game, seats).talk.words(text[: MAX_CHARS + 1])
    return len(text) <= MAX_CHARS and not any(
        one.kind in ("order", "either") or LIKE_PART.fullmatch(one.text)
        for one in words
    )
