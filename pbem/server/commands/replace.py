"""`replace BOB with A@B`: somebody else is asked for a seat, before a game begins."""

from __future__ import annotations

from pbem.plugins.games import nearest
from pbem.protocol import seat_called
from pbem.server import naming
from pbem.server.game.request import Request
from pbem.server.lobby import guests, invitations
from pbem.server.states import NOT_BEGUN, SeatState
from pbem.server.store import players
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, never


@CommandSpec(
    words=("replace",), needs=Needs.SEAT, topic=Topic.BEGINNING, yields_unless=never
)
def run(request: Request, line: Command) -> None:
    """Ask somebody else to take a seat that nobody has taken yet."""
    session, own = request.in_game()
    if own is None or own.number != 0 or session.game.state not in NOT_BEGUN:
        request.refuse("starter_only", word="replace")
        return
    rows = {row.name: row for row in session.seats()}
    name, ((called, address),) = line.one("WHOM").strip(), line.named_addresses
    seat = seat_called(name, rows)
    if not seat:
        near = nearest(name, rows)
        request.refuse("no_such_seat", name=name, near=near, known=list(rows))
        return
    row = rows[seat]
    occupied = row.state is SeatState.IN
    if occupied or players.owner(request.conn, address) in [
        one.player_id for one in rows.values()
    ]:
        request.refuse("not_replaced", seat=seat, address="" if occupied else address)
        return
    if why := invitations.odd_address(request, address):
        request.refuse("odd_guest", address=address, why=why)
        return
    fresh = guests.replace_guest(session, row, naming.first_name(called), address)
    waits = session.seat(fresh).state is SeatState.LISTED
    request.say("replaced", seat=seat, fresh=fresh, silent=[fresh] if waits else [])
