"""A letter that is being answered: what it may still speak for, and what is said."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.pages import page
from pbem.server.game import commitments
from pbem.server.game.receipt import Receipt
from pbem.server.game.request import Request
from pbem.server.outbound import templates
from pbem.server.states import EntrySource
from pbem.server.store.game_store import LogEntry
from pbem.server.store.letters import SortedLetter
from pbem.server.store.reply_tokens import TURN_DAYS

NOW = 100 * 86400.0
NOTHING: Any = None


def _request(
    *,
    game_serial: int | None = None,
    opened: float | None = None,
    received: float = NOW,
    guard: int | None = None,
    serial: int | None = None,
    forwarded: bool = False,
    spent: bool = False,
    made: float | None = None,
) -> Request:
    """A letter for a game at a turn, or for none."""
    content = SortedLetter(
        text="", subject="", message_id="", writer="", name="", ref=None,
        buried=False, cut=False, player_id=1, told_id=None,
        serial=serial, problem="", forwarded=forwarded, spent=spent, made=made,
    )  # fmt: skip
    row: Any = SimpleNamespace(received=received)
    session: Any = None
    if game_serial is not None:
        game = SimpleNamespace(opened=opened)
        session = SimpleNamespace(serial=game_serial, game=game)
    return Request(NOTHING, NOTHING, NOW, row, content, session, guard=guard)


def test_a_letter_names_no_turn_and_is_no_preview_by_itself() -> None:
    fresh = _request()
    assert (fresh.serial, fresh.guard, fresh.preview) == (-1, None, False)
    assert (fresh.settings, fresh.seat) == ({}, None)
    assert fresh.receipt == Receipt()
    assert not fresh.receipt.parts


@pytest.mark.parametrize(("named", "guard"), [(None, 2), (0, 0), (5, 5)])
def test_lines_that_name_a_turn_change_no_other(named: int | None, guard: int) -> None:
    letter = _request(guard=2)
    assert letter.for_turn(named).guard == guard
    assert letter.for_turn(named).receipt is letter.receipt
    assert letter.guard == 2


@pytest.mark.parametrize(
    ("serial", "game_serial", "forwarded", "spent", "old"),
    [
        (3, 3, False, False, False),
        (3, 3, False, True, False),
        (2, 3, False, False, True),
        (4, 3, False, False, True),
        (None, 3, False, False, False),
        # A part of a letter for another game: its serial is one of that game.
        (2, 3, True, False, False),
        (3, 3, True, True, True),
    ],
)
def test_a_token_is_spent_when_its_turn_is_over(
    serial: int | None, game_serial: int, forwarded: bool, spent: bool, old: bool
) -> None:
    given = {"forwarded": forwarded, "spent": spent}
    found = _request(serial=serial, game_serial=game_serial, **given)
    assert found.spent is old
    assert found.spent_elsewhere is old
    assert found.stale is old


@pytest.mark.parametrize(
    ("made", "old"),
    [
        (None, False),
        (NOW, False),
        (NOW - TURN_DAYS * 86400 + 1, False),
        (NOW - TURN_DAYS * 86400, True),
        (0.0, True),
    ],
)
def test_a_token_speaks_for_another_game_for_so_many_days(
    made: float | None, old: bool
) -> None:
    assert _request(made=made).spent_elsewhere is old
    assert _request(made=made, game_serial=3, serial=3).spent_elsewhere is old
    # That its own turn is over is enough.
    assert _request(made=made, game_serial=3, serial=2).spent_elsewhere


@pytest.mark.parametrize(
    ("guard", "stale"), [(None, False), (3, False), (2, True), (4, True), (0, True)]
)
def test_a_line_that_names_its_turn_is_for_that_turn(
    guard: int | None, stale: bool
) -> None:
    assert _request(game_serial=3, serial=3, guard=guard).stale is stale
    assert _request(game_serial=3, serial=2, guard=3).stale


@pytest.mark.parametrize(
    ("opened", "guard", "stale"),
    [
        (NOW - 1, None, False),
        (NOW, None, False),
        (NOW + 1, None, True),
        (None, None, False),
        (NOW + 1, 3, False),
        (NOW - 1, 2, True),
    ],
)
def test_a_part_that_names_no_turn_was_written_in_this_one(
    opened: float | None, guard: int | None, stale: bool
) -> None:
    found = _request(game_serial=3, forwarded=True, opened=opened, guard=guard)
    assert found.stale is stale
    if guard is None:
        # The letter's own game knows it by its token.
        assert not _request(game_serial=3, serial=3, opened=opened).stale


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Templates that say their own names."""
    monkeypatch.setattr(
        templates, "blocks", lambda name, **given: [page.Block("", (name,))]
    )


@pytest.mark.parametrize(
    ("acts", "done", "refused"),
    [
        (["say"], True, False),
        (["refuse"], False, True),
        (["say", "refuse"], True, True),
        (["refuse", "say"], True, True),
        (["refuse", "refuse"], False, True),
        (["show"], True, False),
        (["refuse", "show"], True, True),
    ],
)
def test_a_letter_is_refused_only_where_nothing_of_it_was_done(
    told: None, acts: list[str], done: bool, refused: bool
) -> None:
    found = _request()
    for act in acts:
        if act == "show":
            found.show([page.Block("", (act,))])
        else:
            getattr(found, act)(act)
    assert (found.receipt.done, found.receipt.refused) == (done, refused)
    assert [block.lines for block in found.receipt.blocks] == [(act,) for act in acts]


def test_a_letter_seals_every_order_by_itself() -> None:
    found = _request(received=NOW + 7)
    salts = [
        found.commit("arena-1", LogEntry(3, "Ann", text, EntrySource.LETTER))
        for text in ("D4", "E5")
    ]
    came = commitments.stamp(NOW + 7)
    assert len(set(salts)) == 2
    assert found.receipt.seals == [
        commitments.commitment("arena-1", 3, "Ann", text, came, salt)
        for text, salt in zip(("D4", "E5"), salts, strict=True)
    ]
