"""Orders laid on a copy of the game: as they stand or, where that fails, as meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pbem.language.lines import plainly, understood
from pbem.notation.parser import NotUnderstood
from pbem.notation.repeats import times
from pbem.protocol import Fault, Lines, Seat
from pbem.record.header import Piece
from pbem.record.located import LocatedFault
from pbem.record.replay import Offer, Story


class Respelt(NamedTuple):
    """What somebody wrote, and the notation that it was read as."""

    written: str
    meant: str


class Laid(NamedTuple):
    """A copy of a game with the orders of a seat on the table."""

    story: Story
    offer: Offer
    lines: tuple[str, ...]  #: as the record can hold them
    respelt: tuple[Respelt, ...] = ()


def pieces(lines: Iterable[str]) -> tuple[Piece, ...]:
    """Return lines as pieces of an order that stand in no file."""
    return tuple(Piece(line, 0, 1) for line in lines if line)


def lay(story: Story, seat: Seat, lines: Sequence[str]) -> Laid:
    """Lay the orders of a seat on a copy of the table, as they are meant.

    Another reading than that of the notation is taken only where it has no fault, and
    where it is the only one. Nothing is resolved: what others have sent has no part in
    how somebody is understood.
    """
    if story.game.rules.lines is not Lines.ONE:
        return _lay_sheet(story, seat, lines)
    written = "\n".join(lines)
    game = story.game
    text = plainly(game.notation, game.spelling, written).text.strip()
    if text != written:
        on = _lay_one(story, seat, text.split("\n"))
        return on if on.respelt else _as_meant(on, written)
    return _lay_one(story, seat, lines)


def _lay_one(story: Story, seat: Seat, lines: Sequence[str]) -> Laid:
    """Lay lines that are one order. What is understood word by word was meant so,
    whether it can be played or not."""
    text = "\n".join(lines)
    reads = _reads(story, text)
    first = _try(story, seat, lines)
    if reads and not _wrong(first.offer):
        return first
    if _said_so(story, text) and not _wrong(first.offer, "invalid."):
        return first
    others: list[Laid] = []
    for lead in (False,) if reads else (False, True):
        for stage in story.game.spelling.readings(text, lead=lead):
            tried = [_try(story, seat, one.text.split("\n")) for one, _ in stage]
            clean = [one for one in tried if not _wrong(one.offer)]
            sane = [one for one in tried if not _wrong(one.offer, "invalid.")]
            if clean and len(sane) > 1:  # what can be played need not be what is meant
                readings = [" ".join(one.lines) for one in (*clean, *sane)]
                unsure = list(dict.fromkeys(readings))
                return _unsure(story.copy(), seat, lines, unsure)
            if clean:
                return _as_meant(clean[0], text)
            if not lead:
                others += (one for one in tried if not _wrong(one.offer, "invalid."))
    if len(others) == 1 and not others[0].offer.refused:
        return _as_meant(others[0], text)

    def plays(reading: tuple[str, ...]) -> bool:
        return not _wrong(_try(story, seat, reading).offer)

    own = _in_own_words(story, seat, text, plays)
    if own or reads:
        return _as_meant(_try(story, seat, own), text) if own else first
    # Better told what is wrong with an order than with the words around it.
    own = _in_own_words(story, seat, text)
    on = _try(story, seat, own) if own else first
    return _as_meant(on, text) if own and on.offer.refused else first


def _said_so(story: Story, text: str) -> bool:
    """Return whether nothing in an order could be meant otherwise: a number of times,
    or a stop behind it, may be."""
    ends = text.rstrip().endswith((".", "!", ";"))
    counted = any(map(times, text.split()))
    return not (ends or counted) and understood(story.game.notation, text)


def settle(story: Story, on: Laid) -> Laid:
    """Resolve what orders complete that lie on a copy of a game's table."""
    if on.story.table is story.table:
        return on
    return on._replace(offer=on.story.settle(on.offer))


def _as_meant(on: Laid, text: str) -> Laid:
    return on._replace(respelt=(Respelt(text, "\n".join(on.lines)),))


def _lay_sheet(story: Story, seat: Seat, lines: Sequence[str]) -> Laid:
    """Lay a sheet; what its later lines come to is for positions yet to come."""
    meant, respelt = [], []
    game, spelling = story.game, story.game.spelling
    for written in lines:
        line = plainly(game.notation, spelling, written).text.strip()
        if _reads(story, line):
            meant.append(line)
            if line != written.strip():
                respelt.append(Respelt(written, line))
            continue
        parts = [(one, spelling.only(one)) for one in spelling.parts(line)]
        texts = tuple(found[0].text if found else one for one, found in parts)
        if texts == (line,):
            texts = _in_own_words(story, seat, line) or texts
        meant += texts
        if texts != (line,):
            respelt.append(Respelt(written, "\n".join(texts)))
    return _try(story, seat, meant)._replace(respelt=tuple(respelt))


def _in_own_words(
    story: Story,
    seat: Seat,
    text: str,
    plays: Callable[[tuple[str, ...]], bool] | None = None,
) -> tuple[str, ...]:
    """Return the orders that a seat surely gives in words of its own; () for none."""
    from pbem.language.own_order import own_order  # few lines need it

    seats, turn = story.header.seats, story.table.serial
    return own_order(story.game, seats, seat, text, plays, turn)


def _reads(story: Story, text: str) -> bool:
    """Return whether the notation reads a text; the order is kept for its use."""
    try:
        story.game.notation.parse(text)
    except NotUnderstood:
        return False
    return True


def _try(story: Story, seat: Seat, lines: Sequence[str]) -> Laid:
    copy = story.copy()
    return Laid(copy, copy.offer(seat, pieces(lines)), tuple(lines))


def _wrong(offer: Offer, kind: str = "") -> bool:
    """Return whether anything of orders is not used, by faults of a kind or of any."""
    codes = [one.fault.code for one in offer.faults]
    return any(x.startswith(kind) and not x.startswith("doubtful.") for x in codes)


def _unsure(
    story: Story, seat: Seat, lines: Sequence[str], readings: Sequence[str]
) -> Laid:
    """Return orders that could mean several things: they are refused, and named."""
    fault = Fault("ambiguous.spelling", given={"readings": readings})
    text = " ".join(lines)
    one = LocatedFault(seat, fault, text, 0, 1, text, 0, story.table.serial)
    story.faults.append(one)
    return Laid(story, Offer((one,)), tuple(lines))
