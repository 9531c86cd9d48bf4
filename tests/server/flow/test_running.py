"""Running games: outages, calendars, seals, ratings, lots, and the command line."""

from __future__ import annotations

import base64
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from icalendar import Calendar

from pbem.chance import Chance, mixed
from pbem.cli import _seals
from pbem.cli.replay import command as replay_page
from pbem.cli.server.export import command as export
from pbem.cli.verify import command as verify
from pbem.record import replay
from pbem.record.tried_orders import pieces
from pbem.record.turn_file import read
from pbem.report.replay_page import read_press
from pbem.schedule import ical
from pbem.schedule.ical import CalendarEntry
from pbem.server.game import commitments
from pbem.server.lobby import ratings
from pbem.server.states import LetterState
from pbem.server.store import schema
from pbem.server.store.ladders import GameResult
from tests.support.server.played import begun, exported, game_row, played_out
from tests.support.server.world import ADDRESS, ANN, BEGIN, BOB, HOUR, World

# Outages


def test_an_outage_moves_deadlines_by_the_gap_and_tells_everybody_once(
    world: World,
) -> None:
    begun(world)
    world.server.heartbeat(world.now)
    due = game_row(world).deadline
    for _ in range(40):
        world.now += HOUR
        world.server.heartbeat(world.now)
    world.run()
    world.now += 10 * HOUR
    world.server.heartbeat(world.now)
    out = world.run()
    assert sorted(mail.recipient for mail in out) == [ADDRESS[ANN], ADDRESS[BOB]]
    assert all("I was asleep" in mail.subject for mail in out)
    assert game_row(world).deadline == due + 10 * HOUR
    world.now += 100
    world.server.heartbeat(world.now)
    assert world.run() == []
    assert world.orders() == []


def test_a_clock_that_jumps_closes_nothing_early(world: World) -> None:
    begun(world)
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    world.server.heartbeat(world.now)
    now, due = world.now, game_row(world).deadline
    # A day ahead, seen once, and back again.
    world.now = now + 3 * 24 * HOUR
    world.server.heartbeat(world.now)
    world.run()
    assert game_row(world).serial == 1
    world.now = now + 60
    world.server.heartbeat(world.now)
    world.run()
    assert game_row(world).serial == 1
    assert game_row(world).deadline >= due
    assert world.count(schema.audit, schema.audit.c.what == "clock-back") == 1


def test_a_short_pause_is_no_outage(world: World) -> None:
    begun(world)
    world.server.heartbeat(world.now)
    due = game_row(world).deadline
    world.now += 1.9 * HOUR
    world.server.heartbeat(world.now)
    assert game_row(world).deadline == due


def test_a_law_about_clocks_moves_no_deadline(world: World) -> None:
    begun(world, "set pace Fri 20:00 Europe/Paris")
    due = game_row(world).deadline
    with world.store.writing() as conn:
        other = "2023-11-17 21:00 Europe/Paris"
        conn.execute(schema.game.update().values(wall=other))
    world.server.heartbeat(world.now)
    out = world.run()
    assert [mail.recipient for mail in out] == [ADDRESS[ANN], ADDRESS[BOB]]
    assert "time zone rules changed" in out[0].subject
    assert game_row(world).deadline == due
    world.server._beat = -1e18
    world.server.heartbeat(world.now)
    assert world.run() == []


# Calendars


def test_calendar_entries_move_and_go() -> None:
    def entry(due: float | None, now: float) -> bytes:
        one = CalendarEntry("friday", "Ann", "orders are due", due)
        return ical.entries("x.org", [one], now)

    first, later = entry(BEGIN, BEGIN - 100), entry(BEGIN + 60, BEGIN)
    gone = entry(None, BEGIN + 9)
    found: list[Any] = [
        Calendar.from_ical(one).walk("VEVENT")[0] for one in (first, later, gone)
    ]
    assert len({str(one["UID"]) for one in found}) == 1
    numbers = [int(one["SEQUENCE"]) for one in found]
    assert numbers == sorted(set(numbers))
    assert found[0]["DTEND"].dt.timestamp() == BEGIN
    assert found[1]["DTEND"].dt.timestamp() == BEGIN + 60
    assert str(found[2]["STATUS"]) == "CANCELLED"


