"""The head of every kind of letter, against one list."""

from __future__ import annotations

from email import message_from_bytes

import pytest
import sqlalchemy as sa

from pbem.pages import page
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind, TokenPurpose
from pbem.server.store import schema
from pbem.server.store.reply_tokens import TokenGrant, grant_without_game
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, CID, Mail, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
#: What stands in each, in this order.
ALWAYS = ["From", "To", "Reply-To", "Subject", "Date", "Message-ID", "List-Id"]
ALWAYS += ["Auto-Submitted", "X-Auto-Response-Suppress", "X-Loop", "MIME-Version"]
ALWAYS += ["Content-Type", "Content-Transfer-Encoding"]
LEAVES = "List-Unsubscribe"  #: in each whose answer speaks for a player
THREAD = ["In-Reply-To", "References"]


def _names(mail: Mail) -> list[str]:
    return [*message_from_bytes(mail.raw)]


def _sent(world: World, kind: LetterKind, grant: TokenGrant | None) -> Mail:
    message = Message(subject="a letter", body=page.blocks("A line."))
    with world.store.writing() as conn:
        given = (conn, world.now, 1, message)
        assert world.office.outbox.to_player(*given, kind=kind, grant=grant)
    (found,) = world.run()
    return found


@pytest.mark.parametrize("kind", [*LetterKind])
def test_a_letter_whose_answer_speaks_for_a_player_can_be_left_by_a_button(
    world: World, kind: LetterKind
) -> None:
    world.begin()
    mail = _sent(world, kind, grant_without_game(1, world.now))
    at = ALWAYS.index("List-Id")
    assert _names(mail) == [*ALWAYS[:at], LEAVES, *ALWAYS[at:]]
    head = message_from_bytes(mail.raw)
    assert head[LEAVES] == f"<mailto:{mail.reply_to}?subject=stop>"


@pytest.mark.parametrize("kind", [*LetterKind])
def test_a_letter_without_a_token_and_one_that_proves_an_address_cannot(
    world: World, kind: LetterKind
) -> None:
    world.begin()
    assert _names(_sent(world, kind, None)) == ALWAYS
    proof = grant_without_game(1, world.now)._replace(
        purpose=TokenPurpose.ADDRESS, address="ann@else.example"
    )
    assert _names(_sent(world, kind, proof)) == ALWAYS


def test_letters_as_they_go_out_have_these_heads(make: Make) -> None:
    """Of as many kinds as a game brings."""
    world = make()
    world.say("Zed <zed@z.example>", "hello")
    world.begin(BOB, CID)
    world.answer(CID, "ice C6")
    world.say(BOB, "D4")
    world.answer(ANN, "press to Bob: hello")
    world.answer(ANN, "address add ann@else.example")
    world.host_does("extend 1 day")
    world.answer(ANN, "press to gm: are you there", "arena-1")
    world.say(CID, "stop")
    world.now = world.due() - 3600
    world.run()
    world.now = world.due() + 1
    world.run()
    table = schema.outbox
    with world.store.reading() as conn:
        rows = conn.execute(sa.select(table.c.message_id, table.c.kind)).all()
    kinds = {row[0]: row[1] for row in rows}
    seen = set()
    for mail in world.box.mail:
        kind = kinds[mail.message_id]
        seen.add(kind)
        names = [name for name in _names(mail) if name not in THREAD]
        speaks = kind not in (LetterKind.STRANGER, LetterKind.ALARM)
        assert (LEAVES in names) == speaks, (kind, mail.subject)
        assert [name for name in names if name != LEAVES] == ALWAYS, kind
    assert seen >= {
        *(LetterKind.STRANGER, LetterKind.CONFIRM, LetterKind.INVITATION),
        *(LetterKind.RECEIPT, LetterKind.REPORT, LetterKind.PRESS, LetterKind.LOST),
        *(LetterKind.SECURITY, LetterKind.NOTICE, LetterKind.MASTER),
        *(LetterKind.OPT_OUT, LetterKind.REMINDER),
    }
    assert ADDRESS[BOB] in {mail.recipient for mail in world.box.mail}
