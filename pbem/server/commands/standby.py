"""`standby`, `standby GAME [N]`, `standby off`: to be offered free seats."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.lobby import standby
from pbem.server.store import offers
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(words=("standby",), needs=Needs.PLAYER, topic=Topic.BEGINNING)
def run(request: Request, line: Command) -> None:
    """Put the writer on the list of standby players, or take them off it."""
    conn, player_id = request.conn, request.writer_id
    choice = line.one("WORD").lower()
    if choice == "off":
        offers.leave_bench(conn, player_id)
    elif choice:
        kind = choice
        if choice != "all":
            game = request.find_kind(choice)
            if game is None:
                return
            kind = game.name
        most = min(20, max(1, int(line.one("COUNT") or 1)))
        offers.stand_by(conn, player_id, kind, most, request.now)
    rows = offers.bench_of(conn, player_id)
    request.say("standby", bench=[(row.kind, row.most) for row in rows])
    if rows and (left := standby.seats_left(conn, player_id)):
        request.say("seats_left", seats=left)
