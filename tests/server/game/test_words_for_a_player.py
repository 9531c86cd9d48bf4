"""An answer to words of another player that was meant for them, not for the referee."""

from __future__ import annotations

import pytest

from pbem.server.store import schema
from tests.support.server.world import ADDRESS, ANN, BOB, CID, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
SAID = "Thanks Ann, a truce it is then.\nI will leave you the north."


def _flat(text: str) -> str:
    return " ".join(text.split())


def test_what_is_no_order_is_offered_to_go_to_who_has_written(world: World) -> None:
    world.begin(BOB, CID)
    world.answer(CID, "ice C6")
    world.answer(ANN, "press to Bob: a truce?", "arena-1")
    out = world.answer(BOB, SAID, "arena-1")
    assert [mail.recipient for mail in out] == [ADDRESS[BOB]]
    assert 'If it was meant for Ann, answer this letter with "yes"' in _flat(
        out[0].text
    )
    orders = world.orders()
    out = world.answer(BOB, "yes")
    heard = next(mail for mail in out if mail.recipient == ADDRESS[ANN])
    assert "Bob writes to you" in heard.text
    for line in SAID.split("\n"):
        assert f"> {line}" in heard.text
    assert not any(mail.recipient == ADDRESS[CID] for mail in out)
    assert world.orders() == orders


@pytest.mark.parametrize("text", ["D4", "D4 1NE\nnice to meet you"])
def test_an_order_stays_an_order(world: World, text: str) -> None:
    world.begin()
    world.answer(BOB, "press to Ann: hello", "arena-1")
    out = world.answer(ANN, text, "arena-1")
    assert not any("was meant for" in _flat(mail.text) for mail in out)
    assert world.count(schema.press) == 1


def test_nothing_is_offered_where_nobody_has_written(world: World) -> None:
    world.begin()
    out = world.answer(BOB, SAID, "arena-1")
    assert not any("was meant for" in _flat(mail.text) for mail in out)


def test_nothing_is_offered_where_nobody_may_speak(world: World) -> None:
    world.begin()
    world.answer(ANN, "press to Bob: a truce?", "arena-1")
    with world.store.writing() as conn:
        conn.execute(schema.game.update().values(press="off"))
    out = world.answer(BOB, SAID, "arena-1")
    assert not any("was meant for" in _flat(mail.text) for mail in out)
