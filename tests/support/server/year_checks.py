"""What must hold after a simulated year, and its figures."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from pbem.record import replay
from pbem.record.turn_file import read
from pbem.server.lobby import ratings
from pbem.server.store import game_store, players, schema
from pbem.server.store.queries import fetch
from pbem.server.store.rows import GameRow

if TYPE_CHECKING:
    from tests.support.server.year import Year


#: What a full year must have had, or it has tried nothing.
HAPPENS = {
    "letters out, by fate": ("sent", "refused", "digested"),
    "letters out, by kind": ("press", "digest", "reminder", "outage", "offer"),
    "entries of records, by source": ("letter", "deadline", "drawn", "resigned",
                                     "draft"),
    "in the log": ("begun", "over", "dropped", "act", "undone", "vote", "seat-free",
                   "seat-taken", "reclaimed", "outage", "unreachable"),
    "offers of seats": ("taken", "lapsed"),
    "votes": ("passed", "refused", "lapsed"),
}  # fmt: skip


def check(year: Year, *, full: bool = False) -> dict[str, Any]:
    """The figures of a year. Raises AssertionError where something does not hold, and
    in a full one where something never happened."""
    figures: dict[str, Any] = {}
    _games(year, figures)
    _letters(year, figures)
    _asked(year, figures)
    _deadlines(year, figures)
    _secrets(year, figures)
    _moderation(year, figures)
    if full:
        for name, kinds in HAPPENS.items():
            for kind in kinds:
                assert figures[name].get(kind), f"{name}: no {kind}"
        assert min(figures["deadlines closed at their wall time"].values()) > 0
        assert sum(n for k, n in figures["games"].items() if k.endswith("running"))
    return figures


def _games(year: Year, figures: dict[str, Any]) -> None:
    """Every game ended or rightly waits, and its record leads to its state."""
    office, now = year.world.office, year.world.now
    states: Counter[str] = Counter()
    turns = 0
    reasons: Counter[str] = Counter()
    with year.world.store.reading() as conn:
        for game in fetch(conn, GameRow, sa.select(schema.game)):
            states[f"{game.kind} {game.state}"] += 1
            if game.state in ("dropped",):
                assert game.deadline is None
                continue
            if game.state in ("invited", "open"):
                assert game.deadline is not None
                assert game.deadline > now - 1
                continue
            warm = office.game_cache.open(conn, game)
            cold = game_store.load_story(conn, game)
            assert cold.table.state == warm.table.state, game.name
            again = replay.play(read(game_store.turn_file(conn, game)))
            assert again.table.state == cold.table.state, game.name
            assert game.serial == cold.table.serial, game.name
            turns += game.serial
            if game.state == "over":
                assert game.wake_at is None, game.name
                reasons[json.loads(game.result)["reason"]] += 1
            else:
                assert cold.awaited(), game.name
                _waits(game, now)
        told = ratings.table(conn)
        afresh = ratings.table(conn, afresh=True)
        rated = [(row.name, row.mu) for row in told]
        assert rated == [(row.name, row.mu) for row in afresh]
    figures["games"] = dict(sorted(states.items()))
    figures["how they ended"] = dict(reasons.most_common())
    figures["turns"] = turns
    figures["rated players"] = len(rated)


def _waits(game: Any, now: float) -> None:
    """A running game has a deadline ahead, or is paused, or sleeps."""
    if game.paused is not None:
        assert game.deadline is None, game.name
    elif game.deadline is None:
        assert game.quiet >= 5, game.name
    else:
        assert game.deadline >= now - 1, game.name
        assert game.wake_at is not None, game.name


def _letters(year: Year, figures: dict[str, Any]) -> None:
    """Each letter came to something, and none was a failure of ours."""
    letter, outbox = schema.letter, schema.outbox
    with year.world.store.reading() as conn:
        states = Counter(conn.execute(sa.select(letter.c.state)).scalars())
        kinds = Counter(conn.execute(sa.select(outbox.c.kind)).scalars())
        fates = Counter(conn.execute(sa.select(outbox.c.state)).scalars())
        alarms = Counter(
            what
            for what in conn.execute(sa.select(schema.audit.c.what)).scalars()
            if what.startswith("alarm-")
        )
    assert set(states) <= {"done", "repeat", "auto", "asked"}, states
    assert set(alarms) <= {"alarm-unreachable", "alarm-daily"}, alarms
    assert set(fates) <= {"sent", "refused", "held", "digested", "waiting"}, fates
    figures["letters in"] = dict(states)
    figures["letters out, by kind"] = dict(kinds.most_common())
    figures["letters out, by fate"] = dict(fates)
    _measure(year, figures)


def _measure(year: Year, figures: dict[str, Any]) -> None:
    """Nobody is written to more than they asked for."""
    outbox = schema.outbox
    per: Counter[tuple[int, int, str]] = Counter()
    outages: Counter[int] = Counter()
    last: dict[int, float] = {}
    with year.world.store.reading() as conn:
        query = sa.select(outbox.c.player_id, outbox.c.game_id, outbox.c.kind,
                          outbox.c.made).order_by(outbox.c.id)  # fmt: skip
        for row in conn.execute(query):
            day = f"{datetime.fromtimestamp(row.made, UTC):%Y-%m-%d}"
            if row.kind == "reminder":
                per[row.player_id, row.game_id, day] += 1
            if row.kind == "digest":
                assert row.made - last.get(row.player_id, 0) >= 20 * 3600, row
                last[row.player_id] = row.made
            outages[row.player_id] += row.kind == "outage"
    assert max(per.values(), default=0) <= 3, per.most_common(3)
    assert max(outages.values(), default=0) <= len(year.outages)
    figures["reminders"] = sum(per.values())
    figures["most reminders a day, game and player"] = max(per.values(), default=0)


def _asked(year: Year, figures: dict[str, Any]) -> None:
    """No more answers than letters, and no letter about a game of others."""
    outbox, letter, seat = schema.outbox, schema.letter, schema.seat
    with year.world.store.reading() as conn:
        wrote = Counter(
            conn.execute(
                sa.select(letter.c.player_id).where(letter.c.answered)
            ).scalars()
        )
        ours: set[tuple[int, int]] = set()
        for row in conn.execute(sa.select(seat)).all():
            ours |= {(row.game_id, row.player_id), (row.game_id, row.former_id)}
        for table in (schema.watcher, schema.master, schema.offer):
            for row in conn.execute(sa.select(table)).all():
                ours.add((row.game_id, row.player_id))
        # Who had a seat once, before somebody else had it.
        audit = schema.audit
        for row in conn.execute(sa.select(audit).where(audit.c.game_id > 0)).all():
            ours.add((row.game_id, row.player_id))
        host = players.owner(conn, "host@x.example")
        answers: Counter[int] = Counter()
        days: Counter[tuple[int, int]] = Counter()
        for row in conn.execute(sa.select(outbox)).all():
            if row.player_id is None:
                continue
            answers[row.player_id] += row.kind == "receipt"
            if row.state == "sent" and row.player_id != host:
                days[row.player_id, int(row.made // 86400)] += 1
            if row.game_id is not None:
                assert (row.game_id, row.player_id) in ours, row.subject
    for player, count in answers.items():
        assert count <= wrote[player], player
    figures["most letters to a player in a day"] = max(days.values())
    figures["letters to a player on a day with any"] = round(
        sum(days.values()) / len(days), 2
    )


def _deadlines(year: Year, figures: dict[str, Any]) -> None:
    """Nothing late counts, nothing in time is refused, and nothing is closed early."""
    entry, game = schema.entry, schema.game
    counts: Counter[str] = Counter()
    walls: Counter[str] = Counter(winter=0, summer=0)
    with year.world.store.reading() as conn:
        pace = {row[0]: row[1] for row in conn.execute(
            sa.select(game.c.id, game.c.timing)
        )}  # fmt: skip
        for row in conn.execute(sa.select(entry)).all():
            kind = str(row.source)
            counts[kind] += 1
            if kind == "letter" and row.due is not None:
                assert int(row.received) <= int(row.due), row
            if kind == "deadline" and row.due is not None:
                for start, stop in year.outages:
                    assert not start <= row.made < stop, row
                fixed = re.search(r"(\d\d):(\d\d) (\S+/\S+)", pace[row.game_id])
                if fixed:
                    local = datetime.fromtimestamp(row.due, ZoneInfo(fixed[3]))
                    if (local.hour, local.minute) == (int(fixed[1]), int(fixed[2])):
                        walls["summer" if local.dst() else "winter"] += 1
    figures["entries of records, by source"] = dict(counts.most_common())
    figures["deadlines closed at their wall time"] = dict(walls)


def _secrets(year: Year, figures: dict[str, Any]) -> None:
    """Private words, tokens and addresses reach nobody else."""
    with year.world.store.reading() as conn:
        query = sa.select(schema.press, schema.game.c.name).join(
            schema.game, schema.game.c.id == schema.press.c.game_id
        )
        allowed: dict[str, set[str]] = {}
        # A seat may have had several players, one after the other.
        held: dict[tuple[int, int], set[int]] = {}
        audit = schema.audit
        for row in conn.execute(sa.select(audit).where(audit.c.what.like("seat-%"))):
            held.setdefault((row.game_id, row.seat), set()).add(row.player_id)
        for row in conn.execute(query).all():
            rows = game_store.seats(conn, row.game_id)
            hear = {*json.loads(row.to), row.seat}
            homes = {a for one in rows if one.number in hear for p in
                     {one.player_id, one.former_id, row.player_id,
                      *held.get((row.game_id, one.number), ())} if p is not None
                     for a in players.addresses(conn, p)}  # fmt: skip
            for marker in re.findall(r"secret-\S+", row.text):
                allowed[marker] = homes
    tokens: dict[str, str] = {}
    leaks = 0
    domains = {person.address for person in year.people}
    for _, mail in year.sent:
        raw = mail.raw.decode("utf-8", "replace")
        for marker in re.findall(r"secret-P\d+x-[a-z0-9-]+-\d+", mail.text):
            # A receipt may show the writer's own words.
            owner = marker.split("-")[1].lower()
            if mail.recipient.startswith(f"{owner}@"):
                continue
            leaks += mail.recipient not in allowed.get(marker, set())
        for token in re.findall(r"\+(?:g\d+\.)?([a-z2-7]{26})@", raw):
            assert tokens.setdefault(token, mail.recipient) == mail.recipient
        said = " ".join(mail.text.split())
        for address in re.findall(r"[\w.]+@p\d+\.example", mail.text):
            own = address == mail.recipient or mail.recipient == "host@x.example"
            # Whoever invites somebody is told by their address.
            invites = f"The invitation comes from {address}." in said
            leaks += not (own or invites) and address in domains
    assert leaks == 0
    figures["letters searched for leaks"] = len(year.sent)
    figures["private words"] = len(allowed)
    figures["tokens"] = len(tokens)


def _moderation(year: Year, figures: dict[str, Any]) -> None:
    """What else happened."""
    audit = schema.audit
    with year.world.store.reading() as conn:
        whats = Counter(conn.execute(sa.select(audit.c.what)).scalars())
        offers = Counter(conn.execute(sa.select(schema.offer.c.state)).scalars())
        votes = Counter(conn.execute(sa.select(schema.vote.c.state)).scalars())
        asked = conn.execute(sa.select(sa.func.sum(schema.player.c.asked))).scalar()
        missed = conn.execute(sa.select(sa.func.sum(schema.player.c.missed))).scalar()
    figures["in the log"] = {
        key: whats[key]
        for key in ("begun", "over", "dropped", "asleep", "act", "undone", "vote",
                    "seat-free", "seat-taken", "reclaimed", "outage", "cleared",
                    "unreachable", "address-in-trouble")
        if whats[key]
    }  # fmt: skip
    figures["offers of seats"] = dict(offers)
    figures["votes"] = dict(votes)
    figures["deadlines asked, missed"] = f"{asked} asked, {missed} missed"
    assert whats["outage"] == len(year.outages)
