"""For which window an order in a thread is, and whether it can be used there."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pbem.forum.annotations.evidence import Ledger, Placed, Sheet, same
from pbem.forum.scan.find_orders import Found, Wonder
from pbem.forum.scan.questions import Taken, spelt
from pbem.forum.thread import Post
from pbem.protocol import Closes, Fault, Seat
from pbem.record.trial import Continuation
from pbem.record.turn_file import Unreadable

DECIDED = 9  #: the level of an order that the moderator has decided about


@dataclass(frozen=True, slots=True)
class Place:
    """Where a post stands: between which reports, and before which deadline."""

    low: int | None = None  #: serial of the last report above it
    high: int | None = None  #: serial of the first report below it
    until: datetime | None = None
    reported: datetime | None = None  #: when the report below was posted

    def late(self, time: datetime | None) -> bool:
        """Whether a post came after the deadline; on the minute is in time."""
        return time is not None and self.until is not None and time > self.until

    def edited_late(self, time: datetime | None) -> bool:
        """Whether a post was changed after the deadline or after the report."""
        ends = [end for end in (self.until, self.reported) if end is not None]
        return time is not None and any(time > end for end in ends)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an order is not taken; an empty code: there is nothing to say of it."""

    code: str
    proposal: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    fault: Fault | None = None
    asks: bool = True


def place(
    ledger: Ledger,
    post: Post,
    seat: Seat,
    found: Found,
    where: Place,
    held: Set[tuple[int, Seat]],
    *,
    first: bool,
) -> Refusal | tuple[Ledger, Taken]:
    """The ledger with the orders of a post in it, or why not."""
    low, high, now = where.low, where.high, ledger.serial
    if found.turn is not None:
        if not _in_turn(found.turn, low, high, ledger):
            given = {"turn": found.turn, "serial": now}
            return Refusal("turn", spelt(found.sheet), given)
        low = found.turn
    window = ledger.story.game.rules.window(ledger.story.table.state)
    if window is None and (low is None or low >= now):
        return Refusal("over", asks=False)
    if high is not None and now >= high and low is not None:
        return _past(ledger, post, seat, found, low, high, first)
    asides = _asides(ledger, found.sheet)
    past = low is not None and low < now and ledger.closes.get(low) is Closes.ALL
    if past and low is not None and not asides:
        return _instead(ledger, post, seat, found, low, first)
    reach = None
    if low is not None and low > now:
        closes = window.closes if window else Closes.FIRST
        if low > now + 1 or closes is Closes.FIRST:
            return Refusal("ahead", "", {"low": low, "serial": now})
        reach = low
    one_by_one = window is not None and window.closes is Closes.FIRST
    if any(
        serial < (low or 0) or (one_by_one and other != seat) for serial, other in held
    ):
        return Refusal("waits", asks=False)
    if low is None and found.level < DECIDED and _unsure(ledger, post, seat, found):
        given = {"serial": now}
        return Refusal("no-report", spelt(found.sheet), given)
    mine = _mine(ledger, seat, now)
    if mine is None or reach is not None or asides:
        return _tried(ledger, post, seat, found, reach)
    if first or mine.number > post.number or same(mine.sheet, found.sheet):
        return Refusal("")
    return _tried(ledger, post, seat, found, reach)


def choose(ledger: Ledger, seat: Seat, found: Found, where: Place) -> Found | Wonder:
    """The one of several plain lines that can be played; a question if not one.

    Talk that happens to read like an order seldom can be played.
    """
    now, low = ledger.serial, where.low
    texts = found.choices
    clean: list[str] = []
    if where.high is None or now < where.high:
        reach = low if low == now + 1 else None
        for text in texts:
            try:
                if not ledger.try_(seat, ((text,),), reach).faults:
                    clean.append(text)
            except Unreadable:
                break
    if len(clean) == 1:
        sheet = (*found.sheet, (clean[0],))
        return replace(found, sheet=sheet, choices=())
    if not clean:
        return Wonder("almost", texts[-1], texts[-1])
    texts = tuple(clean)
    return Wonder("several", " / ".join(texts), texts[-1], None, {"texts": texts})


def _in_turn(turn: int, low: int | None, high: int | None, ledger: Ledger) -> bool:
    if low is None:
        return turn <= ledger.serial
    return low <= turn < (high if high is not None else max(ledger.serial, low) + 1)


def _asides(ledger: Ledger, sheet: Sheet) -> bool:
    """Whether all that is ordered can be ordered at any time."""
    notation = ledger.story.game.notation
    lines = ["\n".join(one) for one in sheet]
    return all(notation.reads(x) and notation.parse(x).anytime for x in lines)


def _mine(ledger: Ledger, seat: Seat, serial: int) -> Placed | None:
    """The last orders of a seat for a window, as far as they came from posts."""
    found = [
        one
        for one in ledger.placed.values()
        if one.seat == seat and one.serial == serial and not _asides(ledger, one.sheet)
    ]
    return max(found, key=lambda one: one.start, default=None)


