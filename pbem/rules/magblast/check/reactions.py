"""What may be said to a card on its way, and who is asked."""

from __future__ import annotations

from pbem.rules.magblast.cards import BLASTS, EVADABLE, SQUADRONS
from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.icons import icons
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.powers import power
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import FLAGSHIP, Played, State


def asked(state: State) -> tuple[int, ...]:
    """Return whom the last card is put to: every opponent with cards in hand.

    Never only those who could react: that would tell who holds what (B25). The
    Yssaril Tribes need no card, so they are asked while a use of their power is
    left and a blast flies at one of their ships (B36).
    """
    top = state.stack[-1]
    if top.key == "flux":  # nothing answers a Temporal Flux (B10)
        return ()
    return tuple(
        i
        for i in state.clockwise(top.by)
        if state.fleets[i].cards or (at_ship(i, top) and state.can_use(i, "yssaril"))
    )


def at_ship(me: int, top: Played) -> bool:
    """Return whether a card is a blast at a ship of a fleet."""
    aim = top.target
    mine = aim is not None and aim.fleet == me and aim.berth != FLAGSHIP
    return mine and top.key in BLASTS


def reaction(state: State, me: int, order: o.Reaction) -> Played | None:
    """Return the card that a reaction plays; None for a pass."""
    top = state.stack[-1]
    card = state.title(top.key)
    mine = top.target is not None and top.target.fleet == me
    if isinstance(order, o.Pass):
        return None
    if isinstance(order, o.Counter):
        found = references.card(state, me, order.key, order.number)
        if order.key == "evasive":
            if top.key not in EVADABLE:
                raise Illegal("not-evasive", card=card)
            if not mine:  # a Direct Hit at another's target neither (B44)
                raise Illegal("not-mine", card=card)
        return Played(me, order.key, (found,))
    if isinstance(order, o.Defend):
        key, cards = references.wing(state, me, order.wing)
        if key != "fighter":
            raise Illegal("only-fighters", order.wing)
        if top.key not in SQUADRONS:
            raise Illegal("no-squadron", card=card)
        if not mine:
            raise Illegal("not-mine", card=card)
        if state.clouded(me, "minefield"):  # (B13)
            raise Illegal("mined")
        if not targeting.has_carrier(state, me):
            raise Illegal("no-carrier")
        if len(cards) > len(top.cards):
            raise Illegal("many-fighters", order.wing, count=len(top.cards), card=card)
        return Played(me, "defend", cards)
    if isinstance(order, o.JolNar):
        power(state, me, "jol-nar")
        cards = references.items(state, me, order.cards)
        if not at_ship(me, top):
            raise Illegal("not-my-ship", card=card)
        shown = icons(state, cards)
        if len(shown) < 2:  # what is more, is lost (B23)
            raise Illegal("two-icons", icons=" ".join(shown))
        return Played(me, "jol-nar", cards)
    if isinstance(order, o.Yssaril):
        power(state, me, "yssaril")
        if not at_ship(me, top):
            raise Illegal("not-my-ship", card=card)
        return Played(me, "yssaril", ())
    raise Illegal("answer-asked", card=card)
