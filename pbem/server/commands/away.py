"""`away`, `away DATE to DATE`: days on which one cannot move."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from pbem.schedule.parser import parse_span
from pbem.schedule.phrases import format_moment
from pbem.schedule.time_control import UnknownTime
from pbem.schedule.units import DAY
from pbem.server.game import absences
from pbem.server.game.request import Request
from pbem.server.store import players
from pbem.server.store.queries import insert
from pbem.server.store.rows import AbsenceRow
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic

MOST = 60  #: days in one absence, whatever the budget


@CommandSpec(words=("away",), needs=Needs.PLAYER, topic=Topic.PLAYER)
def run(request: Request, line: Command) -> None:
    """Announce an absence, within the budget of a year."""
    conn, player_id, now = request.conn, request.writer_id, request.now
    home = players.zone(conn, request.config, player_id)
    budget = request.config.away_days
    span, problem = line.one("REST"), ""
    if span:
        problem = _add(request, player_id, span, home, budget)
    days = absences.days_left(conn, player_id, now, budget)
    zone = ZoneInfo(home)
    request.say(
        "away",
        refuses=bool(problem),
        said=span,
        problem=problem,
        days=max(0, round(days)),
        budget=budget,
        coming=[
            (format_moment(row.start, zone), format_moment(row.until, zone))
            for row in absences.upcoming(conn, player_id, now)
        ],
    )


def _add(request: Request, player_id: int, span: str, home: str, budget: int) -> str:
    conn, now = request.conn, request.now
    try:
        start, until = parse_span(span, now, home)
    except (UnknownTime, OverflowError):
        return "unknown"
    start = max(start, now)
    if until <= start:
        return "past"
    length = (until - start) / DAY
    if length > MOST or start > now + absences.YEAR:
        return "long"
    known = absences.upcoming(conn, player_id, now)
    if any(row.start < until and start < row.until for row in known):
        return "twice"
    if length > absences.days_left(conn, player_id, now, budget):
        return "budget"
    insert(conn, AbsenceRow(0, player_id, start, until, now))
    return ""
