"""`show [NAME]`: how a game stands."""

from __future__ import annotations

from pbem.report import Reader
from pbem.server import gamebook, people, reports, sheet
from pbem.server.talk import Talk

WORDS = ("show",)
NEEDS = "player"


def run(talk: Talk, line: sheet.Command) -> None:
    """The last report once more, as the writer may see it."""
    sitting, name = talk.sitting, line.one("WORD")
    if talk.player_id is None:
        return
    if sitting is not None and name.lower() in ("", sitting.game.name.lower()):
        if sitting.state not in ("running", "over"):
            talk.say("not_now", lines=[], near="", where=sitting.state)
            return
        seat = sitting.seat_of(talk.player_id)
        display = people.get(talk.link, talk.player_id).display
        reader = Reader(seat=seat.name if seat else None, display=display)
        until = reports.deadline(talk.office, sitting.deadline, talk.now)
        talk.said += reports.blocks(
            talk.office, sitting.game, sitting.story, reader, None, until
        )
        return
    game = gamebook.find(talk.link, name) if name else None
    seats = gamebook.seats(talk.link, game.id) if game is not None else []
    if game is None or talk.player_id not in [row.player_id for row in seats]:
        talk.say("no_game_named", name=name)
        return
    reports.again(talk.link, talk.office, talk.player_id, game.id, talk.now)
    talk.say("shown", name=game.name, state=game.state)
