"""What went wrong with a forum, as data; templates/forum/watch.j2 has the words."""

from __future__ import annotations

from typing import Any

from pbem.bots.table import NoAnswer
from pbem.record.header import Unreadable
from pbem.workspace.folder import Changed

#: Statuses that have words of their own; all others are "status".
_STATUSES = {
    400: "refused",
    401: "unknown-member",
    403: "forbidden",
    404: "missing",
    410: "missing",
    422: "refused",
    429: "too-many",
}
#: Troubles that pass by themselves: the forum is asked again, later and later.
PASSING = ("unreachable", "slow", "too-many", "broken", "status", "cut")


class Trouble(Exception):
    """Something that a forum did not do; `code` and `given` say what.

    `sure` says whether what was asked for was certainly not done: where it is not,
    a post may be in the thread although nothing came back. `wait` is for how many
    seconds the forum wants to be left alone.
    """

    def __init__(
        self, code: str, *, sure: bool = True, wait: float = 0.0, **given: Any
    ) -> None:
        super().__init__(code)
        self.code = code
        self.given = given
        self.sure = sure
        self.wait = wait

    @property
    def passes(self) -> bool:
        """Whether it may be gone by itself the next time."""
        return self.code in PASSING


def by_status(status: int, *, wait: float = 0.0, reason: str = "") -> Trouble:
    """Return what a status of 400 or more means; `reason` is the forum's own text."""
    code = _STATUSES.get(status, "broken" if status >= 500 else "status")
    sure = status < 500 and status != 408
    return Trouble(code, sure=sure, wait=wait, status=status, said=reason)


def trouble_of(fault: Trouble | Unreadable | Changed | NoAnswer) -> Trouble:
    """Return what a look ran into, no matter who made it."""
    if isinstance(fault, Trouble):
        return fault
    if isinstance(fault, Unreadable):
        return Trouble("unreadable", line=fault.line)
    if isinstance(fault, NoAnswer):
        return Trouble("no-answer", seat=fault.seat)
    return Trouble("edited")
