"""One game in one transaction: letters and the deadline in, record and mail out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy.engine import Connection, Row

from pbem.header import Unreadable
from pbem.protocol import Seat
from pbem.referee import Played
from pbem.replay import Story
from pbem.server import (
    gamebook,
    invitations,
    orders,
    receipt,
    reports,
    schema,
    words,
)
from pbem.server.compose import Draft
from pbem.server.gamebook import Line
from pbem.server.intake import Content
from pbem.server.office import Office
from pbem.server.store import note
from pbem.server.talk import Talk

QUIET = 5  #: deadlines in a row without any letter, after which a game sleeps


@dataclass(slots=True)
class Sitting:
    """A game whose row is locked, and what has come of this look at it."""

    office: Office
    link: Connection
    game: Row[Any]
    now: float
    state: str = ""
    deadline: float | None = None
    quiet: int = 0
    length: int = 0
    revision: int = 0
    talks: list[Talk] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    begun: bool = False  #: the game began in this very look
    changes: int = 0
    _story: Story | None = None

    def __post_init__(self) -> None:
        game = self.game
        self.state, self.deadline = game.state, game.deadline
        self.quiet, self.length, self.revision = game.quiet, game.length, game.revision

    @property
    def story(self) -> Story:
        """The game as it stands."""
        if self._story is None:
            self._story = self.office.book.open(self.link, self.game)
        return self._story

    @property
    def tells(self) -> bool:
        """Whether something happened that everybody is to be told."""
        ended = self.state == "over" and self.game.state != "over"
        return self.begun or bool(self.played) or ended

    @property
    def serial(self) -> int:
        """What a token must name to be of this turn; -1 before the game."""
        if self.state in ("running", "over"):
            return self.story.table.serial
        return -1

    def letter(self, row: Row[Any]) -> None:
        """Takes one letter: its commands and orders, line by line."""
        content = msgspec.msgpack.decode(bytes(row.content), type=Content)
        talk = Talk(self.office, self.link, self.now, row, content, self)
        talk.serial = self.serial
        self.talks.append(talk)
        self.quiet = 0
        receipt.hear(talk)
        if self.state == "running" and self.deadline is None:
            self._new_deadline()

    def seat_of(self, player_id: int | None) -> Row[Any] | None:
        """The seat that a player has here."""
        for seat in gamebook.seats(self.link, self.game.id):
            if seat.player_id == player_id:
                return seat
        return None

    def stale(self, talk: Talk) -> bool:
        """Whether a letter answers a turn that has passed."""
        serial = talk.content.serial
        return serial is not None and serial != self.serial

    def order(self, talk: Talk, seat: Seat, lines: list[str]) -> orders.Offered:
        """Offers lines; what is accepted goes into the record."""
        serial = self.story.table.serial
        offered = orders.offer(self.story, seat, lines)
        if offered.story is None:
            return offered
        cause = f"letter:{talk.row.id}:{self.length}"
        self._take(offered.story, Line(serial, seat, offered.text, cause))
        self.played += offered.played
        if offered.resolved:
            self._new_deadline()
        return offered

    def replace(self, story: Story) -> None:
        """The record was changed by taking entries back; `story` is what it says."""
        self._story = story
        self.revision += 1
        self.changes += 1

    def begin(self, seed: bytes | None) -> None:
        """All have accepted: the game begins. Raises Unreadable."""
        table = schema.game
        values = {"state": "running", "seed": seed}
        link, this = self.link, table.c.id == self.game.id
        link.execute(table.update().where(this).values(values))
        self.game = gamebook.get(link, self.game.id)
        self._story = gamebook.read(link, self.game)
        self.state, self.begun = "running", True
        self.revision += 1
        self._new_deadline()
        note(link, "begun", self.now, game_id=self.game.id)

    def drop(self) -> None:
        """The game will not be played."""
        self.state, self.deadline = "dropped", None
        note(self.link, "dropped", self.now, game_id=self.game.id)

    def close(self) -> None:
        """The deadline has passed."""
        if self.state == "invited":
            self.drop()
            invitations.lapsed(self)
            return
        if self.state != "running":
            self.deadline = None
            return
        self.quiet += 1
        trial = gamebook.copy(self.story)
        trial.tell = self.played.append
        serial = trial.table.serial
        try:
            trial.close()
        except Unreadable:
            self._remind()
            return
        trial.tell = None
        cause = f"deadline:{self.game.id}:{serial}:{self.deadline}"
        self._take(trial, Line(serial, None, "", cause))
        self._new_deadline()

    def finish(self, *, more: bool) -> Callable[[], None]:
        """Writes everything down; what is to be done after the commit."""
        story = self._story
        playing = self.state in ("running", "over") and story is not None
        if playing and story is not None:
            self._end(story)
            leads = receipt.answer(self)
            if self.tells:
                chapters = None if self.begun else self.played
                reports.send(
                    *(self.link, self.office, self.game, story, self.now),
                    *(self.deadline, chapters, leads),
                )
        else:
            receipt.answer(self)
        wake = self.now if more else self.deadline
        values: dict[str, Any] = {
            "state": self.state,
            "deadline": self.deadline,
            "quiet": self.quiet,
            "length": self.length,
            "revision": self.revision,
            "wake_at": wake,
        }
        if playing and story is not None:
            values["serial"] = story.table.serial
            if self.state == "over" and self.game.ended is None:
                values["ended"] = self.now
        table, number = schema.game, self.game.id
        self.link.execute(table.update().where(table.c.id == number).values(values))
        book, revision = self.office.book, self.revision

        def remember() -> None:
            if story is not None:
                book.keep(number, revision, story)

        return remember

    def _take(self, story: Story, line: Line) -> None:
        self.link.execute(
            schema.entry.insert().values(
                game_id=self.game.id,
                number=self.length,
                serial=line.serial,
                seat=line.seat,
                text=line.text,
                cause=line.cause,
                void=False,
                made=self.now,
            )
        )
        self._story = story
        self.length += 1
        self.revision += 1

    def _end(self, story: Story) -> None:
        window = story.game.rules.window(story.table.state)
        if self.state == "running" and window is None:
            self.state, self.deadline = "over", None
            note(self.link, "over", self.now, game_id=self.game.id)

    def _new_deadline(self) -> None:
        self.deadline = self.now + self.game.pace
        if self.quiet >= QUIET:
            self._sleep()

    def _remind(self) -> None:
        """Silence says nothing in this window: the game waits."""
        if self.quiet >= QUIET:
            self._sleep()
            return
        self.deadline = self.now + self.game.pace
        waiting = self.story.awaited()
        until = reports.deadline(self.office, self.deadline, self.now)
        for seat in gamebook.seats(self.link, self.game.id):
            if seat.name in waiting:
                self._tell(seat, "reminder", until=until)

    def _sleep(self) -> None:
        """Nobody writes any more: neither do we, until somebody does."""
        self.deadline = None
        for seat in gamebook.seats(self.link, self.game.id):
            self._tell(seat, "asleep", until="")
        note(self.link, "asleep", self.now, game_id=self.game.id)

    def _tell(self, seat: Row[Any], what: str, **given: Any) -> None:
        name = self.game.name
        draft = Draft(
            subject=words.subject(what, name=name),
            body=words.blocks(what, name=name, seat=seat.name, **given),
            ref=reports.ref(self.game, self.serial),
            thread=reports.thread(self.office, self.game),
        )
        self.office.post.to_player(
            self.link,
            self.now,
            seat.player_id,
            draft,
            kind="notice",
            bearer=reports.bearer(self.game, seat, self.serial),
        )
