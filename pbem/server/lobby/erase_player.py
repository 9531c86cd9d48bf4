"""Players who want to be forgotten: what is theirs goes at once, and each game gives
their seat another name, in its own transaction, and stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass, replace
from typing import Any

import sqlalchemy as sa

from pbem.record.replay import Story
from pbem.server import naming
from pbem.server.game import plans
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.lobby import leaving
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import BEGUN, LetterKind, TimerKind
from pbem.server.store import forgotten, game_store, players, schema
from pbem.server.store.game_store import LogEntry
from pbem.server.store.rows import SeatRow

#: Columns of a game's rows that hold what people have written, and subjects of letters
#: that are not sent yet, with names in them. All else has the numbers of seats.
_WRITTEN = (
    *(schema.press.c.text, schema.act.c.what, schema.act.c.reason, schema.act.c.detail),
    *(schema.audit.c.detail, schema.seat.c.draft, schema.plan.c.text),
    *(schema.outbox.c.subject, schema.letter.c.lines, schema.letter.c.answer),
)


def forget(request: Request) -> None:
    """Forget the writer; one last letter says so."""
    conn, player_id, now = request.conn, request.writer_id, request.now
    name = players.get(conn, player_id).name
    forgotten.erase(conn, player_id, now)
    seat = schema.seat.c
    mine = (seat.player_id == player_id) | (seat.former_id == player_id)
    numbers = set(conn.execute(sa.select(seat.game_id).where(mine)).scalars())
    leaving.in_games(request, sorted(numbers), TimerKind.FORGET)
    message = Message(
        subject=templates.subject("forgotten"),
        body=templates.blocks("forgotten", name=name, games=len(numbers)),
        answers=request.content.message_id,
        automatic="auto-replied",
    )
    outbox, kind = request.context.outbox, LetterKind.GOODBYE
    outbox.to_address(conn, now, request.content.writer, message, kind)
    request.audit("forgotten", player_id=player_id)
    request.receipt.silent = request.receipt.forgotten = True


def leave(session: GameSession, player_id: int) -> None:
    """Give the seats of a forgotten player another name, and free those that are still
    theirs."""
    for seat in session.seats():
        if player_id not in (seat.player_id, seat.former_id):
            continue
        alias = _rename(session, seat, forgotten.alias_of(player_id))
        if seat.player_id == player_id:
            now = next(one for one in session.seats() if one.name == alias)
            leaving.vacate(session, now, "forgotten", gone=True)


def _rename(session: GameSession, seat: SeatRow, alias: str) -> str:
    """Give a seat another name in all that is kept of a game; return its name then.

    The old one stays in a record that would not lead to the same game without it:
    where its player's word was mixed into the chance.
    """
    conn, game = session.conn, session.game
    others = [row.name for row in session.seats() if row.number != seat.number]
    new = naming.unique_name(alias, others)
    named = re.compile(rf"(?<!\w){re.escape(seat.name)}(?!\w)", re.IGNORECASE)

    def anew(text: str) -> str:
        return named.sub(new, text)

    fresh = None
    if game.state in BEGUN:
        drawn = seat.word and game.seed is not None
        fresh = None if drawn else _renamed_story(session, seat.name, new, anew)
        if fresh is None:
            session.audit("name-stays", player_id=seat.player_id)
            return seat.name
    if fresh is not None:
        # Plans name seats in their text, so those of the others end here, and they
        # are notified; this must come before the names change.
        plans.drop(session, seat.name)
        plans.drop_all(session, "renamed")
    table = schema.entry
    for row in conn.execute(sa.select(table).where(table.c.game_id == game.id)).all():
        this = (table.c.game_id == game.id) & (table.c.number == row.number)
        conn.execute(table.update().where(this).values(text=anew(row.text)))
    for column in _WRITTEN:
        _rename_in(session, column, anew)
    own = game_store.seats(conn, game.id)[seat.number]
    session.change_seat(own, own._replace(name=new))
    session.game = session.game._replace(position=anew(game.position))
    if fresh is not None:
        session.replace_story(fresh)
    return new


def _renamed_story(
    session: GameSession, old: str, new: str, anew: Callable[[str], str]
) -> Story | None:
    """Return the game with another name for a seat; None where it would be another
    game."""
    conn, game, before = session.conn, session.game, session.story
    head = game_store.header(conn, game)
    head = head._replace(
        seats=tuple(new if seat == old else seat for seat in head.seats),
        words={new if seat == old else seat: word for seat, word in head.words.items()},
    )
    lines = [
        replace(line, seat=new if line.seat == old else line.seat, text=anew(line.text))
        if isinstance(line, LogEntry)
        else line
        for line in game_store.entries(conn, game.id)
    ]
    after = game_store.replay_entries(head, anew(game.position), lines)

    def plain(value: Any, name: Callable[[str], str]) -> Any:
        if isinstance(value, str):
            return name(value)
        if is_dataclass(value):
            parts = (getattr(value, field.name) for field in fields(value))
            return tuple(plain(part, name) for part in parts)
        if isinstance(value, Mapping):
            return frozenset(plain(pair, name) for pair in value.items())
        if isinstance(value, Set):
            return frozenset(plain(part, name) for part in value)
        if isinstance(value, Sequence):
            return tuple(plain(part, name) for part in value)
        return value

    same = plain(before.table.state, anew) == plain(after.table.state, str)
    progress = (before.table.serial, len(before.faults))
    return (
        after if same and progress == (after.table.serial, len(after.faults)) else None
    )


def _rename_in(
    session: GameSession, column: sa.Column[str], anew: Callable[[str], str]
) -> None:
    table = column.table
    mine = (table.c.game_id == session.game.id) & column.is_not(None)
    for text in set(session.conn.execute(sa.select(column).where(mine)).scalars()):
        if anew(text) != text:
            here = table.update().where(mine, column == text)
            session.conn.execute(here.values({column.name: anew(text)}))
