"""`new GAME with ADDRESSES [OPTION=VALUE]`."""

from __future__ import annotations

from pbem import games
from pbem.mail.message.addresses import normalize_address
from pbem.record.header import Unreadable
from pbem.server.game.request import Request
from pbem.server.lobby import invitations
from pbem.server.outbound import rate_limits
from pbem.server.states import LetterKind
from pbem.server.storage import game_store, players
from pbem.server.storage import games as games_store
from pbem.server.syntax.command import Command, CommandSpec, Needs, Wraps


@CommandSpec(words=("new",), needs=Needs.ANYBODY, begins_game=True, wraps=Wraps.NAMES)
def run(request: Request, line: Command) -> None:
    """Propose a game. Who has proven nothing is asked to confirm it first."""
    writer = request.content.writer
    if not writer:
        return
    try:
        game = games.find(line.one("WORD"))
    except games.GameFault as fault:
        request.refuse("no_such_game", **fault.fault.given)
        return
    guests = _guests(request, line)
    if guests is None:
        return
    options = options_of(line)
    try:
        invitations.check_playable(game, options, len(guests) + 1)
    except (games.GameFault, Unreadable) as error:
        request.refuse(
            "not_playable", game=game, why=invitations.explain_fault(game, error)
        )
        return
    if name_is_taken(request, line) or starts_many(request):
        return
    _propose(request, game, options, guests, line.one("CALLED").lower())


def options_of(line: Command) -> dict[str, str]:
    """Return options of a game, as they were written."""
    found = dict(word.split("=", 1) for word in line.words.get("OPTION", ()))
    return {name.lower(): value for name, value in found.items()}


def name_is_taken(request: Request, line: Command) -> bool:
    """Return whether there is a game of the wished-for name; then it is said."""
    name = line.one("CALLED").lower()
    taken = bool(name) and game_store.find(request.link, name) is not None
    if taken:
        request.refuse("name_taken", name=name)
    return taken


def _propose(
    request: Request,
    game: games.Game,
    options: dict[str, str],
    guests: list[tuple[str, str]],
    name: str,
) -> None:
    link, now = request.link, request.now
    starter = request.player_id
    if starter is None:
        called = players.first_name(request.content.name)
        starter = players.get_or_create(link, request.content.writer, called, now)
        kind = LetterKind.INVITATION
        if not rate_limits.may_tell(link, request.config, starter, kind, now):
            return
    made = invitations.propose(
        *(request, game, options, starter, guests, name), terms=request.terms
    )
    if request.player_id is None:
        invitations.confirm(request, made)
        request.silent = True
        return
    invitations.seat_starter(link, made)
    invitations.invite(request, made)
    request.say(
        "proposed",
        name=made.name,
        game=game,
        guests=[row.name for row in game_store.seats(link, made.id)][1:],
    )


def _guests(request: Request, line: Command) -> list[tuple[str, str]] | None:
    """Return names and addresses of the others; None where one will not do."""
    found: dict[str, str] = {}
    for terminal, word in line.tokens:
        if terminal == "NAMED":
            called, _, address = word.rstrip(">").partition("<")
            found[normalize_address(address)] = players.first_name(called.strip())
        elif terminal == "ADDRESS":
            found.setdefault(normalize_address(word.strip("<>")), "")
    own = {request.content.writer}
    if request.player_id is not None:
        own |= set(players.addresses(request.link, request.player_id))
    for address in found:
        if request.config.owns(address) or address in own:
            request.refuse("odd_guest", address=address, own=address in own)
            return None
    return [(name, address) for address, name in found.items()]


def starts_many(request: Request) -> bool:
    """Return whether a player has started as many games as may go on at once; it is
    said."""
    starter = request.player_id or players.owner(request.link, request.content.writer)
    most = request.config.limits.games
    many = games_store.started_by(request.link, starter) >= most
    if many:
        request.refuse("many_games", most=most)
    return many