def test_a_letter_brings_the_entry_of_its_deadline(world: World) -> None:
    begun(world)
    world.answer(ANN, "set calendar on")
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    raw = world.last(ADDRESS[ANN]).raw
    part = raw.split(b"text/calendar")[1].split(b"\r\n\r\n")[1].split(b"--=")[0]
    event: Any = Calendar.from_ical(base64.b64decode(part)).walk("VEVENT")[0]
    assert event["DTEND"].dt.timestamp() == int(game_row(world).deadline)
    assert b"text/calendar" not in world.last(ADDRESS[BOB]).raw


# Seals and lots


def test_the_last_report_opens_what_receipts_had_sealed(
    world: World, tmp_path: Path
) -> None:
    letters = played_out(world)
    record = tmp_path / "friday.txt"
    record.write_text(exported(world), encoding="utf-8")
    last = tmp_path / "last.txt"
    last.write_text(letters[-1], encoding="utf-8")
    receipts = []
    for number, letter in enumerate(letters[:-1]):
        file = tmp_path / f"{number}.txt"
        file.write_text(letter, encoding="utf-8")
        receipts += ["--receipt", str(file)]
    done = CliRunner().invoke(verify, [str(record), "--opened", str(last), *receipts])
    assert done.exit_code == 0, done.output
    assert "6 orders were sent, each before its deadline." in done.output
    assert "3 of 3 seals of your receipts hold." in done.output
    # Somebody changes an order in the record and in the last report.
    last.write_text(letters[-1].replace("D4 1NE", "D4 1SE"), encoding="utf-8")
    done = CliRunner().invoke(verify, [str(record), "--opened", str(last), *receipts])
    assert done.exit_code == 1
    assert "No order has the seal" in done.output
    # One came later than it was due.
    late = re.sub(r"(#1 \S+\s+\S+\s+)\S+", r"\g<1>2000-01-01", letters[-1], count=1)
    last.write_text(late, encoding="utf-8")
    done = CliRunner().invoke(verify, [str(record), "--opened", str(last)])
    assert done.exit_code == 1
    assert "came after its deadline." in done.output
    assert "6 orders were sent, 1 after the deadline." in done.output


def test_opened_seals_are_read_back_folded_and_quoted(world: World) -> None:
    letters = played_out(world)
    quoted = "".join(f"> {line}\n" for line in letters[-1].split("\n"))
    with world.store.reading() as conn:
        lines = commitments.openings(conn, game_row(world).id)
    for letter in (letters[-1], quoted):
        found = [
            f"#{o.serial} {o.salt} {o.came} {o.due} {o.seat}: {o.text}"
            for o in _seals.opened(letter)
        ]
        assert found == lines


def test_a_lot_can_be_drawn_again_from_the_seed(world: World) -> None:
    """From the seed, the players' words, the turn and the seat, and nothing else."""
    world.say(ANN, "new lava called friday with bob@b.example\nset silence random")
    world.answer(ANN, "accept word swordfish")
    world.answer(BOB, "accept word oyster")
    for _ in range(3):
        world.now = world.due() + 1
        world.run()
    record = read(exported(world))
    assert record.header.seed is not None
    words = {"Ann": "swordfish", "Bob": "oyster"}
    chance = Chance(mixed(record.header.seed, words))
    again, rules = replay.begin(record), replay.begin(record).game.rules
    drawn = []
    for _ in range(3):
        (seat,) = again.awaited()
        legal = list(islice(rules.legal(again.table.state, seat), 2000))
        turn = again.table.serial
        order, _ = chance.pick([o for o in legal if not o.anytime],
                               f"silence {turn} {seat}")  # fmt: skip
        drawn.append(f"{seat}: {order}")
        again.order(seat, pieces([str(order)]))
    assert world.orders() == drawn
    assert "drew this order by lot" in world.last(ADDRESS[BOB]).text


# Ratings


