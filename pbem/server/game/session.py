"""The data of one locked game: its row, seats and story, and what has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ParamSpec

import sqlalchemy as sa
from sqlalchemy.engine import Row

from pbem.protocol import Event, Seat
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report import page
from pbem.server.context import Transaction
from pbem.server.game.timers import Timers
from pbem.server.storage import game_store, schema
from pbem.server.storage.game_store import LogEntry

P = ParamSpec("P")
_ENTRY = schema.entry.insert()
_ASKED = (
    schema.player.update()
    .where(schema.player.c.id == sa.bindparam("whose"))
    .values(asked=schema.player.c.asked + 1)
)


@dataclass(slots=True)
class GameSession(Transaction):
    """A transaction in which one game is locked, and what has come of it so far."""

    game: Row[Any]
    state: str = ""
    deadline: float | None = None
    quiet: int = 0  #: deadlines in a row without any letter
    length: int = 0
    revision: int = 0
    played: list[Played] = field(default_factory=list)
    begun: bool = False  #: the game began in this very look
    ended_early: bool = False  #: it ended otherwise than by its rules
    as_of: float = 0.0  #: when what is looked at was due
    closing: int = -1  #: the turn whose deadline has passed
    fields: dict[str, Any] = field(default_factory=dict)  #: of the game, changed
    pending: list[Callable[[], object]] = field(default_factory=list)
    remarks: list[page.Block] = field(default_factory=list)  #: for all reports
    #: what seats did that waits for no turn
    news: list[tuple[Seat, Event]] = field(default_factory=list)
    timers: Timers = field(init=False)
    loaded: Story | None = None  #: the story, once somebody asked for it
    _seats: Sequence[Row[Any]] | None = None

    def __post_init__(self) -> None:
        game = self.game
        self.as_of = self.now
        self.timers = Timers(self.link, game.id)
        self.state, self.deadline = game.state, game.deadline
        self.quiet, self.length, self.revision = game.quiet, game.length, game.revision

    @property
    def story(self) -> Story:
        """The game as it stands."""
        if self.loaded is None:
            self.loaded = self.context.game_cache.open(self.link, self.game)
        return self.loaded

    @property
    def has_report(self) -> bool:
        """Whether something happened that everybody is to be told."""
        ended = self.state == "over" and self.game.state != "over"
        ended = ended and not self.ended_early
        return self.begun or bool(self.played) or ended

    @property
    def serial(self) -> int:
        """What a token must name to be of this turn; -1 before the game."""
        if self.state in ("running", "over"):
            return self.story.table.serial
        return -1

    def audit(self, what: str, detail: str = "", **ids: int | None) -> None:
        """Add a line about this game to the audit log."""
        Transaction.audit(self, what, detail, game_id=self.game.id, **ids)

    def awaited(self) -> Sequence[Seat]:
        """Return the seats that the open window waits for."""
        return self.story.awaited() if self.state == "running" else ()

    def field(self, name: str) -> Any:
        """Return a column of the game as it is now."""
        return self.fields.get(name, getattr(self.game, name))

    def put(self, **values: Any) -> None:
        """Change columns of the game."""
        self.fields.update(values)

    def seats(self) -> Sequence[Row[Any]]:
        """Return the seats, in order, as they are now."""
        if self.state not in ("running", "over"):
            return game_store.seats(self.link, self.game.id)
        # From here on only `change_seat` changes them.
        if self._seats is None:
            self._seats = game_store.seats(self.link, self.game.id)
        return self._seats

    def seat_of(self, player_id: int | None) -> Row[Any] | None:
        """Return the seat that a player has here."""
        for seat in self.seats():
            if seat.player_id == player_id and seat.state != "gone":
                return seat
        return None

    def change_seat(self, seat: Seat, **values: Any) -> None:
        """Change columns of a seat."""
        table = schema.seat
        this = (table.c.game_id == self.game.id) & (table.c.name == seat)
        self.link.execute(table.update().where(this).values(values))
        self._seats = None

    def has_answered(self, seat: Seat, *, again: bool) -> None:
        """Note that a seat has answered its window: no turn is missed any more."""
        row = next(row for row in self.seats() if row.name == seat)
        if row.misses:
            self.change_seat(seat, misses=0)
        if not again:
            self.link.execute(_ASKED, {"whose": row.player_id})

    def append(
        self,
        story: Story,
        line: LogEntry,
        *,
        received: float | None = None,
        salt: str = "",
    ) -> None:
        """Append an entry to the record; `story` is what it leads to."""
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
            "received": self.as_of if received is None else received,
            "due": self.deadline,
        }
        self.link.execute(_ENTRY, values)
        self.length += 1
        self.replace_story(story)

    def replace_story(self, story: Story) -> None:
        """Go on from another story: the record was changed to what leads to it."""
        self.loaded = story
        self.revision += 1

    def save(self, **more: Any) -> None:
        """Write the columns of the game as they are now, and `more` of them."""
        values: dict[str, Any] = {
            "state": self.state,
            "deadline": self.deadline,
            "quiet": self.quiet,
            "length": self.length,
            "revision": self.revision,
            **self.fields,
            **more,
        }
        if self.loaded is not None and self.state in ("running", "over"):
            values["serial"] = self.loaded.table.serial
            if self.state == "over" and self.game.ended is None:
                values["ended"] = self.now
        self.link.execute(game_store.UPDATE, {"number": self.game.id, **values})

    def again(self, game: Row[Any]) -> GameSession:
        """Open the game once more, to try what would come of something.

        Its row was saved; its story is handed on, as the cache must not learn of
        what will be rolled back.
        """
        trial = GameSession(self.context, self.link, self.now, game)
        trial.loaded, trial.as_of = self.loaded, self.as_of
        return trial

    def later(
        self, tell: Callable[P, object], /, *args: P.args, **given: P.kwargs
    ) -> None:
        """Have a letter written when everything else is done: it tells how the game
        stands then."""
        self.pending.append(partial(tell, *args, **given))
