"""One letter being answered: what it said so far, and what is said back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pbem import games
from pbem.authoring.loading import loaded
from pbem.games import Game
from pbem.report import page
from pbem.report.model import Reader
from pbem.server import naming
from pbem.server.context import Transaction
from pbem.server.database.rows import GameSettings, LetterRow, SeatRow
from pbem.server.game import commitments
from pbem.server.game.session import GameSession
from pbem.server.outbound import templates
from pbem.server.queue.letters import SortedLetter
from pbem.server.queue.reply_tokens import TURN_DAYS
from pbem.server.schedule.units import DAY
from pbem.server.states import SeatState
from pbem.server.storage import players
from pbem.server.storage.game_store import LogEntry


@dataclass(slots=True)
class Request(Transaction):
    """A letter, its writer as far as known, and the receipt that grows.

    Commands are handed it: they look into it, and `say` what is to be said.
    """

    row: LetterRow
    content: SortedLetter
    session: GameSession | None = None  #: the game that it is for
    serial: int = -1  #: the turn of that game when it was read
    said: list[page.Block] = field(default_factory=list)
    understood: bool = False  #: something in it was of use
    ordered: bool = False  #: orders of it are in the record
    attempted: bool = False  #: a line of it was for us, though nothing may come of it
    done: bool = False  #: something was said that is no refusal
    refused: bool = False  #: something was refused
    preview: bool = False  #: what follows is to be shown, not kept
    only_previews: bool = False  #: nothing was done before that
    greets: bool = False  #: the answer begins with a hello of its own
    silent: bool = False  #: another letter answers it already
    seals: list[str] = field(default_factory=list)  #: of the orders that it brought
    guard: int | None = None  #: the turn that the next lines are for, if they say it
    settings: GameSettings = field(default_factory=GameSettings)  #: of a game it begins
    planned: tuple[str, ...] = ()  #: if-then lines that were kept
    tried: tuple[str, ...] = ()  #: if-then lines that are only to be shown
    read_back: bool = False  #: that was done with them
    shown: list[str] = field(default_factory=list)  #: own orders that are only shown
    to_master: list[str] = field(default_factory=list)  #: words for the game master
    left: list[str] = field(default_factory=list)  #: lines of mere talk
    sent_on: int = 0  #: lines of it went to other games
    #: lines that are done only when they are confirmed
    unconfirmed: list[str] = field(default_factory=list)
    #: lines for a turn that has passed: "yes" to the receipt sends them once more
    given_back: list[str] = field(default_factory=list)

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
        return players.get_or_create(self.link, self.content.writer, called, self.now)

    @property
    def seat(self) -> SeatRow | None:
        """The seat of its writer in the game that it is for."""
        return self.session.seat_of(self.player_id) if self.session else None

    @property
    def reader(self) -> Reader:
        """Its proven writer, as a reader of the game that it is for."""
        seat, player = self.seat, players.get(self.link, self.writer_id)
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
        """Return the kind of game of a name; None, and it is said, where none is.

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
        if self.content.errand:
            return self.content.spent
        serial = self.content.serial
        return serial is not None and serial != self.session.serial

    @property
    def spent_elsewhere(self) -> bool:
        """Whether its token is too old to speak for another game."""
        if self.content.errand:
            return self.content.spent
        if self.session is not None and self.spent:
            return True
        made = self.content.made
        return made is not None and made + TURN_DAYS * DAY <= self.now

    @property
    def stale(self) -> bool:
        """Whether it answers a turn that has passed."""
        assert self.session is not None
        if self.spent:
            return True
        if self.guard is None and self.content.errand:
            # It names no turn: then it must have been written in this one.
            opened = self.session.game.opened
            return opened is not None and self.row.received < opened
        return self.guard is not None and self.guard != self.session.serial

    @property
    def parts(self) -> list[page.Block]:
        """What is said back so far, and in one line what was left aside as talk."""
        talk = [line for line in self.left if line.strip()]
        return [*self.said, *templates.blocks("as_talk", lines=talk)]

    def commit(self, game: str, line: LogEntry) -> str:
        """Commit to an order that it brought: the receipt tells the commitment, the
        salt is returned, to be kept."""
        salt = commitments.new_salt()
        assert line.seat is not None
        came = commitments.stamp(self.row.received)
        sealed = (game, line.serial, line.seat, line.text, came, salt)
        self.seals.append(commitments.commitment(*sealed))
        return salt

    def say(self, template: str, /, *, refuses: bool = False, **given: Any) -> None:
        """Add a part to the receipt: templates/mail/<template>.j2."""
        self.refused = self.refused or refuses
        self.done = self.done or not refuses
        self.said += templates.blocks(template, **given)

    def refuse(self, template: str, /, **given: Any) -> None:
        """Add a part that says why something that the letter tried was not done."""
        self.attempted = True
        self.say(template, refuses=True, **given)

    def show(self, blocks: list[page.Block]) -> None:
        """Add a part that stands already."""
        self.done = True
        self.said += blocks
