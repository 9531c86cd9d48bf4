"""Words between players: sent at once or told with the next report, as a game is
set, and never where its rules want silence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.games import nearest
from pbem.protocol import Seat
from pbem.record.trial import try_orders
from pbem.report import page
from pbem.report.wording import words as game_words
from pbem.server import reports, schema, words
from pbem.server.compose import Draft
from pbem.server.gamebook import Line

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting
    from pbem.server.talk import Talk

LONGEST = 4000  #: characters
POLICIES = ("at-once", "report", "off")
MASTER = "master"
_press = schema.press
_WAITING = (
    sa.select(_press)
    .where(_press.c.game_id == sa.bindparam("game"), ~_press.c.told)
    .order_by(_press.c.id)
)


def send(talk: Talk, to: Sequence[str], text: str, *, anonymous: bool = False) -> None:
    """Passes words of the writer on, or says why not.

    `to` are names of seats; none is everybody; "master" is the game master.
    """
    sitting = talk.sitting
    assert sitting is not None
    seat = sitting.seat_of(talk.player_id)
    if seat is None:
        talk.say("press_refused", why="stranger", detail="")
        return
    names = _names(talk, sitting, to)
    if names is None:
        return
    if not text.strip() or len(text) > LONGEST:
        why = "long" if text.strip() else "empty"
        talk.say("press_refused", why=why, detail=str(LONGEST))
        return
    talk.understood = True
    if names == [MASTER]:
        _to_masters(talk, sitting, seat, text)
        return
    others = [row.name for row in sitting.seats() if row.number != seat.number]
    heard = names or others
    refusal = _refused(sitting, seat, heard, anonymous=anonymous)
    if refusal:
        talk.say("press_refused", why=refusal[0], detail=refusal[1])
        return
    _put_on_record(sitting, seat.name, heard)
    at_once = sitting.field("press") == "at-once"
    values = {
        "game_id": sitting.game.id,
        "serial": sitting.serial,
        "seat": seat.name,
        "player_id": seat.player_id,
        "to": json.dumps(names),
        "text": text,
        "anonymous": anonymous,
        "told": at_once,
        "made": sitting.now,
    }
    sitting.link.execute(_press.insert().values(values))
    if at_once:
        writer = "" if anonymous else seat.name
        sitting.notices.append(lambda: _deliver(sitting, heard, writer, names, text))
    talk.say("press_taken", to=names, at_once=at_once, anonymous=anonymous)


def _names(talk: Talk, sitting: Sitting, to: Sequence[str]) -> list[Seat] | None:
    """The seats that are meant; None, and it is said, where one is not known."""
    if not to or any(name.lower() in ("all", "everybody") for name in to):
        return []
    if any(name.lower() in ("master", "gm", "host", "moderator") for name in to):
        return [MASTER]
    known = {row.name.casefold(): row.name for row in sitting.seats()}
    found = []
    for name in to:
        if name.casefold() not in known:
            near = nearest(name, known.values())
            talk.say("no_such_seat", name=name, near=near, known=list(known.values()))
            return None
        found.append(known[name.casefold()])
    return found


def _refused(
    sitting: Sitting, seat: Row[Any], to: Sequence[Seat], *, anonymous: bool
) -> tuple[str, str] | None:
    if sitting.field("press") == "off":
        return "off", ""
    if anonymous and not sitting.field("anonymous"):
        return "anonymous", ""
    if sitting.state == "running":
        story = sitting.story
        fault = story.game.rules.press(story.table.state, seat.name, to)
        if fault is not None:
            return "rules", game_words(story.game).fault(fault)
    return None


def _put_on_record(sitting: Sitting, seat: Seat, to: Sequence[Seat]) -> None:
    """Where words cost something in the game, they are an order of it too."""
    if sitting.state != "running":
        return
    story = sitting.story
    order = story.game.rules.pressed(story.table.state, seat, to)
    if order is None:
        return
    serial = story.table.serial
    tried = try_orders(story, seat, str(order).split("\n"))
    sitting.played += tried.resolved
    cause = f"press:{sitting.game.id}:{sitting.length}"
    sitting.take(tried.story, Line(serial, seat, str(order), cause))
    if tried.resolved:
        sitting.renew()


def _deliver(
    sitting: Sitting, to: Sequence[Seat], writer: str, names: Sequence[str], text: str
) -> None:
    """Words as a letter to each."""
    said = folded(text)
    for row in sitting.seats():
        if row.name not in to or row.state != "in":
            continue
        draft = Draft(
            subject=words.subject("press", name=sitting.game.name, writer=writer),
            body=words.blocks(
                "press",
                name=sitting.game.name,
                writer=writer,
                to=[name for name in names if name != row.name],
                alone=list(names) == [row.name],
                lines=said,
            ),
            ref=reports.ref(sitting.game, max(sitting.serial, 0)),
            thread=reports.thread(sitting.office, sitting.game),
        )
        sitting.office.post.to_player(
            *(sitting.link, sitting.now, row.player_id, draft),
            kind="press",
            bearer=reports.bearer(sitting.game, row, sitting.serial),
        )


def _to_masters(talk: Talk, sitting: Sitting, seat: Row[Any], text: str) -> None:
    from pbem.server import masters

    told = masters.tell(
        sitting, "press_to_master", seat=seat.name, serial=sitting.serial,
        lines=folded(text),
    )  # fmt: skip
    talk.say("press_to_master_taken", told=told)


def waiting(link: Connection, game_id: int) -> list[Row[Any]]:
    """Words that the next report brings."""
    return list(link.execute(_WAITING, {"game": game_id}))


def quoted(rows: Sequence[Row[Any]], seat: Seat | None) -> list[page.Block]:
    """The words that a seat is told in its report; None: a watcher, who is told what
    was said to all."""
    heard = []
    for row in rows:
        to = json.loads(row.to)
        if row.seat == seat or (to and seat not in to):
            continue
        writer = "" if row.anonymous else row.seat
        others = [name for name in to if name != seat]
        heard.append((writer, others, to == [seat], folded(row.text)))
    return words.blocks("press_quoted", heard=heard) if heard else []


def settle(link: Connection, rows: Sequence[Row[Any]]) -> None:
    """They were told."""
    numbers = [row.id for row in rows]
    if numbers:
        link.execute(_press.update().where(_press.c.id.in_(numbers)).values(told=True))


def folded(text: str) -> list[str]:
    """Words as lines that fit; nothing in them acts as markup of ours."""
    found: list[str] = []
    for line in text.strip("\n").split("\n"):
        found += wrap(line.strip(), 66) or [""]
    return found[:200]
