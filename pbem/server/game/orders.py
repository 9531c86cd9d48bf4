"""Orders of a letter: offered to the game, and read back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial

from pbem.language.candidates import words_of
from pbem.language.reading import Asking, Certainty, Kind, MarkedLine, Reading
from pbem.language.slips import MAX_SLIP
from pbem.language.text import read_text
from pbem.language.understand import LIKE_PART
from pbem.pages.wording import words
from pbem.protocol import Fault, Lines, Seat, failures
from pbem.record import trial, tried_orders
from pbem.record.imagined import imagined
from pbem.record.located import LocatedFault
from pbem.record.replay import Story
from pbem.record.trial import Trial
from pbem.report.builder import fault_message
from pbem.server.game.letter_lines import (
    choose,
    nearest,
    notable,
)
from pbem.server.game.offered import Offered
from pbem.server.game.order_lines import clean_line, without

FEW_WORDS = 2  #: that may be an order misspelt, and hardly are talk


def read(story: Story, seat: Seat, lines: Iterable[str]) -> tuple[Reading, ...]:
    """Return the readings of a person's lines in the current position. They depend only
    on what the seat may see."""
    known = imagined(story, seat) or story
    cleaned = map(MarkedLine, filter(None, map(clean_line, lines)))
    return read_text(cleaned, tried_orders.asking(known, seat))


def as_noted(story: Story, text: str) -> tuple[Reading, ...]:
    """Return orders as readings that were read before and noted in the notation."""
    lines = tuple(filter(None, text.split("\n")))
    one = story.game.rules.lines is Lines.ONE
    rows = [lines] * bool(lines) if one else [(line,) for line in lines]
    kind, sure = Kind.ORDER, Certainty.SURE
    return tuple(Reading(kind, sure, (0, 0), "\n".join(row), row) for row in rows)


def offer_text(story: Story, seat: Seat, text: str) -> Offered:
    """Offer what a person writes for a seat in no letter of its own."""
    return offer(story, seat, read(story, seat, text.split("\n")))


def offer_noted(story: Story, seat: Seat, text: str) -> Offered:
    """Offer orders that were read before, or that the game has listed."""
    return offer(story, seat, as_noted(story, text))


def look(
    story: Story, seat: Seat, readings: Sequence[Reading], draft: str = ""
) -> Offered:
    """Return what orders would do for all that their seat knows; nothing is kept."""
    known = imagined(story, seat)
    if known is None and story.game.rules.lines is Lines.QUEUE:
        # What follows the first line hangs on things that the seat cannot see.
        readings = readings[:1]
    return offer(known or story, seat, readings, draft)


def offer(
    story: Story,
    seat: Seat,
    readings: Sequence[Reading],
    draft: str = "",
    *,
    sure: bool = True,
) -> Offered:
    """Lay the orders of a letter on a copy of the table.

    Nothing that is refused gets into it: the record holds what was accepted. `draft`
    is what the seat holds back, which they would replace. Who is not `sure` of what is
    doubtful is only asked: that resolves nothing.
    """
    game = story.game
    asking = tried_orders.asking(story, seat)
    found = Offered(unread=not any(one.orders or one.offers for one in readings))
    for one in readings:
        if one.fault is not None:
            found.note_failure(one.written, one.fault)
    before = story.table.answers.get(seat)
    had = draft or (str(before.order) if before else "")
    if found.unread and not found.failures and _talks(asking, readings, had):
        found.talk = True
        found.notable = [one.written for one in readings if notable(one, seat)]
        found.ignored = [*found.notable]
        return found
    chosen = choose(story, asking, readings, found, had)
    if not chosen:
        return found
    amends = game.rules.lines is Lines.COMPOUND
    found.dropped = amends and bool(found.refused)
    found.replaces = str(before.order) if before and not amends else ""
    known = {"sure": sure, "resolve": sure or not found.asks}
    if found.asks and not sure:  # a question hangs on nothing that others have sent
        story = imagined(story, seat) or story
    while chosen:
        tried = trial.try_orders(story, seat, chosen, **known)
        located = tried.offer.faults
        refused = [one for one in located if one.fault.refuses]
        found.troubles += [fault_message(story, one) for one in located]
        for each in located:  # what fails later is noted as the record grows
            found.note_failure(each.source, each.fault)
        if amends and not refused:
            found.dropped = found.dropped or any(one.fault.line for one in located)
            bad = {one.source for one in located if one.fault.line}
            if bad:
                # What is refused and stands for its unit all the same is among them.
                whole = str(tried.on_table.order).split("\n") if tried.on_table else []
                parts = [
                    _standing(story, seat, x, whole) if x in bad else [x]
                    for x in chosen
                ]
                chosen = [one for some in parts for one in some] or chosen
                tried = trial.try_orders(story, seat, chosen, **known)
        if not refused:
            found.take(story, tried)
            found.freely = bool(found.respelt or found.notable)
            if asks := _doubt(story, seat, draft, tried):
                found.asks = found.asks or words(game).fault(asks)
                # The question names these: of one it is said what would be right.
                left = asks.given.get("left", ())
                named = [one for one in located if one.text in left]
                explained = [fault_message(story, one) for one in named[1:]]
                found.troubles = [one for one in found.troubles if one not in explained]
            return found
        # Anytime orders before the one that was refused are good without it.
        written = tried.text.split("\n")
        good = tried.offer.good if game.rules.lines is Lines.QUEUE else 0
        found.refused += written[good:]
        found.again += (_corrected(line, refused) for line in written[good:])
        chosen = written[:good]
    found.asks = ""
    found.nearest = nearest(asking, found.refused)
    found.replaces = ""
    return found


def _standing(story: Story, seat: Seat, line: str, whole: Collection[str]) -> list[str]:
    """Return those orders of a line with several that are good, or among the `whole`
    of what their seat has sent all the same, so that a report can say why they fail."""
    rules, state = story.game.rules, story.table.state
    read = trial.parse(story, [line])
    parts = (x for one in read for x in getattr(one, "lines", (one,)))
    bound = ((str(part), failures.bind(rules, state, seat, part)) for part in parts)
    return [
        text
        for text, (_, faults) in bound
        if text in whole or not any(one.refuses or one.line for one in faults)
    ]


def _talks(asking: Asking, readings: Sequence[Reading], had: str) -> bool:
    """Return whether lines only talk; few words may be an order that is misspelt, and
    only who `had` sent something can take it back."""
    tokens = [word for one in readings for word in one.written.split() if len(word) > 1]
    asks = any("?" in one.written and one.written.strip(" ?!") for one in readings)
    chats = partial(_chats, asking)
    few = len(tokens) <= FEW_WORDS and not (asks or any(map(chats, readings)))
    if few or any(_like_order(asking, one) for one in readings):
        return False
    quiet = ("", "passed") if had else ("", "passed", "takes-back")
    return all(one.why in quiet and (not one.why or chats(one)) for one in readings)


def _chats(asking: Asking, one: Reading) -> bool:
    """Return whether a line that names parts of an order tells of what is, or says far
    more: "e on 0,0 was a surprise"."""
    words = words_of(asking).talk.words(one.written)
    strange = sum(x.kind == "unknown" for x in words)
    return strange > len(one.left) + 1 or any(
        x.kind in ("told", "doubt") for x in words
    )


def _like_order(asking: Asking, one: Reading) -> bool:
    """Return whether a line of talk may be an order that is misspelt: it is short, and
    begins with a part of one, holds a number, or several."""
    tokens = [word for word in one.written.split() if len(word) > 1]
    like = [*filter(LIKE_PART.fullmatch, tokens)]
    parts = [*one.left, *like] if len(tokens) <= MAX_SLIP else like * (not one.left)
    begins = any(one.written.casefold().startswith(x.casefold()) for x in one.left)
    number = any(char.isdecimal() for part in parts for char in part)
    if not parts or not (begins or number or len(parts) > 1) or "?" in one.written:
        return False
    return not _chats(asking, one)


def _doubt(story: Story, seat: Seat, draft: str, tried: Trial) -> Fault | None:
    """Return what to ask where a writer replaces a draft by less, or words are left."""
    had = next(iter(trial.parse(story, draft.split("\n"))), None) if draft else None
    lines_now, faults = tried.text.split("\n"), tried.offer.faults
    less = trial.doubt(story, seat, had, lines_now, faults) if had else None
    return less or tried.doubt


def _corrected(line: str, faults: Iterable[LocatedFault]) -> str:
    """Return a refused line with dots in the place of what is wrong in it."""
    for one in faults:
        if one.source == line:
            return without(line, one.at, one.at + len(one.text))
    return line
