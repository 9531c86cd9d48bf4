"""How fast letters go to each provider: anyone who wants none now has a rest alone."""

from __future__ import annotations

from pbem.mail.transport.backoff import backoff
from pbem.mail.transport.base import DeliveryResult, DeliveryStatus, Scope
from pbem.server.outbound.rate_limits import home_of
from pbem.server.store.rows import OutboxRow

FIRST_PAUSE = 60.0  #: seconds in which a provider gets no letter after "not now"
LONGEST_PAUSE = 900.0  #: the same after many in a row; then one letter is tried


class Pace:
    """Mail providers to which sending is paused."""

    def __init__(self) -> None:
        self._resting: dict[str, tuple[int, float]] = {}  #: refusals in a row, until

    def until(self, recipient: str) -> float:
        """Return until when a recipient's provider gets no letters; 0: it does."""
        return self._resting.get(home_of(recipient), (0, 0.0))[1]

    def note(self, recipient: str, verdict: DeliveryResult, now: float) -> None:
        """Note what became of a letter."""
        provider = home_of(recipient)
        if verdict.status is DeliveryStatus.SENT:
            self._resting.pop(provider, None)
        elif verdict.scope is Scope.DOMAIN:
            refusals = self._resting.get(provider, (0, 0.0))[0] + 1
            pause = backoff(refusals, FIRST_PAUSE, LONGEST_PAUSE)
            self._resting[provider] = (refusals, now + pause)

    def parted(
        self, rows: list[OutboxRow], now: float
    ) -> tuple[list[OutboxRow], list[OutboxRow]]:
        """Return the letters that may go now, and those that must wait."""
        free = [row for row in rows if self.until(row.recipient) <= now]
        return free, [row for row in rows if self.until(row.recipient) > now]
