"""The site of finished games, kept current while mail is served.

It has a thread of its own: a failure is reported to the host and stops no letter.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import sqlalchemy as sa

from pbem.gallery.names import NamesFault, read_names
from pbem.gallery.site import RecordedGame, write_site
from pbem.server.context import ServerContext
from pbem.server.guard import Work
from pbem.server.settings.config import Config
from pbem.server.states import GameState
from pbem.server.store import asides, game_store, schema
from pbem.server.store.connection import wake_listeners

_log = logging.getLogger("pbem.server")
_game = schema.game
_OVER = _game.c.state == GameState.OVER
#: As long as these stay as they are, no game has ended, come back or been changed.
_ALL = sa.select(
    sa.func.count(), sa.func.max(_game.c.ended), sa.func.sum(_game.c.revision)
).where(_OVER)
PAGES = 3  #: that are made before mail has the machine for itself again
REST, PAUSE, LONG = 1.0, 60.0, 600.0  #: seconds: between those, looks, failures


class SiteRefused(Exception):
    """The site cannot be written: "here", "names 3" (with the line), or a message."""


@dataclass(slots=True)
class SiteKeeper:
    """What the thread of the site does."""

    context: ServerContext
    due: float = field(default=0.0)  #: when there is something to do again
    _seen: object = None  #: what the site was last made of
    _last_problem: str = ""  #: what is wrong, as the host knows

    def step(self, now: float) -> int:
        """Write what has changed, some pages at a time. Raises UNAVAILABLE_ERRORS."""
        if now < self.due:
            return 0
        try:
            waiting = self._write()
            self.due, self._last_problem = now + (REST if waiting else PAUSE), ""
        except SiteRefused as why:
            self.due = now + LONG
            _log.warning("site", extra={"why": str(why)})
            if str(why) != self._last_problem:
                with self.context.writing(now) as tx:
                    tx.alert_host("site", why=str(why))
                    wake_listeners(tx.conn)
                self._last_problem = str(why)
        return 0

    def next_at(self) -> float:
        """Return when to look again."""
        return self.due

    def _write(self) -> int:
        """Return how many pages are left for the next time."""
        site = self.context.config.site
        agreed = names_of(self.context.config)
        with self.context.database.reading() as conn:
            seen = (agreed, *conn.execute(_ALL).one())
        if seen == self._seen:
            return 0
        out = self.context.config.path(site.folder)
        try:
            written = write_site(
                self._games(), agreed, out, site.title, site.address, most=PAGES
            )
        except OSError as error:
            raise SiteRefused(os_problem(error)) from None
        finally:
            self.context.guard.turn_to(None)
        if not written.waiting:
            self._seen = seen
        return written.waiting

    def _games(self) -> Iterator[RecordedGame]:
        columns = (_game.c.id, _game.c.name, _game.c.ended, _game.c.revision)
        with self.context.database.reading() as conn:
            shown = _OVER & _game.c.id.not_in(asides.numbers())
            rows = conn.execute(sa.select(*columns).where(shown).order_by(_game.c.id))
            found = [tuple(row) for row in rows]
        for number, name, ended, revision in found:
            mark = f"{number} {revision}"
            yield RecordedGame(name, ended or 0.0, mark, partial(self._text, number))

    def _text(self, number: int) -> str:
        # A page is made of its game as soon as the text is there.
        self.context.guard.turn_to(Work("game", number))
        with self.context.database.reading() as conn:
            return game_store.turn_file(conn, game_store.get(conn, number))


def names_of(config: Config) -> dict[str, str]:
    """Return the names that are shown, of the file beside pbem.toml; and see to it
    that the site lies elsewhere. Raises SiteRefused."""
    here = config.path(".")
    if config.path(config.site.folder).resolve() == here.resolve():
        raise SiteRefused("here")
    try:
        return read_names(here)
    except NamesFault as fault:
        raise SiteRefused(f"names {fault.line}") from None
    except OSError as error:
        raise SiteRefused(os_problem(error)) from None


def try_out(config: Config) -> None:
    """Find whether the site can be written. Raises SiteRefused."""
    names_of(config)
    out = config.path(config.site.folder)
    trial = out / ".pbem-trial"
    try:
        out.mkdir(parents=True, exist_ok=True)
        trial.write_bytes(b"")
        trial.unlink()
    except OSError as error:
        raise SiteRefused(os_problem(error)) from None


def os_problem(error: OSError) -> str:
    """Return a failure of the disk in a line."""
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)
