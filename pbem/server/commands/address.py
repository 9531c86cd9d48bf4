"""`address`, `address add A@B`, `address remove A@B`, `address use A@B`,
`address undo`."""

from __future__ import annotations

from pbem.mail.message.addresses import normalize_address
from pbem.server.game.request import Request
from pbem.server.lobby import addresses
from pbem.server.states import TokenPurpose
from pbem.server.storage import players
from pbem.server.syntax.command import Command, CommandSpec, Needs, always


def gives_power(request: Request, line: Command) -> bool:
    """Return whether a line changes addresses, and its letter does not answer one that
    was sent for that."""
    content = request.content
    if content.purpose is TokenPurpose.ADDRESS and line.one("ADD"):
        return _address(line) != content.writer
    if content.purpose is TokenPurpose.UNDO and line.one("UNDO"):
        return False
    return len(line.words) > 0


@CommandSpec(
    words=("address",), needs=Needs.PLAYER, too_old=always, gives_power=gives_power
)
def run(request: Request, line: Command) -> None:
    """Change the addresses that a player writes from and is written to."""
    link, player_id = request.link, request.writer_id
    address, problem, asked = _address(line), "", False
    own = players.addresses(link, player_id)
    if line.one("UNDO"):
        problem = addresses.undo(request)
    elif line.one("ADD"):
        problem = addresses.cannot_add(request, address, own)
        asked = not problem and address not in own
        if asked and request.content.purpose is TokenPurpose.ADDRESS:
            addresses.change(request, "add", address)
            asked = False
        elif asked:
            problem = addresses.ask_for_proof(request, address)
    elif address and address not in own:
        problem = "unknown"
    elif line.one("REMOVE") and len(own) == 1:
        problem = "last"
    elif address:
        addresses.change(request, "remove" if line.one("REMOVE") else "use", address)
    request.say(
        "addresses",
        refuses=bool(problem),
        own=players.addresses(link, player_id),
        problem=problem,
        address=address,
        asked=asked,
    )


def _address(line: Command) -> str:
    return normalize_address(line.one("ADDRESS").strip("<>"))
