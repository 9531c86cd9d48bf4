"""Orders laid to a position: what they name there, and what is wrong with them."""

from __future__ import annotations

from pbem.protocol import LEFT_OUT, Bound
from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.orders.parts import When
from pbem.rules.magblast.state import SETUP, State
from pbem.rules.magblast.verbs.aside import Anytime
from pbem.rules.magblast.verbs.line import Deed, Line
from pbem.rules.magblast.verbs.place import Place
from pbem.rules.magblast.verbs.reply import Reaction
from pbem.rules.magblast.verbs.turn import Turn


def bind(state: State, me: int, line: Line) -> Bound[Deed]:
    """Return an order bound, or what is wrong with it or surely not meant."""
    try:
        position = _position(state, me, line)
        found = line.find(position, me)
    except Illegal as illegal:
        return Bound.no(illegal.fault)
    doubts = tuple(line.doubts(position, me, found))
    return Bound(Deed(line, me, found, position), doubts)


def _position(state: State, me: int, line: Line) -> State:
    """Return the state as an order finds it; raise Illegal where it has to wait."""
    if isinstance(line, Anytime):
        if line.when is not None and not line.waits:
            raise Illegal("aside-when")
        lost = state.fleets[me].out
        if lost is not None and not line.by_the_lost:
            raise Illegal("lost", turn=lost)
    elif state.phase == SETUP:
        if not isinstance(line, Place):
            raise Illegal("place-first", count=len(state.fleets[me].dealt))
    elif state.stack:
        if not isinstance(line, Reaction):
            raise Illegal("answer", card=state.title(state.stack[-1].key))
        if line.when is not None:
            raise Illegal("answer-when")
    elif line.when is not None and not holds(state, line.when):
        raise Illegal(LEFT_OUT, when=str(line.when))  # (B45)
    elif not isinstance(line, Place):
        if state.drawn is not None:
            raise Illegal("place-one", count=len(state.drawn.ships))
        if not isinstance(line, Turn):
            raise Illegal("nothing-asked")
        return line.position(state, me)
    return state


def holds(state: State, when: When) -> bool:
    """Return whether the condition of a line holds; raise Illegal for its words."""
    if when.kind == "then":
        return state.last in ("hit", "stands")
    if not when.place:
        return state.last == when.kind
    fleet = references.opponent(state, state.active, when.seat)
    if when.kind == "empty":
        return state.fleets[fleet].in_zone(references.zone(when.place)) == 0
    try:
        references.berth(state, fleet, when.place)
    except Illegal:
        return when.kind == "gone"
    return when.kind == "stands"
