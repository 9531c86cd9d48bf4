"""`open GAME for N [OPTION=VALUE]`."""

from __future__ import annotations

from pbem import games
from pbem.record.header import Unreadable
from pbem.server.commands.new import name_is_taken, options_of, starts_many
from pbem.server.game.request import Request
from pbem.server.lobby import invitations
from pbem.server.outbound import rate_limits
from pbem.server.states import LetterKind
from pbem.server.storage import players
from pbem.server.syntax.command import Command, CommandSpec, Needs, Wraps


@CommandSpec(words=("open",), needs=Needs.ANYBODY, begins_game=True, wraps=Wraps.NAMES)
def run(request: Request, line: Command) -> None:
    """Begin a game that anybody may join; it starts when all seats are taken."""
    if not request.content.writer:
        return
    try:
        game = games.find(line.one("WORD"))
    except games.GameFault as fault:
        request.refuse("no_such_game", **fault.fault.given)
        return
    count = int(line.one("COUNT"))
    options = options_of(line)
    try:
        invitations.check_playable(game, options, count)
    except (games.GameFault, Unreadable) as error:
        request.refuse(
            "not_playable", game=game, why=invitations.explain_fault(game, error)
        )
        return
    if name_is_taken(request, line) or starts_many(request):
        return
    link, now, starter = request.link, request.now, request.player_id
    name = line.one("CALLED").lower()
    if starter is None:
        called = players.first_name(request.content.name)
        starter = players.get_or_create(link, request.content.writer, called, now)
        kind = LetterKind.INVITATION
        if not rate_limits.may_tell(link, request.config, starter, kind, now):
            return
    made = invitations.propose(
        *(request, game, options, starter, [], name),
        places=count,
        terms=request.terms,
    )
    if request.player_id is None:
        invitations.confirm(request, made)
        request.silent = True
        return
    invitations.seat_starter(link, made)
    request.understood = True
    request.say("opened", name=made.name, game=game, wanted=count)
