"""Lines of a letter that are for another game: each game looks at its own lines, in
its own transaction, as at a letter of their own."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Row

from pbem.server import gamebook, masters, schema, sheet

if TYPE_CHECKING:
    from pbem.server.talk import Talk

MOST = 20  #: games that one letter can speak to
_letter = schema.letter


def split(talk: Talk, text: str) -> str:
    """Sends on what stands below `game NAME #N` lines; the lines before the first.

    Where a line names the game that the letter is for anyway, it is a guard only.
    """
    own: list[str] = []
    parts: list[tuple[sheet.Command, list[str]]] = []
    for line in text.split("\n"):
        command = sheet.parse(line) if line.strip()[:4].lower() == "game" else None
        if command is not None and command.name == "game":
            parts.append((command, []))
        elif parts:
            parts[-1][1].append(line)
        else:
            own.append(line)
    for command, lines in parts[:MOST]:
        _send_part(talk, command, lines, own)
    return "\n".join(own)


def _send_part(
    talk: Talk, command: sheet.Command, lines: list[str], own: list[str]
) -> None:
    name = command.one("WORD")
    guard = command.one("GUARD").lstrip("#")
    sitting = talk.sitting
    if sitting is not None and sitting.game.name.lower() == name.lower():
        if guard:
            own.append(f"#{guard}")
        own += lines
        return
    game = gamebook.find(talk.link, name)
    if game is None or not may_see(talk, game):
        talk.say("no_game_named", name=name)
        return
    body = "\n".join(lines)
    send(talk, game, f"#{guard}\n{body}" if guard else body)


def send(talk: Talk, game: Row[Any], text: str) -> None:
    """Lays lines before another game, as if they had come in a letter for it."""
    content = msgspec.structs.replace(
        talk.content,
        text=text,
        subject="",
        seat=None,
        serial=None,
        token_game=game.id,
        errand=True,
    )
    like = _letter.c.key.like(f"errand:{talk.row.id}:%")
    query = sa.select(sa.func.count()).select_from(_letter).where(like)
    count = talk.link.execute(query).scalar() or 0
    values = {
        "key": f"errand:{talk.row.id}:{count}",
        "raw": b"",
        "received": talk.row.received,
        "kept": talk.now,
        "state": "waiting",
        "game_id": game.id,
        "content": msgspec.msgpack.encode(content),
        "sender": talk.row.sender,
        "player_id": talk.player_id,
        "digest": hashlib.sha256(text.encode("utf-8", "replace")).hexdigest(),
    }
    talk.link.execute(_letter.insert().values(values))
    gamebook.wake(talk.link, game.id, talk.now)
    talk.understood = True
    talk.sent_on += 1


def plays(talk: Talk, game: Row[Any]) -> bool:
    """Whether the writer has a seat in a game."""
    return talk.player_id in [
        row.player_id
        for row in gamebook.seats(talk.link, game.id)
        if row.state not in ("listed", "gone")
    ]


def may_see(talk: Talk, game: Row[Any]) -> bool:
    """Whether the writer may ask about a game: plays, watches, or is a master."""
    if talk.player_id is None:
        return False
    if plays(talk, game) or masters.is_one(
        talk.link, talk.office, game.id, talk.player_id
    ):
        return True
    table = schema.watcher
    mine = (table.c.game_id == game.id) & (table.c.player_id == talk.player_id)
    return talk.link.execute(sa.select(table).where(mine)).first() is not None
