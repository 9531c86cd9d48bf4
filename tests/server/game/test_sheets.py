"""Sheets: orders for several turns in one letter, taken back or undone in part."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from pbem.server.store import schema
from tests.support.server.world import ANN, BOB, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
PLACED = "place 1 yellow 2 green 3 red 4 blue"
STANDING = "standing pass all until my turn"


def _begun(world: World, ann: str, bob: str = "") -> None:
    world.start(game="magblast", options="\nset pace 60 days")
    world.answer(ANN, ann)
    if bob:
        world.answer(BOB, bob)


@pytest.mark.parametrize("target", [0, 2, 5])
def test_a_sheet_is_undone_line_by_line(world: World, target: int) -> None:
    """How many turns a line takes depends on the cards."""
    mine = f"{STANDING}\n{PLACED}\nend\nend"
    _begun(world, mine, f"{PLACED}\nend\nend")
    serial = sa.select(schema.game.c.serial)
    was = world.scalar(serial)
    out = world.host_does(f"undo to {min(target, was)}", "magblast-1")
    reached = world.scalar(serial)
    assert reached <= target
    assert (reached > 0) is (target > 1)
    if target == 0:
        assert world.orders() == []
        return
    sheets = ["", PLACED, f"{PLACED}\nend", f"{PLACED}\nend\nend"]
    lines = dict(line.split(": ", 1) for line in world.orders())
    assert lines["Ann"] == mine
    assert lines.get("Bob", "") in sheets
    # One line more would have led too far.
    if target < was:
        assert lines.get("Bob", "") != sheets[-1]
        assert {mail.subject for mail in out} >= {f"magblast-1 #{reached}: your turn"}
    else:  # nothing was to be undone
        assert (reached, lines["Bob"]) == (was, sheets[-1])
        assert [mail.recipient for mail in out] == ["host@x.example"]


@pytest.mark.parametrize(
    ("sheet", "left"),
    [
        (f"{STANDING}\n{PLACED}\nend", [f"Ann: {STANDING}"]),
        (f"{PLACED}\nend", []),
    ],
)
def test_what_waits_is_taken_back_and_what_was_done_at_once_stays(
    world: World, sheet: str, left: list[str]
) -> None:
    _begun(world, sheet)
    assert world.orders() == [f"Ann: {sheet}"]
    (told,) = world.answer(ANN, "clear")
    assert f"I have taken back: {PLACED}" in " ".join(told.text.split())
    assert world.orders() == left
    what = schema.audit.c.what
    assert world.count(schema.audit, what == "cleared") == 1
    (told,) = world.answer(ANN, "clear")
    assert "There was nothing of yours to take back" in told.text
    # It can be sent once more, and counts.
    world.answer(ANN, PLACED)
    assert world.orders() == [*left, f"Ann: {PLACED}"]


def test_nothing_is_taken_back_that_others_have_answered(world: World) -> None:
    _begun(world, f"{PLACED}\nend", f"{PLACED}\nend\nend")
    before = world.orders()
    (told,) = world.answer(ANN, "clear")
    assert "There was nothing of yours to take back" in told.text
    assert world.orders() == before
