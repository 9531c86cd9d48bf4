"""Which lines of a letter are its orders; the others are talk, or are asked about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import islice

from pbem.language.lines import OrderLine, lone_dash, understood
from pbem.language.lines import read as read_line
from pbem.language.own_order import orders_nothing
from pbem.pages.wording import words
from pbem.plugins.games import Game
from pbem.protocol import Fault, Lines, Seat, failures, seat_called
from pbem.record import trial
from pbem.record.replay import Story
from pbem.record.respelling import lay
from pbem.report.model import FaultMessage
from pbem.server.game import own_words
from pbem.server.game.offered import Offered
from pbem.server.game.order_lines import FAREWELL, greets, signs, without

_JOINED = 40
_QUITS = 20  #: characters: whoever leaves does not say more
_LEGAL = 400  #: legal orders among which the nearest is looked for
_BYE = re.compile(rf"{FAREWELL}\b.{{0,20}}", re.IGNORECASE)


def wanted_lines(
    story: Story, seat: Seat, lines: Sequence[OrderLine], found: Offered
) -> list[str]:
    """Return the lines that are orders, as written; note of the others what they are:
    ignored, or refused, and why."""
    game, end = story.game, _end(story, seat, lines)
    readable = [line for line in lines[:end] if line.fault is None]
    several = readable if len(readable) > 1 else []
    asides = [line for line in several if _quits(game, line)]
    asides = asides if len(asides) < len(readable) else []
    said = [line for line in lines[:end] if line not in asides]
    if game.rules.lines is Lines.QUEUE:
        wanted = _sheet(game, said, found)
    elif game.rules.lines is Lines.COMPOUND:
        wanted = _compound(game, said, found)
    else:
        wanted = _single(story, seat, said, found)
    found.ignored += (line.text for line in (*asides, *lines[end:]))
    found.notable += (one for one in found.ignored if _notable(story, seat, one))
    return wanted


def _notable(story: Story, seat: Seat, line: str) -> bool:
    """Return whether a line that is left alone holds a word of an order."""
    if greets(line) or signs(line, [seat]) or lone_dash(line):
        return False
    return not orders_nothing(story.game, story.header.seats, line)


def _end(story: Story, seat: Seat, lines: Sequence[OrderLine]) -> int:
    """Return how many lines there are above the writer's name, or a farewell."""
    for index, line in enumerate(lines[1:], 1):
        if line.order is None:
            name = line.text.strip("-\N{EN DASH}\N{EM DASH} ,.!")
            first = " ".join(name.split()[: len(seat.split())])
            full = len(name.split()) < 4 and name.replace(" ", "").isalpha()
            signs = full and seat_called(first, story.header.seats) == seat
            last = all(one.order is None for one in lines[index:])
            if signs or (last and _BYE.fullmatch(name)):
                return index
    return len(lines)


def _sheet(game: Game, lines: Sequence[OrderLine], found: Offered) -> list[str]:
    """Return the lines that can be used. One that cannot be read ends a sheet: what
    follows was meant for the position after it."""
    start = 0
    while start < len(lines) and lines[start].fault and greets(lines[start].text):
        found.ignored.append(lines[start].text)
        start += 1
    texts = [line.text for line in lines]
    for index in range(start, len(lines)):
        fault = lines[index].fault
        if fault is not None:
            found.troubles.append(_unread(game, texts[index], fault))
            found.refused += texts[index:]
            found.again += (without(texts[index], *fault.span), *texts[index + 1 :])
            return texts[start:index]
    return texts[start:]


def _compound(game: Game, lines: Sequence[OrderLine], found: Offered) -> list[str]:
    """Return the lines that can be read: each is for a unit of its own."""
    for line in lines:
        if line.fault is not None and greets(line.text):
            found.ignored.append(line.text)
        elif line.fault is not None:
            found.troubles.append(_unread(game, line.text, line.fault))
            found.refused.append(line.text)
            found.again.append(without(line.text, *line.fault.span))
    return [line.text for line in lines if line.fault is None]


