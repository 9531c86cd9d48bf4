"""The acts of game masters, by name. Each is given a session and its words, and says
in a few words what it did; Refused says why it could not."""

from __future__ import annotations

from collections.abc import Callable

from pbem.mail.message.addresses import normalize_address
from pbem.plugins.games import nearest
from pbem.protocol import Seat
from pbem.record.replay import NoDefault, Story
from pbem.report import builder
from pbem.report.model import Reader
from pbem.schedule.parser import parse_moment, parse_time_control
from pbem.schedule.time_control import UnknownTime
from pbem.server.game import (
    deadlines,
    drafts,
    endings,
    missed_turns,
    orders,
    plans,
    proposals,
    undo,
)
from pbem.server.game.notify import notify
from pbem.server.game.offered import Offered
from pbem.server.game.session import GameSession
from pbem.server.game.window import open_window
from pbem.server.lobby import game_settings, guests, invitations, standby
from pbem.server.lobby.game_settings import UnknownSetting
from pbem.server.states import BEGUN, NOT_BEGUN, SEATED, EntrySource, OptOut, SeatState
from pbem.server.store import bans, blocks, game_store, players
from pbem.server.store.game_store import LogEntry
from pbem.server.store.rows import SeatRow

#: Acts that give somebody power over a seat.
ABOUT_SEATS = frozenset({"replace", "standby", "kick", "act_as", "correct", "master"})
#: Acts that everybody hears of by a letter of their own kind.
SELF_ANNOUNCED = frozenset({"undo", "replace", "kick", "standby", "close"})


