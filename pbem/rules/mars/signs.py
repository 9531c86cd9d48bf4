"""The silence: talking and its price, stares, the "Do Something!" pawn.

None of these is an action, and none waits for the round (Z9, Z20, Z22).
"""

from __future__ import annotations

from dataclasses import replace

from pbem.protocol import Event, Fault, Seat, Step
from pbem.rules.mars import events as told
from pbem.rules.mars.orders import Communicate, Nudge, Point, Stare, Talk
from pbem.rules.mars.state import State

LONGEST = 1000  #: characters in a message
KEPT = 40  #: signs that the table remembers until the next round

Sign = Talk | Stare | Nudge | Point | Communicate


def price(state: State) -> int:
    """The ticks that a message costs now: nothing where nobody is silenced."""
    return state.settings.price if state.silent else 0


def hush(state: State) -> Fault | None:
    """Why nobody may talk now, or None."""
    if not state.silent:
        return None
    if not state.talking:
        return Fault("illegal.silent", given={"wild": state.wild})
    if state.sand <= price(state):
        given = {"price": price(state), "sand": state.sand}
        return Fault("illegal.no-breath", given=given)
    return None


def named(state: State, text: str) -> Seat:
    """The seat that a text names, in any case, or an empty string."""
    fold = text.casefold()
    return next((seat for seat in state.seats if seat.casefold() == fold), "")


def check_sign(state: State, seat: Seat, sign: Sign) -> tuple[Fault, ...]:
    """What is wrong with a sign."""
    if state.solo:
        return (Fault("illegal.alone"),)
    fault: Fault | None = None
    if isinstance(sign, Talk):
        fault = hush(state)
        if fault is None and len(sign.words) > LONGEST:
            fault = Fault("illegal.long-talk", given={"most": LONGEST})
    elif isinstance(sign, (Stare, Nudge)):
        fault = _whom(state, seat, sign.at)
    if fault is None and isinstance(sign, (Nudge, Point, Communicate)):
        fault = _module(state, sign)
    return (fault,) if fault else ()


def _whom(state: State, seat: Seat, text: str) -> Fault | None:
    at = named(state, text)
    others = tuple(name for name in state.seats if name != seat)
    if not at:
        return Fault("illegal.nobody", given={"found": text, "seats": others})
    if at == seat:
        return Fault("illegal.yourself", given={"seats": others})
    return None


def _module(state: State, sign: Sign) -> Fault | None:
    if state.settings.module < 2:
        what = "wild" if isinstance(sign, Communicate) else "pawn"
        return Fault("illegal.module", given={"what": what, "from": 2})
    if isinstance(sign, Communicate):
        if state.talking:
            return Fault("illegal.talking-already")
        if not state.wild:
            return Fault("illegal.no-wild")
    return None


def give(state: State, seat: Seat, sign: Sign) -> Step[State]:
    """A sign carried out on arrival; all see it until the next round."""
    event: Event
    if isinstance(sign, Talk):
        cost = price(state)
        state = replace(state, sand=state.sand - cost, clock=state.clock + cost)
        event = told.Talked(seat=seat, words=sign.words, price=cost, sand=state.sand)
        said = ("talk", seat, sign.words)
    elif isinstance(sign, Stare):
        at = named(state, sign.at)
        event, said = told.Stared(seat=seat, at=at), ("stare", seat, at)
    elif isinstance(sign, Nudge):
        at = named(state, sign.at)
        state = replace(state, before=at, icon="")
        event, said = told.Nudged(seat=seat, at=at), ("nudge", seat, at)
    elif isinstance(sign, Point):
        state = replace(state, before="", icon=sign.icon)
        event = told.Pointed(seat=seat, icon=sign.icon)
        said = ("point", seat, sign.icon)
    else:
        state = replace(state, wild=state.wild - 1, talking=True)
        event = told.Opened(seat=seat, wild=state.wild)
        said = ("open", seat, "")
    return Step(replace(state, said=(*state.said, said)[-KEPT:]), (event,))
