"""Games before they begin: asked for, invited to, accepted or not."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem import games
from pbem.record.header import Header, Unreadable
from pbem.report.wording import words as game_words
from pbem.server.context import Transaction
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.lobby import game_settings
from pbem.server.notices import references
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.play.window import begin_game
from pbem.server.schedule.parser import parse_duration
from pbem.server.storage import game_store, players, schema
from pbem.server.storage.database import insert_new

NAME = re.compile(r"[a-z][a-z0-9-]{1,39}")


def propose(
    tx: Transaction,
    kind: games.Game,
    options: Mapping[str, str],
    starter: int,
    guests: Sequence[tuple[str, str]],
    name: str = "",
    *,
    places: int = 0,
    terms: Mapping[str, Any] | None = None,
) -> Row[Any]:
    """A new game with a seat for each; nobody has accepted, nobody is told yet.

    `guests` are names ("" where unknown) and addresses.
    """
    link, now = tx.link, tx.now
    values = {
        "kind": kind.name,
        "state": "invited",
        "options": json.dumps(dict(options)),
        "rules": int(kind.facts.get("rules", 1)),
        "starter_id": starter,
        **game_settings.defaults(tx.config),
        **(terms or {}),
        "wanted": places,
        "deadline": now + parse_duration(tx.config.invitation),
        "wake_at": now + parse_duration(tx.config.invitation),
        "made": now,
    }
    wanted = name.lower() or _free_name(link, kind.name)
    while not insert_new(link, schema.game, {"name": wanted, **values}):
        wanted = _free_name(link, kind.name)
    game = game_store.find(link, wanted)
    assert game is not None
    taken: list[str] = []
    first = players.get(link, starter).name
    invited = [(starter, first)]
    for called, address in guests:
        player_id = players.get_or_create(link, address, called, now)
        invited.append((player_id, called or players.get(link, player_id).name))
    for number, (player_id, called) in enumerate(invited):
        seat = players.unique_name(called, taken)
        taken.append(seat)
        link.execute(
            schema.seat.insert().values(
                game_id=game.id,
                number=number,
                name=seat,
                player_id=player_id,
                # "listed": not even asked yet, until the starter confirms
                state="asked" if number == 0 else "listed",
                word="",
            )
        )
    tx.audit("proposed", wanted, game_id=game.id, player_id=starter)
    return game


def _free_name(link: Connection, kind: str) -> str:
    """A name such as arena-7 that no game has."""
    table = schema.game
    like = table.c.name.like(f"{kind}-%")
    number = link.execute(
        sa.select(sa.func.count()).select_from(table).where(like)
    ).scalar()
    number = (number or 0) + 1
    while game_store.find(link, f"{kind}-{number}") is not None:
        number += 1
    return f"{kind}-{number}"


def confirm(tx: Transaction, game: Row[Any]) -> None:
    """Asks the starter whether the game was really wanted."""
    _send(tx, game, game_store.seats(tx.link, game.id)[0], "confirm")


def invite(tx: Transaction, game: Row[Any]) -> None:
    """Invites everybody who has not been asked yet."""
    table = schema.seat
    for seat in game_store.seats(tx.link, game.id):
        if seat.state == "listed":
            this = (table.c.game_id == game.id) & (table.c.number == seat.number)
            tx.link.execute(table.update().where(this).values(state="asked"))
            _send(tx, game, seat, "invitation")


def seat_starter(link: Connection, game: Row[Any]) -> None:
    """The starter's seat is taken, and an open game stands open."""
    seat, table = schema.seat, schema.game
    first = (seat.c.game_id == game.id) & (seat.c.number == 0)
    link.execute(seat.update().where(first).values(state="in"))
    if game.wanted:
        this = table.update().where(table.c.id == game.id)
        link.execute(this.values(state="open"))


def join(session: GameSession, player_id: int, called: str, word: str) -> None:
    """A seat of an open game is taken; with the last one it begins. Raises
    Unreadable."""
    rows = session.seats()
    name = called or players.get(session.link, player_id).name
    session.link.execute(
        schema.seat.insert().values(
            game_id=session.game.id,
            number=len(rows),
            name=players.unique_name(name, [row.name for row in rows]),
            player_id=player_id,
            state="in",
            word=word,
        )
    )
    if len(rows) + 1 == session.game.wanted:
        start(session)


def leave(session: GameSession, seat: Row[Any]) -> None:
    """A seat of an open game is given back before the game begins."""
    table = schema.seat
    mine = table.c.game_id == session.game.id
    session.link.execute(table.delete().where(mine, table.c.number == seat.number))
    for row in session.seats():
        if row.number > seat.number:
            this = mine & (table.c.number == row.number)
            change = table.update().where(this)
            session.link.execute(change.values(number=row.number - 1))


