"""Orders of a letter: found among its lines, offered to the game, read back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import islice

from pbem.games import Game
from pbem.notation import NotUnderstood
from pbem.protocol import Event, Fault, Order, Seat
from pbem.record import trial
from pbem.record.replay import Story
from pbem.record.trial import Trial
from pbem.referee import Played
from pbem.report.builder import fault_message, meanings
from pbem.report.model import FaultMessage, Meaning
from pbem.report.wording import words

MAX_LINES = 200  #: order lines of one letter
_JOINED = 40
_LEGAL = 400  #: legal orders among which the nearest is looked for
_HELLO = re.compile(
    r"(?:hi|hello|hey|dear|hallo|salut|bonjour|hola|ciao|good (?:morning|day|evening))"
    r"\b.{0,40}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line of a letter, read in the notation of a game."""

    text: str  #: as the record can hold it
    order: Order | None  #: None: it cannot be read
    fault: Fault | None = None  #: why not


@dataclass(slots=True)
class Offered:
    """What became of the orders of a letter."""

    text: str = ""  #: the lines that the record will hold; "": none
    orders: list[str] = field(default_factory=list)  #: accepted, in notation
    anytime: bool = False  #: none of them answers the window
    readings: list[Meaning] = field(default_factory=list)
    troubles: list[FaultMessage] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)  #: lines, to be sent again
    nearest: str = ""  #: a legal order much like the refused one
    ignored: list[str] = field(default_factory=list)  #: neither order nor trouble
    replaces: str = ""  #: what this seat had sent before
    asks: str = ""  #: what is asked before they are taken; nothing is kept
    story: Story | None = None  #: the game with the orders on the table
    resolved: bool = False  #: they closed the window
    drawer: bool = False  #: they are a draft, until "ready" or the deadline
    played: list[Played] = field(default_factory=list)  #: the windows that closed
    news: tuple[Event, ...] = ()  #: what they brought at once, if none closed


def clean_line(line: str) -> str:
    """Return a line of a letter as the record can hold it.

    >>> clean_line("\\tD4\\x0b 1SE\\u200b ")
    'D4  1SE'
    """
    kept = (
        " "
        if char.isspace() or unicodedata.category(char) in ("Cc", "Zl", "Zp")
        else char
        for char in line
        if unicodedata.category(char) not in ("Cf", "Cs")
    )
    return "".join(kept).strip()


def read_lines(game: Game, lines: Iterable[str]) -> list[OrderLine]:
    """Read the lines of a letter in the notation of a game, up to MAX_LINES of them."""
    found = []
    for line in islice(filter(None, map(clean_line, lines)), MAX_LINES):
        try:
            found.append(OrderLine(line, game.notation.parse(line)))
        except NotUnderstood as error:
            found.append(OrderLine(line, None, error.fault))
    return found


def offer_text(story: Story, seat: Seat, text: str) -> Offered:
    """Offer orders that came by no letter, or by an earlier one."""
    return offer(story, seat, read_lines(story.game, text.split("\n")))


def look(story: Story, seat: Seat, lines: Iterable[str], draft: str = "") -> Offered:
    """Return what orders would do for all that their seat knows; nothing is kept."""
    known = trial.imagined(story, seat)
    if known is None and story.game.rules.sheets:
        # What follows the first line hangs on things that the seat cannot see.
        lines = islice(lines, 1)
    return offer(known or story, seat, read_lines(story.game, lines), draft)


def offer(
    story: Story, seat: Seat, lines: Sequence[OrderLine], draft: str = ""
) -> Offered:
    """Lay the orders of a letter on a copy of the table.

    Nothing that is refused gets into it: the record holds what was accepted. `draft`
    is what the seat holds back, which they would replace.
    """
    found = Offered()
    game = story.game
    if game.rules.sheets:
        wanted = _sheet(game, lines, found)
    else:
        wanted = _single(story, seat, lines, found)
    if not wanted:
        return found
    before = story.table.answers.get(seat)
    found.replaces = str(before.order) if before else ""
    while wanted:
        tried = trial.try_orders(story, seat, wanted)
        located = tried.offer.faults
        refused = [one for one in located if one.fault.refuses]
        found.troubles += [fault_message(story, one) for one in located]
        if not refused:
            later = (one for one in tried.offer.others if one.seat == seat)
            found.troubles += [fault_message(story, one) for one in later]
            found.text = tried.text
            if asks := tried.doubt or _doubt(story, seat, draft, tried):
                found.asks = words(game).fault(asks)
            found.orders = [str(order) for order in tried.orders]
            found.anytime = all(order.anytime for order in tried.orders)
            found.readings += meanings(story, tried.explained)
            found.story = tried.story
            found.resolved, found.played = bool(tried.resolved), [*tried.resolved]
            if not found.played:
                found.news = tried.story.table.news[len(story.table.news) :]
            return found
        # Anytime orders before the one that was refused are good without it.
        good = tried.offer.good if game.rules.sheets else 0
        found.refused += wanted[good:]
        wanted = wanted[:good]
    found.nearest = _nearest(story, seat, found.refused)
    found.replaces = ""
    return found


