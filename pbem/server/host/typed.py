"""A game of any kind by mail on one machine: what people write is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from email.message import Message
from enum import Enum

from pbem.protocol import Seat
from pbem.server.host.local import LocalServer, Player
from pbem.server.states import BEGUN, GameState
from pbem.server.store import game_store

NAME = "try"  #: what the game is called
MAX_ROUNDS = 5  #: deadlines without anything to ask of people: nothing comes any more
MAX_REMINDERS = 10  #: that come before a deadline


class Typed(Enum):
    """What is typed in the place of a letter."""

    NEXT = "next"  #: somebody else writes first
    LATER = "later"  #: time goes on to the next deadline
    END = "end"


Show = Callable[[Message, Player], None]
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
) -> None:
    """Play a game until it is over, or `ask` returns `Typed.END`.

    `bots` are the levels of further seats. Letters are shown as they come to people.
    Raises Refused.
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
    skipped, idle = list[Player](), 0
    while (awaited := _awaited(local)) is not None and idle < MAX_ROUNDS:
        asked = [one for one in local.players if one.name in awaited]
        player = next((one for one in asked if one not in skipped), None)
        if player is None:
            skipped.clear()
            idle = 0 if asked else idle + 1
            if not asked:
                _later(local, show)
            continue
        idle, typed = 0, ask(player)
        if typed is Typed.END:
            return
        if typed is Typed.LATER:
            _later(local, show)
        elif typed is Typed.NEXT:
            skipped.append(player)
        elif isinstance(typed, str) and typed.strip():
            player.answer(typed)
            _show(local, show)


def _show(local: LocalServer, show: Show) -> None:
    for player, letter in local.pass_on():
        show(letter, player)


def _later(local: LocalServer, show: Show) -> None:
    """Let time go on, past reminders, until a window is closed."""
    before = _serial(local)
    for _ in range(MAX_REMINDERS):
        due = local.server.worker.next_at()
        local.now = max(local.now, due if due is not None else local.now) + 1
        _show(local, show)
        if _serial(local) != before:
            return


def _begun(local: LocalServer) -> bool:
    with local.context.database.reading() as conn:
        game = game_store.find(conn, NAME)
    return game is not None and game.state in BEGUN


def _serial(local: LocalServer) -> int:
    with local.context.database.reading() as conn:
        game = game_store.find(conn, NAME)
        return -1 if game is None else game_store.load_story(conn, game).table.serial


def _awaited(local: LocalServer) -> tuple[Seat, ...] | None:
    """Return the seats that are awaited; None where the game is over."""
    with local.context.database.reading() as conn:
        game = game_store.find(conn, NAME)
        if game is None or game.state is GameState.OVER:
            return None
        return game_store.load_story(conn, game).awaited()
