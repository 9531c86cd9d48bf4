"""What is not kept for ever: once a day old letters and old tokens go. What there is
in a large store is counted once an hour.

Of a letter its row stays, with the digest of what it said. Its orders are in the
record, and undo, disputes and seals go by that.
"""

from __future__ import annotations

from pbem.server.context import ServerContext
from pbem.server.database.queries import once_in
from pbem.server.queue import letters, reply_tokens
from pbem.server.schedule.parser import parse_duration
from pbem.server.schedule.units import DAY, HOUR
from pbem.server.storage import tallies

BATCH = 500  #: letters in one transaction


def step(context: ServerContext, now: float) -> int:
    """Clear what is too old, once a day; return how many letters were cleared."""
    with context.writing(now) as tx:
        if once_in(tx.link, HOUR, "tally", now):
            tallies.keep(tx.link)
    with context.writing(now) as tx:
        if not once_in(tx.link, DAY, "swept", now):
            return 0
        reply_tokens.expire(tx.link, now)
    keep = context.config.keep_letters
    if not keep:
        return 0
    cleared, after = 0, 0
    while True:
        with context.writing(now) as tx:
            moment = now - parse_duration(keep)
            gone = letters.clear_older(tx.link, moment, BATCH, after)
        if not gone:
            return cleared
        cleared, after = cleared + len(gone), gone[-1]
