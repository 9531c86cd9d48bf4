"""`open GAME for N [OPTION=VALUE]`."""

from __future__ import annotations

from pbem import games
from pbem.record.header import Unreadable
from pbem.server import invitations, limits, people, sheet
from pbem.server.commands.new import name_is_taken, options_of, starts_many
from pbem.server.talk import Talk

WORDS = ("open",)
NEEDS = "anybody"


def run(talk: Talk, line: sheet.Command) -> None:
    """Begins a game that anybody may join; it starts when all seats are taken."""
    if not talk.content.writer:
        return
    try:
        game = games.find(line.one("WORD"))
    except games.GameFault as fault:
        talk.say("no_such_game", **fault.fault.given)
        return
    count = int(line.one("COUNT"))
    options = options_of(line)
    try:
        invitations.playable(game, options, count)
    except (games.GameFault, Unreadable) as error:
        talk.say("not_playable", game=game, why=invitations.why(game, error))
        return
    if name_is_taken(talk, line) or starts_many(talk):
        return
    link, now, starter = talk.link, talk.now, talk.player_id
    name = line.one("CALLED").lower()
    if starter is None:
        called = people.first_name(talk.content.name)
        starter = people.enrol(link, talk.content.writer, called, now)
        if not limits.may_tell(link, talk.office.config, starter, "invitation", now):
            return
    made = invitations.propose(
        *(link, talk.office, now, game, options, starter, [], name),
        places=count,
        terms=talk.terms,
    )
    if talk.player_id is None:
        invitations.confirm(link, talk.office, made, now)
        talk.silent = True
        return
    invitations.first_is_in(link, made)
    talk.understood = True
    talk.say("opened", name=made.name, game=game, wanted=count)
