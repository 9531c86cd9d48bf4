"""`history [NAME]`: everything that happened in a game, turn by turn."""

from __future__ import annotations

from pbem.report.model import Reader
from pbem.server import errands, gamebook, offers, people, sheet
from pbem.server.talk import Talk

WORDS = ("history",)
NEEDS = "player"
MOST = 150  #: turns that one letter tells


def run(talk: Talk, line: sheet.Command) -> None:
    """Tells the game as far as the writer may know it."""
    name, sitting = line.one("WORD"), talk.sitting
    if sitting is None or name.lower() not in ("", sitting.game.name.lower()):
        game = gamebook.find(talk.link, name) if name else None
        if game is None or not errands.may_see(talk, game):
            talk.say("no_game_named", name=name)
            return
        errands.send(talk, game, "history")
        return
    if sitting.state not in ("running", "over"):
        talk.say("not_now", lines=[], near="", where=sitting.state)
        return
    seat = sitting.seat_of(talk.player_id)
    assert talk.player_id is not None
    display = people.get(talk.link, talk.player_id).display
    reader = Reader(seat=seat.name if seat else None, display=display)
    tale = offers.tale(sitting, reader)
    talk.understood = True
    talk.say(
        "history",
        name=sitting.game.name,
        chapters=tale[-MOST:],
        cut=max(0, len(tale) - MOST),
    )
