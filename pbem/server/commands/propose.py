"""`propose undo`, `propose draw`, `propose end`, `propose master A@B`."""

from __future__ import annotations

from pbem.mail.message.addresses import same
from pbem.server import identity, sheet, votes
from pbem.server.talk import Talk

WORDS = ("propose",)
NEEDS = "seat"


def run(talk: Talk, line: sheet.Command) -> None:
    """Asks the others to agree to something."""
    address = same(line.one("ADDRESS").strip("<>"))
    if address and identity.ours(talk.office.config, address):
        talk.say("odd_guest", address=address, own=False)
        return
    what = f"master {address}" if address else line.one("PROPOSAL").lower()
    votes.propose(talk, what)
