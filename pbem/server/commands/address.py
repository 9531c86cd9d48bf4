"""`address`, `address add A@B`, `address remove A@B`, `address use A@B`."""

from __future__ import annotations

from pbem.mail.message.addresses import normalize_address
from pbem.server.game.request import Request
from pbem.server.storage import players
from pbem.server.syntax.command import Command, CommandSpec, Needs, always

_MANY = 10


@CommandSpec(words=("address",), needs=Needs.PLAYER, too_old=always)
def run(request: Request, line: Command) -> None:
    """Change the addresses that a player writes from and is written to."""
    link, player_id = request.link, request.writer_id
    address = normalize_address(line.one("ADDRESS").strip("<>"))
    own = players.addresses(link, player_id)
    problem = ""
    if line.one("ADD"):
        owner = players.owner(link, address)
        if request.config.owns(address) or len(own) >= _MANY:
            problem = "odd"
        elif owner not in (None, player_id):
            problem = "taken"
        elif owner is None:
            players.add_address(link, player_id, address, request.now)
    elif address and address not in own:
        problem = "unknown"
    elif line.one("REMOVE"):
        if len(own) == 1:
            problem = "last"
        else:
            players.remove_address(link, player_id, address)
    elif line.one("USE"):
        players.prefer_address(link, player_id, address)
    if address and not problem:
        request.audit("address-changed", line.text, player_id=player_id)
    own = players.addresses(link, player_id)
    request.say(
        "addresses", refuses=bool(problem), own=own, problem=problem, address=address
    )
