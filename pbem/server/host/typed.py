"""A game of any kind by mail on one machine: what people write is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC
from email.message import Message
from typing import NamedTuple

from pbem.protocol import Seat, seat_called
from pbem.schedule.parser import parse_duration
from pbem.schedule.phrases import format_moment
from pbem.schedule.time_control import UnknownTime
from pbem.schedule.units import DAY
from pbem.server.host.local import LocalServer, Player
from pbem.server.states import BEGUN, GameState
from pbem.server.store import game_store
from pbem.server.store.rows import GameRow

NAME = "try"  #: what the game is called
MAX_ROUNDS = 5  #: deadlines without anything to ask of people: nothing comes any more
MAX_STEPS = 50  #: of the server in a stretch of time
LETTER = 60.0  #: seconds that go by with each letter
#: What may be typed in the place of a letter.
COMMANDS = (".next", ".as NAME", ".wait 5m", ".later", ".end")


class Typed(NamedTuple):
    """What is typed in the place of a letter, without its dot."""

    word: str
    rest: str = ""


END = Typed("end")
Show = Callable[[Message, Player], None]
Say = Callable[[str], None]
#: Asks for the letter of a player.
Ask = Callable[[Player], "str | Typed"]


class NotBegun(Exception):
    """The server did not begin the game; its answer has been shown."""


def play(
    local: LocalServer,
    game: str,
    options: Mapping[str, str],
    bots: Sequence[str],
    show: Show,
    ask: Ask,
    say: Say,
) -> None:
    """Play a game until it is over, or `ask` returns `END`.

    `bots` are the levels of further seats. Letters are shown as they come to people,
    and it is said what no letter says: that time has gone by, that nobody else is
    awaited. Raises Refused.
    """
    first, *others = local.players
    people = [one.address for one in others]
    guests = " and ".join([*people, *(f"bot {level}".strip() for level in bots)])
    terms = "".join(f" {name}={value}" for name, value in options.items())
    first.write(f"new {game} called {NAME}{guests and f' with {guests}'}{terms}")
    _show(local, show)
    for invited in local.players:
        if invited.last is not None and not _begun(local):
            invited.answer("yes")
            _show(local, show)
    if not _begun(local):
        raise NotBegun
    named: Player | None = None
    skipped, idle = list[Player](), 0
    while (awaited := _awaited(local)) is not None and idle < MAX_ROUNDS:
        asked = [one for one in local.players if one.name in awaited]
        waiting = (one for one in asked if one not in skipped)
        player, named = named or next(waiting, None), None
        if player is None:
            skipped.clear()
            idle = 0 if asked else idle + 1
            if not asked:
                _wait(local, _deadline(local), show, say)
            continue
        idle, typed = 0, ask(player)
        if typed == END:
            return
        if isinstance(typed, str):
            if typed.strip():
                player.answer(typed)
                _show(local, show)
        elif typed.word == "next" and len(asked) > 1:
            skipped.append(player)
        elif typed.word == "next":
            say(
                "Nobody else is awaited. .as NAME lets another write, .later time pass."
            )
        elif typed.word == "as":
            named = _called(local, typed.rest)
            if named is None:
                say(f"Here write {', '.join(one.name for one in local.players)}.")
        elif (until := _until(local, typed)) is not None:
            _wait(local, until, show, say)
        else:
            say(f"Instead of a letter there may be {', '.join(COMMANDS)}.")


def _called(local: LocalServer, name: str) -> Player | None:
    seat = seat_called(name, tuple(one.name for one in local.players))
    return next((one for one in local.players if one.name == seat), None)


def _until(local: LocalServer, typed: Typed) -> float | None:
    """Return until when a command lets time go by; None where it is no such one."""
    if typed.word == "later":
        return _deadline(local)
    try:
        return local.now + parse_duration(typed.rest) if typed.word == "wait" else None
    except UnknownTime:
        return None


def _show(local: LocalServer, show: Show) -> None:
    for player, letter in local.pass_on(LETTER):
        show(letter, player)


def _wait(local: LocalServer, until: float, show: Show, say: Say) -> None:
    """Let time go by, with all that the server does meanwhile."""
    for _ in range(MAX_STEPS):
        due = local.server.worker.next_at()
        if due is None or due >= until:
            break
        local.now = max(local.now, due)
        _show(local, show)
    local.now = max(local.now, until)
    say(f"It is {format_moment(local.now, UTC)} now.")
    _show(local, show)


def _game(local: LocalServer) -> GameRow | None:
    with local.context.database.reading() as conn:
        return game_store.find(conn, NAME)


def _begun(local: LocalServer) -> bool:
    game = _game(local)
    return game is not None and game.state in BEGUN


def _deadline(local: LocalServer) -> float:
    """Return when the open window is closed; where it has no end, in a day."""
    game = _game(local)
    due = game.deadline if game is not None else None
    return due + 1 if due is not None else local.now + DAY


def _awaited(local: LocalServer) -> tuple[Seat, ...] | None:
    """Return the seats that are awaited; None where the game is over."""
    with local.context.database.reading() as conn:
        game = game_store.find(conn, NAME)
        if game is None or game.state is GameState.OVER:
            return None
        return game_store.load_story(conn, game).awaited()
