"""The data of one locked game: its row, seats and story, and what has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, ParamSpec

from pbem.pages import page
from pbem.protocol import FAILED, Event, Fault, Seat, seat_called
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.server.context import Transaction
from pbem.server.game.timers import Timers
from pbem.server.states import BEGUN, GameState, SeatState
from pbem.server.store import game_store, ladders, players
from pbem.server.store.game_store import AnyEntry, TimeEntry
from pbem.server.store.queries import insert, save
from pbem.server.store.rows import EntryRow, GameRow, SeatRow

P = ParamSpec("P")


class Failure(NamedTuple):
    """A line at which a game raised an exception: what kind, and where."""

    text: str
    kind: str
    module: str
    line: int

    @classmethod
    def of(cls, text: str, fault: Fault) -> Failure | None:
        """Return the failure behind a fault; None if the game raised no exception."""
        if fault.code != FAILED:
            return None
        return cls(text, *(fault.given[name] for name in ("kind", "module", "line")))


@dataclass(slots=True)
class GameSession(Transaction):
    """A transaction in which one game is locked, and what has come of it so far."""

    stored: GameRow  #: as it was found
    game: GameRow = field(init=False)  #: as it is now
    played: list[Played] = field(default_factory=list)
    begun: bool = False  #: the game began in this very look
    ended_early: bool = False  #: it ended otherwise than by its rules
    as_of: float = 0.0  #: when what is checked was due
    closing: int = -1  #: the turn whose deadline has passed
    pending: list[Callable[[], object]] = field(default_factory=list)
    remarks: list[page.Block] = field(default_factory=list)  #: for all reports
    #: the same for a seat alone
    own_remarks: dict[Seat, list[page.Block]] = field(default_factory=dict)
    #: what seats did that waits for no turn
    news: list[tuple[Seat, Event]] = field(default_factory=list)
    timers: Timers = field(init=False)
    #: windows that players have answered, and that the store does not count yet
    answers: Counter[int] = field(default_factory=Counter)
    loaded: Story | None = None  #: the story, once somebody asked for it
    _seats: Sequence[SeatRow] | None = None

    def __post_init__(self) -> None:
        self.game = self.stored
        self.as_of = self.now
        self.timers = Timers(self.conn, self.game.id)

    @property
    def story(self) -> Story:
        """The game as it is."""
        if self.loaded is None:
            self.loaded = self.context.game_cache.open(self.conn, self.game)
        return self.loaded

    @property
    def running(self) -> bool:
        """Whether the game goes on."""
        return self.game.state is GameState.RUNNING

    @property
    def has_report(self) -> bool:
        """Whether something happened that everybody must hear of."""
        over = GameState.OVER
        ended = self.game.state is over and self.stored.state is not over
        return self.begun or bool(self.played) or (ended and not self.ended_early)

    @property
    def serial(self) -> int:
        """What a token must name to be of this turn; -1 before the game."""
        return self.story.table.serial if self.game.state in BEGUN else -1

    def audit(self, what: str, detail: str = "", **ids: int | None) -> None:
        """Add a line about this game to the audit log."""
        Transaction.audit(self, what, detail, game_id=self.game.id, **ids)

    @property
    def discreet(self) -> bool:
        """Whether the game hides who has answered the open window."""
        window = self.story.window
        return window is not None and window.discreet

    def awaited(self) -> Sequence[Seat]:
        """Return the seats that the open window waits for."""
        return self.story.awaited() if self.running else ()

    def seats(self) -> Sequence[SeatRow]:
        """Return the seats, in order, as they are now."""
        if self.game.state not in BEGUN:
            return game_store.seats(self.conn, self.game.id)
        # From here on only `change_seat` changes them.
        if self._seats is None:
            self._seats = game_store.seats(self.conn, self.game.id)
        return self._seats

    def seat(self, name: Seat) -> SeatRow:
        """Return the seat of a name."""
        return next(row for row in self.seats() if row.name == name)

    def called(self, name: str) -> Seat:
        """Return the seat that a name means, also a role or a power; "" for none."""
        if self.running:
            return self.story.record.seat_of(name)
        return seat_called(name, [row.name for row in self.seats()])

    def manned(self) -> list[SeatRow]:
        """Return the seats that somebody plays."""
        return [row for row in self.seats() if row.state is SeatState.IN]

    def seat_of(self, player_id: int | None) -> SeatRow | None:
        """Return the seat that a player has here."""
        for seat in self.seats():
            if seat.player_id == player_id and seat.state is not SeatState.GONE:
                return seat
        return None

    def change_seat(self, row: SeatRow, new: SeatRow) -> None:
        """Change columns of a seat."""
        save(self.conn, row, new)
        self._seats = None

    def has_answered(self, seat: Seat, *, again: bool) -> None:
        """Note that a seat has answered its window: no turn is missed any more."""
        row = self.seat(seat)
        if row.misses:
            self.change_seat(row, row._replace(misses=0))
        if not again and not self.discreet:
            self.answers[row.player_id] += 1

    def count_answers(self) -> None:
        """Have the store count the windows that players have answered."""
        for player_id, times in sorted(self.answers.items()):
            players.count_asked(self.conn, player_id, times)
        self.answers.clear()

    def append(
        self,
        story: Story,
        line: AnyEntry,
        *,
        received: float | None = None,
        salt: str = "",
    ) -> None:
        """Append an entry to the record; `story` is what it leads to."""
        game = self.game
        received = self.as_of if received is None else received
        insert(self.conn, self._row(line, received, salt))
        self.game = game._replace(length=game.length + 1)
        for one in story.faults[len(self.story.faults) :]:
            if failure := Failure.of(one.source, one.fault):
                self.alert_of_failure(one.seat, failure)
        self.replace_story(story)

    def alert_of_failure(self, seat: Seat, failure: Failure) -> None:
        """Tell the host of a line at which the game raised an exception."""
        self.alert_host("order", name=self.game.name, seat=seat, one=failure)

    def log_unplayed(self, line: AnyEntry, received: float | None, salt: str) -> None:
        """Keep an order that does not count any more: a receipt has sealed it."""
        game = self.game
        insert(self.conn, self._row(line, received, salt)._replace(void=True))
        self.game = game._replace(length=game.length + 1)

    def _row(self, line: AnyEntry, received: float | None, salt: str) -> EntryRow:
        game = self.game
        if isinstance(line, TimeEntry):
            row = line.row(game.id, game.length, self.now)
        else:
            seat = self.seat(line.seat).number
            row = line.row(game.id, game.length, seat, self.now)
        return row._replace(salt=salt, received=received, due=game.deadline)

    def replace_story(self, story: Story) -> None:
        """Go on from another story: the record was changed to what leads to it."""
        self.loaded = story
        self.game = self.game._replace(revision=self.game.revision + 1)

    def save(self) -> None:
        """Write the game as it is now."""
        game = self.game
        if self.loaded is not None and game.state in BEGUN:
            game = game._replace(serial=self.loaded.table.serial)
            if game.state is GameState.OVER and game.ended is None:
                game = game._replace(ended=self.now)
        save(self.conn, self.stored, game)
        was, over = self.stored, GameState.OVER
        if was.state is over and (game.state, game.ended) != (over, was.ended):
            ladders.begin_anew(self.conn)

    def again(self, game: GameRow) -> GameSession:
        """Open the game once more, to try what would come of something.

        Its row was saved; its story is handed on, as the cache must not learn of
        what will be rolled back.
        """
        trial = GameSession(self.context, self.conn, self.now, game)
        trial.loaded, trial.as_of = self.loaded, self.as_of
        if self.loaded is not None:
            # What is only tried shows nobody what lies there.
            trial.loaded = replace(self.loaded.copy(), plans={})
        return trial

    def later(
        self, tell: Callable[P, object], /, *args: P.args, **given: P.kwargs
    ) -> None:
        """Have a letter written when everything else is done: it tells how the game
        stands then."""
        self.pending.append(partial(tell, *args, **given))
