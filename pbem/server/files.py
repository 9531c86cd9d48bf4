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
from pbem.server import gamebook, people, schema, terms
from pbem.server.gamebook import Line
from pbem.server.office import Office
from pbem.server.store import insert_new, note

ANONYMOUS = "somebody"  #: who wrote words that bear no name


class Refused(Exception):
    """A turn file that cannot become a game here; the message says why."""


def exported(link: Connection, game: Row[Any]) -> str:
    """A game as a turn file: `pbem resolve` of it leads to the same state."""
    parts = [print_header(gamebook.header(link, game))]
    if game.position:
        parts += ["== Position ==\n", game.position, "\n"]
    serial = -1
    for line in gamebook.lines(link, game.id):
        if line.serial != serial and line.serial > 0:
            parts.append(f"\n== {line.serial} ==\n")
        serial = line.serial
        parts.append(_printed(line))
    return "".join(parts)


def said(link: Connection, game: Row[Any]) -> str:
    """What players and game masters wrote to others, as `pbem replay --press` reads
    it: JSON. Words without a name stay so."""
    from pbem.server import acts

    found = []
    press, act = schema.press, schema.act
    for row in link.execute(sa.select(press).where(press.c.game_id == game.id)).all():
        one = {"serial": max(row.serial, 0), "text": row.text}
        one["sender"] = ANONYMOUS if row.anonymous else row.seat
        to = json.loads(row.to)
        found.append((row.made, one | ({"to": to} if to else {})))
    for row in link.execute(sa.select(act).where(act.c.game_id == game.id)).all():
        wish = acts.read(row.what)
        if wish.name == "note":
            one = {"serial": max(row.serial, 0), "text": wish.words[0]}
            found.append((row.made, one))
    found.sort(key=lambda pair: pair[0])
    return json.dumps([one for _, one in found], ensure_ascii=False, indent=1) + "\n"


def _printed(line: Line) -> str:
    if line.seat is None:
        if line.text:
            return f"-- {line.text}s --\n"
        return "-- deadline --\n"
    return f"{line.seat}: " + line.text.replace("\n", "\n  ") + "\n"


def lines(record: Record) -> Iterator[Line]:
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
                    yield Line(serial, seat, text, cause)
            case Heading():
                rules = story.game.rules
                closed = 0
                while (
                    story.table.serial < item.serial
                    and rules.window(story.table.state) is not None
                ):
                    serial = story.table.serial
                    story.close(item.line)
                    yield Line(serial, None, "", f"{cause}:{closed}")
                    closed += 1
                story.take(item)
            case Deadline():
                story.take(item)
                yield Line(serial, None, "", cause)
            case After():
                story.take(item)
                yield Line(serial, None, f"after {item.seconds}", cause)


def imported(
    link: Connection,
    office: Office,
    record: Record,
    seats: Mapping[str, str],
    now: float,
    name: str = "",
) -> Row[Any]:
    """A running game from a turn file; `seats` gives each its address.

    Raises Refused, Unreadable.
    """
    head = record.header
    wanted = (name or head.name).lower()
    if not wanted:
        raise Refused("name")
    missing = [seat for seat in head.seats if seat not in seats]
    if missing:
        raise Refused(", ".join(missing))
    found = list(lines(record))
    position = "\n".join(piece.text for piece in record.position or ())
    values = {
        "name": wanted,
        "kind": head.game.lower(),
        "state": "running",
        "options": json.dumps(dict(head.options)),
        "seed": head.seed,
        "position": position,
        "rules": head.rules or 1,
        **terms.defaults(office.config),
        "made": now,
        "length": len(found),
    }
    if not insert_new(link, schema.game, values):
        raise Refused(wanted)
    game = gamebook.find(link, wanted)
    assert game is not None
    for number, seat in enumerate(head.seats):
        player_id = people.enrol(link, seats[seat], people.first_name(seat), now)
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
    story = gamebook.read(link, game)
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
    note(link, "imported", now, wanted, game_id=game.id)
    return gamebook.get(link, game.id)
