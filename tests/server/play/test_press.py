"""Words between players: who is written to, when, and who is not."""

from __future__ import annotations

import pytest

from tests.support.server.world import ADDRESS, ANN, BOB, CID, Mail, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _heard(out: list[Mail], words: str) -> set[str]:
    """Who reads words that somebody else has written."""
    return {mail.recipient for mail in out if f"> {words}" in mail.text}


@pytest.mark.parametrize("act", ["kick Bob", "standby Bob"])
@pytest.mark.parametrize("to", ["all", "Bob, Cid"])
def test_nobody_writes_to_a_player_who_has_left(
    world: World, act: str, to: str
) -> None:
    world.start(BOB, CID)
    everybody = world.answer(ANN, f"press to {to}: who is there?")
    assert _heard(everybody, "who is there?") == {ADDRESS[BOB], ADDRESS[CID]}
    world.host_does(act)
    out = world.answer(ANN, f"press to {to}: and now?")
    assert _heard(out, "and now?") == {ADDRESS[CID]}
