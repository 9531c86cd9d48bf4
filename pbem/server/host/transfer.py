"""Games out of the store as turn files, and turn files into the store."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.record.header import print_header
from pbem.record.replay import begin
from pbem.record.turn_file import After, Deadline, Entry, Heading, Record
from pbem.server.context import Transaction
from pbem.server.gm.grammar import parse_request
from pbem.server.lobby import game_settings
from pbem.server.storage import game_store, players, schema
from pbem.server.storage.database import insert_new
from pbem.server.storage.game_store import LogEntry

ANONYMOUS = "somebody"  #: who wrote words that bear no name


class Refused(Exception):
    """A turn file that cannot become a game here; the message says why."""


def export_game(link: Connection, game: Row[Any]) -> str:
    """A game as a turn file: `pbem resolve` of it leads to the same state."""
    parts = [print_header(game_store.header(link, game))]
    if game.position:
        parts += ["== Position ==\n", game.position, "\n"]
    serial = -1
    for line in game_store.entries(link, game.id):
        if line.serial != serial and line.serial > 0:
            parts.append(f"\n== {line.serial} ==\n")
        serial = line.serial
        parts.append(_printed(line))
    return "".join(parts)


def export_press(link: Connection, game: Row[Any]) -> str:
    """What players and game masters wrote to others, as `pbem replay --press` reads
    it: JSON. Words without a name stay so."""
    found = []
    press, act = schema.press, schema.act
    for row in link.execute(sa.select(press).where(press.c.game_id == game.id)).all():
        one = {"serial": max(row.serial, 0), "text": row.text}
        one["sender"] = ANONYMOUS if row.anonymous else row.seat
        to = json.loads(row.to)
        found.append((row.made, one | ({"to": to} if to else {})))
    for row in link.execute(sa.select(act).where(act.c.game_id == game.id)).all():
        wish = parse_request(row.what)
        if wish.name == "note":
            one = {"serial": max(row.serial, 0), "text": wish.words[0]}
            found.append((row.made, one))
    found.sort(key=lambda pair: pair[0])
    return json.dumps([one for _, one in found], ensure_ascii=False, indent=1) + "\n"


def _printed(line: LogEntry) -> str:
    if line.seat is None:
        if line.text:
            return f"-- {line.text}s --\n"
        return "-- deadline --\n"
    return f"{line.seat}: " + line.text.replace("\n", "\n  ") + "\n"


def entries_of(record: Record) -> Iterator[LogEntry]:
    """The entries of a turn file that change anything. Raises Unreadable."""
    story = begin(record)
    for number, item in enumerate(record.items()):
        serial = story.table.serial
        cause = f"{number}"
        match item:
            case Entry():
                before = story.table
                story.take(item)
                if story.table != before:
                    text = "\n".join(piece.text for piece in item.pieces)
                    seat = record.seat(item.seat)
                    yield LogEntry(serial, seat, text, cause)
            case Heading():
                rules = story.game.rules
                closed = 0
                while (
                    story.table.serial < item.serial
                    and rules.window(story.table.state) is not None
                ):
                    serial = story.table.serial
                    story.close(item.line)
                    yield LogEntry(serial, None, "", f"{cause}:{closed}")
                    closed += 1
                story.take(item)
            case Deadline():
                story.take(item)
                yield LogEntry(serial, None, "", cause)
            case After():
                story.take(item)
                yield LogEntry(serial, None, f"after {item.seconds}", cause)


def import_game(
    tx: Transaction,
    record: Record,
    seats: Mapping[str, str],
    name: str = "",
) -> Row[Any]:
    """A running game from a turn file; `seats` gives each its address.

    Raises Refused, Unreadable.
    """
    head, link, now = record.header, tx.link, tx.now
    wanted = (name or head.name).lower()
    if not wanted:
        raise Refused("name")
    missing = [seat for seat in head.seats if seat not in seats]
    if missing:
        raise Refused(", ".join(missing))
    found = list(entries_of(record))
    position = "\n".join(piece.text for piece in record.position or ())
    values = {
        "name": wanted,
        "kind": head.game.lower(),
        "state": "running",
        "options": json.dumps(dict(head.options)),
        "seed": head.seed,
        "position": position,
        "rules": head.rules or 1,
        **game_settings.defaults(tx.config),
        "made": now,
        "length": len(found),
    }
    if not insert_new(link, schema.game, values):
        raise Refused(wanted)
    game = game_store.find(link, wanted)
    assert game is not None
    for number, seat in enumerate(head.seats):
        player_id = players.get_or_create(
            link, seats[seat], players.first_name(seat), now
        )
        link.execute(
            schema.seat.insert().values(
                game_id=game.id,
                number=number,
                name=seat,
                player_id=player_id,
                state="in",
                word=head.words.get(seat, ""),
            )
        )
    for number, line in enumerate(found):
        link.execute(
            schema.entry.insert().values(
                game_id=game.id,
                number=number,
                serial=line.serial,
                seat=line.seat,
                text=line.text,
                cause=f"import:{game.id}:{line.cause}",
                void=False,
                made=now,
            )
        )
    story = game_store.load_story(link, game)
    over = story.game.rules.window(story.table.state) is None
    deadline = None if over else now + game.pace
    table = schema.game
    link.execute(
        table.update()
        .where(table.c.id == game.id)
        .values(
            serial=story.table.serial,
            state="over" if over else "running",
            deadline=deadline,
            wake_at=deadline,
            ended=now if over else None,
        )
    )
    tx.audit("imported", wanted, game_id=game.id)
    return game_store.get(link, game.id)
