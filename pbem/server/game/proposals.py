"""What players can propose to each other: whom it is for, why it cannot be, how many
must agree, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.notation.parser import NotUnderstood
from pbem.pages.wording import words
from pbem.plugins.games import find
from pbem.protocol import Bound, Seat, failures
from pbem.schedule.parser import parse_time_control
from pbem.schedule.time_control import UnknownTime
from pbem.schedule.units import DAY
from pbem.server.game import deadlines, endings, game_masters, undo
from pbem.server.game.notify import notify_masters
from pbem.server.game.session import GameSession
from pbem.server.states import SeatState, VoteKind
from pbem.server.store import games, players
from pbem.server.store.rows import VoteRow

MAX_LATER = 60 * DAY  #: seconds that players can agree to move a deadline by
#: What asks for a draw where it is an order, and the fault of a game without draws.
DRAW_ORDERS, NO_DRAWS = ("offer draw", "vote draw"), "illegal.no-draws"


def voters(session: GameSession, *, bots: bool = False) -> list[Seat]:
    """Return the seats that may vote: those still playing, people only unless
    `bots`."""
    states = (SeatState.IN, SeatState.BOT) if bots else (SeatState.IN,)
    seats = [row.name for row in session.seats() if row.state in states]
    bound = {seat: _bound(session, seat, "resign") for seat in seats}
    return [seat for seat, one in bound.items() if one is None or one.order is not None]


def _bound(session: GameSession, seat: Seat, text: str) -> Bound[Any] | None:
    """Return what an order comes to in the open turn; None where the game has no
    such order."""
    story = session.story
    try:
        order = story.game.notation.parse(text)
    except NotUnderstood:
        return None
    return failures.bind(story.game.rules, story.table.state, seat, order)


def no_draws(session: GameSession) -> str:
    """Return how a game says that it knows no draw; "" where it may know one."""
    game, seat = session.story.game, session.seats()[0].name
    tried = [_bound(session, seat, text) for text in DRAW_ORDERS]
    faults = [fault for one in tried if one is not None for fault in one.faults]
    found = [words(game).fault(fault) for fault in faults if fault.code == NO_DRAWS]
    return found[0] if found else ""


def lost_to(session: GameSession) -> list[Seat] | None:
    """Return who wins a game that counts in the standings when people end it: the bots
    that still play, as they are not asked; nobody where all are one team. None: it
    counts for nothing."""
    bots = {row.name for row in session.seats() if row.bot}
    if not bots or not games.all_want_it_rated(session.conn, session.game.id):
        return None
    playing = [seat for seat in voters(session, bots=True) if seat in bots]
    mixed = [team for team in endings.teams(session.story) if not bots.issuperset(team)]
    wins = [seat for seat in playing if not any(seat in team for team in mixed)]
    return wins if playing else None


@dataclass(frozen=True, slots=True)
class Proposal:
    """One thing that players can agree to; all who play must."""

    more: str = ""  #: the time, or the address
    kind: ClassVar[VoteKind]
    #: whether a letter says that it has passed; else what comes of it has its own
    tells_result: ClassVar[bool] = False

    @property
    def what(self) -> str:
        """The proposal as it is written and shown."""
        return f"{self.kind} {self.more}".rstrip()

    def asked(self, session: GameSession) -> list[Seat]:
        """Return the seats that must agree."""
        return voters(session)

    def refusal(self, session: GameSession) -> str:
        """Return why it cannot be proposed now, as a word, or as its game says that;
        "" where it can."""
        return ""

    def last_moment(self, session: GameSession, until: float) -> float:
        """Return when a vote ends that would be open until a time."""
        return until

    def decided(self, may: int, yes: int, no: int) -> bool | None:
        """Return what so many votes of `may` come to; None: nothing yet."""
        if no:
            return False
        return True if yes == may else None

    def lapsed(self, session: GameSession, serial: int) -> bool:
        """Return whether the proposal expired with the turn in which it was made."""
        return False

    def carry_out(self, session: GameSession) -> None:
        """Do what enough have agreed to."""


class Undo(Proposal):
    """The last turn is taken back."""

    kind = VoteKind.UNDO

    def refusal(self, session: GameSession) -> str:
        """Return why it cannot be proposed now."""
        if lost_to(session) is not None:
            return "counts"
        return "nothing" if session.serial < 1 else ""

    def carry_out(self, session: GameSession) -> None:
        """Take the turn back."""
        undo.roll_back(session, undo.turn_before(session), act_id=None)


class DrawProposal(Proposal):
    """All who still play share the game."""

    kind = VoteKind.DRAW

    def refusal(self, session: GameSession) -> str:
        """Return why it cannot be proposed now."""
        return "counts" if lost_to(session) is not None else no_draws(session)

    def carry_out(self, session: GameSession) -> None:
        """End the game. Bots are not asked, and have their share no less."""
        endings.end(session, voters(session, bots=True), "agreed-draw")


class End(Proposal):
    """The game ends without a winner."""

    kind = VoteKind.END

    def carry_out(self, session: GameSession) -> None:
        """End the game."""
        bots = lost_to(session)
        reason = "agreed-end" if bots is None else "given-up"
        endings.end(session, bots or [], reason)


class Rate(Proposal):
    """A game with bots counts in the standings."""

    kind = VoteKind.RATED
    tells_result = True

    def asked(self, session: GameSession) -> list[Seat]:
        """Return the people in the game: it is about their ratings."""
        return [row.name for row in session.manned()]

    def refusal(self, session: GameSession) -> str:
        """Return why it cannot be proposed now."""
        if not any(row.bot for row in session.seats()):
            return "no-bots"
        if games.all_want_it_rated(session.conn, session.game.id):
            return "is-rated"
        late = session.serial > 0 and len(session.manned()) == 1
        return "late" if late else ""


class Extend(Proposal):
    """The deadline of the open turn moves."""

    kind = VoteKind.EXTEND
    tells_result = True

    def refusal(self, session: GameSession) -> str:
        """Return why a deadline cannot be moved."""
        deadline = session.game.deadline
        if deadline is None or deadlines.hourglass(session.story) is not None:
            return "no-deadline"
        later = self._later(session, deadline)
        if later is None or not deadline < later <= deadline + MAX_LATER:
            return "span"
        return ""

    def last_moment(self, session: GameSession, until: float) -> float:
        """Return when its vote ends: at the deadline, at the latest."""
        deadline = session.game.deadline
        return until if deadline is None else min(until, deadline)

    def lapsed(self, session: GameSession, serial: int) -> bool:
        """Return whether another turn is open: more time is for that of the vote."""
        return serial != session.serial

    def carry_out(self, session: GameSession) -> None:
        """Move the deadline."""
        deadline = session.game.deadline
        later = None if deadline is None else self._later(session, deadline)
        if later is not None:
            deadlines.shift(session, later)

    def _later(self, session: GameSession, deadline: float) -> float | None:
        """Return the deadline that it leads to; None where it says no time."""
        try:
            stretch = parse_time_control(self.more)
            if stretch.stretch is None:
                return None
            return stretch.after(deadline, session.config.zone)
        except (UnknownTime, OverflowError):
            return None


class Appoint(Proposal):
    """The owner of an address becomes a game master; a majority is enough."""

    kind = VoteKind.MASTER
    tells_result = True

    def refusal(self, session: GameSession) -> str:
        """Return why it cannot be proposed now."""
        # A game master sees everything: nobody who plays can be one.
        owner = players.owner(session.conn, self.more)
        if owner is not None and session.seat_of(owner) is not None:
            return "master-plays"
        return "" if game_masters.silent_for_long(session) else "master-here"

    def decided(self, may: int, yes: int, no: int) -> bool | None:
        """Return what the votes come to: more than half of those who still play."""
        if 2 * yes > may:
            return True
        return False if 2 * no >= may else None

    def carry_out(self, session: GameSession) -> None:
        """Make them a game master."""
        appoint(session, self.more)


_KINDS: dict[VoteKind, type[Proposal]] = {
    one.kind: one for one in (Undo, DrawProposal, End, Rate, Extend, Appoint)
}


def of(row: VoteRow) -> Proposal:
    """Return what a vote is about."""
    return _KINDS[row.kind](row.more)


def proposal(kind: str, more: str = "") -> Proposal:
    """Return a proposal of a kind, by its word. Raises ValueError."""
    return _KINDS[VoteKind(kind)](more)


def appoint(session: GameSession, address: str, *, by_host: bool = False) -> None:
    """Make the owner of an address a master of this game."""
    conn, now = session.conn, session.now
    player_id = players.get_or_create(conn, address.lower(), "", now)
    games.add_master(conn, session.game.id, player_id, now)
    session.audit("master", address, player_id=player_id)
    session.later(_tell_masters, session, player_id, address, by_host)


def _tell_masters(
    session: GameSession, player_id: int, address: str, by_host: bool
) -> None:
    """Tell the game masters that they are one more."""
    names: Sequence[Seat] = [row.name for row in session.seats()]
    notify_masters(
        session,
        "appointed",
        fresh=player_id,
        address=address,
        title=find(session.game.kind).title,
        by_host=by_host,
        serial=max(session.serial, 0),
        seats=names,
    )
