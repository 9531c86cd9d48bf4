"""Whom a card on its way is put to."""

from __future__ import annotations

from pbem.rules.magblast.cards import BLASTS
from pbem.rules.magblast.kept import kept
from pbem.rules.magblast.state import FLAGSHIP, Played, State


@kept
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
