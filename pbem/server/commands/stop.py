"""`stop`, `unsubscribe`: no more letters; `stop off` takes it back.

Seats are given up by a yes to the letter that then asks, and by nothing else."""

from __future__ import annotations

from pbem.server.flow import confirmation, routing
from pbem.server.game.request import Request
from pbem.server.lobby import opt_out
from pbem.server.outbound import templates
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, never


@CommandSpec(
    words=("stop", "unsubscribe"),
    needs=Needs.ANYBODY,
    topic=Topic.PLAYER,
    yields_unless=never,
)
def run(request: Request, line: Command) -> None:
    """Write no more to the writer, or ask first where nothing is proven."""
    proven = request.player_id is not None
    if line.one("OFF"):
        if proven:
            for game in opt_out.welcome(request):
                routing.send_to_game(request, game, "show")
        else:
            opt_out.confirm_welcome(request, line.text)
    elif proven and confirmation.is_carried_out(request):
        opt_out.free_seats(request)
    elif proven:
        _stop(request)
    else:
        opt_out.ask(request)


def _stop(request: Request) -> None:
    games = opt_out.stop(request)
    if games and confirmation.may_ask(request):
        body = templates.blocks("stopped", games=games, asks=True)
        confirmation.send(request, ["stop"], templates.subject("stopped"), body)
    else:
        request.say("stopped", games=games, asks=False)
