"""A simulated year: many games of all kinds, players with habits, clocks changed
twice, two outages. `python -m tests.support.server.year` runs it, tells the figures."""

from __future__ import annotations

import argparse
import heapq
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from unittest import mock

import sqlalchemy as sa

from pbem.mail.transport.base import SENT, DeliveryResult, OutgoingLetter, refused
from pbem.server.store import game_store, schema
from pbem.server.store.connection import Database
from tests.support.server import year_checks, year_report
from tests.support.server.habits import DAY, HABITS, HOUR, Person
from tests.support.server.world import REFEREE, Mail, World

BEGIN = 1_767_225_600.0  #: 1 January 2026, 00:00 UTC
KINDS = (
    ("arena", "hp=8", 4), ("lava", "num_dice=12", 3), ("magma", "board=magma43", 3),
    ("magblast", "rounds=3", 3), ("mars", "module=1", 3),
    ("arena", "types=2", 6), ("lava", "tumbling=yes", 3),
    ("magma", "board=magma43 clock=hot", 3), ("magblast", "rounds=2", 4),
    ("mars", "module=2", 4), ("arena", "limit=12", 4), ("lava", "", 2),
    ("magma", "board=magma43 clock=white-hot glass=48", 2), ("magblast", "", 2),
    ("mars", "module=3", 2),
)  # fmt: skip
TERMS = (
    "set pace 48h", "set pace 3 days, not on weekends", "set grace 6h",
    "set pace Mon and Thu 20:00 Europe/Paris", "set silence resign after 2",
    "set silence replace after 2", "set silence random", "set press report",
    "set silence skip", "set pace daily 2:30 America/New_York", "set silence wait",
    "set pace daily 2:30 Europe/Paris", "set anonymous yes",
    "set silence resign after 1", "set silence replace after 1",
)  # fmt: skip
SLOW = 0.2  #: how often the server looks later than at once
SETTLED = 120 * DAY  #: a game is closed by the host when it takes longer


