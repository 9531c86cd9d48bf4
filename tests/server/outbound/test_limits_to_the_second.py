"""What counts for a limit, and until when: asked of the store itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from pbem.server.config import Config
from pbem.server.config_tables import Limits
from pbem.server.database import schema
from pbem.server.database.rows import LetterRow
from pbem.server.outbound import rate_limits
from pbem.server.outbound.rate_limits import Answers
from pbem.server.states import LetterKind, LetterState, OutboxState
from tests.support.server.world import World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
NOW, HOUR, DAY = 1_800_000_000.0, 3600.0, 86400.0
CONFIG = Config(
    address="r@x.example",
    limits=Limits(sender_hour=3, domain_hour=4, game_hour=5, alike_day=2),
)
_numbers = count(1)


@pytest.fixture
def link(world: World) -> Iterator[Connection]:
    """A transaction in a store with a game of players 1 and 2."""
    world.start()
    with world.store.writing() as link:
        for table in (schema.letter, schema.outbox):
            link.execute(table.delete())
        yield link


def letter(link: Connection, **more: Any) -> LetterRow:
    """A letter in the store, of a stranger and answered now if nothing else is said."""
    number = next(_numbers)
    row = LetterRow(
        **{
            **{"id": number, "key": f"k{number}", "recipient": None},
            **{"received": NOW, "kept": NOW, "state": LetterState.DONE},
            **{"game_id": None, "content": None, "sender": "eve@e.example"},
            **{"player_id": None, "twin": None, "digest": "d", "domain": "e.example"},
            **{"understood": False, "answered": True, "tries": 0, "why": ""},
            **more,
        }
    )
    link.execute(schema.letter.insert().values(**row._asdict(), raw=b""))
    return row


def mail(link: Connection, **more: Any) -> None:
    """A letter of ours in the store, to player 1."""
    number = next(_numbers)
    given = {
        **{"message_id": f"<{number}@x>", "player_id": 1, "game_id": None},
        **{"recipient": "ann@a.example", "sender": "r@x.example", "subject": ""},
        **{"kind": LetterKind.REMINDER, "raw": b"", "state": OutboxState.SENT},
        **{"next_at": NOW, "made": NOW, "settled": NOW},
        **more,
    }
    link.execute(schema.outbox.insert().values(given))


def flooded(link: Connection, row: LetterRow) -> bool:
    return rate_limits.flooded(link, CONFIG, row, NOW)


def test_a_flood_is_of_one_address_or_of_one_domain(link: Connection) -> None:
    row = letter(link)
    letter(link)
    letter(link, kept=NOW - HOUR)  # an hour ago is too long ago
    letter(link, player_id=1)  # with proof it is nobody's flood
    assert not flooded(link, row)
    letter(link, kept=NOW - HOUR + 1)
    assert flooded(link, row)
    neighbour = row._replace(sender="mal@e.example")
    assert not flooded(link, neighbour)
    letter(link, sender="other@e.example")
    assert flooded(link, neighbour)
    assert not flooded(link, neighbour._replace(domain=""))
    assert not flooded(link, neighbour._replace(domain="f.example"))


def test_one_letter_a_day_is_in_reserve(link: Connection) -> None:
    letter(link, why="flood", kept=NOW - DAY)
    letter(link, why="other")
    letter(link, why="flood", sender="mal@e.example")
    assert rate_limits.has_reserve(link, "eve@e.example", NOW)
    letter(link, why="flood", kept=NOW - DAY + 1)
    assert not rate_limits.has_reserve(link, "eve@e.example", NOW)


def answers(link: Connection, row: LetterRow, understood: bool = True) -> Answers:
    return rate_limits.may_answer(link, CONFIG, row, understood, NOW)


@pytest.mark.parametrize("player", [None, 1])
def test_a_writer_is_answered_so_often(link: Connection, player: int | None) -> None:
    row = letter(link, player_id=player, kept=NOW - HOUR)._replace(digest="new")
    other = 2 if player else None
    letter(link, player_id=other, sender="mal@e.example")
    letter(link, player_id=player, answered=False)
    letter(link, player_id=player)
    assert answers(link, row) is Answers.YES
    letter(link, player_id=player, kept=NOW - HOUR + 1)
    assert answers(link, row) is Answers.LAST
    letter(link, player_id=player)
    assert answers(link, row) is Answers.NO


def test_letters_without_proof_cost_a_player_nothing(link: Connection) -> None:
    row = letter(link, player_id=1, answered=False)
    for _ in range(4):
        letter(link, sender=row.sender)
    assert answers(link, row) is Answers.YES


def test_a_pause_lasts_an_hour(link: Connection) -> None:
    row = letter(link, player_id=1, answered=False)
    for player, game, at in ((1, None, NOW - HOUR), (2, None, NOW), (1, 2, NOW)):
        rate_limits.note_pause(link, player, game, at)
    assert answers(link, row) is Answers.YES
    rate_limits.note_pause(link, 1, None, NOW - HOUR + 1)
    assert answers(link, row) is Answers.NO


@pytest.mark.parametrize("player", [None, 1])
def test_the_same_useless_words_are_answered_so_often_a_day(
    link: Connection, player: int | None
) -> None:
    old = {"player_id": player, "kept": NOW - DAY + 1}
    row = letter(link, player_id=player, answered=False)
    letter(link, **old)
    letter(link, **{**old, "kept": NOW - DAY})
    letter(link, **old, digest="other")
    letter(link, **old, answered=False)
    letter(link, **old, understood=True, answered=player is not None)
    letter(link, **{**old, "player_id": 2 if player else None}, sender="mal@e.example")
    assert answers(link, row, False) is Answers.LAST_ALIKE
    assert answers(link, row._replace(digest="new"), False) is Answers.YES
    letter(link, **old)
    assert answers(link, row, False) is Answers.NO
    assert answers(link, row, True) is (Answers.YES if player else Answers.NO)


def idle(link: Connection, row: LetterRow) -> Answers:
    return rate_limits.may_answer(link, CONFIG, row, False, NOW, idle=True)


def test_two_answers_in_a_row_to_letters_with_nothing_for_us_are_all(
    link: Connection,
) -> None:
    mine: dict[str, Any] = {"player_id": 1, "why": rate_limits.IDLE}
    row = letter(link, player_id=1, answered=False, state=LetterState.WAITING)
    letter(link, player_id=1, why="", digest="c", answered=False)
    letter(link, **mine, kept=NOW - DAY, digest="a")  # a day ago is too long ago
    letter(link, **{**mine, "player_id": 2}, digest="e")
    assert idle(link, row) is Answers.YES
    letter(link, **mine, kept=NOW - HOUR, digest="a")
    assert idle(link, row) is Answers.LAST_IDLE
    letter(link, **mine, kept=NOW - HOUR, digest="b")
    letter(link, **mine, answered=False, digest="f")
    assert idle(link, row) is Answers.NO
    assert answers(link, row, False) is Answers.YES
    letter(link, player_id=1, why="", digest="c", kept=NOW - HOUR)
    assert idle(link, row) is Answers.YES


def test_the_last_answer_before_a_pause_may_be_to_useless_words(
    link: Connection,
) -> None:
    row = letter(link, player_id=1, answered=False)
    for digest in ("a", "b"):
        letter(link, player_id=1, digest=digest)
    assert answers(link, row, False) is Answers.LAST


@pytest.mark.parametrize("recipient", [1, "ann@a.example"])
def test_letters_of_a_kind_are_sent_so_often_a_day(
    link: Connection, recipient: int | str
) -> None:
    def told(kind: LetterKind) -> bool:
        return rate_limits.may_tell(link, CONFIG, recipient, kind, NOW)

    kind = LetterKind.REMINDER
    mail(link)
    mail(link, made=NOW - DAY)
    mail(link, kind=LetterKind.FAREWELL)
    mail(link, player_id=2, recipient="bob@b.example")
    assert told(kind)
    mail(link, made=NOW - DAY + 1)
    assert not told(kind)
    for number in range(rate_limits.MAX_ASKED):
        assert told(LetterKind.SECURITY), number
        mail(link, kind=LetterKind.SECURITY)
    assert not told(LetterKind.SECURITY)


def test_what_an_address_was_told_since(link: Connection) -> None:
    mail(link, made=NOW)
    mail(link, made=NOW + 1, kind=LetterKind.FAREWELL)
    mail(link, made=NOW + 1, recipient="bob@b.example")
    address, kind = "ann@a.example", LetterKind.REMINDER
    assert rate_limits.was_told(link, address, kind, NOW - 1)
    assert not rate_limits.was_told(link, address, kind, NOW)


def test_a_player_is_reminded_of_a_game_so_often_a_day(link: Connection) -> None:
    mail(link, game_id=1, made=NOW - DAY)
    mail(link, game_id=1, player_id=2)
    mail(link, game_id=None)
    mail(link, game_id=1, kind=LetterKind.FAREWELL)
    for number in range(rate_limits.REMINDERS):
        assert rate_limits.may_remind(link, 1, 1, NOW), number
        mail(link, game_id=1, made=NOW - DAY + 1)
    assert not rate_limits.may_remind(link, 1, 1, NOW)


def test_the_game_master_is_alarmed_so_often_a_day(link: Connection) -> None:
    note = schema.audit.insert()
    for at, what in ((NOW - DAY, "alarm-x"), (NOW, "alarm-y")):
        link.execute(note.values(what=what, at=at, detail=""))
    for number in range(rate_limits.ALARMS):
        link.execute(note.values(what="alarm-x", at=NOW - DAY + 1, detail=""))
        assert rate_limits.may_alarm(link, "x", NOW), number
    link.execute(note.values(what="alarm-x", at=NOW, detail=""))
    assert not rate_limits.may_alarm(link, "x", NOW)


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("a@example", "example"),
        ("a@b.example", "b.example"),
        ("a@b.uk", "b.uk"),
        ("a@x.b.uk", "x.b.uk"),
        ("a@y.x.com.uk", "x.com.uk"),
        ("a@y.x.mail.uk", "mail.uk"),
        ("a@y.x.co.org", "co.org"),
        (f"a@{'x' * 300}.b.uk", f"{'x' * 250}.b.uk"),
        ("no address", "no address"),
    ],
)
def test_whose_strangers_share_a_budget(world: World, address: str, home: str) -> None:
    assert rate_limits.home_of(address) == home
