"""What a game master does to a game. Every act names the turn that it means and gives
a reason; it can be tried first; it is announced, and stands in the audit log."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from lark import Lark, Token
from lark.exceptions import UnexpectedInput
from sqlalchemy.engine import Row

from pbem.report import page
from pbem.resources import folder
from pbem.server import actions, people, schema, times, words
from pbem.server.actions import Refused
from pbem.server.store import note
from pbem.server.timers import Timers

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting
    from pbem.server.talk import Talk

_act, _outbox = schema.act, schema.outbox


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody who may wants done."""

    game: str = ""
    serial: int | None = None
    trying: bool = False
    name: str = ""  #: of the act; "": none, or none that is understood
    words: tuple[str, ...] = ()
    reason: str = ""
    text: str = ""
    at: str = ""  #: where it stopped to be understood


@dataclass(slots=True)
class Done:
    """What came of it."""

    refusal: str = ""  #: guard, serial, reason, act, or what the act itself says
    detail: str = ""
    changes: list[str] = field(default_factory=list)
    letters: list[tuple[str, str, str]] = field(default_factory=list)
    now: int = 0


def read(text: str) -> Wish:
    """A line of a game master, from behind "gm".

    >>> wish = read('friday #4 try extend 24 h because the mail was down')
    >>> wish.game, wish.serial, wish.trying, wish.name, wish.words, wish.reason
    ('friday', 4, True, 'extend', ('24 h',), 'the mail was down')
    """
    try:
        tree = _lark().parse(text)
    except UnexpectedInput as error:
        at = text[max(0, getattr(error, "pos_in_stream", 0) or 0) :][:40]
        first = text.split()[0].lower() if text.split() else ""
        guard = next((w for w in text.split() if w[:1] == "#" and w[1:].isdigit()), "")
        serial = int(guard[1:]) if guard else None
        return Wish(first, serial, text=text, at=at or "the end of the line")
    found: dict[str, Any] = {"text": text}
    for part in tree.children:
        if isinstance(part, Token):
            value = str(part)
            match part.type:
                case "NAME":
                    found["game"] = value.lower()
                case "GUARD":
                    found["serial"] = int(value[1:])
                case "TRY":
                    found["trying"] = True
                case "REASON":
                    found["reason"] = re.sub(r"\Aof\s+", "", value.strip())
        else:
            found["name"] = str(part.data)
            found["words"] = tuple(str(word).strip(" ,") for word in part.children)
    return Wish(**found)


@cache
def _lark() -> Lark:
    return Lark.open(
        str(folder("grammars") / "acts.lark"),
        parser="lalr",
        start="wish",
        import_paths=[str(folder("grammars"))],
    )


def perform(sitting: Sitting, wish: Wish, who: str) -> Done:
    """Does it, or tries it, or says why not."""
    done = Done(now=sitting.serial)
    if not wish.name:
        done.refusal, done.detail = "act", wish.at
    elif wish.serial is None:
        done.refusal = "guard"
    elif wish.serial != max(sitting.serial, 0):
        done.refusal = "serial"
    elif not wish.reason:
        done.refusal = "reason"
    elif _partial(sitting, wish, who):
        done.refusal = "partial"
    if done.refusal:
        return done
    if wish.trying:
        _try(sitting, wish, who, done)
    else:
        before = _shape(sitting)
        _do(sitting, wish, who, done)
        done.changes = _changes(before, _shape(sitting))
    return done


def _seat_of(sitting: Sitting, who: str) -> Row[Any] | None:
    """The seat that a game master has in the game as a player."""
    me = people.owner(sitting.link, who)
    return None if me is None else sitting.seat_of(me)


def _partial(sitting: Sitting, wish: Wish, who: str) -> bool:
    """Whether it would show a game master who plays what others have sent or hold.

    Orders that are refused, or tried, tell of hands; a turn that is tried, of orders.
    """
    seat = _seat_of(sitting, who)
    if seat is None or wish.name not in ("act_as", "process"):
        return False
    if wish.name == "process":
        return wish.trying
    who = str(seat.name).casefold()
    return wish.words[0].partition(":")[0].strip().casefold() != who


def _do(sitting: Sitting, wish: Wish, who: str, done: Done) -> None:
    run: Callable[..., str] = actions.ACTS[wish.name]
    link, game = sitting.link, sitting.game
    number = link.execute(
        _act.insert().values(
            game_id=game.id,
            serial=wish.serial,
            who=who,
            what=wish.text[:400],
            reason=wish.reason,
            detail="",
            made=sitting.now,
        )
    ).inserted_primary_key
    assert number is not None
    try:
        detail = run(sitting, *wish.words, act_id=int(number[0]), why=wish.reason)
    except Refused as refusal:
        done.refusal, done.detail = refusal.what, refusal.detail
        link.execute(_act.delete().where(_act.c.id == number[0]))
        return
    done.detail = detail
    this = _act.update().where(_act.c.id == number[0])
    link.execute(this.values(detail=detail))
    what = f"{who}: {wish.text} ({detail})"
    note(link, "act", sitting.now, what, game_id=game.id)
    if wish.name not in actions.TOLD_BY_ITSELF:
        sitting.notices.append(lambda: _announce(sitting, wish))


