"""The acts of game masters, by name. Each is given a sitting and its words, and says
in a few words what it did; Refused says why it could not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Row

from pbem.games import nearest
from pbem.mail.message.addresses import same
from pbem.record.replay import NoDefault
from pbem.server import (
    clock,
    drawers,
    ends,
    identity,
    offers,
    orders,
    people,
    silence,
    terms,
    timing,
)
from pbem.server.digest import text_of
from pbem.server.gamebook import Line
from pbem.server.store import note

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting

__all__ = ["ACTS", "TOLD_BY_ITSELF", "Refused", "text_of"]
_WITH = re.compile(r"(.{1,40}?)\s+(?:with|by)\s+<?([^\s<>]+@[^\s<>]+)>?")
_AS = re.compile(r"([^:]{1,40}?)\s*:\s*(.+)", re.DOTALL)

#: Acts that everybody hears of by a letter of their own kind.
TOLD_BY_ITSELF = frozenset({"undo", "replace", "kick", "standby", "close"})


class Refused(Exception):
    """An act that cannot be done; `what` picks the words."""

    def __init__(self, what: str, detail: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.detail = detail


def _running(sitting: Sitting) -> None:
    if sitting.state != "running":
        raise Refused("not-running", sitting.state)


def _seat(sitting: Sitting, name: str) -> Row[Any]:
    rows = {row.name.casefold(): row for row in sitting.seats()}
    row = rows.get(name.strip().casefold())
    if row is None:
        known = [one.name for one in rows.values()]
        near = nearest(name, known)
        raise Refused("seat", f"{name}|{near}|{', '.join(known)}")
    return row


def pause(sitting: Sitting, *, act_id: int, why: str) -> str:
    """Stops the clock."""
    _running(sitting)
    if sitting.field("paused") is not None:
        raise Refused("paused")
    clock.pause(sitting)
    return "the clock is stopped"


def resume(sitting: Sitting, *, act_id: int, why: str) -> str:
    """Lets the clock run again."""
    _running(sitting)
    if sitting.field("paused") is None:
        raise Refused("not-paused")
    clock.resume(sitting)
    return "the clock runs again"


def deadline(sitting: Sitting, words: str, *, act_id: int, why: str) -> str:
    """Sets the deadline of the open turn."""
    _running(sitting)
    try:
        when = timing.moment(words, sitting.now, sitting.office.config.zone)
    except (timing.NotATime, OverflowError):
        raise Refused("time", words) from None
    if when <= sitting.now:
        raise Refused("past", words)
    sitting.put(paused=None, remains=None)
    clock.shift(sitting, when)
    return f"the deadline is {words}"


def extend(sitting: Sitting, words: str, *, act_id: int, why: str) -> str:
    """Moves the deadline of the open turn."""
    _running(sitting)
    if sitting.field("paused") is not None:
        raise Refused("paused")
    try:
        stretch = timing.pace(words.removeprefix("by "))
    except timing.NotATime:
        raise Refused("time", words) from None
    if stretch.stretch is None:
        raise Refused("time", words)
    base = sitting.now if sitting.deadline is None else sitting.deadline
    clock.shift(sitting, stretch.after(base, sitting.office.config.zone))
    return f"the deadline is {stretch} later"


def process(sitting: Sitting, *, act_id: int, why: str) -> str:
    """Closes the open turn now, as at its deadline."""
    _running(sitting)
    serial = sitting.serial
    trial = sitting.story.copy()
    try:
        trial.close()
    except NoDefault:
        raise Refused("no-default", ", ".join(sitting.story.awaited())) from None
    sitting.put(paused=None, remains=None)
    if not drawers.open_all(sitting):
        silence.default(sitting)
        sitting.renew()
    return f"turn #{serial} is closed"


def replace(sitting: Sitting, words: str, *, act_id: int, why: str) -> str:
    """Gives a seat to another player."""
    match = _WITH.fullmatch(words)
    if match is None:
        raise Refused("with", words)
    _running(sitting)
    seat = _seat(sitting, match[1])
    address = same(match[2])
    if identity.ours(sitting.office.config, address):
        raise Refused("address", address)
    player_id = people.enrol(sitting.link, address, "", sitting.now)
    others = [row.player_id for row in sitting.seats() if row.state == "in"]
    if player_id in others:
        raise Refused("plays", address)
    if seat.state in ("in", "free"):
        sitting.notices.append(
            lambda: sitting.tell(
                seat, "seat_free", free=seat.name, why="replace", yours=True,
                because=why,
            )
        )  # fmt: skip
    offers.take(sitting, seat, player_id, why)
    return f"{seat.name} is played by somebody else"


def standby(sitting: Sitting, words: str, *, act_id: int, why: str) -> str:
    """Frees a seat and offers it to the standby players; who had it may come back."""
    _running(sitting)
    seat = _seat(sitting, words)
    if seat.state != "in":
        raise Refused("free", seat.name)
    offers.free(sitting, seat.name, "standby", because=why)
    return f"the seat of {seat.name} is offered"


def kick(sitting: Sitting, words: str, *, act_id: int, why: str) -> str:
    """Removes a player, who cannot come back; the seat is offered."""
    _running(sitting)
    seat = _seat(sitting, words)
    offers.free(sitting, seat.name, "kick", gone=True, because=why)
    return f"{seat.name} is removed"


def undo(sitting: Sitting, serial: str, *, act_id: int, why: str) -> str:
    """Takes the game back to the beginning of a turn."""
    from pbem.server import undo as branch

    target = int(serial.lstrip("#"))
    if sitting.state not in ("running", "over"):
        raise Refused("not-running", sitting.state)
    if target >= sitting.serial and sitting.length == 0:
        raise Refused("nothing")
    if target > sitting.serial:
        raise Refused("nothing")
    was = sitting.serial
    reached = branch.to(sitting, target, act_id, why)
    return f"from #{was} back to #{reached}"


def act_as(sitting: Sitting, words: str, *, act_id: int, why: str) -> str:
    """Sends orders for a seat. Its player is told, like everybody else."""
    match = _AS.fullmatch(words)
    if match is None:
        raise Refused("as", words)
    _running(sitting)
    seat = _seat(sitting, match[1])
    serial = sitting.serial
    offered = orders.offer(sitting.story, seat.name, [match[2]])
    if offered.story is None:
        told = offered.troubles[0].message if offered.troubles else ""
        raise Refused("orders", told)
    cause = f"act:{act_id}:{sitting.length}"
    sitting.tidings += [(seat.name, event) for event in offered.news]
    sitting.take(offered.story, Line(serial, seat.name, offered.text, cause))
    sitting.played += offered.played
    if offered.resolved:
        sitting.renew()
    told = "; ".join(one.message for one in offered.troubles)
    return f"orders for {seat.name}" + (f" ({told})" if told else "")


def note_(sitting: Sitting, words: str, *, act_id: int, why: str) -> str:
    """Tells everybody something."""
    note(sitting.link, "note", sitting.now, words, game_id=sitting.game.id)
    return "your words have gone to all"


def close(sitting: Sitting, *, act_id: int, why: str) -> str:
    """Ends the game without a winner."""
    if sitting.state in ("invited", "open"):
        sitting.drop()
        return "the game will not be played"
    _running(sitting)
    ends.draw(sitting, [], "closed")
    return "the game is closed"


def set_(sitting: Sitting, name: str, value: str, *, act_id: int, why: str) -> str:
    """Changes a term of the game, from the next turn on."""
    name = {"deadline": "pace"}.get(name.lower(), name.lower())
    if name not in terms.TERMS:
        near = nearest(name, terms.TERMS)
        raise Refused("term", f"{name}|{near}|{', '.join(terms.TERMS)}")
    try:
        sitting.put(**terms.read(name, value))
    except terms.NotATerm as error:
        raise Refused("value", f"{value}||{', '.join(error.known)}") from None
    except timing.NotATime:
        raise Refused("time", value) from None
    return f"{name} is {value}"


ACTS: dict[str, Callable[..., str]] = {
    "pause": pause,
    "resume": resume,
    "deadline": deadline,
    "extend": extend,
    "process": process,
    "replace": replace,
    "standby": standby,
    "kick": kick,
    "undo": undo,
    "act_as": act_as,
    "note": note_,
    "close": close,
    "set": set_,
}
