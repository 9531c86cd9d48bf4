"""Mail servers that do not let us in: only the host can mend that, and is told."""

from __future__ import annotations

from typing import Literal

from pbem.mail.transport.base import is_login_trouble
from pbem.server.context import Transaction
from pbem.server.database.queries import last_done, note_done
from pbem.server.schedule.units import DAY


def tell(tx: Transaction, way: Literal["in", "out"], why: str) -> None:
    """Tell the host, once a day for each way, where it is the login that fails."""
    if not is_login_trouble(why):
        return
    name = f"login-{way}"
    last = last_done(tx.link, name)
    if last is None or not 0 <= tx.now - last < DAY:
        note_done(tx.link, name, tx.now)
        tx.alert_host("login", way=way, why=why)
