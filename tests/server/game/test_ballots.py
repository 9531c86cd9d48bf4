"""How many must agree on what, and what then is done."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.game import endings, proposals, undo
from pbem.server.game.proposals import Appoint, DrawProposal, End, Proposal, Undo

SEATS = ["Ann", "Bob", "Cid", "Dot"]


MASTER = Appoint("x@x.example")


@pytest.mark.parametrize(
    ("proposal", "may", "yes", "no", "passes"),
    [
        (DrawProposal(), 2, 1, 0, None),
        (DrawProposal(), 2, 2, 0, True),
        (DrawProposal(), 2, 1, 1, False),
        (DrawProposal(), 3, 2, 0, None),
        (End(), 4, 0, 2, False),
        (MASTER, 4, 2, 0, None),
        (MASTER, 4, 3, 0, True),
        (MASTER, 4, 1, 1, None),
        (MASTER, 4, 0, 2, False),
        (MASTER, 3, 2, 0, True),
        (MASTER, 3, 1, 1, None),
        (MASTER, 2, 1, 1, False),
        (MASTER, 1, 1, 0, True),
    ],
)
def test_all_agree_on_an_end_and_more_than_half_on_a_game_master(
    proposal: Proposal, may: int, yes: int, no: int, passes: bool | None
) -> None:
    assert proposal.decided(may, yes, no) is passes


@pytest.mark.parametrize(
    ("proposal", "done"),
    [
        (Undo(), ("undone", 2)),
        (DrawProposal(), ("over", SEATS, "agreed-draw")),
        (End(), ("over", [], "agreed-end")),
        (Appoint("New@X.example"), ("master", "New@X.example")),
    ],
)
@pytest.mark.parametrize("serial", [3, 0])
def test_what_was_agreed_on_is_done(
    monkeypatch: pytest.MonkeyPatch,
    proposal: Proposal,
    done: tuple[Any, ...],
    serial: int,
) -> None:
    found: list[Any] = []
    monkeypatch.setattr(proposals, "voters", lambda session, **bots: SEATS)
    monkeypatch.setattr(
        undo,
        "roll_back",
        lambda session, target, act_id: found.append(("undone", target)),
    )
    monkeypatch.setattr(
        endings, "end", lambda session, *given: found.append(("over", *given))
    )
    monkeypatch.setattr(
        proposals, "appoint", lambda session, more: found.append(("master", more))
    )
    session: Any = SimpleNamespace(serial=serial, seats=lambda: [])
    proposal.carry_out(session)
    # Before the first turn there is none.
    undone = isinstance(proposal, Undo) and serial == 0
    assert found == [("undone", 0) if undone else done]