def _doubt(story: Story, seat: Seat, draft: str, tried: Trial) -> Fault | None:
    """Return what to ask before orders replace those that are held back."""
    had = next(iter(trial.parse(story, draft.split("\n") if draft else [])), None)
    return trial.doubt(story, seat, had, tried.text.split("\n"), tried.faults)


def _sheet(game: Game, lines: Sequence[OrderLine], found: Offered) -> list[str]:
    """Return the lines that can be used. One that cannot be read ends a sheet: what
    follows was meant for the position after it."""
    start = 0
    while start < len(lines) and lines[start].fault and _greets(lines[start].text):
        found.ignored.append(lines[start].text)
        start += 1
    texts = [line.text for line in lines]
    for index in range(start, len(lines)):
        fault = lines[index].fault
        if fault is not None:
            found.troubles.append(_unread(game, texts[index], fault))
            found.refused += texts[index:]
            return texts[start:index]
    return texts[start:]


def _single(
    story: Story, seat: Seat, read: Sequence[OrderLine], found: Offered
) -> list[str]:
    """Return the lines that make the one order of a letter, and no others."""
    game = story.game
    if not read:
        return []
    lines, alone = [line.text for line in read], [line.fault for line in read]
    whole = lines[:_JOINED]
    if _faults(story, seat, read[:_JOINED]) == ():
        return whole
    good = [index for index, fault in enumerate(alone) if fault is None]
    if not good:
        if trial.parse(story, whole):
            return whole
        for line, fault in zip(lines, alone, strict=True):
            if _greets(line) and len(lines) > 1:
                found.ignored.append(line)
            elif fault is not None and len(found.troubles) < 5:
                found.troubles.append(_unread(game, line, fault))
                found.refused.append(line)
        found.nearest = _nearest(story, seat, found.refused)
        return []
    block = lines[good[0] : good[-1] + 1]
    found.ignored += lines[: good[0]] + lines[good[-1] + 1 :]
    written = read[good[0] : good[-1] + 1]
    faults = _faults(story, seat, written)
    if len(block) == 1 or faults == ():
        return block
    only_parts = faults is not None and all(fault.part for fault in faults)
    if faults is None or (only_parts and _faults(story, seat, written[-1:]) == ()):
        # Not one order over several lines, but a change of mind.
        found.ignored += block[:-1]
        return block[-1:]
    return block


def _faults(
    story: Story, seat: Seat, lines: Sequence[OrderLine]
) -> tuple[Fault, ...] | None:
    """Return what the rules find wrong with lines as one order; None: they are none."""
    rules, state = story.game.rules, story.table.state
    order = lines[0].order
    if len(lines) > 1:
        order = next(iter(trial.parse(story, [line.text for line in lines])), None)
    if order is None:
        return None
    window = rules.window(state)
    if not order.anytime and (window is None or seat not in window.seats):
        return ()
    return rules.check(state, seat, order)


def _greets(line: str) -> bool:
    return _HELLO.fullmatch(line) is not None


def _unread(game: Game, line: str, fault: Fault) -> FaultMessage:
    start, end = fault.span
    source = line[:60]
    at = min(start, len(source))
    caret = " " * at + "^" * max(1, min(end - start, len(source) - at))
    return FaultMessage("", 0, source, caret, words(game).fault(fault, line[start:end]))


def _nearest(story: Story, seat: Seat, lines: list[str]) -> str:
    """Return the legal order that is most like the first refused line."""
    if not lines:
        return ""
    rules, state = story.game.rules, story.table.state
    window = rules.window(state)
    if window is None or seat not in window.seats:
        return ""
    wanted = lines[0].casefold()
    found = map(str, islice(rules.legal(state, seat), _LEGAL))
    legal = {text.casefold(): text for text in found}
    close = get_close_matches(wanted, legal, 1, 0.6)
    return legal[close[0]] if close and close[0] != wanted else ""
