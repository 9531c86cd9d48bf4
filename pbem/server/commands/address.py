"""`address`, `address add A@B`, `address remove A@B`, `address use A@B`."""

from __future__ import annotations

from pbem.mail.message.addresses import same
from pbem.server import identity, people, sheet
from pbem.server.store import note
from pbem.server.talk import Talk

WORDS = ("address",)
NEEDS = "player"
_MANY = 10


def run(talk: Talk, line: sheet.Command) -> None:
    """Changes the addresses that a player writes from and is written to."""
    link, player_id = talk.link, talk.player_id
    if player_id is None:
        return
    address = same(line.one("ADDRESS").strip("<>"))
    own = people.addresses(link, player_id)
    problem = ""
    if line.one("ADD"):
        owner = people.owner(link, address)
        if identity.ours(talk.office.config, address) or len(own) >= _MANY:
            problem = "odd"
        elif owner not in (None, player_id):
            problem = "taken"
        elif owner is None:
            people.add(link, player_id, address, talk.now)
    elif address and address not in own:
        problem = "unknown"
    elif line.one("REMOVE"):
        if len(own) == 1:
            problem = "last"
        else:
            people.remove(link, player_id, address)
    elif line.one("USE"):
        people.prefer(link, player_id, address)
    if address and not problem:
        note(link, "address-changed", talk.now, line.text, player_id=player_id)
    own = people.addresses(link, player_id)
    talk.say("addresses", own=own, problem=problem, address=address)
