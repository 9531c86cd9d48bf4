"""How a seat passes that says nothing and cannot be left out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.game import missed_turns
from pbem.server.game.session import GameSession
from pbem.server.states import SilencePolicy


@pytest.mark.parametrize(("good", "tried"), [(0, 1), (1, 2), (9, 0)])
def test_who_cannot_be_left_out_passes_in_the_first_way_that_the_game_takes(
    monkeypatch: pytest.MonkeyPatch, good: int, tried: int
) -> None:
    """Of our games none lets a seat only pass; others may."""
    laid: list[str] = []

    def lay(session: GameSession, seat: str, text: str, why: str) -> bool:
        laid.append(text)
        return len(laid) > good

    monkeypatch.setattr(missed_turns, "_lay", lay)
    monkeypatch.setattr(missed_turns, "count", lambda session, missing: None)
    monkeypatch.setattr(missed_turns, "default", lambda session: True)
    rules = SimpleNamespace(default=lambda state, seat: None)
    table = SimpleNamespace(state=None, serial=4)
    story = SimpleNamespace(game=SimpleNamespace(rules=rules), table=table)
    game = SimpleNamespace(silence=SilencePolicy.SKIP)
    session: Any = SimpleNamespace(game=game, story=story, closing=4)
    assert missed_turns.close(session, ["Ann"])
    assert laid == list(missed_turns._PASSES[: tried or None])
