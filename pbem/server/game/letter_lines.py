"""What a letter does with what its lines mean: take what is sure, ask about what is
doubtful, refuse what cannot be read, and list what is left alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.language import nearest as like
from pbem.language.candidates import fault_of, understood_part, words_of
from pbem.language.changes import in_place_of
from pbem.language.doubts import like_order
from pbem.language.lines import greets, only_dashed, words_left
from pbem.language.reading import Asking, Kind, Orders, Reading
from pbem.language.slips import may_be_slip
from pbem.pages.wording import words
from pbem.plugins.games import Game
from pbem.protocol import Compound, CompoundRules, Fault, Lines, Seat
from pbem.record import trial, tried_orders
from pbem.record.replay import Story
from pbem.report.builder import fault_message
from pbem.report.model import FaultMessage
from pbem.server.game.offered import Offered
from pbem.server.game.order_lines import signs, without

_UNTIL = re.compile(r"(?:pass|wait|hold)\b.{0,200}\buntil\b", re.IGNORECASE)
MAX_UNIT = 6  #: words that name a unit at the beginning of a line


def choose(
    story: Story,
    asking: Asking,
    readings: Sequence[Reading],
    found: Offered,
    had: str = "",
) -> list[str]:
    """Return the orders among what lines mean, in the notation; note of the other lines
    what they are. `had` is what the seat has sent or holds back, "" for nothing."""
    readings = [*map(_as_replacement, readings)]
    if len(readings) > 1 and _is_signature(asking, readings[-1]):
        found.ignored.append(readings.pop().written)
    if story.game.rules.lines is Lines.ONE:
        orders = _one_order(story, asking, readings, found, had)
    else:
        orders = _sheet(story, asking, readings, found)
    found.ignored = [
        one
        for one in dict.fromkeys(found.ignored)
        if not (one.endswith(":") and asking.is_own_name(one))  # a heading
    ]
    left = {one.written for one in readings if notable(one, asking.seat)}
    left |= {*found.notable}
    found.notable = [line for line in found.ignored if line in left]
    return orders


def notable(one: Reading, seat: Seat) -> bool:
    """Return whether a line that is left alone holds a word of an order."""
    return not (one.talks or _signs_or_greets(one, seat))


def _is_signature(asking: Asking, one: Reading) -> bool:
    """Return whether a line is a name that nobody knows, alone or behind a closing, and
    unlike all words of orders: "Best, Jean"."""
    name = (one.written.split() or [""])[-1].strip(".!")
    closing = one.written.rstrip(".! ").removesuffix(name).strip(" ,-")
    kinds = [word.kind for word in words_of(asking).talk.words(name)]
    if one.kind is not Kind.TALK or not name.istitle() or kinds[:1] != ["unknown"]:
        return False
    known = asking.game.spelling.vocabulary
    like = any(word.startswith(name.casefold()) for word in known)
    like = like or like_order(asking.game, name)
    return not like and (not closing or signs(closing, []))


def _signs_or_greets(one: Reading, seat: Seat) -> bool:
    return greets(one.written) or signs(one.written, [seat])


def _sheet(
    story: Story, asking: Asking, readings: Sequence[Reading], found: Offered
) -> list[str]:
    """Return the orders of a sheet. Where its lines are played in turn, one that cannot
    be read ends it: what follows was meant for the position after it."""
    in_turn = story.game.rules.lines is Lines.QUEUE
    ordered = any(
        one.orders or (one.offers and not _leaves(story.game, one)) for one in readings
    )

    def passed_by(one: Reading) -> bool:
        if one.kind is Kind.TALK:
            slip = may_be_slip(one.written) and not is_courtesy(asking, one)
            if in_turn and not ordered:
                return one.talks or (not slip and is_courtesy(asking, one))
            if in_turn:
                return not slip and (one.talks or is_courtesy(asking, one))
            misspelt = slip and not one.talks
            return not (misspelt or _begins_with_unit(story, asking, one))
        return bool(one.seat) or (ordered and _leaves(story.game, one))

    orders: list[str] = []
    doubtful = [one for one in readings if one.why == "beside"]
    if doubtful and not any(one.orders for one in readings):
        # One line makes all orders doubtful: they are asked about together.
        every = tuple(line for one in doubtful for line in one.offers[0])
        found.ignored += (x.written for x in readings if x.kind is Kind.TALK)
        found.asks = _question(story.game, replace(doubtful[0], offers=(every,)))
        return [*every]
    if changes := next((one for one in readings if one.why == "corrected"), None):
        found.ignored += (one.written for one in readings if one is not changes)
        found.asks = _question(story.game, changes)
        return [*changes.offers[0]]
    for at, one in enumerate(readings):
        if one.orders:
            orders += one.orders
            _note(one, found)
        elif passed_by(one):
            found.ignored.append(one.written)
        elif one.offers and not orders and not found.troubles:
            found.asks = _question(story.game, one)
            orders += one.offers[0]
        else:
            _refuse(asking, one, found)
            if in_turn:
                rest = [other.written for other in readings[at + 1 :]]
                found.refused += rest
                found.again += rest
                break
    return orders


def _leaves(game: Game, one: Reading) -> bool:
    """Return whether a line may mean to leave the game: that excludes all orders."""
    offer = one.offers[0] if one.offers else ()
    return any(game.notation.parse(line).anytime for line in offer)


def _joins(game: Game, one: Reading) -> bool:
    """Return whether a line is done on arrival, and can be sent with a turn."""
    return bool(one.orders) and all(game.notation.parse(x).joins for x in one.orders)


def _begins_with_unit(story: Story, asking: Asking, one: Reading) -> bool:
    """Return whether a line begins with a unit that its writer has to order: it is an
    order, whatever is behind that."""
    rules, state = story.game.rules, story.table.state
    if not isinstance(rules, CompoundRules):
        return False
    units = {*rules.lacking(state, asking.seat, Compound())}
    tokens = one.written.split()
    for end in range(min(len(tokens) - 1, MAX_UNIT), 0, -1) if units else ():
        read = trial.parse(story, [" ".join(tokens[:end])])
        lines = [line for one in read for line in getattr(one, "lines", (one,))]
        if any(rules.unit(line) in units for line in lines):
            return True
    return False


def is_courtesy(asking: Asking, one: Reading) -> bool:
    """Return whether a line only greets, thanks, or names people."""
    idle = words_of(asking).talk.idle(one.written, names=True)
    idle = idle or one.written.startswith(">")
    return idle or _signs_or_greets(one, asking.seat)


def _one_order(
    story: Story, asking: Asking, readings: Sequence[Reading], found: Offered, had: str
) -> list[str]:
    """Return the one order of a letter, or the likeliest that is asked about first."""
    game = story.game
    main, offers = _main_reading(asking, readings, had)
    found.ignored += (one.written for one in readings if not _repeats(one, main))
    if main is None:
        return []
    leaving = next((x for x in readings if x is not main and _leaves(game, x)), None)
    if leaving is not None and main.orders and not main.anytime:
        offers = (main.orders, leaving.offers[0])
        main = replace(main, why="beside", beside=leaving.written, orders=())
    talk = (one for one in readings if one.kind is Kind.TALK)
    if main.why == "several" and all(is_courtesy(asking, one) for one in talk):
        later, *earlier = offers
        found.superseded += (line for one in reversed(earlier) for line in one)
        known = {line for one in offers for line in one}
        found.ignored = [one for one in found.ignored if one not in known]
        return [*later]
    if offers:
        found.asks = _question(game, replace(main, offers=offers))
        _explain(story, asking.seat, main, found)
        return [*offers[0]]
    if not main.orders:
        _refuse(asking, main, found)
        found.nearest = nearest(asking, found.refused)
        return []
    if main.turn not in (None, story.table.serial):
        found.asks = _asks_of_turn(story, main)
    _note(main, found)
    joined = [one for one in readings if one is not main and _joins(game, one)]
    written = {one.written for one in joined}
    found.ignored = [line for line in found.ignored if line not in written]
    return [*(line for one in joined for line in one.orders), *main.orders]


def _main_reading(
    asking: Asking, readings: Sequence[Reading], had: str
) -> tuple[Reading | None, tuple[Orders, ...]]:
    """Return the reading that a letter is about, and what is offered where it is asked
    about: a sure order, a doubtful one, or the line that is most like one."""
    sure = [one for one in readings if one.orders]
    last = next((one for one in reversed(sure) if not one.anytime), None)
    main = last or next(iter(sure), None)
    if main is not None:
        change = main.change
        changes = change and (change.led or change.adds or change.instead)
        offers = _offers(asking, main, had) if changes else ()
        return main, offers if len(offers) > 1 else ()
    doubts = [x for x in readings if x.kind is not Kind.TALK and not x.seat]
    for one in doubts:
        if offers := _offers(asking, one, had):
            return one, offers
    likely = [
        one
        for one in readings
        if not (one.talks or is_courtesy(asking, one))
        and (had or one.why != "takes-back")
    ]
    if not likely:
        return None, ()
    main = max(likely, key=_likeness)
    part = understood_part(asking, main.written)
    if not part or only_dashed(asking.game.notation, main.written):
        passed = main.why == "passed"  # who answers the referee may order something
        guess = words_of(asking).guesses
        offers = guess(main.written, asking.could_play) if passed else ()
        return replace(main, why="almost" if offers else main.why), offers
    left = words_left(asking.game.notation, main.written)
    return replace(main, left=left), ((part,),)


def _offers(asking: Asking, one: Reading, had: str) -> tuple[Orders, ...]:
    """Return what a reading may come to for who has sent an order before."""
    change, own = one.change, one.offers or ((one.orders,) if one.orders else ())
    if not had or change is None or not (change.applies or change.led or change.adds):
        return own
    texts, plays = ["\n".join(orders) for orders in own], asking.could_play
    found = in_place_of(had, change, texts, plays, any(map(plays, own)))
    return tuple(tuple(text.split("\n")) for text in found)


def _repeats(one: Reading, main: Reading | None) -> bool:
    """Return whether a reading is of the same words as another one, or says the same
    once more."""
    if main is None:
        return False
    return one.written == main.written or bool(one.orders and one.orders == main.orders)


def _explain(story: Story, seat: Seat, one: Reading, found: Offered) -> None:
    """Note what the rules say of the words that are left over in a line."""
    if one.left and story.game.notation.reads(one.written):
        tried = tried_orders.offer_exactly(story, seat, [one.written])
        parts = [each for each in tried.offer.faults if each.fault.part]
        found.troubles += (fault_message(story, each) for each in parts[:1])


def _asks_of_turn(story: Story, one: Reading) -> str:
    """Return what is asked about an order that its writer names another turn for."""
    given = {"turn": one.turn, "serial": story.table.serial}
    fault = Fault("doubtful.turn", given={**given, "now": " / ".join(one.orders)})
    return words(story.game).fault(fault)


def _as_replacement(one: Reading) -> Reading:
    """Return a reading as a letter takes it: the later letter counts anyway, so that
    words which only say so make nothing doubtful by themselves."""
    instead = one.why == "almost" and one.change is not None and one.change.instead
    return replace(one, orders=one.offers[0]) if instead else one


def _note(one: Reading, found: Offered) -> None:
    if not tried_orders.is_respelt(one):
        return
    new = tried_orders.respelling(one)
    if found.respelt and found.respelt[-1].written == new.written:
        both = f"{found.respelt.pop().notation}\n{new.notation}"
        new = new._replace(notation=both)
    found.respelt.append(new)


def _question(game: Game, one: Reading) -> str:
    """Return what is asked about a reading that is not sure."""
    now, *others = (" / ".join(orders) for orders in one.offers)
    given = {"why": one.why, "said": one.written, "now": now, "others": others}
    given |= {"left": one.left, "beside": one.beside}
    asks = words(game).fault(Fault("doubtful.reading", given=given))
    return asks + _waiting(game, one.written)


def _waiting(game: Game, line: str) -> str:
    """Return what can be waited for, where a line that cannot be read passes "until"
    something happens; "" for other lines."""
    return (
        f" {words(game).problem('until', {})}"
        if _UNTIL.match(line.lstrip(" \t>-*\"'"))
        else ""
    )


def _likeness(one: Reading) -> tuple[bool, bool, int]:
    """Return how like an order a line is that cannot be read; greetings are least."""
    digits = any(char.isdecimal() for char in one.written)
    return not greets(one.written), digits, one.fault.span[0] if one.fault else 0


def _pointed(asking: Asking, text: str, fault: Fault) -> Fault:
    """Return a fault that points at the first word that nobody knows, rather than at
    one that stands where the notation has no place for it; at the whole line where that
    is a word around orders."""
    start = fault.span[0]
    words = words_of(asking).talk.words(text[start:])
    word = next((one.text for one in words if one.kind == "unknown"), "")
    at = text.find(word, start) if word else -1
    talks = bool(words) and words[0].kind in ("small", "around", "before")
    span = (at, at + len(word)) if at >= 0 else (0, len(text)) if talks else fault.span
    if span == fault.span or "found" not in fault.given:
        return fault._replace(span=span)
    given = {**fault.given, "found": text[slice(*span)] if at >= 0 else "", "near": ""}
    return fault._replace(span=span, given=given)


def _refuse(asking: Asking, one: Reading, found: Offered) -> None:
    """Note a line that cannot be read, with what is wrong in it: once, however often
    it was written."""
    if one.written in found.refused:
        return
    fault = one.fault or fault_of(asking, one.written) or _left_over(asking, one)
    fault = fault and _pointed(asking, one.written, fault)
    found.refused.append(one.written)
    if one.seat:
        fault = Fault("invalid.other-seat", given={"seat": one.seat})
    elif one.offers:
        fault = tried_orders.ambiguous(one)
        found.again += one.offers[0]
    elif fault is not None:
        found.again.append(without(one.written, *fault.span))
    if fault is not None:
        found.troubles.append(_unread(asking.game, one.written, fault))


def _left_over(asking: Asking, one: Reading) -> Fault | None:
    """Return the fault of a line that the notation reads but for some words."""
    spans = asking.game.notation.left(one.written)
    given = {"left": words_left(asking.game.notation, one.written), "now": ""}
    return Fault("doubtful.left", spans[0], given) if spans else None


def _unread(game: Game, line: str, fault: Fault) -> FaultMessage:
    start, end = fault.span
    source = line[:60]
    at = min(start, len(source))
    caret = " " * at + "^" * max(1, min(end - start, len(source) - at))
    why = words(game).fault(fault, line[start:end]) + _waiting(game, line)
    return FaultMessage("", 0, source, caret, why)


def nearest(asking: Asking, lines: Sequence[str]) -> str:
    """Return the legal order that is most like the first refused line; "" for none."""
    found = like.nearest(asking.legal, lines[0]) if lines else ()
    return found[0][0] if found else ""
