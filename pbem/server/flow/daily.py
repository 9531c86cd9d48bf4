"""Players who may be stuck: the host hears of them once a day, when there is somebody
new among them."""

from __future__ import annotations

import json

from pbem.schedule.units import DAY
from pbem.server.context import ServerContext
from pbem.server.store import stuck
from pbem.server.store.queries import fact, last_done, note_done, set_fact

MAX_LISTED = 100  #: lines of one letter
_WHAT = "daily"  #: in the store: when this was last looked at
_KNOWN = "daily-known"  #: in the store: what the host has heard


def tell(context: ServerContext, now: float) -> None:
    """Tell the host who may be stuck, once a day if anybody new is."""
    with context.database.reading() as conn:
        last = last_done(conn, _WHAT)
    if last is not None and 0 <= now - last < DAY:
        return
    with context.writing(now) as tx:
        note_done(tx.conn, _WHAT, now)
        people = stuck.everyone(tx.conn, now)
        keys = [[one.why, one.game, one.player_id] for one in people]
        known = json.loads(fact(tx.conn, _KNOWN) or "[]")
        if keys != known:
            set_fact(tx.conn, _KNOWN, json.dumps(keys))
        if any(key not in known for key in keys):
            tx.alert_host(_WHAT, people=people[:MAX_LISTED])
