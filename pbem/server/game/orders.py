"""Orders of a letter: offered to the game, and read back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from pbem.language.lines import OrderLine, lone_dash
from pbem.language.own_order import orders_nothing
from pbem.pages.wording import words
from pbem.plugins.games import Game
from pbem.protocol import Fault, Lines, Seat
from pbem.record import trial
from pbem.record.located import LocatedFault
from pbem.record.replay import Story
from pbem.record.trial import Trial
from pbem.report.builder import fault_message
from pbem.server.game.offered import Offered
from pbem.server.game.order_lines import changes, greets, read_lines, signs, without
from pbem.server.game.wanted_lines import nearest, wanted_lines

FEW_WORDS = 2  #: that may be an order misspelt, and hardly are talk


def offer_text(story: Story, seat: Seat, text: str) -> Offered:
    """Offer orders that came by no letter, or by an earlier one."""
    lines = read_lines(story.game, text.split("\n"), seat, story.header.seats)
    return offer(story, seat, lines)


def look(story: Story, seat: Seat, lines: Iterable[str], draft: str = "") -> Offered:
    """Return what orders would do for all that their seat knows; nothing is kept."""
    known = trial.imagined(story, seat)
    if known is None and story.game.rules.lines is Lines.QUEUE:
        # What follows the first line hangs on things that the seat cannot see.
        lines = islice(lines, 1)
    read = read_lines(story.game, lines, seat, story.header.seats)
    return offer(known or story, seat, read, draft)


def offer(
    story: Story,
    seat: Seat,
    lines: Sequence[OrderLine],
    draft: str = "",
    *,
    sure: bool = True,
) -> Offered:
    """Lay the orders of a letter on a copy of the table.

    Nothing that is refused gets into it: the record holds what was accepted. `draft`
    is what the seat holds back, which they would replace. Who is not `sure` of what is
    doubtful is only asked: that resolves nothing.
    """
    game, seats = story.game, story.header.seats
    found = Offered(unread=all(line.order is None for line in lines))
    for line in lines:
        if line.fault is not None:
            found.note_failure(line.text, line.fault)
    if (
        found.unread
        and not found.failures
        and _talks(game, seats, [line.text for line in lines])
    ):
        found.talk = True
        return found
    wanted = wanted_lines(story, seat, lines, found)
    if not wanted:
        return found
    before = story.table.answers.get(seat)
    amends = game.rules.lines is Lines.COMPOUND
    found.replaces = str(before.order) if before and not amends else ""
    while wanted:
        tried = trial.try_orders(story, seat, wanted, sure=sure)
        located = tried.offer.faults
        refused = [one for one in located if one.fault.refuses]
        found.troubles += [fault_message(story, one) for one in located]
        for one in located:  # what fails later is noted as the record grows
            found.note_failure(one.source, one.fault)
        if amends and not refused:
            # The record holds the lines that stand, and no others.
            bad = {one.source for one in located if one.fault.part}
            if bad and (rest := [line for line in wanted if line not in bad]):
                wanted = rest
                tried = trial.try_orders(story, seat, wanted, sure=sure)
        if not refused:
            found.take(story, tried)
            found.freely = _freely(game, seats, lines, found)
            if asks := _doubt(story, seat, draft, tried, lines):
                found.asks = words(game).fault(asks)
                # The question names these: of one it is said what would be right.
                left = asks.given.get("left", ())
                named = [one for one in located if one.text in left]
                said = [fault_message(story, one) for one in named[1:]]
                found.troubles = [one for one in found.troubles if one not in said]
            return found
        # Anytime orders before the one that was refused are good without it.
        written = tried.text.split("\n")
        good = tried.offer.good if game.rules.lines is Lines.QUEUE else 0
        found.refused += written[good:]
        found.again += (_mended(line, refused) for line in written[good:])
        wanted = written[:good]
    found.nearest = nearest(story, seat, found.refused)
    found.replaces = ""
    return found


def _freely(
    game: Game, seats: tuple[Seat, ...], lines: Sequence[OrderLine], found: Offered
) -> bool:
    """Return whether orders were read otherwise than as plain lines of notation: in
    other words, or among lines that may say something else."""
    respelt = found.respelt or any(line.respelt for line in lines)
    ignored = (line for line in found.ignored if not greets(line))
    return bool(respelt) or not all(
        signs(line, seats) or orders_nothing(game, seats, line) for line in ignored
    )


def _talks(game: Game, seats: tuple[Seat, ...], lines: Sequence[str]) -> bool:
    """Return whether lines only talk; few words may be an order that is misspelt."""
    words = [one for line in lines for one in line.split() if len(one) > 1]
    return len(words) > FEW_WORDS and all(
        orders_nothing(game, seats, line) for line in lines
    )


def _doubt(
    story: Story, seat: Seat, draft: str, tried: Trial, lines: Sequence[OrderLine]
) -> Fault | None:
    """Return what to ask where a writer changes orders, or replaces a draft."""
    had = next(iter(trial.parse(story, draft.split("\n"))), None) if draft else None
    said = [one.text for one in lines]
    if lone_dash(tried.text) and len(said) > 1 and any(map(lone_dash, said)):
        return Fault("doubtful.dash", given={"said": tried.text})
    if changed := changes(story.game, lines):
        parts = filter(None, (one.part for one in tried.explained))
        now = " ".join(parts) or ", ".join(map(str, tried.orders))
        return Fault("doubtful.changed", given={"said": changed, "now": now})
    lines_now, faults = tried.text.split("\n"), tried.offer.faults
    less = trial.doubt(story, seat, had, lines_now, faults) if had else None
    return less or tried.doubt


def _mended(line: str, faults: Iterable[LocatedFault]) -> str:
    """Return a refused line with dots in the place of what is wrong in it."""
    for one in faults:
        if one.source == line:
            return without(line, one.at, one.at + len(one.text))
    return line
