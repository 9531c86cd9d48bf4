"""A duel by mail on one machine, letter by letter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path

from pbem.record.turn_file import Entry, Heading, read
from pbem.server.host.local import LocalServer
from pbem.system.resources import folder

Show = Callable[[Message, str], None]


def play(place: Path, show: Show) -> str:
    """Play the game that the box of Magic Arena calls a duel; return its name.

    Every letter is shown as it arrives, with the name of its reader.
    """
    example = folder("games") / "arena" / "examples" / "duel.txt"
    moves = _moves(example.read_text(encoding="utf-8"))
    with LocalServer(place, ("Ann", "Bob")) as local:
        _play(local, moves, show)
    return "duel"


def _play(local: LocalServer, moves: Iterator[dict[str, str]], show: Show) -> None:
    ann, bob = local.players

    def send(raw: bytes) -> None:
        show(message_from_bytes(raw), "the referee")
        for player, letter in local.pass_on():
            show(letter, player.name)

    send(ann.write("new arena called duel with bob@pbem.example hp=8 healing=no"))
    send(ann.answer("yes"))
    send(bob.answer("yes"))
    for turn in moves:
        for player in (ann, bob):
            if player.name in turn:
                send(player.answer(turn[player.name]))


def _moves(text: str) -> Iterator[dict[str, str]]:
    """Return what everybody sends, turn by turn."""
    turn: dict[str, str] = {}
    for item in read(text).items():
        if isinstance(item, Heading) and turn:
            yield turn
            turn = {}
        elif isinstance(item, Entry):
            turn[item.seat.text] = "\n".join(piece.text for piece in item.pieces)
    yield turn
