"""`new GAME with ADDRESSES [OPTION=VALUE]`."""

from __future__ import annotations

import sqlalchemy as sa

from pbem import games
from pbem.mail.message.addresses import same
from pbem.record.header import Unreadable
from pbem.server import gamebook, identity, invitations, limits, people, schema, sheet
from pbem.server.talk import Talk

WORDS = ("new",)
NEEDS = "anybody"


def run(talk: Talk, line: sheet.Command) -> None:
    """Proposes a game. Who has proven nothing is asked to confirm it first."""
    writer = talk.content.writer
    if not writer:
        return
    try:
        game = games.find(line.one("WORD"))
    except games.GameFault as fault:
        talk.say("no_such_game", **fault.fault.given)
        return
    guests = _guests(talk, line)
    if guests is None:
        return
    options = options_of(line)
    try:
        invitations.playable(game, options, len(guests) + 1)
    except (games.GameFault, Unreadable) as error:
        talk.say("not_playable", game=game, why=invitations.why(game, error))
        return
    if name_is_taken(talk, line) or starts_many(talk):
        return
    _propose(talk, game, options, guests, line.one("CALLED").lower())


def options_of(line: sheet.Command) -> dict[str, str]:
    """Options of a game, as they were written."""
    found = dict(word.split("=", 1) for word in line.words.get("OPTION", ()))
    return {name.lower(): value for name, value in found.items()}


def name_is_taken(talk: Talk, line: sheet.Command) -> bool:
    """Whether there is a game of the wished-for name; then it is said."""
    name = line.one("CALLED").lower()
    taken = bool(name) and gamebook.find(talk.link, name) is not None
    if taken:
        talk.say("name_taken", name=name)
    return taken


def _propose(
    talk: Talk,
    game: games.Game,
    options: dict[str, str],
    guests: list[tuple[str, str]],
    name: str,
) -> None:
    link, office, now = talk.link, talk.office, talk.now
    starter = talk.player_id
    if starter is None:
        called = people.first_name(talk.content.name)
        starter = people.enrol(link, talk.content.writer, called, now)
        if not limits.may_tell(link, office.config, starter, "invitation", now):
            return
    made = invitations.propose(
        *(link, office, now, game, options, starter, guests, name), terms=talk.terms
    )
    if talk.player_id is None:
        invitations.confirm(link, office, made, now)
        talk.silent = True
        return
    invitations.first_is_in(link, made)
    invitations.invite(link, office, made, now)
    talk.say(
        "proposed",
        name=made.name,
        game=game,
        guests=[row.name for row in gamebook.seats(link, made.id)][1:],
    )


def _guests(talk: Talk, line: sheet.Command) -> list[tuple[str, str]] | None:
    """Names and addresses of the others; None where one will not do."""
    found: dict[str, str] = {}
    for terminal, word in line.tokens:
        if terminal == "NAMED":
            called, _, address = word.rstrip(">").partition("<")
            found[same(address)] = people.first_name(called.strip())
        elif terminal == "ADDRESS":
            found.setdefault(same(word.strip("<>")), "")
    own = {talk.content.writer}
    if talk.player_id is not None:
        own |= set(people.addresses(talk.link, talk.player_id))
    for address in found:
        if identity.ours(talk.office.config, address) or address in own:
            talk.say("odd_guest", address=address, own=address in own)
            return None
    return [(name, address) for address, name in found.items()]


def starts_many(talk: Talk) -> bool:
    """Whether a player has started as many games as may go on at once; it is said."""
    table = schema.game
    starter = talk.player_id or people.owner(talk.link, talk.content.writer)
    query = (
        sa.select(sa.func.count())
        .select_from(table)
        .where(table.c.starter_id == starter)
        .where(table.c.state.in_(("invited", "open", "running")))
    )
    most = talk.office.config.limits.games
    many = (talk.link.execute(query).scalar() or 0) >= most
    if many:
        talk.say("many_games", most=most)
    return many
