"""A mistake of ours: nothing is lost, nothing is half done, nothing else waits."""

from __future__ import annotations

import logging
import sqlite3

import pytest
import sqlalchemy as sa

from pbem.mail.message.limits import LetterRefused
from pbem.mail.sandbox.read import ParsedLetter, read
from pbem.server.flow import dispatch, worker
from pbem.server.flow.turn import GameTransaction
from pbem.server.states import LetterState
from pbem.server.store import letters, schema
from tests.support.server.world import ADDRESS, ANN, BOB, HOST, HOUR, Mail, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
HEADLINE = "pbem: a letter was set aside"
MARK = "a laser in the mist"


def _states(world: World) -> list[tuple[str, int]]:
    """How all letters stand, and how often each was tried, in order of arrival."""
    table = schema.letter.c
    with world.store.reading() as conn:
        query = sa.select(table.state, table.tries).order_by(table.id)
        return [(row.state, row.tries) for row in conn.execute(query)]


def _audited(world: World, what: str) -> int:
    return world.count(schema.audit, schema.audit.c.what == what)


def _logged(caplog: pytest.LogCaptureFixture) -> list[tuple[object, ...]]:
    names = ("where", "game", "letter", "error")
    found = [one for one in caplog.records if one.getMessage() == "failed"]
    assert all(one.levelno == logging.ERROR for one in found)
    assert MARK not in repr([vars(one) for one in found])
    return [tuple(getattr(one, name) for name in names) for one in found]


def _to_host(out: list[Mail]) -> list[Mail]:
    return [mail for mail in out if mail.recipient == "host@x.example"]


