"""`show [NAME] [turn N]`: how a game stands, or stood."""

from __future__ import annotations

from pbem.report import builder
from pbem.report.model import Reader
from pbem.server import errands, gamebook, history, people, reports, sheet
from pbem.server.talk import Talk

WORDS = ("show",)
NEEDS = "player"


def run(talk: Talk, line: sheet.Command) -> None:
    """The last report once more, or that of an earlier turn, as the writer may
    see it."""
    sitting, name, turn = talk.sitting, line.one("WORD"), line.one("COUNT")
    if talk.player_id is None:
        return
    if sitting is None or name.lower() not in ("", sitting.game.name.lower()):
        game = gamebook.find(talk.link, name) if name else None
        if game is None or not errands.may_see(talk, game):
            talk.say("no_game_named", name=name)
        elif turn or not errands.plays(talk, game):
            errands.send(talk, game, f"show turn {turn}" if turn else "show")
        else:
            reports.again(talk.link, talk.office, talk.player_id, game.id, talk.now)
            talk.say("shown", name=game.name, state=game.state)
        return
    if sitting.state not in ("running", "over"):
        talk.say("not_now", lines=[], near="", where=sitting.state)
        return
    talk.understood = True
    seat = sitting.seat_of(talk.player_id)
    display = people.get(talk.link, talk.player_id).display
    reader = Reader(seat=seat.name if seat else None, display=display)
    if turn:
        if int(turn) >= sitting.serial:
            talk.say("no_turn", turn=int(turn), now=sitting.serial)
            return
        then, _ = history.told(talk.link, sitting.game, int(turn) + 1)
        talk.show(builder.report(then, reader).blocks())
        return
    until = reports.until(
        *(talk.link, talk.office, talk.player_id, sitting.deadline, talk.now)
    )
    talk.show(
        reports.blocks(talk.office, sitting.game, sitting.story, reader, None, until)
    )
