"""`forget me`: takes a player's name and addresses out of everything that is kept."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.lobby import erase_player
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, always


def gives_power(request: Request, line: Command) -> bool:
    """Return True: it cannot be undone, so it is always asked for twice."""
    return True


@CommandSpec(
    words=("forget",),
    needs=Needs.PLAYER,
    topic=Topic.PLAYER,
    too_old=always,
    gives_power=gives_power,
)
def run(request: Request, line: Command) -> None:
    """Forget the writer."""
    erase_player.forget(request)
