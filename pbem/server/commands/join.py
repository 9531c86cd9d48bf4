"""`join NAME [as WHO] [word WORD]`."""

from __future__ import annotations

import json

from pbem.games import GameFault
from pbem.record.header import Unreadable, seat_is_plain
from pbem.server import (
    errands,
    gamebook,
    invitations,
    limits,
    offers,
    people,
    sheet,
    terms,
)
from pbem.server.talk import Talk

WORDS = ("join",)
NEEDS = "anybody"


def run(talk: Talk, line: sheet.Command) -> None:
    """Takes a seat of an open game, or one that has become free."""
    name = line.one("WORD")
    game = gamebook.find(talk.link, name)
    if game is None or game.state not in ("open", "running", "invited"):
        talk.say("no_game_named", name=name)
        return
    if talk.player_id is None:
        _confirm(talk, line)
        return
    sitting = talk.sitting
    if sitting is None or sitting.game.id != game.id:
        errands.send(talk, game, line.text)
        return
    if sitting.seat_of(talk.player_id) is not None:
        talk.say("cannot_join", name=game.name, why="plays")
        return
    if sitting.state == "running":
        seat, why = offers.open_seat(sitting, talk.player_id)
        if seat is None:
            talk.say("cannot_join", name=game.name, why=why)
            return
        offers.take(sitting, seat, talk.player_id)
        talk.silent, talk.understood = True, True
        return
    if sitting.state != "open":
        talk.say("cannot_join", name=game.name, why=sitting.state)
        return
    called = line.one("AS")
    if called and not seat_is_plain(called):
        talk.say("odd_name", name=called)
        return
    _take(talk, called or people.first_name(talk.content.name), line.one("LUCK"))


def _take(talk: Talk, called: str, word: str) -> None:
    sitting = talk.sitting
    assert sitting is not None
    assert talk.player_id is not None
    try:
        invitations.join(sitting, talk.player_id, called, word)
    except (Unreadable, GameFault) as error:
        sitting.drop()
        talk.say("not_begun", code=error.fault.code)
        return
    talk.understood = True
    rows = sitting.seats()
    talk.say(
        "joined",
        name=sitting.game.name,
        begun=sitting.state == "running",
        seats=[row.name for row in rows],
        missing=sitting.game.wanted - len(rows),
        options=json.loads(sitting.game.options),
        **terms.told(sitting),
    )


def _confirm(talk: Talk, line: sheet.Command) -> None:
    """Who has proven nothing is asked first, at the address that was written from."""
    writer = talk.content.writer
    if not writer:
        return
    called = people.first_name(talk.content.name)
    player_id = people.enrol(talk.link, writer, called, talk.now)
    talk.silent = True
    config = talk.office.config
    if limits.may_tell(talk.link, config, player_id, "confirm", talk.now):
        invitations.confirm_line(talk, player_id, line.text)