def test_a_letter_that_we_cannot_sort_is_tried_three_times_and_set_aside(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(raw: bytes) -> ParsedLetter:
        if b"poison" in raw:
            raise RuntimeError(MARK)
        return read(raw)

    monkeypatch.setattr(type(world.server.sorter.reader), "read", staticmethod(fails))
    world.post(ANN, "help")
    world.post(BOB, "poison")
    world.post(BOB, "help")
    steps: list[tuple[int, list[tuple[str, int]]]] = []
    while (done := world.server.sorter.step(world.now)) and len(steps) < 9:
        steps.append((done, _states(world)))
    new = (LetterState.NEW, 0)
    assert steps[:2] == [
        (1, [new, (LetterState.NEW, 1), new]),
        (1, [new, (LetterState.NEW, 2), new]),
    ]
    assert [states for _, states in steps][2:] == [
        [new, (LetterState.DEAD, 3), new],
        [(LetterState.WAITING, 0), (LetterState.DEAD, 3), (LetterState.WAITING, 0)],
    ]
    assert [done for done, _ in steps] == [1, 1, 1, 2]
    out = world.run()
    assert sorted(mail.recipient for mail in out) == [
        ADDRESS[ANN], ADDRESS[BOB], "host@x.example",
    ]  # fmt: skip
    (told,) = _to_host(out)
    assert told.subject == HEADLINE
    said = " ".join(told.text.split())
    assert "I failed three times on letter 2." in said
    assert '"pbem server retry 2" reads it again' in said
    assert _audited(world, "poison") == _audited(world, "alarm-poison") == 1
    assert _logged(caplog) == [("sorter", None, 2, "RuntimeError")] * 3


def test_a_letter_to_a_game_that_we_fail_on_changes_nothing_and_stops_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world.start()
    before, take = _states(world), GameTransaction.take

    def fails(self: GameTransaction, row: object) -> None:
        take(self, row)  # type: ignore[arg-type]
        if getattr(row, "id", 0) == len(before) + 1:
            raise RuntimeError(MARK)

    monkeypatch.setattr(GameTransaction, "take", fails)
    to = {who: world.last(ADDRESS[who]).reply_to for who in (ANN, BOB)}
    world.post(ANN, "fire C3", to[ANN])
    world.post(BOB, "water D4", to[BOB])
    out = world.run()
    assert _states(world)[len(before) :] == [
        (LetterState.DEAD, 3), (LetterState.DONE, 0),
    ]  # fmt: skip
    assert world.orders() == ["Bob: water D4"]
    sorry = [mail for mail in out if mail.recipient == ADDRESS[ANN]]
    assert [mail.subject for mail in sorry] == [
        "arena-1: a letter of yours that I failed on"
    ]
    assert "Auto-Submitted: auto-replied" in sorry[0].raw.decode()
    (told,) = _to_host(out)
    assert told.subject == HEADLINE
    assert f"letter {len(before) + 1} for the game arena-1." in " ".join(
        told.text.split()
    )
    assert _logged(caplog) == [("game", 1, len(before) + 1, "RuntimeError")] * 3
    # What was set aside may be written again.
    world.answer(ANN, "fire C3", "arena-1 #0")
    assert sorted(world.orders()) == ["Ann: fire C3", "Bob: water D4"]


def test_a_letter_for_no_game_that_we_fail_on_is_set_aside_too(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(request: object) -> None:
        raise RuntimeError(MARK)

    with monkeypatch.context() as patch:
        patch.setattr(dispatch, "handle", fails)
        out = world.say(ANN, "help")
    assert [mail.recipient for mail in out] == ["host@x.example"]
    assert _states(world) == [(LetterState.DEAD, 3)]
    assert _logged(caplog) == [("no game", None, 1, "RuntimeError")] * 3
    (answer,) = world.say(ANN, "help")
    assert answer.recipient == ADDRESS[ANN]


def test_a_game_whose_deadline_we_fail_at_is_tried_again_in_an_hour(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world.start()

    def fails(session: object, until: float) -> None:
        raise RuntimeError(MARK)

    due = world.now = world.due() + 600
    with monkeypatch.context() as patch:
        patch.setattr(worker, "run_until", fails)
        out = world.run()
        assert [(m.recipient, m.subject) for m in out] == [
            ("host@x.example", "pbem: a game is stuck")
        ]
        assert "The game arena-1 is stuck." in " ".join(out[0].text.split())
        world.now = due + HOUR - 1
        assert world.run() == []
        assert _audited(world, "alarm-stuck") == 1
        world.now = due + HOUR
        world.run()
        assert _audited(world, "alarm-stuck") == 2
    assert _logged(caplog) == [("game", 1, None, "RuntimeError")] * 2
    world.now = due + 2 * HOUR
    assert {mail.recipient for mail in world.run()} == {ADDRESS[ANN], ADDRESS[BOB]}


@pytest.mark.parametrize("where", ["sorter", "game", "no game"])
def test_a_store_that_is_away_counts_against_no_letter(
    world: World, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def fails(*some: object) -> None:
        cause = sqlite3.OperationalError("disk I/O error")
        raise sa.exc.OperationalError("SELECT", {}, cause)

    world.start()
    before = len(_states(world))
    if where == "no game":
        world.post(HOST, "help")
    else:
        world.post(ANN, "fire C3", world.last(ADDRESS[ANN]).reply_to)
    with monkeypatch.context() as patch:
        if where == "sorter":
            patch.setattr(letters, "still_unread", fails)
        else:
            patch.setattr(dispatch, "handle", fails)
            patch.setattr(GameTransaction, "take", fails)
        with pytest.raises(sa.exc.OperationalError):
            world.run()
    ((state, tries),) = _states(world)[before:]
    assert tries == 0
    assert state == (LetterState.NEW if where == "sorter" else LetterState.WAITING)
    world.run()
    assert _states(world)[before:] == [(LetterState.DONE, 0)]


@pytest.mark.parametrize("code", ["stalled", "memory", "crash", "time", "parts"])
def test_what_the_machine_may_be_the_cause_of_is_read_again(
    world: World, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """Three times; what lies in the letter itself is not."""
    reads: list[bytes] = []

    def refuses(raw: bytes) -> ParsedLetter:
        if b"\n\n" in raw:
            reads.append(raw)
        raise LetterRefused(code, "so it is")

    reader = type(world.server.sorter.reader)
    monkeypatch.setattr(reader, "read", staticmethod(refuses))
    world.post(ANN, "help")
    out = world.run()
    whole = [raw for raw in reads if raw.endswith(b"help\n")]
    passing = code in ("stalled", "memory", "crash")
    assert len(whole) == (3 if passing else 1)
    assert _states(world) == [(LetterState.REFUSED, 2 if passing else 0)]
    assert world.count(schema.letter, schema.letter.c.why == f"{code}: so it is") == 1
    assert _audited(world, "letter-refused") == 1
    (told,) = _to_host(out)
    assert told.subject == "pbem: a letter that cannot be read"
    assert f"Letter 1 breaks a limit ({code})" in " ".join(told.text.split())
