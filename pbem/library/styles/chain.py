"""Turns of several steps, of which an order may name all or the first ones."""

from __future__ import annotations

from typing import Any

from pbem.library.play import LegalTurn, Play
from pbem.library.styles.base import Style as Base
from pbem.protocol import Bound, Fault


class Style(Base):
    """Steps with blanks between them: who goes on after the last is asked again."""

    def bind(self, state: Any, order: Play) -> Bound[LegalTurn]:
        """Return the turn that an order means, step by step, or why it means none."""
        player, done = state.current_player(), LegalTurn((), "")
        words = order.text.split()
        for at, word in enumerate(words):
            if state.is_terminal() or state.current_player() != player:
                rest = " ".join(words[at:])
                given = {"done": done.text, "rest": rest}
                return Bound.no(Fault("illegal.turn-over", given=given))
            bound = super().bind(state, Play(text=word))
            if bound.order is None:
                return bound
            done = joined(done, bound.order)
            state = state.child(bound.order.actions[0])
        return Bound(done)


def joined(first: LegalTurn, second: LegalTurn) -> LegalTurn:
    """Return two turns of one player as one."""
    return LegalTurn(
        first.actions + second.actions,
        f"{first.text} {second.text}".strip(),
        first.cells + second.cells,
    )