def _announce(sitting: Sitting, wish: Wish) -> None:
    """Everybody is told what the game master did, and why."""
    from pbem.server import reports

    for row in sitting.seats():
        if row.state != "in":
            continue
        until = reports.until(
            *(sitting.link, sitting.office, row.player_id),
            *(sitting.deadline, sitting.now),
        )
        sitting.tell(
            row,
            "act",
            act=wish.name,
            words=wish.words,
            reason=wish.reason,
            turn=max(sitting.serial, 0),
            until=until,
            paused=sitting.field("paused") is not None,
        )


def _try(sitting: Sitting, wish: Wish, who: str, done: Done) -> None:
    """Everything as if it were done, and then none of it."""
    link = sitting.link
    last = link.execute(sa.select(sa.func.max(_outbox.c.id))).scalar() or 0
    before = _shape(sitting)
    # Who plays in the game too must not read what others would be told.
    mine = _seat_of(sitting, who)
    savepoint = link.begin_nested()
    try:
        trial = copy.copy(sitting)
        trial.talks, trial.played, trial.notices = [], [], []
        trial.remarks, trial.tidings = [], []
        trial.fields = dict(sitting.fields)
        trial.timers = Timers(link, sitting.game.id)
        _do(trial, wish, who, done)
        if not done.refusal:
            trial.finish(more=False)
            done.changes = _changes(before, _shape(trial))
            query = sa.select(_outbox).where(_outbox.c.id > last).order_by(_outbox.c.id)
            for row in link.execute(query):
                text = "\n".join(actions.text_of(bytes(row.raw)))
                text = "" if mine and row.player_id != mine.player_id else text
                done.letters.append((_named(sitting, who, row), row.subject, text))
    finally:
        savepoint.rollback()


def _named(sitting: Sitting, who: str, row: Row[Any]) -> str:
    """Whom a letter would go to: by address for the host, by name for other masters."""
    link, me = sitting.link, people.owner(sitting.link, who)
    host = people.owner(link, sitting.office.config.host.lower())
    if me is None or me == host or row.player_id is None:
        return str(row.recipient)
    return str(people.get(link, row.player_id).name)


def _shape(sitting: Sitting) -> dict[str, str]:
    """What an act can change, in words."""
    zone = sitting.office.config.zone_info
    deadline = sitting.deadline
    shape = {
        "state": sitting.state,
        "turn": f"#{sitting.serial}" if sitting.serial >= 0 else "",
        "deadline": times.moment(deadline, zone) if deadline else "none",
        "clock": "stopped" if sitting.field("paused") is not None else "running",
        "pace": str(sitting.field("timing")),
        "grace": times.long(sitting.field("grace")) if sitting.field("grace") else "",
        "silence": f"{sitting.field('silence')} after {sitting.field('misses')}",
        "press": sitting.field("press"),
    }
    for row in sitting.seats():
        shape[f"seat {row.name}"] = _seat(sitting, row)
    return shape


def _seat(sitting: Sitting, row: Row[Any]) -> str:
    """Who plays a seat, if anybody does."""
    if row.state == "gone" or row.player_id is None:
        return "free"
    name = people.get(sitting.link, row.player_id).name
    return {
        "in": f"played by {name}",
        "free": f"free, but {name} may come back",
    }.get(row.state, str(row.state))


def _changes(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return [
        f"{key}: {before.get(key) or 'none'} -> {value or 'none'}"
        for key, value in after.items()
        if before.get(key) != value
    ]


def say(talk: Talk, wish: Wish, done: Done) -> None:
    """The receipt of the one who did it."""
    talk.refused, talk.done = talk.refused or bool(done.refusal), not done.refusal
    talk.said += blocks(wish.game, done, tried=wish.trying)


def blocks(name: str, done: Done, *, tried: bool) -> list[page.Block]:
    """What came of an act, for the one who did it."""
    if done.refusal:
        given = {"why": done.refusal, "detail": done.detail, "now": done.now}
        return words.blocks("gm_refused", name=name, **given)
    return words.blocks("gm_tried" if tried else "gm_done", done=done)


def tried(wish: Wish) -> Wish:
    """The same, only to be tried."""
    return replace(wish, trying=True)
