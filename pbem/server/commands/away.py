"""`away`, `away DATE to DATE`: days on which one cannot move."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from pbem.server import absence, people, sheet, times, timing
from pbem.server.talk import Talk

WORDS = ("away",)
NEEDS = "player"
MOST = 60  #: days in one absence, whatever the budget


def run(talk: Talk, line: sheet.Command) -> None:
    """Announces an absence, within the budget of a year."""
    link, player_id, now = talk.link, talk.player_id, talk.now
    if player_id is None:
        return
    home = people.zone(link, talk.office.config, player_id)
    budget = talk.office.config.away_days
    said, problem = line.one("REST"), ""
    if said:
        problem = _add(talk, player_id, said, home, budget)
    days = absence.days_left(link, player_id, now, budget)
    zone = ZoneInfo(home)
    talk.say(
        "away",
        said=said,
        problem=problem,
        days=max(0, round(days)),
        budget=budget,
        coming=[
            (times.moment(row.start, zone), times.moment(row.until, zone))
            for row in absence.coming(link, player_id, now)
        ],
    )


def _add(talk: Talk, player_id: int, said: str, home: str, budget: int) -> str:
    link, now = talk.link, talk.now
    try:
        start, until = timing.span(said, now, home)
    except (timing.NotATime, OverflowError):
        return "unknown"
    start = max(start, now)
    if until <= start:
        return "past"
    length = (until - start) / timing.DAY
    if length > MOST or start > now + absence.YEAR:
        return "long"
    if any(
        row.start < until and start < row.until
        for row in absence.coming(link, player_id, now)
    ):
        return "twice"
    if length > absence.days_left(link, player_id, now, budget):
        return "budget"
    absence.add(link, player_id, start, until, now)
    talk.understood = True
    return ""
