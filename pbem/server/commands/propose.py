"""`propose undo`, `propose draw`, `propose end`, `propose rated`,
`propose extend 2 days`, `propose master A@B`."""

from __future__ import annotations

from pbem.server.flow import repeating
from pbem.server.game import proposals, votes
from pbem.server.game.request import Request
from pbem.server.lobby import invitations
from pbem.server.states import VoteKind
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, always

OFFER = "offer draw"  #: the order that a proposal is, where a game has offers of a draw


def gives_power(request: Request, line: Command) -> bool:
    """Return whether a line would begin a vote that makes somebody a game master."""
    address = line.address
    if not address or request.config.owns(address):
        return False
    return not votes.refused(*request.in_game(), proposals.Appoint(address))


@CommandSpec(
    words=("propose",),
    needs=Needs.SEAT,
    topic=Topic.GAME,
    too_old=always,
    gives_power=gives_power,
)
def run(request: Request, line: Command) -> None:
    """Ask the others to agree to something."""
    address = line.address
    why = invitations.odd_address(request, address) if address else ""
    if why:
        request.refuse("odd_guest", address=address, why=why)
        return
    if address:
        proposal: proposals.Proposal = proposals.Appoint(address)
    elif line.one("REST"):
        proposal = proposals.Extend(" ".join(line.one("REST").split()))
    else:
        proposal = proposals.proposal(line.one("PROPOSAL").lower())
    offers = proposal.kind is VoteKind.DRAW
    if offers and repeating.is_order_of_game(request, OFFER):
        repeating.orders_behind(request, OFFER)
        return
    votes.propose(request, proposal)
