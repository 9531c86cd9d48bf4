"""Games in which nobody learns who plays what until they are over: seats are called
after what they play, and who sits where is chosen at random."""

from __future__ import annotations

import json
import secrets

from pbem.chance import Chance
from pbem.pages import page
from pbem.plugins import games
from pbem.record.fresh import fresh
from pbem.record.header import Header
from pbem.server.game.session import GameSession
from pbem.server.outbound import templates
from pbem.server.store import game_store, players


def put_on(session: GameSession) -> None:
    """Rename the seats of an anonymous game at its start after the roles, and draw who
    plays which. Raises Unreadable."""
    kind, given = games.find(session.game.kind), json.loads(session.game.options)
    if not kind.masks(kind.read_options(given)):
        return
    rows = [*session.seats()]
    names = _roles(kind.name, given, len(rows))
    order, _ = Chance(secrets.token_bytes(32)).shuffled(rows, "who sits where")
    for row, name, other in zip(rows, names, order, strict=True):
        session.change_seat(row, other._replace(number=row.number, name=name))


def _roles(kind: str, options: dict[str, str], count: int) -> list[str]:
    """Return what each seat plays, in their order: "England-Russia"."""
    seats = tuple(f"Player {number}" for number in range(1, count + 1))
    tried = Header(kind, seats, options=options, seed=bytes(32))
    story = game_store.begin_story(fresh(tried))
    called = story.game.rules.called(story.table.state)
    return [
        "-".join(role for role, one in called.items() if one == seat) for seat in seats
    ]


def real_names(session: GameSession) -> list[page.Block]:
    """Return who played which role in a finished anonymous game; [] for other games."""
    kind, given = games.find(session.game.kind), json.loads(session.game.options)
    if not kind.masks(kind.read_options(given)):
        return []
    rows = [row for row in session.seats() if not row.bot]
    names = players.names(session.conn, [row.player_id for row in rows])
    who = {row.name: names.get(row.player_id, "") for row in rows}
    return templates.blocks("unmasked", who=who)
