"""One letter that is being answered, as it came in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.authoring.loading import loaded
from pbem.pages import page
from pbem.plugins import games
from pbem.plugins.games import Game
from pbem.report.model import Reader
from pbem.schedule.units import DAY
from pbem.server import naming
from pbem.server.context import Transaction
from pbem.server.game import commitments
from pbem.server.game.receipt import Receipt
from pbem.server.game.session import GameSession
from pbem.server.states import SeatState
from pbem.server.store import players
from pbem.server.store.game_store import LogEntry
from pbem.server.store.letters import SortedLetter
from pbem.server.store.reply_tokens import TURN_DAYS
from pbem.server.store.rows import GameSettings, LetterRow, SeatRow


@dataclass(slots=True)
class Request(Transaction):
    """A letter as it came in, its writer as far as known, and the receipt for it.

    Nothing of it is changed but by `dataclasses.replace`; commands look into it, and
    `say` what came of them, which the receipt gathers.
    """

    row: Final[LetterRow]
    content: Final[SortedLetter]
    session: Final[GameSession | None] = None  #: the game that it is for
    serial: Final[int] = -1  #: the turn of that game when it was read
    guard: Final[int | None] = None  #: the turn that its next lines are for, if any
    preview: Final[bool] = False  #: its next lines are to be shown, not kept
    #: Of a game that it begins.
    settings: Final[GameSettings] = field(default_factory=GameSettings)
    receipt: Final[Receipt] = field(default_factory=Receipt)

    @property
    def player_id(self) -> int | None:
        """Who wrote it, where that is proven."""
        return self.content.player_id

    @property
    def writer_id(self) -> int:
        """Who wrote it, in a command that needs a proven writer."""
        assert self.content.player_id is not None
        return self.content.player_id

    def claimed_writer(self) -> int:
        """Return whom its address belongs to, proven or not: a new player where it is
        nobody's."""
        called = naming.first_name(self.content.name)
        return players.get_or_create(self.conn, self.content.writer, called, self.now)

    @property
    def seat(self) -> SeatRow | None:
        """The seat of its writer in the game that it is for."""
        return self.session.seat_of(self.player_id) if self.session else None

    @property
    def reader(self) -> Reader:
        """Its proven writer, as a reader of the game that it is for."""
        seat, player = self.seat, players.get(self.conn, self.writer_id)
        return Reader(seat=seat.name if seat else None, display=player.display)

    @property
    def is_starter(self) -> bool:
        """Whether its writer began the game, and has taken a seat there."""
        own = self.seat
        return own is not None and own.number == 0 and own.state is SeatState.IN

    def in_game(self) -> tuple[GameSession, SeatRow | None]:
        """Return the game that it must be for, and its writer's seat there."""
        assert self.session is not None
        return self.session, self.seat

    def find_kind(self, name: str) -> Game | None:
        """Return the kind of game by this name; None, with a refusal in the receipt,
        where there is none.

        People write "mag-blast", as the box does.
        """
        plain = name.replace("-", "").lower()
        if name.lower() not in games.everywhere() and plain in games.built_in():
            name = plain
        try:
            return loaded(games.find(name))
        except games.Broken as fault:
            self.refuse("broken_game", name=fault.name)
        except games.GameFault as fault:
            self.refuse("no_such_game", **fault.fault.given)
        return None

    @property
    def spent(self) -> bool:
        """Whether its token was for another turn: no words help such a letter."""
        assert self.session is not None
        if self.content.forwarded:
            return self.content.spent
        serial = self.content.serial
        return serial is not None and serial != self.session.serial

    @property
    def spent_elsewhere(self) -> bool:
        """Whether its token is too old to speak for another game."""
        if self.content.forwarded:
            return self.content.spent
        if self.session is not None and self.spent:
            return True
        minted = self.content.made
        return minted is not None and minted + TURN_DAYS * DAY <= self.now

    @property
    def stale(self) -> bool:
        """Whether it answers a turn that has passed."""
        assert self.session is not None
        if self.spent:
            return True
        if self.guard is None and self.content.forwarded:
            # It names no turn: then it must have been written in this one.
            opened = self.session.game.opened
            return opened is not None and self.row.received < opened
        return self.guard is not None and self.guard != self.session.serial

    def for_turn(self, serial: int | None) -> Request:
        """Return a copy whose next lines name this turn; None: the request itself."""
        return self if serial is None else replace(self, guard=serial)

    def commit(self, game: str, line: LogEntry) -> str:
        """Show the commitment to an order in the receipt; return its salt, which the
        caller stores."""
        salt = commitments.new_salt()
        came = commitments.stamp(self.row.received)
        sealed = (game, line.serial, line.seat, line.text, came, salt)
        self.receipt.seals.append(commitments.commitment(*sealed))
        return salt

    def say(self, template: str, /, *, refuses: bool = False, **given: Any) -> None:
        """Add a part to the receipt: templates/mail/<template>.j2."""
        self.receipt.say(template, refuses=refuses, **given)

    def refuse(self, template: str, /, **given: Any) -> None:
        """Add a part that says why something was not done that was asked of us."""
        self.receipt.attempted = True
        self.receipt.say(template, refuses=True, **given)

    def show(self, blocks: list[page.Block]) -> None:
        """Add a finished part to the receipt."""
        self.receipt.show(blocks)
