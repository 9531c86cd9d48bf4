"""Mail servers that do not let us in: only the host can mend that, and is told."""

from __future__ import annotations

from typing import Literal

from pbem.mail.transport.base import is_login_trouble
from pbem.schedule.units import DAY
from pbem.server.context import Transaction
from pbem.server.store.queries import once_in


def tell(tx: Transaction, way: Literal["in", "out"], why: str) -> None:
    """Tell the host, once a day for each way, where it is the login that fails."""
    if not is_login_trouble(why):
        return
    if once_in(tx.conn, DAY, f"login-{way}", tx.now):
        tx.alert_host("login", way=way, why=why)