class ActRefused(Exception):
    """An act that cannot be done; `what` picks the words."""

    def __init__(self, what: str, detail: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.detail = detail


def _running(session: GameSession) -> None:
    if not session.running:
        raise ActRefused("not-running", session.game.state)


def _seat(session: GameSession, name: str) -> SeatRow:
    rows = {row.name: row for row in session.seats()}
    seat = session.called(name)
    if not seat:
        raise ActRefused("seat", f"{name}|{nearest(name, rows)}|{', '.join(rows)}")
    return rows[seat]


def _is_written_to(session: GameSession, address: str) -> None:
    if bans.of(session.conn, address) is not None:
        raise ActRefused("banned", address)
    if blocks.of(session.conn, address) is OptOut.ALL:
        raise ActRefused("stopped", address)


def pause(session: GameSession, *, act_id: int, why: str) -> str:
    """Stop the clock."""
    _running(session)
    if session.game.paused is not None:
        raise ActRefused("paused")
    deadlines.pause(session)
    return "the clock is stopped"


def resume(session: GameSession, *, act_id: int, why: str) -> str:
    """Let the clock run again."""
    _running(session)
    if session.game.paused is None:
        raise ActRefused("not-paused")
    deadlines.resume(session)
    return "the clock runs again"


def deadline(session: GameSession, words: str, *, act_id: int, why: str) -> str:
    """Set the deadline of the open turn."""
    _running(session)
    try:
        when = parse_moment(words, session.now, session.config.zone)
    except (UnknownTime, OverflowError):
        raise ActRefused("time", words) from None
    if when <= session.now:
        raise ActRefused("past", words)
    session.game = session.game._replace(paused=None, remains=None)
    deadlines.shift(session, when)
    return f"the deadline is {words}"


def extend(session: GameSession, words: str, *, act_id: int, why: str) -> str:
    """Move the deadline of the open turn."""
    _running(session)
    if session.game.paused is not None:
        raise ActRefused("paused")
    try:
        stretch = parse_time_control(words.removeprefix("by "))
    except UnknownTime:
        raise ActRefused("time", words) from None
    if stretch.stretch is None:
        raise ActRefused("time", words)
    base = session.now if session.game.deadline is None else session.game.deadline
    deadlines.shift(session, stretch.after(base, session.config.zone))
    return f"the deadline is {stretch} later"


def process(session: GameSession, *, act_id: int, why: str) -> str:
    """Close the open turn now, as at its deadline."""
    _running(session)
    serial = session.serial
    trial = session.story.copy()
    try:
        trial.close()
    except NoDefault:
        waiting = builder.awaited(session.story, Reader())
        raise ActRefused("no-default", ", ".join(waiting)) from None
    session.game = session.game._replace(paused=None, remains=None)
    if not drafts.submit_all(session):
        missed_turns.default(session)
    open_window(session)
    return f"turn #{serial} is closed"


def replace(session: GameSession, words: str, *, act_id: int, why: str) -> str:
    """Give a seat to another player."""
    name, how, address = ["", "", *words.rsplit(maxsplit=2)][-3:]
    address = normalize_address(address.removeprefix("<").removesuffix(">"))
    mailbox, _, domain = address.partition("@")
    if not (mailbox and domain and name) or how not in ("with", "by"):
        raise ActRefused("with", words)
    _running(session)
    seat = _seat(session, name)
    if session.config.owns(address):
        raise ActRefused("address", address)
    _is_written_to(session, address)
    player_id = players.get_or_create(session.conn, address, "", session.now)
    own = session.seat_of(player_id)
    if own and (own.number != seat.number or own.state is SeatState.IN):
        raise ActRefused("plays", address)
    if seat.state in SEATED:
        given = {"free": seat.name, "why": "replace", "yours": True, "because": why}
        given["plan"] = bool(plans.drop(session, seat.name))
        session.later(notify, session, seat, "seat_free", **given)
    standby.take_seat(session, seat, player_id, why)
    return f"{seat.name} is played by somebody else"


def offer_to_standby(session: GameSession, words: str, *, act_id: int, why: str) -> str:
    """Free a seat and offer it to the standby players; who had it may come back."""
    _running(session)
    seat = _seat(session, words)
    if seat.state is not SeatState.IN:
        raise ActRefused("free", seat.name)
    standby.free_seat(session, seat.name, "standby", because=why)
    return f"the seat of {seat.name} is offered"


def kick(session: GameSession, words: str, *, act_id: int, why: str) -> str:
    """Remove a player, who cannot come back; the seat is offered."""
    _running(session)
    seat = _seat(session, words)
    if seat.state is SeatState.GONE:
        raise ActRefused("free", seat.name)
    standby.free_seat(session, seat.name, "kick", gone=True, because=why)
    return f"{seat.name} is removed"


def undo_turns(session: GameSession, serial: str, *, act_id: int, why: str) -> str:
    """Take the game back to the beginning of a turn."""
    target = int(serial.lstrip("#"))
    if session.game.state not in BEGUN:
        raise ActRefused("not-running", session.game.state)
    was = session.serial
    if target > was or (target == was and not _anything_sent(session)):
        raise ActRefused("nothing")
    reached = undo.roll_back(session, target, act_id, why)
    return f"from #{was} back to #{reached}"


def _anything_sent(session: GameSession) -> bool:
    """Return whether there is something to undo in the open turn, or who asks may not
    learn whether there is."""
    if session.game.length and (session.discreet or not session.running):
        return True
    rows = game_store.entry_rows(session.conn, session.game.id)
    return any(row.serial >= session.serial for row in rows)


def act_as(session: GameSession, words: str, *, act_id: int, why: str) -> str:
    """Send orders for a seat. Its player is notified, like everybody else."""
    seat, text = _ordered(session, words)
    serial = session.serial
    offered = _offered(session.story, seat.name, text)
    assert offered.story is not None
    session.news += [(seat.name, event) for event in offered.news]
    line = LogEntry(serial, seat.name, offered.text, EntrySource.ACT)
    session.append(offered.story, line)
    session.played += offered.played
    if offered.resolved:
        open_window(session)
    problems = "; ".join(one.message for one in offered.troubles)
    return f"orders for {seat.name}" + (f" ({problems})" if problems else "")


def correct(session: GameSession, words: str, *, act_id: int, why: str) -> str:
    """Play the last turn again, with other orders of one seat and the same of all
    others."""
    seat, text = _ordered(session, words)
    found = undo.last_turn(session)
    if found is None or not found[0].window.sealed:
        raise ActRefused("not-again")
    last, story = found
    given = {who: str(order) for who, order in last.orders.items() if str(order)}
    given[seat.name] = text
    entries: list[tuple[LogEntry, Story]] = []
    for who, lines in given.items():
        offered = _offered(story, who, lines)
        assert offered.story is not None
        story = offered.story
        entries.append(
            (LogEntry(last.serial, who, offered.text, EntrySource.ACT), story)
        )
    undo.roll_back(session, last.serial, act_id, why, again=True)
    for line, there in entries:
        session.append(there, line)
    session.played += offered.played
    if not offered.resolved:
        missed_turns.default(session)
    open_window(session)
    return f"#{last.serial} played again"


def _ordered(session: GameSession, words: str) -> tuple[SeatRow, str]:
    """Return the seat and the orders of "Ann: D4"."""
    name, _, text = map(str.strip, words.partition(":"))
    if not name or not text:
        raise ActRefused("as", words)
    _running(session)
    return _seat(session, name), text


def _offered(story: Story, seat: Seat, text: str) -> Offered:
    """Return orders on a copy of the game."""
    offered = orders.offer_text(story, seat, text)
    if offered.story is None:
        refusals = [one.message for one in offered.troubles if not one.doubt]
        raise ActRefused("orders", refusals[0] if refusals else "")
    return offered


def note_(session: GameSession, words: str, *, act_id: int, why: str) -> str:
    """Tell everybody something."""
    session.audit("note", words)
    return "your words have gone to all"


def close(session: GameSession, *, act_id: int, why: str) -> str:
    """End the game without a winner."""
    if session.game.state in NOT_BEGUN:
        invitations.cancel(session)
        guests.lapsed(session, why)
        return "the game will not be played"
    _running(session)
    endings.end(session, [], "closed", why)
    return "the game is closed"


def set_(session: GameSession, name: str, value: str, *, act_id: int, why: str) -> str:
    """Change a setting of the game, from the next turn on."""
    name = game_settings.canonical(name)
    if name not in game_settings.SETTINGS:
        near = nearest(name, game_settings.SETTINGS)
        raise ActRefused(
            "setting", f"{name}|{near}|{', '.join(game_settings.SETTINGS)}"
        )
    try:
        settings = game_settings.parse_setting(name, value)
    except UnknownSetting as error:
        raise ActRefused("value", f"{value}||{', '.join(error.known)}") from None
    except UnknownTime:
        raise ActRefused("time", value) from None
    session.game = session.game._replace(**settings)
    return f"{name} is {value}"


def master(session: GameSession, words: str, *, act_id: int, why: str) -> str:
    """Make somebody a master of this game who does not play in it."""
    address = normalize_address(words.strip("<>"))
    problem = invitations.odd_address(session, address)
    if "@" not in address or problem == "no-dot":
        raise ActRefused("who", words)
    if problem:
        raise ActRefused("address", address)
    _is_written_to(session, address)
    owner = players.owner(session.conn, address)
    if owner is not None and session.seat_of(owner) is not None:
        raise ActRefused("plays", address)
    proposals.appoint(session, address, by_host=True)
    return "there is one more game master"


ACTS: dict[str, Callable[..., str]] = {
    "pause": pause,
    "resume": resume,
    "deadline": deadline,
    "extend": extend,
    "process": process,
    "replace": replace,
    "standby": offer_to_standby,
    "kick": kick,
    "undo": undo_turns,
    "act_as": act_as,
    "correct": correct,
    "note": note_,
    "close": close,
    "set": set_,
    "master": master,
}
