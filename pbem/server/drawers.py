"""Orders that stay in the drawer: `wait` keeps a seat's orders back until `ready`,
or until the deadline. Meanwhile they can be changed, and nobody's are played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Row

from pbem.protocol import Seat
from pbem.server import fair, orders
from pbem.server.gamebook import Line
from pbem.server.orders import Offered

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting
    from pbem.server.talk import Talk


def text(row: Row[Any]) -> str:
    """What lies in the drawer of a seat, "" for nothing."""
    return str(json.loads(row.drawer)["text"]) if row.drawer else ""


def keeps(sitting: Sitting, seat: Seat, offered: Offered) -> bool:
    """Whether orders go into the drawer, and not on the table."""
    row = next(row for row in sitting.seats() if row.name == seat)
    if not row.waits:
        return False
    parse = sitting.story.game.notation.parse
    sheets = sitting.story.game.rules.sheets
    lines = offered.text.split("\n") if sheets else [offered.text]
    return not all(parse(line).anytime for line in lines)


def keep(talk: Talk, sitting: Sitting, seat: Seat, offered: Offered) -> None:
    """Puts orders into the drawer, in the place of those that lie there."""
    line = Line(sitting.serial, seat, offered.text, "")
    salt = fair.promise(talk, sitting.game.name, line)
    kept = {"text": offered.text, "salt": salt, "received": talk.row.received}
    sitting.seat_is(seat, drawer=json.dumps(kept))
    offered.drawer, offered.resolved = True, False
    offered.played.clear()


def lay(sitting: Sitting, seat: Seat) -> bool:
    """Lays what is in a seat's drawer on the table; whether that closed the window."""
    row = next(row for row in sitting.seats() if row.name == seat)
    sitting.seat_is(seat, drawer="", waits=False)
    if not row.drawer:
        return False
    serial = sitting.serial
    kept = json.loads(row.drawer)
    offered = orders.offer(sitting.story, seat, kept["text"].split("\n"))
    if offered.story is None:
        return False
    cause = f"drawer:{sitting.game.id}:{sitting.length}"
    line = Line(serial, seat, offered.text, cause)
    sitting.seat_spoke(seat, again=False)
    salt = kept["salt"] if offered.text == kept["text"] else ""
    sitting.take(offered.story, line, received=kept["received"], salt=salt)
    sitting.played += offered.played
    return offered.resolved


def open_all(sitting: Sitting) -> bool:
    """Lays everything on the table at the deadline; whether the window is closed."""
    for row in sitting.seats():
        if row.drawer and lay(sitting, row.name):
            sitting.renew()
            return True
    return False


def empty(sitting: Sitting) -> None:
    """A window has closed: what was kept for it is of no use any more."""
    for row in sitting.seats():
        if row.waits or row.drawer:
            sitting.seat_is(row.name, waits=False, drawer="")
