"""Letters with a good token that were taken for a machine's: the host hears of them."""

from __future__ import annotations

from typing import NamedTuple

from pbem.server.context import ServerContext
from pbem.server.database.queries import last_done, note_done
from pbem.server.queue import letters
from pbem.server.schedule.units import DAY
from pbem.server.storage import players

MAX_TOLD = 20  #: letters of one alarm that are listed
_WHAT = "put-aside"  #: in the store: when the last letter came that the host knows of


class PutAside(NamedTuple):
    """One such letter, as the host is told of it."""

    number: int
    player: str
    game: str  #: "" for none
    rule: str  #: what says that no person wrote it (mail/classify)


def tell(context: ServerContext, now: float) -> None:
    """Tell the host of letters that were put aside, once a day if there are any."""
    with context.database.reading() as link:
        last = last_done(link, _WHAT)
        if last is not None and 0 <= now - last < DAY:
            return
        if not letters.put_aside(link, last or 0.0):
            return
    with context.writing(now) as tx:
        found = letters.put_aside(tx.link, last or 0.0)
        note_done(tx.link, _WHAT, max(row.kept for row in found))
        told = [
            PutAside(
                number=row.id,
                player=players.get(tx.link, row.player_id).name,
                game=tx.game_name(row.game_id),
                rule=row.why,
            )
            for row in found[:MAX_TOLD]
            if row.player_id is not None
        ]
        tx.alert_host(_WHAT, letters=told, more=len(found) - len(told))
