"""Games before they begin: asked for, invited to, accepted or not."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping, Sequence

from sqlalchemy.engine import Connection

from pbem.pages import page
from pbem.pages.wording import shared_words
from pbem.plugins import games
from pbem.protocol import Fault
from pbem.record.fresh import fresh
from pbem.record.header import Header, Unreadable
from pbem.schedule.parser import parse_duration
from pbem.server import naming
from pbem.server.context import Transaction
from pbem.server.game import endings, masks, references
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.window import begin_game
from pbem.server.lobby import game_settings
from pbem.server.outbound import rate_limits, templates
from pbem.server.outbound.message import Message
from pbem.server.states import OCCUPIED, GameState, LetterKind, SeatState, SilencePolicy
from pbem.server.store import blocks, game_store, letters, players
from pbem.server.store import bot_jobs as thoughts
from pbem.server.store import games as games_store
from pbem.server.store.queries import insert, save
from pbem.server.store.reply_tokens import grant_without_game
from pbem.server.store.rows import GameRow, GameSettings, SeatRow

_JOINS = frozenset(("and", "then", "or", "else"))  #: between wishes
NAME = re.compile(r"[a-z][a-z0-9-]{1,39}")


def propose(
    tx: Transaction,
    kind: games.Game,
    options: Mapping[str, str],
    starter: int,
    guests: Sequence[tuple[str, str]],
    name: str = "",
    *,
    places: int = 0,
    settings: GameSettings | None = None,
    bots: Sequence[str] = (),
) -> GameRow:
    """Make a game with a seat for each; nobody has accepted, nobody is told yet.

    `guests` are names ("" where unknown) and addresses, `bots` their levels.
    """
    conn, now = tx.conn, tx.now
    until = now + parse_duration(tx.config.invitation)
    settings = {**game_settings.defaults(tx.config), **(settings or {})}
    game = games_store.add(
        *(conn, name.lower(), kind.name),
        state=GameState.INVITED,
        options=json.dumps(dict(options)),
        rules=kind.version,
        starter_id=starter,
        **settings,
        wanted=places,
        deadline=until,
        wake_at=until,
        made=now,
    )
    names: list[str] = []
    first = players.get(conn, starter).name
    invited = [(starter, first)]
    for called, address in guests:
        player_id = players.get_or_create(conn, address, called, now)
        invited.append((player_id, called or players.get(conn, player_id).name))
    for number, (player_id, called) in enumerate(invited):
        seat = naming.unique_name(called, names)
        names.append(seat)
        state = SeatState.LISTED if number else SeatState.ASKED
        insert(conn, game_store.new_seat(game.id, number, seat, player_id, state))
    for level in bots:
        thoughts.add_seat(conn, game.id, level, now)
    tx.audit("proposed", game.name, game_id=game.id, player_id=starter)
    return game


def odd_address(tx: Transaction, address: str) -> str:
    """Return why nobody can be asked at an address; "" where somebody can."""
    if tx.config.owns(address):
        return "ours"
    host = address.rpartition("@")[2]
    return "" if "." in host.strip(".") else "no-dot"


def confirm(tx: Transaction, game: GameRow, more: Sequence[page.Block] = ()) -> None:
    """Ask the starter to confirm the game; `more` is the rest of the answer to the
    letter that asked for it."""
    first = game_store.seats(tx.conn, game.id)[0]
    _send(tx, game, first, "confirm", LetterKind.CONFIRM, more)


def invite(tx: Transaction, game: GameRow) -> list[str]:
    """Invite everybody who has not been asked yet; return who cannot be: somebody
    nobody has heard of, who had a letter already. A word from them is waited for."""
    silent = []
    for seat in game_store.seats(tx.conn, game.id):
        if seat.state is not SeatState.LISTED:
            continue
        if players.waits_for_word(tx.conn, seat.player_id) or _has_opted_out(tx, seat):
            silent.append(seat.name)
            continue
        save(tx.conn, seat, seat._replace(state=SeatState.ASKED))
        _send(tx, game, seat, "invitation", LetterKind.INVITATION)
    return silent


def _has_opted_out(tx: Transaction, seat: SeatRow) -> bool:
    """Return whether a guest wants no invitations."""
    row = players.working_address(tx.conn, seat.player_id)
    return row is not None and blocks.of(tx.conn, row.address) is not None


def invite_late(session: GameSession) -> None:
    """Invite those of whom something was heard since they were first not asked."""
    first = game_store.seats(session.conn, session.game.id)[0]
    if session.game.state is GameState.INVITED and first.state is SeatState.IN:
        invite(session, session.game)


def seat_starter(conn: Connection, game: GameRow) -> None:
    """Take the starter's seat; an open game becomes open to all."""
    first = game_store.seats(conn, game.id)[0]
    save(conn, first, first._replace(state=SeatState.IN))
    if game.wanted:
        save(conn, game, game._replace(state=GameState.OPEN))