def test_ratings_of_pairs_teams_and_a_team_against_the_game() -> None:
    one = ratings.rated([GameResult("a", "arena", 1, ((1,), (2,)), (1, 2))])
    assert one[1].rating > one[2].rating
    assert (one[1].won, one[2].won) == (1, 0)
    pairs = ratings.rated([GameResult("m", "magma", 1, ((1, 3), (2, 4)), (2, 1))])
    assert pairs[2].mu == pairs[4].mu > pairs[1].mu == pairs[3].mu
    lost = ratings.rated([GameResult("r", "mars", 1, ((1, 2),), (2,), "mars module=3")])
    won = ratings.rated([GameResult("r", "mars", 1, ((1, 2),), (1,), "mars module=3")])
    assert lost[1].mu < 25 < won[1].mu
    shared = ratings.rated([GameResult("d", "arena", 1, ((1,), (2,)), (1, 1))])
    assert shared[1].mu == pytest.approx(shared[2].mu)
    assert shared[1].shared == 1


def test_standings_can_be_read_afresh_from_the_records(world: World) -> None:
    played_out(world)
    table = schema.game
    with world.store.writing() as conn:
        told = [(r.name, r.mu) for r in ratings.table(conn)]
        assert told == [(r.name, r.mu) for r in ratings.table(conn, afresh=True)]
        conn.execute(table.update().values(result='{"winners": [], "reason": "x", '
                                           '"scores": {}, "teams": []}'))  # fmt: skip
        assert told == [(r.name, r.mu) for r in ratings.table(conn, afresh=True)]


@pytest.mark.parametrize("reason", ["agreed-end", "closed"])
def test_a_game_that_was_broken_off_is_no_result(world: World, reason: str) -> None:
    played_out(world)
    table = schema.game
    with world.store.writing() as conn:
        assert len(ratings.results(conn)) == 1
        told = f'{{"winners": [], "reason": "{reason}", "scores": {{}}, "teams": []}}'
        conn.execute(table.update().values(result=told))
        assert ratings.results(conn) == []


# The command line


def test_words_that_are_too_long_are_not_passed_on(world: World) -> None:
    begun(world)
    text = "press to all\n" + "\n".join(["a line of words"] * 300)
    out = world.answer(ANN, text)
    assert [mail.recipient for mail in out] == [ADDRESS[ANN]]
    assert "longer than 4000 characters" in " ".join(out[0].text.split())
    assert world.count(schema.press) == 0


def test_migrations_lead_down_and_up_again(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from pbem.server.store.connection import Database
    from tests.support.server.revisions import lead_to

    store = Database(str(tmp_path / "pbem.db"))
    store.prepare()
    lead_to(store, "base")
    lead_to(store, up=True)
    with store.engine.connect() as conn:
        context = MigrationContext.configure(conn)
        assert compare_metadata(context, schema.metadata) == []
    store.close()


def test_words_go_into_a_replay_for_those_who_may_read_them(
    host: tuple[World, list[str]], tmp_path: Path
) -> None:
    world, config = host
    world.say(ANN, "new arena called friday with bob@b.example\nset anonymous yes")
    world.answer(ANN, "accept")
    world.answer(BOB, "accept")
    world.answer(ANN, "press to Bob: for you alone\npress to all\nfor everybody")
    world.answer(BOB, "press anonymously to all: from nobody")
    world.server.close()
    files = [str(tmp_path / name) for name in ("game.txt", "said.json", "page.html")]
    out, said, page = files
    given = ["friday", "--out", out, "--press", said, *config]
    assert CliRunner().invoke(export, given).exit_code == 0
    found = [(one.sender, one.to) for one in read_press(Path(said).read_text())]
    assert found == [("Ann", ("Bob",)), ("Ann", None), ("somebody", None)]
    CliRunner().invoke(replay_page, [out, "--press", said, "--public", "-o", page])
    text = Path(page).read_text()
    assert "for everybody" in text
    assert "from nobody" in text
    assert "for you alone" not in text


# Two versions


def test_a_game_by_rules_to_come_is_left_to_whoever_knows_them(world: World) -> None:
    """The server of a newer version has begun it: its letters lie there for that."""
    begun(world)
    with world.store.writing() as conn:
        conn.execute(schema.game.update().values(rules=99))
    assert world.answer(ANN, "fire C3") == []
    with world.store.reading() as conn:
        waits = schema.letter.c.state == LetterState.WAITING
        (letter,) = conn.execute(schema.letter.select().where(waits)).all()
    assert letter.tries == 0
    assert world.server.worker.next_at() is None
    with world.store.writing() as conn:
        conn.execute(schema.game.update().values(rules=1))
    out = world.run()
    assert "fire C3" in out[0].text