def _single(
    story: Story, seat: Seat, read: Sequence[OrderLine], found: Offered
) -> list[str]:
    """Return the lines that make the one order of a letter, and no others."""
    game = story.game
    read = _without_dashes(_without_words(story, seat, read, found), found)
    if not read or (len(read) == 1 and read[0].fault is None):
        return [line.text for line in read]  # the rules are asked when it is offered
    lines, alone = [line.text for line in read], [line.fault for line in read]
    whole = lines[:_JOINED]
    if _faults(story, seat, read[:_JOINED]) == ():
        return whole
    good = [index for index, fault in enumerate(alone) if fault is None]
    parts = own_words.parts_in(story, lines, good)
    alike = len(parts) < 2  # no line is to be preferred to another
    notation = game.notation
    exact = good if alike else [x for x in good if understood(notation, lines[x])]
    if meant := own_words.meant(story, seat, lines, parts, exact):
        found.ignored += (line for line in lines if line not in meant.parts)
        return [meant.text]
    if exact and len(exact) < len(good):  # the others only begin like an order
        found.ignored += (lines[index] for index in good if index not in exact)
        kept = [line for at, line in enumerate(read) if at in exact or at not in good]
        return _single(story, seat, kept, found)
    if not good:
        joined = "\n".join(whole)
        if read_line(notation, game.spelling, joined, freely=False).order is not None:
            return whole
        likely = max(read, key=_likely)
        found.ignored += (line.text for line in read if line is not likely)
        if likely.fault is not None:
            found.troubles.append(_unread(game, likely.text, likely.fault))
            found.refused.append(likely.text)
            found.again.append(without(likely.text, *likely.fault.span))
        found.nearest = nearest(story, seat, found.refused)
        return []
    if len({str(read[index].order) for index in good}) == 1:  # said twice
        found.ignored += (line for at, line in enumerate(lines) if at not in good)
        return [lines[good[-1]]]
    block = lines[good[0] : good[-1] + 1]
    found.ignored += lines[: good[0]] + lines[good[-1] + 1 :]
    written = read[good[0] : good[-1] + 1]
    faults = _faults(story, seat, written)
    if len(block) == 1 or faults == ():
        return block
    only_parts = faults is not None and all(fault.part for fault in faults)
    if faults is None or (only_parts and _faults(story, seat, written[-1:]) == ()):
        # Not one order over several lines, but a change of mind.
        later = block[-1:]
        for one in written[:-1]:
            left = found.superseded if one.order is not None else found.ignored
            left.append(one.text)
        return later
    return block


def _without_words(
    story: Story, seat: Seat, read: Sequence[OrderLine], found: Offered
) -> Sequence[OrderLine]:
    """Return lines without words that are read by their letters alone, such as a name
    at the end, and cannot be played."""
    if len(read) < 2 and not (read and signs(read[0].text, [seat])):
        return read
    by_letters, awaited = story.game.notation.by_letters, seat in story.awaited()
    kept = [
        line
        for line in read
        if line.fault is not None
        or not by_letters(line.text)
        or (awaited and _faults(story, seat, [line]) == ())
    ]
    found.ignored += (line.text for line in read if line not in kept)
    return kept


def _without_dashes(read: Sequence[OrderLine], found: Offered) -> Sequence[OrderLine]:
    """Return lines without those that are one dash, where there is another order: they
    are set above a name, or between paragraphs."""
    kept = [line for line in read if not lone_dash(line.text)]
    if not any(line.order is not None for line in kept):
        return read
    found.ignored += (line.text for line in read if line not in kept)
    return kept


def _likely(line: OrderLine) -> tuple[bool, bool, int]:
    """Return how like an order a line is that cannot be read; greetings are least."""
    digits = any(char.isdecimal() for char in line.text)
    return not greets(line.text), digits, line.fault.span[0] if line.fault else 0


def _faults(
    story: Story, seat: Seat, lines: Sequence[OrderLine]
) -> tuple[Fault, ...] | None:
    """Return what the rules find wrong with lines as one order; None: they are none."""
    rules, state = story.game.rules, story.table.state
    texts = [line.text for line in lines]
    order = lines[0].order
    if len(lines) > 1:
        order = next(iter(trial.parse(story, texts)), None)
    window = rules.window(state)
    if order and not order.anytime and (window is None or seat not in window.seats):
        return ()
    faults = failures.bind(rules, state, seat, order).faults if order else None
    if faults != () and (on := lay(story, seat, texts)).respelt:
        faults = tuple(one.fault for one in on.offer.faults)
    return faults


def _quits(game: Game, line: OrderLine) -> bool:
    """Return whether a line is read as leaving the game, which it does not quite say:
    nobody leaves so beside an order."""
    meant = game.spelling.only(line.text) if len(line.text) < _QUITS else None
    return meant is not None and meant[1].anytime


def _unread(game: Game, line: str, fault: Fault) -> FaultMessage:
    start, end = fault.span
    source = line[:60]
    at = min(start, len(source))
    caret = " " * at + "^" * max(1, min(end - start, len(source) - at))
    return FaultMessage("", 0, source, caret, words(game).fault(fault, line[start:end]))


def nearest(story: Story, seat: Seat, lines: list[str]) -> str:
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
