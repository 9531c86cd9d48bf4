"""`notify [SERVICE] ADDRESS [for GAME] [instead]`, `notify CODE`, `notify off`:
where to notify a player of a turn, other than by mail."""

from __future__ import annotations

from urllib.parse import urlsplit

import sqlalchemy as sa

from pbem.schedule.units import DAY
from pbem.server.flow import routing
from pbem.server.game.request import Request
from pbem.server.outbound import hooks as services
from pbem.server.outbound import templates
from pbem.server.outbound.hooks import Forbidden
from pbem.server.states import HookService
from pbem.server.store import game_store, hooks, schema
from pbem.server.store.queries import count
from pbem.server.store.reply_tokens import new_mark
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic

MOST = 5  #: addresses of one player, and codes that they are sent within a day
_WHAT = "notify-asked"  #: in the audit log


@CommandSpec(words=("notify",), needs=Needs.PLAYER, topic=Topic.PLAYER, free_text=True)
def run(request: Request, line: Command) -> None:
    """Add, prove, list or end the places where the writer is notified."""
    url, code = line.one("URL").strip("<>"), line.one("HOOK_CODE")
    if not services.is_there(request.config.notify):
        _refuse(request, "off")
    elif url:
        _add(request, line, url)
    elif code:
        _prove(request, code)
    elif line.one("NOTIFY_OFF"):
        rows = hooks.of_player(request.conn, request.writer_id)
        for row in rows:
            hooks.remove(request.conn, row)
        request.say("notify", how="off", count=len(rows))
    else:
        _list(request)


def _add(request: Request, line: Command, url: str) -> None:
    conn, now, player_id = request.conn, request.now, request.writer_id
    server, game_id, name = urlsplit(url).netloc[:100], None, line.one("HOOK_GAME")
    try:
        services.check(request.config.notify, url)
    except Forbidden as why:
        _refuse(request, str(why), server)
        return
    if name:
        game = game_store.find(conn, name)
        if game is None or not routing.plays(request, game):
            _refuse(request, "game", name)
            return
        game_id = game.id
    audit = schema.audit.c
    today = (audit.what == _WHAT) & (audit.at > now - DAY)
    asked = count(conn, today, audit.player_id == player_id)
    mine = hooks.of_player(conn, player_id)
    if asked >= MOST or len(mine) >= MOST:
        _refuse(request, "many", server)
        return
    for row in mine:
        if (row.url, row.game_id) == (url, game_id):
            hooks.remove(conn, row)
    word = line.one("SERVICE").lower()
    service = HookService(word) if word else services.service_of(url)
    code, instead = new_mark()[:8], bool(line.one("INSTEAD"))
    about = (player_id, url, service, game_id, now)
    row = hooks.add(conn, *about, instead=instead, code=code)
    text = templates.subject("hook_code", code=code)
    hooks.show(conn, row, hooks.NO_GAME, text, now, rings=True)
    request.audit(_WHAT, player_id=player_id)
    request.say("notify", how="asked", server=server)


def _prove(request: Request, code: str) -> None:
    row = hooks.prove(request.conn, request.writer_id, code)
    if row is None:
        _refuse(request, "code", code)
        return
    ping = schema.ping
    this = (ping.c.hook_id == row.id) & (ping.c.game_id == hooks.NO_GAME)
    request.conn.execute(sa.delete(ping).where(this))
    server, game = urlsplit(row.url).netloc, request.game_name(row.game_id)
    request.say("notify", how="proven", server=server, game=game, instead=row.instead)


def _list(request: Request) -> None:
    shown = [
        {
            "server": urlsplit(row.url).netloc,
            "service": row.service,
            "game": request.game_name(row.game_id),
            "instead": row.instead,
            "waits": bool(row.code),
        }
        for row in hooks.of_player(request.conn, request.writer_id)
    ]
    request.say("notify", how="list", hooks=shown)


def _refuse(request: Request, why: str, server: str = "") -> None:
    request.refuse("notify_refused", why=why, server=server, most=MOST)
