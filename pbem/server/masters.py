"""Game masters: the host, and whoever else was given a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.games import find
from pbem.server import config, people, reports, schema, words
from pbem.server.compose import Draft
from pbem.server.office import Office
from pbem.server.store import insert_new, note
from pbem.server.tokens import desk_bearer

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting

_master, _letter, _act = schema.master, schema.letter, schema.act


def of(link: Connection, office: Office, game_id: int) -> list[int]:
    """The players who are masters of a game: of all games, and of this one."""
    query = sa.select(_master.c.player_id).where(_master.c.game_id == game_id)
    found = [row.player_id for row in link.execute(query)]
    host = people.owner(link, office.config.host.lower())
    return ([host] if host is not None else []) + found


def is_one(
    link: Connection, office: Office, game_id: int, player_id: int | None
) -> bool:
    """Whether somebody may act as a master of a game."""
    return player_id is not None and player_id in of(link, office, game_id)


def tell(sitting: Sitting, what: str, **given: Any) -> int:
    """A letter to all masters of a game, whom an answer lets act; how many."""
    link, office, game = sitting.link, sitting.office, sitting.game
    host = office.config.host.lower()
    if host and people.owner(link, host) is None:
        people.enrol(link, host, "", sitting.now)
    told = 0
    for player_id in of(link, office, game.id):
        if sitting.seat_of(player_id) is not None and given.get("secrets"):
            given = {**given, "secrets": {}}
        draft = Draft(
            subject=words.subject("to_master", name=game.name),
            body=words.blocks(what, name=game.name, to=player_id, **given),
            ref="desk",
            thread=reports.thread(office, game),
        )
        told += office.post.to_player(
            *(link, sitting.now, player_id, draft),
            kind="master",
            bearer=desk_bearer(player_id, sitting.now),
        )
    return told


def gone(sitting: Sitting) -> bool:
    """Whether nothing has been heard of any master for long."""
    link, office = sitting.link, sitting.office
    masters = of(link, office, sitting.game.id)
    theirs = [a for one in masters for a in people.addresses(link, one)]
    wrote = sa.select(sa.func.max(_letter.c.kept)).where(_letter.c.sender.in_(theirs))
    acted = sa.select(sa.func.max(_act.c.made)).where(_act.c.game_id == sitting.game.id)
    times = [link.execute(query).scalar() for query in (wrote, acted)]
    last = max([time for time in times if time is not None], default=0.0)
    return sitting.now - last > config.seconds(office.config.master_gone)


def appoint(sitting: Sitting, address: str) -> None:
    """Makes the owner of an address a master of this game."""
    link, now = sitting.link, sitting.now
    player_id = people.enrol(link, address.lower(), "", now)
    values = {"game_id": sitting.game.id, "player_id": player_id, "made": now}
    insert_new(link, _master, values)
    note(link, "master", now, address, game_id=sitting.game.id, player_id=player_id)

    def say() -> None:
        tell(
            sitting, "appointed", fresh=player_id, address=address,
            title=find(sitting.game.kind).title, serial=sitting.serial,
            seats=[row.name for row in sitting.seats()],
        )  # fmt: skip

    sitting.notices.append(say)
