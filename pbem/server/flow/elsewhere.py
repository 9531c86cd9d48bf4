"""Sends lines to hooks, one after the other; one that does not answer is asked less
and less, and given up in the end."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from pbem.mail.transport.backoff import backoff
from pbem.schedule.units import DAY, HOUR
from pbem.server.context import ServerContext, Transaction
from pbem.server.outbound import hooks as services
from pbem.server.outbound import templates
from pbem.server.outbound.hooks import Asked, Forbidden, HookResponse
from pbem.server.outbound.message import Message
from pbem.server.settings.tables import Notify
from pbem.server.states import LetterKind
from pbem.server.store import hooks
from pbem.server.store.queries import save
from pbem.server.store.rows import HookRow, PingRow

FIRST_PAUSE = 60.0  #: seconds after a line that was not taken
LONGEST_PAUSE = 2.0 * HOUR  #: seconds between two attempts
GIVE_UP = 2.0 * DAY  #: how long a line is tried
PAUSE = 2.0  #: seconds between two lines to one server
_log = logging.getLogger("pbem.server")


@dataclass(slots=True)
class Elsewhere:
    """The thread that sends lines to hooks."""

    context: ServerContext
    ask: Callable[[Notify, Asked], HookResponse] = services.ask
    _rest: dict[str, float] = field(default_factory=dict)  #: by server, until when

    def step(self, now: float) -> int:
        """Send a line that is due; return how many were checked."""
        notify = self.context.config.notify
        if not services.is_there(notify):
            return 0
        with self.context.database.reading() as conn:
            due = hooks.next_due(conn)
        if due is None or due > now:
            return 0
        with self.context.writing(now) as tx:
            found = hooks.claim(tx.conn, now)
            if found is None:
                return 0
            hook, ping = found
            until = self._rest.get(_server(hook), 0.0)
            if until > now:
                save(tx.conn, ping, ping._replace(next_at=until, tries=ping.tries - 1))
                return 1
        self._rest[_server(hook)] = now + PAUSE
        answer, remote = self._send(notify, hook, ping)
        with self.context.writing(now) as tx:
            self._settle(tx, hook, ping, answer, remote)
        return 1

    def next_at(self) -> float | None:
        """Return when the next line is due."""
        if not services.is_there(self.context.config.notify):
            return None
        with self.context.database.reading() as conn:
            return hooks.next_due(conn)

    def _send(
        self, notify: Notify, hook: HookRow, ping: PingRow
    ) -> tuple[HookResponse, str]:
        """Show a line; return what became of it, and what the service calls it."""
        key = f"pbem{hook.id}x{ping.game_id}x{int((ping.since or 0) * 1000)}"
        given = (hook.service, hook.url)
        try:
            edited = None
            if not ping.rings:
                edited = services.edits(*given, ping.text, ping.remote, f"{key}e")
            if edited is not None:
                answer = self.ask(notify, edited)
                return answer, ping.remote if answer.done else ""
            answer = self.ask(notify, services.posts(*given, ping.text, key))
            old = services.removes(*given, ping.remote, f"{key}r")
            if answer.done and old is not None:
                self.ask(notify, old)  # one line a game is shown
            return answer, services.remote_of(hook.service, answer.body)
        except Forbidden as why:
            return HookResponse(403, why=f"this address is not asked ({why})"), ""

    def _settle(
        self,
        tx: Transaction,
        hook: HookRow,
        ping: PingRow,
        answer: HookResponse,
        remote: str,
    ) -> None:
        about = {"player": hook.player_id, "game": ping.game_id, "kind": hook.service}
        now = hooks.ping_of(tx.conn, hook.id, ping.game_id)
        if now is None:
            return  # the hook was taken away meanwhile
        if answer.done:
            _log.info("shown", extra=about)
            if now.next_at is None:
                save(tx.conn, now, now._replace(remote=remote, tries=0, since=None))
            else:  # another line has come meanwhile
                save(tx.conn, now, now._replace(remote=remote))
            return
        _log.warning("not shown", extra={**about, "why": answer.why})
        edited_away = bool(ping.remote) and not ping.rings and answer.status == 404
        if edited_away:  # somebody has deleted it: nothing is left to be changed
            save(tx.conn, now, now._replace(remote=""))
            return
        since = ping.since or tx.now
        if answer.gone or tx.now - since > GIVE_UP:
            hooks.remove(tx.conn, hook)
            _tell(tx, hook, answer)
        elif now.next_at is None:
            pause = max(answer.again, backoff(ping.tries, FIRST_PAUSE, LONGEST_PAUSE))
            at = tx.now + min(pause, DAY)
            save(tx.conn, now, now._replace(next_at=at, since=since))
            self._rest[_server(hook)] = tx.now + max(answer.again, PAUSE)


def _server(hook: HookRow) -> str:
    return hook.url.split("/")[2]


def _tell(tx: Transaction, hook: HookRow, answer: HookResponse) -> None:
    """Tell a player by mail that a hook of theirs is given up."""
    given = {"server": _server(hook), "why": answer.why, "code": bool(hook.code)}
    message = Message(
        subject=templates.subject("hook_gone"),
        body=templates.blocks("hook_gone", **given),
    )
    tx.send_about_no_game(hook.player_id, message, kind=LetterKind.NOTICE)
