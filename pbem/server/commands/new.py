"""`new GAME with ADDRESSES [OPTION=VALUE]`."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.pages.wording import words as game_words
from pbem.plugins import games
from pbem.server import naming
from pbem.server.flow import faulty
from pbem.server.game.request import Request
from pbem.server.lobby import bots as lobby_bots
from pbem.server.lobby import game_settings, invitations
from pbem.server.outbound import rate_limits
from pbem.server.states import LetterKind
from pbem.server.store import game_store, players
from pbem.server.store import games as games_store
from pbem.server.store.rows import GameRow
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, Wraps


@CommandSpec(
    words=("new",),
    needs=Needs.ANYBODY,
    topic=Topic.BEGINNING,
    begins_game=True,
    wraps=Wraps.NAMES,
)
def run(request: Request, line: Command) -> None:
    """Propose a game. Who has proven nothing is asked to confirm it first."""
    if not request.content.writer:
        return
    game = request.find_kind(line.one("WORD"))
    guests = _guests(request, line) if game is not None else None
    if game is None or guests is None:
        return
    levels = lobby_bots.levels_of(line)
    if len(levels) == 1 and not guests:
        levels = [*levels] * game.facts.get("practice", 1)  # all others are bots
    alone = not guests and not levels
    if alone and game.facts["seats"][0] > 1:
        faulty.explain(request, [line.text])
        return
    places = 1 if alone else None
    game_row = propose(request, line, game, guests, places, bots=levels)
    if game_row is not None:
        silent = invitations.invite(request, game_row)
        rows = game_store.seats(request.conn, game_row.id)
        names = [row.name for row in rows if not row.bot][1:]
        request.say(
            "proposed", name=game_row.name, game=game, guests=names, silent=silent
        )


def propose(
    request: Request,
    line: Command,
    game: games.Game,
    guests: Sequence[tuple[str, str]] = (),
    places: int | None = None,
    *,
    bots: Sequence[str] = (),
) -> GameRow | None:
    """Return the game that a line begins, with its writer's seat taken.

    None where it cannot begin or must be confirmed first, and that is said.
    """
    settings = request.settings.copy()
    given = dict(word.split("=", 1) for word in line.words.get("OPTION", ()))
    options = {
        game.option_named(option) or option.lower(): value
        for option, value in given.items()
    }
    for option in [one for one in options if one not in game.options]:
        if (setting := game_settings.canonical(option)) in game_settings.SETTINGS:
            value = options.pop(option)
            bad = game_settings.add_setting(settings, setting, value)
            if bad:
                request.refuse("setting_unknown", **bad._asdict())
    seats = len(guests) + len(bots) + 1 if places is None else places
    if fault := invitations.unplayable(game, options, seats):
        request.refuse("not_playable", game=game, why=game_words(game).fault(fault))
        return None
    conn, now, starter = request.conn, request.now, request.player_id
    # What is in a line below takes the place of what stood before.
    name = line.words.get("CALLED", ("",))[-1].lower()
    writer = request.content.writer
    if _is_refused(request, name, starter or players.owner(conn, writer), bots):
        return None
    if starter is None:
        starter = request.claimed_writer()
        kind, config = LetterKind.CONFIRM, request.config
        waiting = games_store.started_by(conn, starter, confirmed=False)
        if waiting >= config.limits.alike_day or not (
            rate_limits.may_tell(conn, config, starter, kind, now)
        ):
            # Whoever it really was: the one who is named hears no more of it.
            rate_limits.note_silence(request.row, "enough games to confirm")
            return None
    proposed = invitations.propose(
        *(request, game, options, starter, guests, name),
        places=places or 0,
        settings=settings,
        bots=bots,
    )
    if line.one("MASTER"):
        games_store.add_master(conn, proposed.id, starter, now)
    alone = places == 1 or (bots and not guests)
    if request.player_id is None or alone:
        # Who plays alone sees how it will be played, and begins by a word.
        invitations.confirm(request, proposed, request.receipt.parts)
        request.receipt.silent = True
        return None
    invitations.seat_starter(conn, proposed)
    return proposed


def _is_refused(
    request: Request, name: str, known: int | None, bots: Sequence[str]
) -> bool:
    """Return whether a game of a name may not begin for a player, and say why."""
    conn, limits = request.conn, request.config.limits
    writer = request.content.writer
    if name and game_store.find(conn, name) is not None:
        request.refuse("name_taken", name=name)
    elif games_store.started_by(conn, known) >= limits.games:
        request.refuse("many_games", most=limits.games)
    elif bots and (why := lobby_bots.refused(request, known, writer)):
        request.refuse("no_bots", why=why, limits=limits)
    else:
        return False
    return True


def _guests(request: Request, line: Command) -> list[tuple[str, str]] | None:
    """Return names and addresses of the others; None where one will not do."""
    found: dict[str, str] = {}
    for called, address in line.named_addresses:
        found[address] = naming.first_name(called) or found.get(address, "")
    own = {request.content.writer}
    if request.player_id is not None:
        own |= set(players.addresses(request.conn, request.player_id))
    for address in found:
        why = "own" if address in own else invitations.odd_address(request, address)
        if why:
            request.refuse("odd_guest", address=address, why=why)
            return None
    return [(name, address) for address, name in found.items()]
