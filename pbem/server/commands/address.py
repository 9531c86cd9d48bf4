"""`address`, `address add A@B`, `address remove A@B`, `address use A@B`,
`address undo`."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.lobby import addresses
from pbem.server.states import TokenPurpose
from pbem.server.store import players
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, always


def gives_power(request: Request, line: Command) -> bool:
    """Return whether a line would change addresses, and its letter does not answer one
    that was sent for just that."""
    content = request.content
    if content.purpose is TokenPurpose.ADDRESS and line.one("ADD"):
        return line.address != content.writer
    if content.purpose is TokenPurpose.UNDO and line.one("UNDO"):
        return False
    return len(line.words) > 0 and not _problem(request, line)


@CommandSpec(
    words=("address",),
    needs=Needs.PLAYER,
    topic=Topic.PLAYER,
    too_old=always,
    gives_power=gives_power,
)
def run(request: Request, line: Command) -> None:
    """Change the addresses that a player writes from and is written to."""
    address, problem, asked = line.address, _problem(request, line), False
    if problem or not line.words:
        pass
    elif line.one("UNDO"):
        addresses.undo(request)
    elif not line.one("ADD"):
        addresses.change(request, "remove" if line.one("REMOVE") else "use", address)
    elif address == request.content.writer:
        addresses.change(request, "add", address)
    else:
        problem = addresses.ask_for_proof(request, address)
        asked = not problem
    request.say(
        "addresses",
        refuses=bool(problem),
        own=players.addresses(request.conn, request.writer_id),
        problem=problem,
        address=address,
        asked=asked,
    )


def _problem(request: Request, line: Command) -> str:
    """Return why a line cannot be done; "" where it can."""
    if line.one("UNDO"):
        return "" if addresses.undoable(request) else "nothing"
    address, own = line.address, players.addresses(request.conn, request.writer_id)
    if line.one("ADD"):
        return addresses.cannot_add(request, address, own)
    if address and address not in own:
        return "unknown"
    return "last" if line.one("REMOVE") and len(own) == 1 else ""
