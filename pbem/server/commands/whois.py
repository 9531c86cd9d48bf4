"""`whois [NAME]`: who plays, how reliably, and how well; never an address."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.lobby import profile
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, never


@CommandSpec(words=("whois",), needs=Needs.PLAYER, topic=Topic.GAME, changes=never)
def run(request: Request, line: Command) -> None:
    """Tell about oneself, a player one shares a game with, or a whole game."""
    name = line.one("WHO").strip()
    people = profile.about(request, name)
    bots = profile.bots(request, name, people)
    request.receipt.understood = bool(people or bots)
    request.say("whois", wanted=name, people=people, bots=bots)