def _past(
    ledger: Ledger,
    post: Post,
    seat: Seat,
    found: Found,
    low: int,
    high: int,
    first: bool,
) -> Refusal:
    """An order for a turn that has been reported: history is not changed."""
    mine = [
        one
        for one in ledger.placed.values()
        if one.seat == seat and low <= one.serial < high
    ]
    if any(same(one.sheet, found.sheet) for one in mine):
        return Refusal("")
    if first and any(one.number < post.number for one in mine):
        return Refusal("")
    if not first and any(one.number > post.number for one in mine):
        return Refusal("")
    return Refusal("past", "nothing", {"serial": low})


def _instead(
    ledger: Ledger, post: Post, seat: Seat, found: Found, low: int, first: bool
) -> Refusal | tuple[Ledger, Taken]:
    """A change of mind after all have answered, but before the report."""
    mine = _mine(ledger, seat, low)
    if mine is None:
        return Refusal("past", "nothing", {"serial": low})
    if first or mine.number > post.number or same(mine.sheet, found.sheet):
        return Refusal("")
    if found.level == 1:
        trial = Ledger.of("\n".join(ledger.lines[: mine.start]) + "\n")
        tried = trial.try_(seat, found.sheet)
        if tried.faults:
            return _almost(trial, seat, found, tried)
    changed = ledger.replaced(mine, found.sheet, post)
    if changed is None:
        return Refusal("unfit", "nothing")
    return changed, Taken(post, seat, low, found.sheet, "replaced")


def _unsure(ledger: Ledger, post: Post, seat: Seat, found: Found) -> bool:
    """Whether an order may be for the turn that has just become complete."""
    last = ledger.serial - 1
    if ledger.closes.get(last) is not Closes.ALL or _asides(ledger, found.sheet):
        return False
    return any(one.serial == last for one in ledger.placed.values())


def _tried(
    ledger: Ledger, post: Post, seat: Seat, found: Found, reach: int | None
) -> Refusal | tuple[Ledger, Taken]:
    """The orders offered to the open window."""
    try:
        trial = ledger.try_(seat, found.sheet, reach)
    except Unreadable as fault:
        return Refusal("awaited", "", {"reach": reach}, fault.fault)
    if trial.refused and found.level > 1:
        before = _mine(ledger, seat, ledger.serial - 1)
        if before is not None and reach is None and _last(ledger, before):
            if found.level == DECIDED:
                return _changed(ledger, post, seat, found, before)
            given = {"before": spelt(before.sheet), "number": before.number}
            return Refusal("changed", spelt(found.sheet), given, _fault(trial))
        return Refusal("refused", "", _piece(trial), _fault(trial))
    if found.level == 1:
        if trial.faults:
            return _almost(ledger, seat, found, trial, reach)
        if (joined := _joined(ledger, seat, found, reach)) is not None:
            return Refusal("goes-on", joined, {"after": found.after})
    serial = ledger.serial if reach is None else reach
    ledger.append(seat, found.sheet, post, trial, reach)
    notes = tuple((one.fault, one.text) for one in trial.faults)
    return ledger, Taken(post, seat, serial, found.sheet, "new", notes)


def _last(ledger: Ledger, placed: Placed) -> bool:
    """Whether nothing came after some orders."""
    return placed.end == len(ledger.lines)


def _changed(
    ledger: Ledger, post: Post, seat: Seat, found: Found, before: Placed
) -> Refusal | tuple[Ledger, Taken]:
    changed = ledger.replaced(before, found.sheet, post)
    if changed is None:
        return Refusal("unfit", "nothing")
    return changed, Taken(post, seat, before.serial, found.sheet, "replaced")


def _fault(trial: Continuation) -> Fault | None:
    return next((one.fault for one in trial.faults), None)


def _piece(trial: Continuation) -> dict[str, str]:
    """The piece of an order that its first fault is about."""
    return {"piece": next((one.text for one in trial.faults), "")}


def _almost(
    ledger: Ledger,
    seat: Seat,
    found: Found,
    trial: Continuation,
    reach: int | None = None,
) -> Refusal:
    """A plain line that has faults: perhaps chatter, perhaps an order with more."""
    words = found.sheet[-1][0].split()
    for size in range(len(words) - 1, 0, -1):
        text = " ".join(words[:size]).rstrip(",.;!")
        if not ledger.story.game.notation.reads(text):
            continue
        if not ledger.try_(seat, ((text,),), reach).faults:
            return Refusal("almost", text, _piece(trial), _fault(trial))
    return Refusal("almost", "nothing", _piece(trial), _fault(trial))


def trimmed(ledger: Ledger, seat: Seat, text: str, low: int | None) -> str:
    """The longest beginning of a proposed order that has no fault, or all of it."""
    words = text.split()
    reach = low if low == ledger.serial + 1 else None
    for size in range(len(words), 0, -1):
        part = " ".join(words[:size]).rstrip(",.;!")
        try:
            reads = ledger.story.game.notation.reads(part)
            if reads and not ledger.try_(seat, ((part,),), reach).faults:
                return part
        except Unreadable:
            return text
    return text


def _joined(ledger: Ledger, seat: Seat, found: Found, reach: int | None) -> str | None:
    """An order that goes on in the line below, where it can be read so."""
    if not found.after or ledger.story.game.rules.sheets or len(found.after) > 80:
        return None
    text = f"{found.sheet[-1][0]} {found.after}"
    if not ledger.story.game.notation.reads(text):
        return None
    return None if ledger.try_(seat, ((text,),), reach).faults else text
