"""Games before they begin: asked for, invited to, accepted or not."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem import games
from pbem.record.header import Unreadable
from pbem.report.wording import words as game_words
from pbem.server import (
    config,
    gamebook,
    people,
    reports,
    schema,
    words,
)
from pbem.server import terms as game_terms
from pbem.server.compose import Draft
from pbem.server.office import Office
from pbem.server.store import insert_new, note
from pbem.server.tokens import desk_bearer

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting
    from pbem.server.talk import Talk

NAME = re.compile(r"[a-z][a-z0-9-]{1,39}")


def propose(
    link: Connection,
    office: Office,
    now: float,
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
    values = {
        "kind": kind.name,
        "state": "invited",
        "options": json.dumps(dict(options)),
        "rules": int(kind.facts.get("rules", 1)),
        "starter_id": starter,
        **game_terms.defaults(office.config),
        **(terms or {}),
        "wanted": places,
        "deadline": now + config.seconds(office.config.invitation),
        "wake_at": now + config.seconds(office.config.invitation),
        "made": now,
    }
    wanted = name.lower() or _free_name(link, kind.name)
    while not insert_new(link, schema.game, {"name": wanted, **values}):
        wanted = _free_name(link, kind.name)
    game = gamebook.find(link, wanted)
    assert game is not None
    taken: list[str] = []
    first = people.get(link, starter).name
    invited = [(starter, first)]
    for called, address in guests:
        player_id = people.enrol(link, address, called, now)
        invited.append((player_id, called or people.get(link, player_id).name))
    for number, (player_id, called) in enumerate(invited):
        seat = people.unlike(called, taken)
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
    note(link, "proposed", now, wanted, game_id=game.id, player_id=starter)
    return game


def _free_name(link: Connection, kind: str) -> str:
    """A name such as arena-7 that no game has."""
    table = schema.game
    like = table.c.name.like(f"{kind}-%")
    number = link.execute(
        sa.select(sa.func.count()).select_from(table).where(like)
    ).scalar()
    number = (number or 0) + 1
    while gamebook.find(link, f"{kind}-{number}") is not None:
        number += 1
    return f"{kind}-{number}"


def confirm(link: Connection, office: Office, game: Row[Any], now: float) -> None:
    """Asks the starter whether the game was really wanted."""
    _send(link, office, game, gamebook.seats(link, game.id)[0], now, "confirm")


def invite(link: Connection, office: Office, game: Row[Any], now: float) -> None:
    """Invites everybody who has not been asked yet."""
    table = schema.seat
    for seat in gamebook.seats(link, game.id):
        if seat.state == "listed":
            this = (table.c.game_id == game.id) & (table.c.number == seat.number)
            link.execute(table.update().where(this).values(state="asked"))
            _send(link, office, game, seat, now, "invitation")


def first_is_in(link: Connection, game: Row[Any]) -> None:
    """The starter's seat is taken, and an open game stands open."""
    seat, table = schema.seat, schema.game
    first = (seat.c.game_id == game.id) & (seat.c.number == 0)
    link.execute(seat.update().where(first).values(state="in"))
    if game.wanted:
        this = table.update().where(table.c.id == game.id)
        link.execute(this.values(state="open"))


def join(sitting: Sitting, player_id: int, called: str, word: str) -> None:
    """A seat of an open game is taken; with the last one it begins. Raises
    Unreadable."""
    rows = sitting.seats()
    name = called or people.get(sitting.link, player_id).name
    sitting.link.execute(
        schema.seat.insert().values(
            game_id=sitting.game.id,
            number=len(rows),
            name=people.unlike(name, [row.name for row in rows]),
            player_id=player_id,
            state="in",
            word=word,
        )
    )
    if len(rows) + 1 == sitting.game.wanted:
        start(sitting)


def leave(sitting: Sitting, seat: Row[Any]) -> None:
    """A seat of an open game is given back before the game begins."""
    table = schema.seat
    mine = table.c.game_id == sitting.game.id
    sitting.link.execute(table.delete().where(mine, table.c.number == seat.number))
    for row in sitting.seats():
        if row.number > seat.number:
            this = mine & (table.c.number == row.number)
            change = table.update().where(this)
            sitting.link.execute(change.values(number=row.number - 1))


def confirm_line(talk: Talk, player_id: int, line: str) -> None:
    """Asks whether a line was really meant, at the address that it came from."""
    draft = Draft(
        subject=words.subject("confirm_line"),
        body=words.blocks("confirm_line", line=line),
        ref="desk",
        answers=talk.content.message_id,
        automatic="auto-replied",
    )
    talk.office.post.to_player(
        *(talk.link, talk.now, player_id, draft),
        kind="confirm",
        bearer=desk_bearer(player_id, talk.now),
    )


