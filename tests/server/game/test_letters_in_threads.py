"""Mail programs show the letters of a game together, in order of answers."""

from __future__ import annotations

from email import message_from_bytes
from email.message import Message

import pytest

from tests.support.server.world import ADDRESS, ANN, BOB, CID, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _heads(world: World, who: str) -> list[Message]:
    return [
        message_from_bytes(mail.raw)
        for mail in world.box.mail
        if mail.recipient == ADDRESS[who]
    ]


def _ids(head: Message, name: str) -> list[str]:
    return str(head[name] or "").split()


def test_all_letters_of_a_game_refer_to_its_first_one(world: World) -> None:
    world.start(BOB, CID)
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6\npress to Ann: hello")
    world.answer(CID, "earth D7")
    world.now = world.due() + 100
    world.run()
    firsts = set()
    for who in (ANN, BOB, CID):
        first, *others = _heads(world, who)
        assert not _ids(first, "References") or first["In-Reply-To"]
        assert str(first["Message-ID"]) not in firsts  # nobody knows another's
        firsts.add(str(first["Message-ID"]))
        assert len(others) >= 3
        for head in others:
            assert _ids(head, "References")[0] == first["Message-ID"]


def test_a_letter_that_answers_says_so(world: World) -> None:
    world.start()
    world.post(ANN, "fire C3", world.last(ADDRESS[ANN]).reply_to, message_id="mine@a")
    world.run()
    head = _heads(world, ANN)[-1]
    assert head["In-Reply-To"] == "<mine@a>"
    assert _ids(head, "References") == [
        str(_heads(world, ANN)[0]["Message-ID"]),
        "<mine@a>",
    ]
    world.post(ANN, "D4", message_id="plain@a")
    world.run()
    head = _heads(world, ANN)[-1]
    assert "could not trust" in str(head["Subject"])
    assert head["In-Reply-To"] == "<plain@a>"
    world.post("Fay <fay@f.example>", "help", message_id="fay@f")
    out = message_from_bytes(world.run()[0].raw)
    assert out["In-Reply-To"] == "<fay@f>"


def test_two_games_are_two_threads(world: World) -> None:
    world.start()
    world.answer(ANN, "new lava called tide with bob@b.example")
    world.answer(BOB, "accept", "tide")
    roots: dict[str, set[str]] = {}
    for head in _heads(world, BOB):
        game = str(head["Subject"]).partition(":")[0].partition(" ")[0]
        root = (_ids(head, "References") or [str(head["Message-ID"])])[0]
        roots.setdefault(game, set()).add(root)
    assert {game: len(found) for game, found in roots.items()} == {
        "arena-1": 1, "tide": 1,
    }  # fmt: skip
