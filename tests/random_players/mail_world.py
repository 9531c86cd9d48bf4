"""A random world of games by mail: players, game masters, bots, a host, restarts."""

from __future__ import annotations

import random
import re
from pathlib import Path

from pbem.server.lobby import banning
from pbem.server.store import bans, game_store, players
from pbem.server.store.connection import Database
from tests.random_players import checks
from tests.random_players.letters import (
    LINES,
    STIRRING,
    OpenGame,
    act_of,
    joinable_games,
    line_of,
    running_games,
)
from tests.support.server.world import ANN, BOB, CID, DOT, HOST, REFEREE, Mail, World

DAY = 86400.0
SETTINGS = """
[limits]
sender_hour = 1000000
game_hour = 1000000
alike_day = 1000000
domain_hour = 1000000
[notify]
hosts = ["127.0.0.1"]
"""
KINDS = ("arena", "lava", "magma", "magblast", "mars", "lava", "arena")
PEOPLE = (ANN, BOB, CID, DOT)


def address_of(person: str) -> str:
    """Return the address of `Name <address>`."""
    return re.sub(r".*<(.*)>", r"\1", person)


class MailWorld:
    """Everything that happens follows from the seed.

    `step` does one thing; `end` lets half a year go by in silence and checks the whole
    store. Both raise AssertionError with the last letters where something is stuck,
    lost, done twice, sent twice or shown to the wrong person.
    """

    def __init__(self, seed: int, store: Database, folder: Path) -> None:
        self.luck = random.Random(seed)
        self.folder = folder
        self.world = World(store, folder, SETTINGS)
        self.history: list[str] = []
        self.secrets: dict[str, set[str]] = {}  #: who may read them, by their words
        self.stopped: set[str] = set()
        self.banned: set[str] = set()
        self._begin()

    def _begin(self) -> None:
        kind = self.luck.choice(KINDS)
        bot = self.luck.choice(("", "", ", bot", ", bot easy"))
        others = (BOB,) if kind == "lava" and bot else (BOB, CID)
        homes = ", ".join(map(address_of, others))
        self._write(ANN, f"new {kind} with {homes}{bot}", REFEREE)
        for person in (ANN, *others):
            self._answer(person, "accept")

    def step(self) -> None:
        """Do one random thing."""
        roll = self.luck.random()
        games = running_games(self.world.store)
        if not games or roll < 0.04:
            self._answer(self.luck.choice(PEOPLE), "new lava with bob@b.example, bot")
        elif roll < 0.36:
            self._awaited_play(self.luck.choice(games))
        elif roll < 0.44:
            self._time(self.luck.choice((60, 3600, DAY, 4 * DAY, 5 * DAY, 40 * DAY)))
        elif roll < 0.46:
            self._restart()
        elif roll < 0.49:
            self._join()
        elif roll < 0.6:
            self._act(self.luck.choice(games))
        else:
            self._line(self.luck.choice(games))

    def end(self) -> None:
        """Let half a year go by without a letter; then check the whole store."""
        for _ in range(6):
            self._time(30 * DAY)
        checks.check_store(self.world)
        self.world.server.close()

    def _awaited_play(self, game: OpenGame) -> None:
        for seat in game.awaited:
            address = game.seats[seat]
            if any(mail.recipient == address for mail in self.world.box.mail):
                self._answer(address, game.legal(seat, self.luck))

    def _line(self, game: OpenGame) -> None:
        person = self.luck.choice((*PEOPLE[:3], *PEOPLE))
        address = address_of(person)
        secret = f"secret-{len(self.secrets)}"
        lines = STIRRING if self.luck.random() < 0.4 else LINES
        line = line_of(self.luck, game, address, secret, lines)
        heard = re.match(r"press to (.*): secret-\d+$", line)
        if heard:
            readers = {game.seats.get(heard[1], ""), address}
            self.secrets[secret] = readers
        if line.startswith("host: "):
            self.secrets[secret] = {address, address_of(HOST)}
        self._answer(person, line)

    def _join(self) -> None:
        """Join a game that has a seat: who has kept too few turns for it gets none."""
        if not (found := joinable_games(self.world.store)):
            return
        game, person = self.luck.choice(found), self.luck.choice(PEOPLE)
        address, refusal = address_of(person), "of their last twenty turns;"
        with self.world.store.reading() as conn:
            number = players.owner(conn, address)
            row = players.get(conn, number) if number else None
            seated = {one.player_id for one in game_store.seats(conn, game.id)}
        turns = f"{row.recent:020b}"[-row.asked :] if row and row.asked else ""
        fit = 100 * turns.count("0") >= game.reliable * len(turns)
        out = self._answer(person, f"join {game.name}")
        refused = any(refusal in " ".join(mail.text.split()) for mail in out)
        assert not (fit and refused), self._with_history(f"{address} kept {turns}")
        with self.world.store.reading() as conn:
            now = {one.player_id for one in game_store.seats(conn, game.id)}
        joined = number in now - seated
        assert fit or not joined, self._with_history(f"{address} kept {turns}")

    def _act(self, game: OpenGame) -> None:
        roll = self.luck.random()
        if roll < 0.2:
            self._host_answers()
        elif roll < 0.3:
            self._ban()
        else:
            self._master(game)

    def _host_answers(self) -> None:
        """Answer the last words of a player to the host: that player alone reads it."""
        asked = [one for one in self.world.box.mail if "writes to you" in one.subject]
        if asked:
            (words,) = re.findall(r"secret-\d+", asked[-1].text)
            secret = f"secret-{len(self.secrets)}"
            self.secrets[secret] = self.secrets[words]
            self._write(HOST, f"The answer is {secret}.", asked[-1].reply_to)

    def _ban(self) -> None:
        """Let somebody play no more, or everybody play again."""
        address = address_of(self.luck.choice((CID, DOT)))
        self.history.append(f"ban or unban {address}")
        with self.world.office.writing(self.world.now) as tx:
            if address in self.banned:
                bans.lift(tx.conn, bans.named(address))
            else:
                banning.ban(tx, bans.named(address), self.world.now + 30 * DAY, "")
        self.banned ^= {address}
        self._run()

    def _master(self, game: OpenGame) -> None:
        self._answer(self.luck.choice((HOST, HOST, *PEOPLE)), act_of(self.luck, game))

    def _time(self, seconds: float) -> None:
        self.history.append(f"{seconds:.0f} seconds go by")
        self.world.now += seconds
        self._run()

    def _restart(self) -> None:
        """Close the server and begin another on the same store."""
        self.history.append("the server is started again")
        old = self.world
        old.server.close()
        self.world = World(old.store, self.folder, SETTINGS)
        self.world.now = old.now
        self.world.box = old.box
        self.world.server.sender.sink = old.box
        self._run()

    def _answer(self, person: str, text: str) -> list[Mail]:
        """Answer the last letter that somebody got; sometimes it comes twice. Return
        what is sent."""
        address = address_of(person)
        mine = [mail for mail in self.world.box.mail if mail.recipient == address]
        to = mine[-1].reply_to if mine and self.luck.random() < 0.93 else REFEREE
        out = self._write(person, text, to)
        asked = any(mail.subject == "Is this from you?" for mail in out)
        if asked and self.luck.random() < 0.9:
            last = self.world.last(address)
            out += self._write(person, text, last.reply_to)
        return out

    def _write(self, person: str, text: str, to: str) -> list[Mail]:
        self.history.append(f"{person}: {text}")
        name, address = f"{len(self.history)}@players.example", address_of(person)
        for copy in range(2 if self.luck.random() < 0.04 else 1):
            key = f"{name}:{copy}"
            self.world.post(person, text, to, message_id=name, key=key)
        if text == "stop":  # whoever stops all letters gets no answers either
            self.stopped.add(address)
        out = self._run()
        with_token = "+" in to
        if with_token and address not in self.stopped | self.banned:
            answered = any(mail.recipient == address for mail in out)
            assert answered, self._with_history(f"{address} gets no answer to {text!r}")
        return out

    def _run(self) -> list[Mail]:
        before = len(self.world.box.mail)
        self.world.run()
        out = self.world.box.mail[before:]
        try:
            checks.check_mail(self.world, out, self.secrets)
            checks.check_progress(self.world)
        except AssertionError as error:
            raise AssertionError(self._with_history(str(error))) from error
        return out

    def _with_history(self, fault: str) -> str:
        last = "\n".join(self.history[-14:])
        return f"{fault}\nThe last letters:\n{last}"
