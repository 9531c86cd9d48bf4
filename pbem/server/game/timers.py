"""What is to happen to a game at a time: reminders, ends of offers and votes."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.states import TimerKind
from pbem.server.store import schema

_timer = schema.timer
_MINE = _timer.c.game_id == sa.bindparam("game")
_ALL = (
    sa.select(_timer.c.at, _timer.c.what, _timer.c.number)
    .where(_MINE)
    .order_by(_timer.c.at, _timer.c.id)
)
_NEW = _timer.insert()
_NONE = _timer.delete().where(_MINE)
_FORGET = _timer.delete().where(
    _MINE,
    _timer.c.what == sa.bindparam("kind"),
    _timer.c.number == sa.bindparam("which"),
    _timer.c.at == sa.bindparam("time"),
)


@dataclass(frozen=True, slots=True)
class Timer:
    """Something that is due at a time (`at`, in seconds since 1970)."""

    at: float
    what: TimerKind
    number: int  #: how urgent, or of which offer or vote


class Timers:
    """Those of one game whose row is locked, in the order in which they are due."""

    def __init__(self, conn: Connection, game_id: int) -> None:
        self._link = conn
        self._game_id = game_id
        self._known: list[Timer] | None = None

    def all(self) -> list[Timer]:
        """Return all timers. Do not change the list."""
        if self._known is None:
            rows = self._link.execute(_ALL, {"game": self._game_id})
            self._known = [Timer(*row) for row in rows]
        return self._known

    def first(self) -> Timer | None:
        """Return the one that is due first."""
        return next(iter(self.all()), None)

    def add(self, *timers: Timer) -> None:
        """Have things happen at their times."""
        known = self.all()
        rows = [
            {"game_id": self._game_id, "at": one.at, "what": one.what,
             "number": one.number}
            for one in timers
        ]  # fmt: skip
        if rows:
            self._link.execute(_NEW, rows)
            known += timers
            known.sort(key=lambda one: one.at)

    def remove(self, *timers: Timer) -> None:
        """Cancel timers."""
        known = self.all()
        for one in timers:
            known.remove(one)
            given = {"kind": one.what, "which": one.number, "time": one.at}
            self._link.execute(_FORGET, {"game": self._game_id, **given})

    def cancel(self, what: TimerKind, number: int | None = None) -> None:
        """Have nothing of a kind happen, or one thing of it."""
        mine = [one for one in self.all() if one.what == what]
        self.remove(*(one for one in mine if number in (None, one.number)))

    def clear(self) -> None:
        """Cancel all timers."""
        if self.all():
            self._link.execute(_NONE, {"game": self._game_id})
            self._known = []