def accept(sitting: Sitting, seat: Row[Any], called: str, word: str) -> None:
    """A seat is taken; with the last one the game begins. Raises Unreadable."""
    link, game = sitting.link, sitting.game
    others = [s.name for s in gamebook.seats(link, game.id) if s.number != seat.number]
    table = schema.seat
    this = (table.c.game_id == game.id) & (table.c.number == seat.number)
    values: dict[str, Any] = {"state": "in"}
    if called:
        values["name"] = people.unlike(called, others)
        player = schema.player
        same = player.c.id == seat.player_id
        link.execute(player.update().where(same).values(name=called))
    if word:
        values["word"] = word
    link.execute(table.update().where(this).values(values))
    if game.wanted:
        sitting.state = "open"
        return
    invite(link, sitting.office, game, sitting.now)
    if all(s.state == "in" for s in gamebook.seats(link, game.id)):
        start(sitting)


def start(sitting: Sitting) -> None:
    """Everybody is in. Raises Unreadable where the game cannot begin so."""
    kind = games.find(sitting.game.kind)
    options = kind.read_options(json.loads(sitting.game.options))
    drawn = kind.needs_chance(options) or sitting.field("silence") == "random"
    sitting.begin(secrets.token_bytes(32) if drawn else None)


def decline(sitting: Sitting, seat: Row[Any]) -> None:
    """Somebody does not want to play: the game is off, and the others are told."""
    table = schema.seat
    this = (table.c.game_id == sitting.game.id) & (table.c.number == seat.number)
    sitting.link.execute(table.update().where(this).values(state="declined"))
    sitting.drop()
    _tell_all(sitting, "declined", but=seat.player_id, who=seat.name)


def lapsed(sitting: Sitting) -> None:
    """Nobody waits longer for those who have not answered."""
    seats = gamebook.seats(sitting.link, sitting.game.id)
    silent = [seat.name for seat in seats if seat.state != "in"]
    _tell_all(sitting, "lapsed", but=None, silent=silent)


def playable(kind: games.Game, options: Mapping[str, str], seats: int) -> None:
    """Raises GameFault or Unreadable where a game cannot begin like this."""
    from pbem.record.header import Header

    values = kind.read_options(options)
    kind.check_seats(seats)
    seed = bytes(32) if kind.needs_chance(values) else None
    names = tuple(f"Player {number}" for number in range(1, seats + 1))
    gamebook.begin(Header(kind.name, names, options=options, seed=seed))


def why(kind: games.Game, error: games.GameFault | Unreadable) -> str:
    """What is wrong with a wished-for game, in words."""
    return game_words(kind).fault(error.fault)


def _send(
    link: Connection,
    office: Office,
    game: Row[Any],
    seat: Row[Any],
    now: float,
    what: str,
) -> None:
    kind = games.find(game.kind)
    rows = gamebook.seats(link, game.id)
    given = json.loads(game.options)
    draft = Draft(
        subject=words.subject(what, name=game.name, title=kind.title),
        body=words.blocks(
            what,
            name=game.name,
            game=kind,
            seat=seat.name,
            starter=rows[0].name,
            seats=[row.name for row in rows],
            options=given,
            until=reports.deadline(office, game.deadline, now),
            wanted=game.wanted,
            **game_terms.of(game),
            chance=kind.needs_chance(kind.read_options(given)),
        ),
        ref=reports.ref(game, 0),
        thread=reports.thread(office, game),
    )
    bearer = reports.bearer(game, seat, -1)
    office.post.to_player(
        *(link, now, seat.player_id, draft), kind="invitation", bearer=bearer
    )


def _tell_all(sitting: Sitting, what: str, but: int | None, **given: Any) -> None:
    name = sitting.game.name
    for seat in gamebook.seats(sitting.link, sitting.game.id):
        if seat.player_id == but or seat.state == "listed":
            continue
        draft = Draft(
            subject=words.subject(what, name=name),
            body=words.blocks(what, name=name, seat=seat.name, **given),
            ref="desk",
            thread=reports.thread(sitting.office, sitting.game),
        )
        sitting.office.post.to_player(
            *(sitting.link, sitting.now, seat.player_id, draft),
            kind="notice",
            bearer=desk_bearer(seat.player_id, sitting.now),
        )
