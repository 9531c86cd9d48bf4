"""Players with habits, for the simulated year: when they read, what they answer."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from itertools import islice

from pbem.notation.parser import NotUnderstood
from pbem.record.replay import Story
from pbem.server.context import ServerContext
from pbem.server.store import game_store
from tests.support.server.world import Mail

HOUR, DAY = 3600.0, 86400.0
#: How many of a hundred players are like this, and how soon they answer, in hours.
HABITS: dict[str, tuple[int, float, float]] = {
    "prompt": (27, 0.2, 8),
    "daily": (18, 8, 30),
    "late": (15, 30, 90),
    "away": (10, 2, 30),
    "bouncing": (10, 1, 20),
    "leaving": (10, 1, 20),
    "quoting": (10, 1, 24),
}
SETTINGS = (
    "set digest daily", "set display list", "set calendar on",
    "set timezone America/New_York", "set timezone Asia/Tokyo", "standby all 2",
    "standby all 3",
)  # fmt: skip
ASKING = (
    "show history", "whois", "show orders", "standings", "games", "preview",
    "show turn 1", "help press", "show", "away", "proof",
)  # fmt: skip
_STUCK = 45 * DAY  #: after so long they want a game to end


@dataclass
class Person:
    """Somebody who plays."""

    name: str
    address: str
    habit: str
    luck: random.Random
    quits: float = 1e18  #: when they stop to answer for good
    #: when their mail does not work
    broken: tuple[tuple[float, float], ...] = ()
    said: int = 0
    asked: set[str] = field(default_factory=set)

    def delay(self) -> float:
        """How long they leave a letter unread."""
        _, least, most = HABITS[self.habit]
        return self.luck.uniform(least, most) * HOUR

    def works(self, now: float) -> bool:
        """Whether their mail server takes letters."""
        return not any(start <= now < end for start, end in self.broken)

    def quoted(self, text: str, mail: Mail) -> str:
        """An answer with the letter quoted, well or badly."""
        kind = self.luck.randrange(4) if self.habit == "quoting" else 0
        lines = mail.text.split("\n")
        marked = "\n".join(f"> {line}" for line in lines)
        if kind == 1:
            return f"{text}\n\n-----Original Message-----\n{mail.text}"
        if kind == 2:
            return f"{marked}\n\n{text}"
        if kind == 3:
            return text
        return f"{text}\n\nOn Tue, the referee wrote:\n{marked}"

    def answer(self, office: ServerContext, mail: Mail, now: float) -> str | None:
        """What they write to a letter, None for nothing."""
        subject = mail.subject
        if "please confirm" in subject or "you are invited" in subject:
            decline = self.luck.random() < 0.03
            return "decline" if decline else "accept"
        if "a seat for you" in subject:
            return "accept" if self.luck.random() < 0.7 else "decline"
        if subject.endswith(": a proposal"):
            return "agree" if self.luck.random() < 0.8 else "refuse"
        if subject == "Is this from you?":
            match = re.search(r"^ +(join \S+)$", mail.text, re.MULTILINE)
            return match[1] if match else None
        return self._orders(office, mail, now)

    def _orders(self, office: ServerContext, mail: Mail, now: float) -> str | None:
        match = re.search(r"\+g(\d+)\.", mail.reply_to)
        if match is None:
            return self._from_digest(office, mail, now)
        return self._turn(office, int(match[1]), now)

    def _from_digest(self, office: ServerContext, mail: Mail, now: float) -> str | None:
        found = []
        for name, serial in dict.fromkeys(
            re.findall(r"^ +game (\S+) #(\d+)$", mail.text, re.MULTILINE)
        ):
            with office.database.reading() as conn:
                game = game_store.find(conn, name)
            text = self._turn(office, game.id, now) if game else None
            if text:
                found.append(f"game {name} #{serial}\n{text}")
        return "\n".join(found) or None

    def _turn(self, office: ServerContext, game_id: int, now: float) -> str | None:
        with office.database.reading() as conn:
            game = game_store.get(conn, game_id)
            if game.state != "running":
                return None
            rows = game_store.seats(conn, game_id)
            homes = {row.name: row.player_id for row in rows if row.state != "gone"}
            me = _player(conn, self.address)
            story = office.game_cache.open(conn, game)
        mine = [seat for seat, player in homes.items() if player == me]
        waiting = [seat for seat in story.awaited() if seat in mine]
        if not waiting:
            return None
        tired = now - game.made > _STUCK
        lines = [_order(story, waiting[0], self.luck, tired=tired)]
        if self.luck.random() < 0.02:
            lines.insert(0, "wait")
        lines += self._besides(game.name, [s for s in homes if s not in mine], tired)
        return "\n".join(line for line in lines if line)

    def _besides(self, game: str, others: list[str], tired: bool) -> list[str]:
        """What else they write in a letter."""
        found = []
        roll = self.luck.random()
        if roll < 0.05 and others:
            self.said += 1
            to = self.luck.choice(others)
            found.append(f"press to {to}: secret-{self.name}-{game}-{self.said}")
        elif roll < 0.07:
            found.insert(0, "show")
        elif roll < 0.09 and tired:
            found.append("propose end")
        elif roll < 0.091:
            found.append(self.luck.choice(("propose undo", "propose draw")))
        elif roll < 0.13:
            found.append(self.luck.choice(SETTINGS))
            self.asked.add(found[-1])
        elif roll < 0.16:
            found.append(self.luck.choice(ASKING))
        elif roll < 0.17:
            found.append("press anonymously: somebody-said-something")
        return found


def _player(conn: object, address: str) -> int | None:
    from pbem.server.store import players

    return players.owner(conn, address)  # type: ignore[arg-type]


def _order(story: Story, seat: str, luck: random.Random, *, tired: bool) -> str:
    rules, state = story.game.rules, story.table.state
    if luck.random() < 0.02:
        return "what was I about to say"
    if tired:
        for text in ("resign", "pass"):
            try:
                order = story.game.notation.parse(text)
            except NotUnderstood:
                continue
            if not any(f.refuses for f in rules.bind(state, seat, order).faults):
                return text
    legal = [o for o in islice(rules.legal(state, seat), 40) if not o.anytime]
    return str(luck.choice(legal)) if legal else ""
