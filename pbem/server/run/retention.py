"""What is not kept for ever: once a day old letters and old tokens go.

Of a letter its row stays, with the digest of what it said. Its orders are in the
record, and undo, disputes and seals go by that.
"""

from __future__ import annotations

from pbem.server.context import ServerContext
from pbem.server.schedule.parser import parse_duration
from pbem.server.schedule.units import DAY
from pbem.server.storage import letters, reply_tokens
from pbem.server.storage.database import last_done, note_done

BATCH = 500  #: letters in one transaction


def step(context: ServerContext, now: float) -> int:
    """Clear what is too old, once a day; return how many letters were cleared."""
    with context.writing(now) as tx:
        last = last_done(tx.link, "swept")
        if last is not None and 0 <= now - last < DAY:
            return 0
        note_done(tx.link, "swept", now)
        reply_tokens.expire(tx.link, now)
    cleared = 0
    while more := _clear(context, now):
        cleared += more
    return cleared


def _clear(context: ServerContext, now: float) -> int:
    keep = context.config.keep_letters
    if not keep:
        return 0
    with context.writing(now) as tx:
        return letters.clear_older(tx.link, now - parse_duration(keep), BATCH)
