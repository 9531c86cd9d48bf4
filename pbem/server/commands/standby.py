"""`standby`, `standby GAME [N]`, `standby off`: to be offered free seats."""

from __future__ import annotations

import sqlalchemy as sa

from pbem import games
from pbem.server.game.request import Request
from pbem.server.lobby import standby
from pbem.server.storage import schema
from pbem.server.syntax.command import Command, CommandSpec, Needs

_bench = schema.bench


def run(request: Request, line: Command) -> None:
    """Put the writer on the list of standby players, or take them off it."""
    link, player_id = request.link, request.player_id
    if player_id is None:
        return
    wanted = line.one("WORD").lower()
    mine = _bench.c.player_id == player_id
    if wanted == "off":
        link.execute(_bench.delete().where(mine))
    elif wanted:
        kind = wanted
        if wanted != "all":
            try:
                kind = games.find(wanted).name
            except games.GameFault as fault:
                request.refuse("no_such_game", **fault.fault.given)
                return
        link.execute(_bench.delete().where(mine, _bench.c.kind == kind))
        most = min(20, max(1, int(line.one("COUNT") or 1)))
        values = {
            "player_id": player_id,
            "kind": kind,
            "most": most,
            "made": request.now,
        }
        link.execute(_bench.insert().values(values))
    request.understood = True
    rows = link.execute(sa.select(_bench).where(mine).order_by(_bench.c.kind)).all()
    request.say("standby", bench=[(row.kind, row.most) for row in rows])
    if rows and (left := standby.seats_left(link, player_id)):
        request.say("seats_left", seats=left)


SPEC = CommandSpec(words=("standby",), needs=Needs.PLAYER, run=run)
