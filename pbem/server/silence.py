"""What becomes of those who send nothing: as the game is set.

* wait: the game waits, and they are reminded;
* default: what the rules say that silence means;
* skip: the same, or a pass where there is one;
* random: a legal order that the game's own seed chooses;
* replace: the default, and after so many misses the seat is offered to others;
* resign: the default, and after so many misses the player resigns.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from pbem.chance import Chance, mixed
from pbem.protocol import Order, Seat
from pbem.record.replay import NoDefault, Story
from pbem.record.trial import try_orders
from pbem.server import people, schema, words
from pbem.server.gamebook import Line

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting

POLICIES = ("wait", "default", "skip", "random", "replace", "resign")
MANY = 2000  #: legal orders among which one is drawn
_PASSES = ("pass", "-")


def close(sitting: Sitting, missing: Sequence[Seat]) -> None:
    """Closes the open window for seats that have sent nothing in time."""
    policy = sitting.field("silence")
    _count(sitting, missing)
    if policy == "wait" and missing:
        sitting.wait()
        return
    if policy == "resign":
        for seat in _gone_too_often(sitting, missing):
            _lay(sitting, seat, "resign", "resigned")
    elif policy == "random":
        for seat in missing:
            order = drawn(sitting.story, seat)
            if order is not None:
                _lay(sitting, seat, str(order), "drawn")
    elif policy == "skip":
        for seat in missing:
            story = sitting.story
            if story.game.rules.default(story.table.state, seat) is None:
                for text in _PASSES:
                    if _lay(sitting, seat, text, "skipped"):
                        break
    serial = sitting.story.table.serial
    if serial == sitting.closing and not default(sitting):
        sitting.wait()
        return
    sitting.renew()
    if policy == "replace":
        from pbem.server import offers

        for seat in _gone_too_often(sitting, missing):
            offers.free(sitting, seat, "silence")


def drawn(story: Story, seat: Seat) -> Order | None:
    """The legal order that the game's seed chooses for a seat.

    Anybody can draw it again once the seed is told.
    """
    rules, table = story.game.rules, story.table
    legal = list(islice(rules.legal(table.state, seat), MANY))
    legal = [order for order in legal if not order.anytime]
    seed = story.header.seed
    if not legal or seed is None:
        return None
    key = mixed(seed, dict(story.header.words))
    found: Order
    found, _ = Chance(key).pick(legal, f"silence {table.serial} {seat}")
    return found


def _lay(sitting: Sitting, seat: Seat, text: str, why: str) -> bool:
    """An order in the place of a silent seat; whether it could be laid."""
    story = sitting.story
    window = story.game.rules.window(story.table.state)
    if window is None or seat not in window.seats:
        return False
    tried = try_orders(story, seat, text.split("\n"))
    if tried.refused:
        return False
    serial = story.table.serial
    cause = f"{why}:{sitting.game.id}:{sitting.length}"
    sitting.played += tried.resolved
    sitting.take(tried.story, Line(serial, seat, text, cause))
    window = story.game.rules.window(story.table.state)
    if not (window and window.discreet):
        sitting.remarks += words.blocks("silent", seat=seat, order=text, why=why)
    return True


def default(sitting: Sitting) -> bool:
    """The window closed as the rules say; False where silence says nothing."""
    trial = sitting.story.copy()
    serial = trial.table.serial
    try:
        sitting.played += trial.close()
    except NoDefault:
        return False
    cause = f"deadline:{sitting.game.id}:{serial}:{sitting.length}"
    sitting.take(trial, Line(serial, None, "", cause))
    return True


def _count(sitting: Sitting, missing: Sequence[Seat]) -> None:
    """A miss is counted where it is the player's own: not where we cannot reach
    them, and not for a seat that nobody has."""
    player, link = schema.player, sitting.link
    for row in sitting.seats():
        if row.name not in missing or row.state != "in":
            continue
        sitting.seat_is(row.name, misses=row.misses + 1)
        if people.reach(link, row.player_id) is not None:
            mine = player.c.id == row.player_id
            missed = player.c.missed + 1
            asked = player.c.asked + 1
            change = player.update().where(mine)
            link.execute(change.values(missed=missed, asked=asked))


def _gone_too_often(sitting: Sitting, missing: Sequence[Seat]) -> list[Seat]:
    most = sitting.field("misses")
    return [
        row.name
        for row in sitting.seats()
        if row.name in missing and row.state == "in" and row.misses >= most
    ]