def join(
    session: GameSession, player_id: int, called: str, word: str, wish: str = ""
) -> None:
    """Take a seat of an open game; with the last one it begins. Raises Unreadable."""
    rows = session.seats()
    name = called or players.get(session.conn, player_id).name
    name = naming.unique_name(name, [row.name for row in rows])
    number, state = len(rows), SeatState.IN
    seat = game_store.new_seat(session.game.id, number, name, player_id, state)
    insert(session.conn, seat._replace(word=word, wish=wish))
    _start_if_full(session)


def confirm_line(request: Request, player_id: int, line: str) -> None:
    """Ask whether a line was really meant, at the address that it came from; not too
    often."""
    conn, kind = request.conn, LetterKind.CONFIRM
    if not rate_limits.may_tell(conn, request.config, player_id, kind, request.now):
        return
    message = Message(
        subject=templates.subject("confirm_line"),
        body=templates.blocks("confirm_line", line=line),
        ref="desk",
        answers=request.content.message_id,
        letter=request.row.id,
        automatic="auto-replied",
    )
    asked = letters.keep_lines(conn, request.row, request.content, [line])
    grant = grant_without_game(player_id, request.now)._replace(letter_id=asked)
    request.send(player_id, message, kind=kind, grant=grant)


def accept(
    session: GameSession, seat: SeatRow, called: str, word: str, wish: str = ""
) -> GameState:
    """Take a seat; with the last one the game begins. Return how it stands then.

    Raises Unreadable.
    """
    conn, game = session.conn, session.game
    others = [
        s.name for s in game_store.seats(conn, game.id) if s.number != seat.number
    ]
    new = seat._replace(
        state=SeatState.IN, word=word or seat.word, wish=wish or seat.wish
    )
    if called:
        new = new._replace(name=naming.unique_name(called, others))
        player = players.get(conn, seat.player_id)
        save(conn, player, player._replace(name=called))
    session.change_seat(seat, new)
    if game.wanted > 1:
        session.game = game._replace(state=GameState.OPEN)
        _start_if_full(session)
        return session.game.state
    invite(session, game)
    start_if_all_accepted(session)
    return session.game.state


def start_if_all_accepted(session: GameSession) -> None:
    """Begin a game all whose seats are taken. Raises Unreadable."""
    if all(
        s.state in OCCUPIED for s in game_store.seats(session.conn, session.game.id)
    ):
        start(session)


def start(session: GameSession) -> None:
    """Begin a game that everybody has accepted. Raises Unreadable."""
    kind = games.find(session.game.kind)
    given = json.loads(session.game.options)
    wishes = [one.wish or "-" for one in session.seats()]
    if {*wishes} != {"-"}:
        given[kind.wishes] = "/".join(wishes)
        session.game = session.game._replace(options=json.dumps(given))
    options = kind.read_options(given)
    masks.put_on(session)
    drawn = kind.needs_chance(options) or session.game.silence is SilencePolicy.RANDOM
    begin_game(session, secrets.token_bytes(32) if drawn else None)


