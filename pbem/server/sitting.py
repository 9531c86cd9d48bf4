"""One game in one transaction: letters and the deadline in, record and mail out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.protocol import Event, Seat
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report import page
from pbem.report.builder import meaning_of
from pbem.server import (
    clock,
    desk,
    drawers,
    ends,
    fair,
    gamebook,
    invitations,
    limits,
    orders,
    people,
    receipt,
    reports,
    schema,
    tidings,
    words,
)
from pbem.server.compose import Draft
from pbem.server.gamebook import Line
from pbem.server.intake import Content
from pbem.server.office import Office
from pbem.server.store import note
from pbem.server.talk import Talk
from pbem.server.timers import Timers

_ENTRY = schema.entry.insert()
_ASKED = (
    schema.player.update()
    .where(schema.player.c.id == sa.bindparam("whose"))
    .values(asked=schema.player.c.asked + 1)
)
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
    settled: bool = False  #: it ended otherwise than by its rules
    happened: float = 0.0  #: when what is looked at was due
    closing: int = -1  #: the turn whose deadline has passed
    fields: dict[str, Any] = field(default_factory=dict)  #: of the game, changed
    notices: list[Callable[[], None]] = field(default_factory=list)
    remarks: list[page.Block] = field(default_factory=list)  #: for all reports
    #: what seats did that waits for no turn
    tidings: list[tuple[Seat, Event]] = field(default_factory=list)
    timers: Timers = field(init=False)
    _story: Story | None = None
    _seats: Sequence[Row[Any]] | None = None

    def __post_init__(self) -> None:
        game = self.game
        self.happened = self.now
        self.timers = Timers(self.link, game.id)
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
        ended = ended and not self.settled
        return self.begun or bool(self.played) or ended

    @property
    def serial(self) -> int:
        """What a token must name to be of this turn; -1 before the game."""
        if self.state in ("running", "over"):
            return self.story.table.serial
        return -1

    def field(self, name: str) -> Any:
        """A column of the game as it is now."""
        return self.fields.get(name, getattr(self.game, name))

    def put(self, **values: Any) -> None:
        """Changes columns of the game."""
        self.fields.update(values)

    def seats(self) -> Sequence[Row[Any]]:
        """The seats, in order, as they are now."""
        if self.state not in ("running", "over"):
            return gamebook.seats(self.link, self.game.id)
        # From here on only `seat_is` changes them.
        if self._seats is None:
            self._seats = gamebook.seats(self.link, self.game.id)
        return self._seats

    def seat_is(self, seat: str, **values: Any) -> None:
        """Changes columns of a seat."""
        table = schema.seat
        this = (table.c.game_id == self.game.id) & (table.c.name == seat)
        self.link.execute(table.update().where(this).values(values))
        self._seats = None

    def letter(self, row: Row[Any]) -> None:
        """Takes one letter: its commands and orders, line by line."""
        content = msgspec.msgpack.decode(bytes(row.content), type=Content)
        talk = Talk(self.office, self.link, self.now, row, content, self)
        talk.serial = self.serial
        self.talks.append(talk)
        self.quiet = 0
        self.happened = self.now
        desk.greet(talk)
        receipt.hear(talk)
        if self.state == "running" and self.deadline is None:
            self.renew()

    def seat_of(self, player_id: int | None) -> Row[Any] | None:
        """The seat that a player has here."""
        for seat in self.seats():
            if seat.player_id == player_id and seat.state != "gone":
                return seat
        return None

    def stale(self, talk: Talk) -> bool:
        """Whether a letter answers a turn that has passed."""
        if self.spent(talk):
            return True
        if talk.guard is None and talk.content.errand:
            # It names no turn: then it must have been written in this one.
            opened = self.field("opened")
            return opened is not None and talk.row.received < opened
        return talk.guard is not None and talk.guard != self.serial

    def spent(self, talk: Talk) -> bool:
        """Whether the token of a letter was for another turn: no words help it."""
        serial = talk.content.serial
        return serial is not None and serial != self.serial

    def order(self, talk: Talk, seat: Seat, lines: list[str]) -> orders.Offered:
        """Offers lines; what is accepted goes into the record."""
        clock.elapse(self, min(talk.row.received, self.now))
        serial = self.story.table.serial
        offered = orders.offer(self.story, seat, lines)
        if offered.story is None:
            return offered
        if drawers.keeps(self, seat, offered):
            drawers.keep(talk, self, seat, offered)
            return offered
        cause = f"letter:{talk.row.id}:{self.length}"
        line = Line(serial, seat, offered.text, cause)
        salt = fair.promise(talk, self.game.name, line)
        self.seat_spoke(seat, again=bool(offered.replaces))
        self.tidings += [(seat, event) for event in offered.news]
        self.take(offered.story, line, received=talk.row.received, salt=salt)
        self.played += offered.played
        if offered.resolved:
            self.renew()
        return offered

    def seat_spoke(self, seat: Seat, *, again: bool) -> None:
        """A seat has answered its window: it is no longer silent."""
        row = next(row for row in self.seats() if row.name == seat)
        if row.misses:
            self.seat_is(seat, misses=0)
        if not again:
            self.link.execute(_ASKED, {"whose": row.player_id})

    def rewrite(self, story: Story) -> None:
        """The record was changed by taking entries back; `story` is what it says."""
        self._story = story
        self.revision += 1
        self.changes += 1

    def begin(self, seed: bytes | None) -> None:
        """All have accepted: the game begins. Raises Unreadable."""
        link, number = self.link, self.game.id
        values = {"number": number, "state": "running", "seed": seed}
        link.execute(gamebook.CHANGE, values)
        self.game = gamebook.get(link, self.game.id)
        self._story = gamebook.read(link, self.game)
        self.state, self.begun = "running", True
        self.revision += 1
        self.renew()
        note(link, "begun", self.now, game_id=self.game.id)

    def drop(self) -> None:
        """The game will not be played."""
        self.state, self.deadline = "dropped", None
        note(self.link, "dropped", self.now, game_id=self.game.id)

    def close(self) -> None:
        """The deadline has passed."""
        if self.state in ("invited", "open"):
            self.drop()
            invitations.lapsed(self)
            return
        if self.state != "running":
            self.deadline = None
            return
        self.quiet += 1
        self.closing = self.serial
        clock.close(self)

    def finish(self, *, more: bool) -> Callable[[], None]:
        """Writes everything down; what is to be done after the commit."""
        story = self._story
        playing = self.state in ("running", "over") and story is not None
        while self.notices:
            self.notices.pop(0)()
        with self.office.post.together(self.link):
            if playing and story is not None:
                self._end(story)
                self._write(story, receipt.answer(self))
            else:
                receipt.answer(self)
        wake = self.now if more else clock.wake_at(self)
        values: dict[str, Any] = {
            "state": self.state,
            "deadline": self.deadline,
            "quiet": self.quiet,
            "length": self.length,
            "revision": self.revision,
            "wake_at": wake,
            **self.fields,
        }
        if playing and story is not None:
            values["serial"] = story.table.serial
            if self.state == "over" and self.game.ended is None:
                values["ended"] = self.now
        number = self.game.id
        self.link.execute(gamebook.CHANGE, {"number": number, **values})
        book, revision = self.office.book, self.revision

        def remember() -> None:
            if story is not None:
                book.keep(number, revision, story)

        return remember

    def take(
        self,
        story: Story,
        line: Line,
        *,
        received: float | None = None,
        salt: str = "",
    ) -> None:
        """A line goes into the record; `story` is what it leads to."""
        values = {
            "game_id": self.game.id,
            "number": self.length,
            "serial": line.serial,
            "seat": line.seat,
            "text": line.text,
            "cause": line.cause,
            "void": False,
            "made": self.now,
            "salt": salt,
            "received": self.happened if received is None else received,
            "due": self.deadline,
        }
        self.link.execute(_ENTRY, values)
        self._story = story
        self.length += 1
        self.revision += 1

    def _write(self, story: Story, leads: dict[int, reports.Lead]) -> None:
        """What happened goes to everybody, with the receipts on top."""
        if self.tells:
            chapters = None if self.begun else self.played
            reports.send(
                *(self.link, self.office, self.game, story, self.now),
                *(self.deadline, chapters, leads, self.remarks),
            )
        elif self.tidings:
            tidings.send(self)

    def _end(self, story: Story) -> None:
        window = story.game.rules.window(story.table.state)
        if self.state == "running" and window is None:
            self.state, self.deadline = "over", None
            self.put(result=json.dumps(ends.result(story)), paused=None)
            note(self.link, "over", self.now, game_id=self.game.id)

    def renew(self) -> None:
        """A window has opened: it gets its deadline."""
        drawers.empty(self)
        if self.now - self.happened > 600:
            self.happened = self.now
        clock.begin(self)
        if self.quiet >= QUIET:
            self._sleep()

    def wait(self) -> None:
        """Silence says nothing in this window: the game waits."""
        if self.quiet >= QUIET:
            self._sleep()
            return
        self.happened = self.now
        clock.shift(self, clock.fresh(self, self.now))
        self.remind(self.story.awaited(), 4)

    def remind(self, seats: Sequence[Seat], level: int) -> None:
        """Tells those who are awaited, the more urgently the higher the level."""
        default = self.story.game.rules.default
        for seat in self.seats():
            if seat.name not in seats or seat.state != "in":
                continue
            if not limits.may_remind(self.link, seat.player_id, self.game.id, self.now):
                continue
            means = default(self.story.table.state, seat.name)
            read = meaning_of(self.story, seat.name, means) if means else []
            self.tell(
                seat,
                "reminder",
                level=level,
                turn=self.serial,
                means=str(means) if means is not None else "",
                reads=[one.words for one in read],
                policy=self.field("silence"),
                left=self.field("misses") - seat.misses,
                until=reports.until(
                    *(self.link, self.office, seat.player_id, self.deadline, self.now)
                ),
            )

    def _sleep(self) -> None:
        """Nobody writes any more: neither do we, until somebody does."""
        self.deadline = None
        for seat in self.seats():
            self.tell(seat, "asleep", until="")
        note(self.link, "asleep", self.now, game_id=self.game.id)

    def tell(self, seat: Row[Any], what: str, /, **given: Any) -> None:
        """A letter to the player of a seat: templates/mail/<what>.j2."""
        name = self.game.name
        more = given.pop("more", [])
        level = {"level": given["level"]} if "level" in given else {}
        draft = Draft(
            subject=words.subject(what, name=name, **level),
            body=[*words.blocks(what, name=name, seat=seat.name, **given), *more],
            ref=reports.ref(self.game, self.serial),
            thread=reports.thread(self.office, self.game),
            due=self.deadline if seat.name in clock.awaited(self) else None,
        )
        if what in ("act", "reminder", "seat_taken"):
            # The deadline may have moved: calendars follow.
            player = people.get(self.link, seat.player_id)
            if player.calendar:
                entry = reports.ics(self.office, self.game, seat, draft, self.now)
                draft = replace(draft, calendar=entry)
        self.office.post.to_player(
            self.link,
            self.now,
            seat.player_id,
            draft,
            kind="notice" if what != "reminder" else "reminder",
            bearer=reports.bearer(self.game, seat, self.serial),
        )