@dataclass
class Year:
    """The whole of it."""

    world: World
    games: int
    people: list[Person]
    luck: random.Random
    days: int = 365
    outages: tuple[tuple[float, float], ...] = ()
    tell: Callable[[float], None] = lambda now: None  #: how far it is
    letters: int = 0
    sent: list[tuple[float, Mail]] = field(default_factory=list)
    _heap: list[tuple[float, int, str, object]] = field(default_factory=list)
    _order: count[int] = field(default_factory=count)
    _seen: int = 0
    _beat: float = BEGIN

    def run(self) -> None:
        """Lets the year go by."""
        world = self.world
        self.by_address = {person.address: person for person in self.people}
        world.now = BEGIN
        world.box.verdict = self._taken
        world.server.heartbeat(world.now)
        for number in range(self.games):
            at = BEGIN + self.days * DAY * 0.95 * number / self.games
            self._plan(at, "begin", number)
        for week in range(2, self.days // 7):
            self._plan(BEGIN + week * 7 * DAY, "host", None)
        for person in self.people:
            for _, end in person.broken:
                self._plan(end + HOUR, "mended", person)
        end = BEGIN + self.days * DAY
        while True:
            at = min(self._next(), end)
            if at >= end:
                break
            if self._heap and self.luck.random() < SLOW:
                # Busy: what comes until then is looked at together.
                at = min(max(at, self._heap[0][0]), at + 2 * HOUR, end)
            self._until(at)
            while self._heap and self._heap[0][0] <= at:
                _, _, what, about = heapq.heappop(self._heap)
                self._happen(what, about)
            world.server.once(world.now)
            self._read_mail()
            self.tell(world.now)
        self._until(end)
        world.server.once(world.now)

    def _plan(self, at: float, what: str, about: object) -> None:
        heapq.heappush(self._heap, (at, next(self._order), what, about))

    def _next(self) -> float:
        server = self.world.server
        times = [self._heap[0][0] if self._heap else 1e18]
        times += [t for t in (server.worker.next_at(), server.sender.next_at()) if t]
        return max(min(times), self.world.now)

    def _until(self, at: float) -> None:
        """Time goes by; the server beats, unless it sleeps."""
        for start, stop in self.outages:
            if self.world.now < start <= at:
                self._beats(start)
                # What falls into the sleep is looked at when it is over.
                at = max(at, stop)
                self.world.now = at
                self._beat = at
                self.world.server.heartbeat(at)
                return
        self._beats(at)
        self.world.now = at

    def _beats(self, at: float) -> None:
        while self._beat + HOUR <= at:
            self._beat += HOUR
            self.world.server.heartbeat(self._beat)

    def _happen(self, what: str, about: object) -> None:
        if what == "begin":
            assert isinstance(about, int)
            self._begin(about)
        elif what == "mended":
            assert isinstance(about, Person)
            self._mended(about)
        elif what == "read":
            assert isinstance(about, tuple)
            self._read(*about)
        elif what == "host":
            self._host()

    def _begin(self, number: int) -> None:
        kind, options, most = KINDS[number % len(KINDS)]
        seats = self.luck.randint(2, most)
        players = self.luck.sample(self.people, seats)
        first, others = players[0], ", ".join(p.address for p in players[1:])
        terms = "\n".join(self.luck.sample(TERMS, 2))
        name = f"{kind}-y{number}"
        text = f"new {kind} called {name} with {others} {options}\n{terms}"
        if self.luck.random() < 0.1:
            text = f"open {kind} called {name} for {seats} {options}\n{terms}"
            for other in players[1:]:
                self._plan(self.world.now + DAY, "read", (other, f"join {name}"))
        self._post(first, text, REFEREE)

    def _read(self, person: Person, mail: Mail | str) -> None:
        now = self.world.now
        if now >= person.quits:
            return
        if isinstance(mail, str):
            self._post(person, mail, REFEREE)
            return
        text = person.answer(self.world.office, mail, now)
        if not text:
            return
        if person.habit == "away" and self.luck.random() < 0.05:
            text = f"away in 2 days to in 9 days\n{text}"
        self._post(
            person, person.quoted(text, mail), mail.reply_to, f"Re: {mail.subject}"
        )

    def _post(
        self, person: Person, text: str, to: str, subject: str = "a game"
    ) -> None:
        world = self.world
        self.letters += 1
        name = f"y{self.letters}@players.example"
        writer = f"{person.name} <{person.address}>"
        received = float(int(world.now))
        for _ in range(2 if self.luck.random() < 0.03 else 1):
            world.post(
                writer, text, to, subject=subject, message_id=name, received=received
            )

    def latest(self, address: str) -> Mail | None:
        """The last letter to somebody."""
        mine = (mail for _, mail in reversed(self.sent) if mail.recipient == address)
        return next(mine, None)

    def _mended(self, person: Person) -> None:
        """Mail works again: they ask how it stands, in an answer to an old letter."""
        mine = self.latest(person.address)
        if mine and self.world.now < person.quits:
            self._post(person, "show", mine.reply_to)

    def _host(self) -> None:
        """Once a week the host looks at the games, and does something."""
        with self.world.store.reading() as conn:
            running = conn.execute(
                sa.select(schema.game).where(schema.game.c.state == "running")
            ).all()
        if not running:
            return
        acts = []
        for game in running:
            if self.world.now - game.made > SETTLED:
                acts.append(f"gm {game.name} #{game.serial} close because it is old")
        for game in self.luck.sample(running, min(3, len(running))):
            seat = self.luck.choice(self._seats(game.id))
            what = self.luck.choice(
                ["extend 24h", "pause", "resume", "process", "note Hello.",
                 "set pace 72h", f"standby {seat}", f"kick {seat}", "set grace 3h",
                 f"undo to {max(0, game.serial - 1)}"]
            )  # fmt: skip
            acts.append(f"gm {game.name} #{game.serial} {what} because of the weather")
        host = Person("Host", "host@x.example", "prompt", self.luck)
        # A letter that proves nothing brings a fresh token.
        self._post(host, "whois", REFEREE)
        self.world.server.once(self.world.now)
        self._read_mail()
        last = self.latest(host.address)
        assert last is not None
        self._post(host, "\n".join(acts), last.reply_to)

    def _seats(self, game_id: int) -> list[str]:
        with self.world.store.reading() as conn:
            return [row.name for row in game_store.seats(conn, game_id)]

    def _read_mail(self) -> None:
        """Letters that went out reach their readers."""
        mail = self.world.box.mail
        for letter in mail[self._seen :]:
            self.sent.append((self.world.now, letter))
            person = self.by_address.get(letter.recipient)
            if person is not None:
                self._plan(self.world.now + person.delay(), "read", (person, letter))
                if person.habit == "away" and self.luck.random() < 0.02:
                    self._vacation(person, letter)
        self._seen = len(mail)

    def _vacation(self, person: Person, letter: Mail) -> None:
        text = "I am out of office. D4"
        head = "Auto-Submitted: auto-replied\n"
        self.world.post(person.address, text, letter.reply_to, head=head)

    def _taken(self, letter: OutgoingLetter) -> DeliveryResult:
        person = self.by_address.get(letter.recipient)
        if person is not None and not person.works(self.world.now):
            return refused("550 no such user")
        return SENT


def people(number: int, luck: random.Random, days: int) -> list[Person]:
    """Players, with habits in their proportions."""
    habits = [name for name, (share, _, _) in HABITS.items() for _ in range(share)]
    found = []
    for index in range(number):
        name = f"P{index}x"
        habit = habits[index * 37 % len(habits)]
        person = Person(name, f"{name.lower()}@p{index}.example", habit,
                        random.Random(f"{index}"))  # fmt: skip
        if habit == "leaving":
            person.quits = BEGIN + luck.uniform(0.1, 0.6) * days * DAY
        if habit == "bouncing":
            starts = [BEGIN + luck.uniform(0.05, 0.9) * days * DAY for _ in range(4)]
            person.broken = tuple((start, start + 9 * DAY) for start in starts)
        found.append(person)
    return found


def simulate(
    store: Database,
    folder: Path,
    games: int,
    players: int,
    days: int = 365,
    seed: int = 7,
    tell: Callable[[float], None] = lambda now: None,
) -> Year:
    """Runs a year; raises AssertionError where something does not hold."""
    luck = random.Random(seed)
    world = World(store, folder, "[limits]\nsender_hour = 200\ngames = 500\n")
    outages = tuple(
        (BEGIN + share * days * DAY, BEGIN + share * days * DAY + 7.5 * HOUR)
        for share in (0.21, 0.55)
    )
    year = Year(world, games, people(players, luck, days), luck, days, outages, tell)
    # What the server draws is of the seed too, so that a year can be lived again.
    drawn = random.Random(seed + 1).randbytes
    with (
        mock.patch("secrets.token_bytes", drawn),
        mock.patch("secrets.token_hex", lambda size: drawn(size).hex()),
    ):
        year.run()
    return year


class _Months:
    """Tells on standard error how far the year is."""

    def __init__(self, days: int) -> None:
        self.days = days
        self.told = 0

    def tell(self, now: float) -> None:
        """A line for each month that has begun."""
        day = int((now - BEGIN) / DAY)
        if day // 30 > self.told:
            self.told = day // 30
            print(f"day {day} of {self.days}", file=sys.stderr, flush=True)


def main() -> int:
    """Runs the full year, and tells the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        url = str(Path(place) / "year.db")
        if given.database == "postgres":
            from tests.support import servers

            url = servers.postgres().database("year")
        store = Database(url)
        began = time.perf_counter()
        year = simulate(
            store, Path(place), given.games, given.players, given.days, given.seed,
            _Months(given.days).tell,
        )  # fmt: skip
        took = time.perf_counter() - began
        figures = year_checks.check(year, full=given.games >= 200)
        head = f"{given.days} days of {given.games} games and {given.players} players"
        print(f"{head}, on {given.database}: {took:.0f} s.\n")
        print(year_report.told(figures))
        year.world.server.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
