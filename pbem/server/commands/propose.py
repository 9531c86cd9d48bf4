"""`propose undo`, `propose draw`, `propose end`, `propose master A@B`."""

from __future__ import annotations

from pbem.mail.message.addresses import normalize_address
from pbem.server.game.request import Request
from pbem.server.play import votes
from pbem.server.syntax.command import Command, CommandSpec, Needs, always


def gives_power(request: Request, line: Command) -> bool:
    """Return whether a line would make somebody a game master."""
    return bool(line.one("ADDRESS"))


@CommandSpec(
    words=("propose",), needs=Needs.SEAT, too_old=always, gives_power=gives_power
)
def run(request: Request, line: Command) -> None:
    """Ask the others to agree to something."""
    address = normalize_address(line.one("ADDRESS").strip("<>"))
    if address and request.config.owns(address):
        request.refuse("odd_guest", address=address, own=False)
        return
    what = f"master {address}" if address else line.one("PROPOSAL").lower()
    votes.propose(request, what)
