"""`wrong`: the referee has read a letter otherwise than it was meant."""

from __future__ import annotations

from pbem.server import naming
from pbem.server.flow import repeating
from pbem.server.game import drafts
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.take_back import take_back
from pbem.server.store import game_store, letters, misread, players
from pbem.server.store.letters import SortedLetter
from pbem.server.store.rows import MisreadRow, SeatRow
from pbem.server.syntax.command import Command, CommandSpec, Needs


@CommandSpec(words=("wrong",), needs=Needs.SEAT)
def run(request: Request, line: Command) -> None:
    """Take back what was read, while nothing has come of it, and keep the letter for
    the host; orders behind the word take its place."""
    session, seat = request.in_game()
    if seat is None or session.serial < 0:
        request.refuse(
            "wrong", how="nothing", orders=[], plan=False, kept=False, stale=False
        )
        return
    stale = request.stale or not session.running
    found = _letter(request, session, seat, stale)
    orders, plan = ([], False) if stale else take_back(session, seat)
    stored = bool(stale or orders) and _keep(request, session, seat, found)
    played = stale or session.serial > 0
    how = "back" if orders or plan else "played" if played else "nothing"
    given = {"how": how, "orders": orders, "plan": plan, "kept": stored}
    request.say("wrong", refuses=how != "back", stale=stale, **given)
    if how == "back":
        repeating.orders_behind(request, line.one("MEANT"))


def _letter(
    request: Request, session: GameSession, seat: SeatRow, stale: bool
) -> tuple[int, str] | None:
    """Return the number of the letter that is meant, and the orders that were read in
    it; None where there is none."""
    held = drafts.letter_of(seat)
    if held is not None and not stale:
        return held, drafts.text(seat)
    serial = session.serial
    if stale:
        serial = request.content.serial if request.content.serial is not None else -1
    return game_store.last_letter(session.conn, session.game.id, seat.number, serial)


def _keep(
    request: Request,
    session: GameSession,
    seat: SeatRow,
    found: tuple[int, str] | None,
) -> bool:
    """Keep a letter for the host; return whether there is one."""
    if found is None:
        return False
    number, read = found
    row = letters.get(session.conn, number)
    if row.content is None:
        return False
    content = SortedLetter.of(row)
    seats = [one.name for one in session.seats()]
    numbers = {one.player_id for one in session.seats()}
    known = [players.get(session.conn, one).name for one in numbers]
    people = [*known, content.name, naming.first_name(content.name)]
    text, read = (misread.stripped(one, seats, people) for one in (content.text, read))
    kind, now = session.game.kind, session.now
    case = MisreadRow(0, number, seat.player_id, kind, text, read, now)
    if misread.keep(session.conn, case):
        session.audit("misread", player_id=seat.player_id, letter_id=number)
    return True