def confirm_line(request: Request, player_id: int, line: str) -> None:
    """Asks whether a line was really meant, at the address that it came from."""
    message = Message(
        subject=templates.subject("confirm_line"),
        body=templates.blocks("confirm_line", line=line),
        answers=request.content.message_id,
        automatic="auto-replied",
    )
    request.send_about_no_game(player_id, message, kind="confirm")


def accept(session: GameSession, seat: Row[Any], called: str, word: str) -> None:
    """A seat is taken; with the last one the game begins. Raises Unreadable."""
    link, game = session.link, session.game
    others = [
        s.name for s in game_store.seats(link, game.id) if s.number != seat.number
    ]
    table = schema.seat
    this = (table.c.game_id == game.id) & (table.c.number == seat.number)
    values: dict[str, Any] = {"state": "in"}
    if called:
        values["name"] = players.unique_name(called, others)
        player = schema.player
        same = player.c.id == seat.player_id
        link.execute(player.update().where(same).values(name=called))
    if word:
        values["word"] = word
    link.execute(table.update().where(this).values(values))
    if game.wanted:
        session.state = "open"
        return
    invite(session, game)
    if all(s.state == "in" for s in game_store.seats(link, game.id)):
        start(session)


def start(session: GameSession) -> None:
    """Everybody is in. Raises Unreadable where the game cannot begin so."""
    kind = games.find(session.game.kind)
    options = kind.read_options(json.loads(session.game.options))
    drawn = kind.needs_chance(options) or session.field("silence") == "random"
    begin_game(session, secrets.token_bytes(32) if drawn else None)


def cancel(session: GameSession) -> None:
    """Give a game up that has not begun."""
    session.state, session.deadline = "dropped", None
    session.audit("dropped")


def decline(session: GameSession, seat: Row[Any]) -> None:
    """Somebody does not want to play: the game is off, and the others are told."""
    table = schema.seat
    this = (table.c.game_id == session.game.id) & (table.c.number == seat.number)
    session.link.execute(table.update().where(this).values(state="declined"))
    cancel(session)
    _tell_all(session, "declined", but=seat.player_id, who=seat.name)


def lapsed(session: GameSession) -> None:
    """Nobody waits longer for those who have not answered."""
    seats = game_store.seats(session.link, session.game.id)
    silent = [seat.name for seat in seats if seat.state != "in"]
    _tell_all(session, "lapsed", but=None, silent=silent)


def check_playable(kind: games.Game, options: Mapping[str, str], seats: int) -> None:
    """Raises GameFault or Unreadable where a game cannot begin like this."""
    values = kind.read_options(options)
    kind.check_seats(seats)
    seed = bytes(32) if kind.needs_chance(values) else None
    names = tuple(f"Player {number}" for number in range(1, seats + 1))
    game_store.begin_story(Header(kind.name, names, options=options, seed=seed))


def explain_fault(kind: games.Game, error: games.GameFault | Unreadable) -> str:
    """What is wrong with a wished-for game, in words."""
    return game_words(kind).fault(error.fault)


def _send(tx: Transaction, game: Row[Any], seat: Row[Any], what: str) -> None:
    kind = games.find(game.kind)
    rows = game_store.seats(tx.link, game.id)
    given = json.loads(game.options)
    message = Message(
        subject=templates.subject(what, name=game.name, title=kind.title),
        body=templates.blocks(
            what,
            name=game.name,
            game=kind,
            seat=seat.name,
            starter=rows[0].name,
            seats=[row.name for row in rows],
            options=given,
            until=references.host_deadline(tx, game.deadline),
            wanted=game.wanted,
            **game_settings.of_game(game),
            chance=kind.needs_chance(kind.read_options(given)),
        ),
        ref=references.ref(game, 0),
        thread=references.thread(tx, game),
    )
    grant = references.grant(game, seat, -1)
    tx.send(seat.player_id, message, kind="invitation", grant=grant)


def _tell_all(session: GameSession, what: str, but: int | None, **given: Any) -> None:
    name = session.game.name
    for seat in game_store.seats(session.link, session.game.id):
        if seat.player_id == but or seat.state == "listed":
            continue
        message = Message(
            subject=templates.subject(what, name=name),
            body=templates.blocks(what, name=name, seat=seat.name, **given),
            thread=references.thread(session, session.game),
        )
        session.send_about_no_game(seat.player_id, message, kind="notice")