def cancel(session: GameSession) -> None:
    """Give a game up that has not begun."""
    session.game = session.game._replace(state=GameState.DROPPED, deadline=None)
    session.audit("dropped")


def call_off(request: Request, error: games.GameFault | Unreadable) -> None:
    """Give a game up that cannot begin though everybody has accepted, and say why."""
    session, _ = request.in_game()
    cancel(session)
    why = shared_words(session.game.kind).fault(error.fault)
    request.say("not_begun", why=why)


def _start_if_full(session: GameSession) -> None:
    rows = session.seats()
    if len(rows) == session.game.wanted and all(row.state in OCCUPIED for row in rows):
        start(session)


def wish(text: str) -> str:
    """Return what somebody would like, as an option has it: "France+Italy".

    >>> wish("France, then Italy > Turkey.")
    'France+Italy+Turkey'
    """
    return "+".join(
        one for one in re.findall(r"\w+", text) if one.lower() not in _JOINS
    )


def _may_wish(kind: games.Game, given: Mapping[str, str]) -> bool:
    """Return whether players may say what they would like to play."""
    options = kind.read_options(given)
    return bool(kind.wishes) and kind.needs_chance(options) and not kind.masks(options)


def odd_wish(session: GameSession, wish: str) -> str:
    """Return why nobody can wish for that in a game, "" for no reason."""
    kind, given = games.find(session.game.kind), json.loads(session.game.options)
    if not _may_wish(kind, given):
        fault = Fault("invalid.no-wishes")
    else:
        count = session.game.wanted or len(session.seats())
        found = unplayable(kind, {**given, kind.wishes: wish}, count)
        if found is None:
            return ""
        fault = found
    return shared_words(kind.name).fault(fault)


def unplayable(
    kind: games.Game, options: Mapping[str, str], seats: int
) -> Fault | None:
    """Return why a game cannot begin like this; None: it can."""
    names = tuple(f"Player {number}" for number in range(1, seats + 1))
    tried = Header(kind.name, names, options=options, seed=bytes(32))
    try:
        game_store.begin_story(fresh(tried))
    except (games.GameFault, Unreadable) as error:
        return error.fault
    return None


def _teams(
    kind: games.Game, options: Mapping[str, str], seats: Sequence[str]
) -> Sequence[Sequence[str]]:
    """Return who will play together, in a game of teams; () in any other."""
    tried = Header(kind.name, tuple(seats), options=options, seed=bytes(32))
    try:
        found = [*endings.teams(game_store.begin_story(fresh(tried)))]
    except (games.GameFault, Unreadable):
        return ()  # an open game, which has not all its players yet
    against = len(found) > 1 and any(len(team) > 1 for team in found)
    return found if against else ()


def _send(
    tx: Transaction,
    game: GameRow,
    seat: SeatRow,
    what: str,
    letter: LetterKind,
    more: Sequence[page.Block] = (),
) -> None:
    kind = games.find(game.kind)
    rows = game_store.seats(tx.conn, game.id)
    given = json.loads(game.options)
    message = Message(
        subject=templates.subject(what, name=game.name, title=kind.title),
        body=templates.blocks(
            what,
            name=game.name,
            game=kind,
            seat=seat.name,
            role=kind.roles_of(row.name for row in rows).get(seat.name),
            starter=rows[0].name,
            by=players.addresses(tx.conn, rows[0].player_id)[0],
            seats=[row.name for row in rows],
            options=given,
            until=references.host_deadline(tx, game.deadline),
            wanted=game.wanted,
            teams=_teams(kind, given, [row.name for row in rows]),
            bots={row.name: row.bot for row in rows if row.bot},
            master=bool(games_store.masters(tx.conn, game.id)),
            **game_settings.in_words(game),
            chance=kind.needs_chance(kind.read_options(given)),
            wishes=_may_wish(kind, given),
        )
        + list(more),
        ref=references.ref(game, 0),
        thread=references.thread(game),
    )
    grant = references.grant(game, seat, -1)
    tx.send(seat.player_id, message, kind=letter, grant=grant)
