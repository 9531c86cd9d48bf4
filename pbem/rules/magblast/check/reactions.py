"""What opponents may say to a card on its way, and standing orders."""

from __future__ import annotations

from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.icons import icons
from pbem.rules.magblast.check.powers import power
from pbem.rules.magblast.check.references import Wrong
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import FLAGSHIP, Played, State, held

BLASTS = ("laser", "beam", "mag")
WINGS = ("fighter", "bomber")


def asked(state: State) -> tuple[int, ...]:
    """Whom the last card played is put to: every opponent with cards in hand.

    Never only those who could answer: that would tell who holds what. Tribes
    of Yssaril need no card, so they are asked while a use of their power is
    left and a blast flies at one of their ships.
    """
    top = state.stack[-1]
    if top.key == "flux":  # B10: nothing answers a Temporal Flux
        return ()
    return tuple(
        i
        for i in state.clockwise(top.by)
        if held(state.fleets[i]) or _tribal(state, i, top)
    )


def _tribal(state: State, me: int, top: Played) -> bool:
    if not at_ship(state, me, top):
        return False
    card = state.flagship(me)
    left = not card.uses or state.fleets[me].uses < card.uses
    return card.power == "yssaril" and left


def at_ship(state: State, me: int, top: Played) -> bool:
    """Whether a card is a blast at a ship of a fleet."""
    aim = top.target
    return (
        top.key in BLASTS
        and aim is not None
        and aim.fleet == me
        and aim.berth != FLAGSHIP
    )


def answer(state: State, me: int, order: o.Answer) -> Played | None:
    """What an answer plays; None where it is a pass. Raises Wrong."""
    if isinstance(order, o.Pass):
        return None
    top = state.stack[-1]
    card = references.title(state, top.key)
    mine = top.target is not None and top.target.fleet == me
    if isinstance(order, o.Counter):
        found = references.card(state, me, order.key, order.number)
        if order.key == "evasive":
            if top.key not in (*BLASTS, *WINGS, "direct-hit"):
                raise Wrong("not-evasive", card=card)
            if not mine:
                raise Wrong("not-mine", card=card)
        return Played(me, order.key, (found,))
    if isinstance(order, o.Defend):
        key, cards = references.wing(state, me, order.wing)
        if key != "fighter":
            raise Wrong("only-fighters", order.wing)
        if top.key not in WINGS:
            raise Wrong("no-squadron", card=card)
        if not mine:
            raise Wrong("not-mine", card=card)
        if state.clouded(me, "minefield"):  # B13
            raise Wrong("mined")
        if not targeting.has_carrier(state, me):
            raise Wrong("no-carrier")
        if len(cards) > len(top.cards):
            raise Wrong("many-fighters", order.wing, count=len(top.cards), card=card)
        return Played(me, "defend", cards)
    if isinstance(order, o.JolNar):
        power(state, me, "jol-nar")
        cards = references.items(state, me, order.cards)
        if not at_ship(state, me, top):
            raise Wrong("not-my-ship", card=card)
        shown = icons(state, cards)
        if len(shown) < 2 or any(not state.action(c).icons for c in cards):
            raise Wrong("two-icons", icons=" ".join(shown))
        return Played(me, "jol-nar", cards)
    if isinstance(order, o.Yssaril):
        power(state, me, "yssaril")
        if not at_ship(state, me, top):
            raise Wrong("not-my-ship", card=card)
        return Played(me, "yssaril", ())
    raise Wrong("answer-asked", card=card)
