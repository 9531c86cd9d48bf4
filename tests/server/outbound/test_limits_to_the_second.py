"""What counts for a limit, and until when: asked of the store itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from pbem.server.outbound import rate_limits
from pbem.server.outbound.rate_limits import Answers
from pbem.server.settings.config import Config
from pbem.server.settings.tables import LimitSettings
from pbem.server.states import LetterKind, LetterOutcome, LetterState, OutboxState
from pbem.server.store import schema
from pbem.server.store.rows import LetterRow
from tests.support.server.world import World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
NOW, HOUR, DAY = 1_800_000_000.0, 3600.0, 86400.0
CONFIG = Config(
    address="r@x.example",
    limits=LimitSettings(sender_hour=3, domain_hour=4, game_hour=5, alike_day=2),
)
_numbers = count(1)


@pytest.fixture
def conn(world: World) -> Iterator[Connection]:
    """A transaction in a store with a game of players 1 and 2."""
    world.start()
    with world.store.writing() as conn:
        for table in (schema.letter, schema.outbox):
            conn.execute(table.delete())
        yield conn


def letter(conn: Connection, **more: Any) -> LetterRow:
    """A letter in the store, of a stranger and answered now if nothing else is said."""
    number = next(_numbers)
    row = LetterRow(
        **{
            **{"id": number, "key": f"k{number}", "recipient": None},
            **{"received": NOW, "kept": NOW, "state": LetterState.DONE},
            **{"game_id": None, "content": None, "sender": "eve@e.example"},
            **{"player_id": None, "twin": None, "digest": "d", "domain": "e.example"},
            **{"lines": "", "answer": "", "outcome": LetterOutcome.NONE},
            **{"understood": False, "answered": True, "tries": 0, "why": ""},
            **more,
        }
    )
    conn.execute(schema.letter.insert().values(**row._asdict(), raw=b""))
    return row


def mail(conn: Connection, **more: Any) -> None:
    """A letter of ours in the store, to player 1."""
    number = next(_numbers)
    given = {
        **{"message_id": f"<{number}@x>", "player_id": 1, "game_id": None},
        **{"recipient": "ann@a.example", "sender": "r@x.example", "subject": ""},
        **{"kind": LetterKind.REMINDER, "raw": b"", "state": OutboxState.SENT},
        **{"next_at": NOW, "made": NOW, "settled": NOW},
        **more,
    }
    conn.execute(schema.outbox.insert().values(given))


def flooded(conn: Connection, row: LetterRow) -> bool:
    return rate_limits.flooded(conn, CONFIG, row, NOW)


def test_a_flood_is_of_one_address_or_of_one_domain(conn: Connection) -> None:
    row = letter(conn)
    letter(conn)
    letter(conn, kept=NOW - HOUR)  # an hour ago is too long ago
    letter(conn, player_id=1)  # with proof it is nobody's flood
    assert not flooded(conn, row)
    letter(conn, kept=NOW - HOUR + 1)
    assert flooded(conn, row)
    neighbour = row._replace(sender="mal@e.example")
    assert not flooded(conn, neighbour)
    letter(conn, sender="other@e.example")
    assert flooded(conn, neighbour)
    assert not flooded(conn, neighbour._replace(domain=""))
    assert not flooded(conn, neighbour._replace(domain="f.example"))


def test_one_letter_a_day_is_in_reserve(conn: Connection) -> None:
    letter(conn, why="flood", kept=NOW - DAY)
    letter(conn, why="other")
    letter(conn, why="flood", sender="mal@e.example")
    assert rate_limits.has_reserve(conn, "eve@e.example", NOW)
    letter(conn, why="flood", kept=NOW - DAY + 1)
    assert not rate_limits.has_reserve(conn, "eve@e.example", NOW)


def answers(conn: Connection, row: LetterRow, understood: bool = True) -> Answers:
    return rate_limits.may_answer(conn, CONFIG, row, understood, NOW)


@pytest.mark.parametrize("player", [None, 1])
def test_a_writer_is_answered_so_often(conn: Connection, player: int | None) -> None:
    row = letter(conn, player_id=player, kept=NOW - HOUR)._replace(digest="new")
    other = 2 if player else None
    letter(conn, player_id=other, sender="mal@e.example")
    letter(conn, player_id=player, answered=False)
    letter(conn, player_id=player)
    assert answers(conn, row) is Answers.YES
    letter(conn, player_id=player, kept=NOW - HOUR + 1)
    assert answers(conn, row) is Answers.LAST
    letter(conn, player_id=player)
    assert answers(conn, row) is Answers.NO


def test_letters_without_proof_cost_a_player_nothing(conn: Connection) -> None:
    row = letter(conn, player_id=1, answered=False)
    for _ in range(4):
        letter(conn, sender=row.sender)
    assert answers(conn, row) is Answers.YES


def test_a_pause_lasts_an_hour(conn: Connection) -> None:
    row = letter(conn, player_id=1, answered=False)
    for player, game, at in ((1, None, NOW - HOUR), (2, None, NOW), (1, 2, NOW)):
        rate_limits.note_pause(conn, player, game, at)
    assert answers(conn, row) is Answers.YES
    rate_limits.note_pause(conn, 1, None, NOW - HOUR + 1)
    assert answers(conn, row) is Answers.NO


@pytest.mark.parametrize("player", [None, 1])
def test_the_same_useless_words_are_answered_so_often_a_day(
    conn: Connection, player: int | None
) -> None:
    old = {"player_id": player, "kept": NOW - DAY + 1}
    row = letter(conn, player_id=player, answered=False)
    letter(conn, **old)
    letter(conn, **{**old, "kept": NOW - DAY})
    letter(conn, **old, digest="other")
    letter(conn, **old, answered=False)
    letter(conn, **old, understood=True, answered=player is not None)
    letter(conn, **{**old, "player_id": 2 if player else None}, sender="mal@e.example")
    assert answers(conn, row, False) is Answers.LAST_ALIKE
    assert answers(conn, row._replace(digest="new"), False) is Answers.YES
    letter(conn, **old)
    assert answers(conn, row, False) is Answers.NO
    assert answers(conn, row, True) is (Answers.YES if player else Answers.NO)


def idle(conn: Connection, row: LetterRow) -> Answers:
    return rate_limits.may_answer(conn, CONFIG, row, False, NOW, idle=True)


def test_two_answers_in_a_row_to_letters_with_nothing_for_us_are_all(
    conn: Connection,
) -> None:
    mine: dict[str, Any] = {"player_id": 1, "why": rate_limits.IDLE}
    row = letter(conn, player_id=1, answered=False, state=LetterState.WAITING)
    letter(conn, player_id=1, why="", digest="c", answered=False)
    letter(conn, **mine, kept=NOW - DAY, digest="a")  # a day ago is too long ago
    letter(conn, **{**mine, "player_id": 2}, digest="e")
    assert idle(conn, row) is Answers.YES
    letter(conn, **mine, kept=NOW - HOUR, digest="a")
    assert idle(conn, row) is Answers.LAST_IDLE
    letter(conn, **mine, kept=NOW - HOUR, digest="b")
    letter(conn, **mine, answered=False, digest="f")
    assert idle(conn, row) is Answers.NO
    assert answers(conn, row, False) is Answers.YES
    letter(conn, player_id=1, why="", digest="c", kept=NOW - HOUR)
    assert idle(conn, row) is Answers.YES


def test_the_last_answer_before_a_pause_may_be_to_useless_words(
    conn: Connection,
) -> None:
    row = letter(conn, player_id=1, answered=False)
    for digest in ("a", "b"):
        letter(conn, player_id=1, digest=digest)
    assert answers(conn, row, False) is Answers.LAST


@pytest.mark.parametrize("recipient", [1, "ann@a.example"])
def test_letters_of_a_kind_are_sent_so_often_a_day(
    conn: Connection, recipient: int | str
) -> None:
    def told(kind: LetterKind) -> bool:
        return rate_limits.may_tell(conn, CONFIG, recipient, kind, NOW)

    kind = LetterKind.REMINDER
    mail(conn)
    mail(conn, made=NOW - DAY)
    mail(conn, kind=LetterKind.GOODBYE)
    mail(conn, player_id=2, recipient="bob@b.example")
    assert told(kind)
    mail(conn, made=NOW - DAY + 1)
    assert not told(kind)
    for number in range(rate_limits.MAX_ASKED):
        assert told(LetterKind.SECURITY), number
        mail(conn, kind=LetterKind.SECURITY)
    assert not told(LetterKind.SECURITY)


def test_what_an_address_was_told_since(conn: Connection) -> None:
    mail(conn, made=NOW)
    mail(conn, made=NOW + 1, kind=LetterKind.GOODBYE)
    mail(conn, made=NOW + 1, recipient="bob@b.example")
    address, kind = "ann@a.example", LetterKind.REMINDER
    assert rate_limits.was_notified(conn, address, kind, NOW - 1)
    assert not rate_limits.was_notified(conn, address, kind, NOW)


def test_a_player_is_reminded_of_a_game_so_often_a_day(conn: Connection) -> None:
    mail(conn, game_id=1, made=NOW - DAY)
    mail(conn, game_id=1, player_id=2)
    mail(conn, game_id=None)
    mail(conn, game_id=1, kind=LetterKind.GOODBYE)
    for number in range(rate_limits.REMINDERS):
        assert rate_limits.may_remind(conn, 1, 1, NOW), number
        mail(conn, game_id=1, made=NOW - DAY + 1)
    assert not rate_limits.may_remind(conn, 1, 1, NOW)


def test_the_game_master_is_alarmed_so_often_a_day(conn: Connection) -> None:
    note = schema.audit.insert()
    for at, what in ((NOW - DAY, "alarm-x"), (NOW, "alarm-y")):
        conn.execute(note.values(what=what, at=at, detail=""))
    for number in range(rate_limits.ALARMS):
        conn.execute(note.values(what="alarm-x", at=NOW - DAY + 1, detail=""))
        assert rate_limits.may_alarm(conn, "x", NOW), number
    conn.execute(note.values(what="alarm-x", at=NOW, detail=""))
    assert not rate_limits.may_alarm(conn, "x", NOW)


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
