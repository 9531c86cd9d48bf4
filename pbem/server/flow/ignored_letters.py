"""Tells the host of letters with a valid token that were classified as automatic."""

from __future__ import annotations

from typing import NamedTuple

from pbem.schedule.units import DAY
from pbem.server.context import ServerContext
from pbem.server.store import letters, players
from pbem.server.store.queries import last_done, note_done

MAX_LISTED = 20  #: letters of one alarm that are listed
_WHAT = "put-aside"  #: in the store: when the last letter came that the host knows of


class IgnoredLetter(NamedTuple):
    """One such letter, as the host's alert lists it."""

    number: int
    player: str
    game: str  #: "" for none
    rule: str  #: what says that no person wrote it (mail/classify)


def tell(context: ServerContext, now: float) -> None:
    """Tell the host of letters that were quarantined, once a day if there are any."""
    with context.database.reading() as conn:
        last = last_done(conn, _WHAT)
        if last is not None and 0 <= now - last < DAY:
            return
        if not letters.ignored(conn, last or 0.0):
            return
    with context.writing(now) as tx:
        found = letters.ignored(tx.conn, last or 0.0)
        note_done(tx.conn, _WHAT, max(row.kept for row in found))
        listed = [
            IgnoredLetter(
                number=row.id,
                player=players.get(tx.conn, row.player_id).name,
                game=tx.game_name(row.game_id),
                rule=row.why,
            )
            for row in found[:MAX_LISTED]
            if row.player_id is not None
        ]
        tx.alert_host(_WHAT, letters=listed, more=len(found) - len(listed))
