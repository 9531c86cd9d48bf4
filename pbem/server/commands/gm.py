"""`gm NAME #N [try] COMMAND because REASON`: what a game master does."""

from __future__ import annotations

from pbem.server.flow import routing
from pbem.server.game import game_masters
from pbem.server.game.request import Request
from pbem.server.gm import actions, perform
from pbem.server.gm.grammar import parse_request
from pbem.server.store import game_store
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, Wraps, always


def gives_power(request: Request, line: Command) -> bool:
    """Return whether an act decides who plays a seat, or plays it."""
    wish = parse_request(line.one("REST"))
    return wish.name in actions.ABOUT_SEATS and not wish.trying


@CommandSpec(
    words=("gm",),
    needs=Needs.PLAYER,
    topic=Topic.HOST,
    too_old=always,
    gives_power=gives_power,
    free_text=True,
    wraps=Wraps.REASON,
)
def run(request: Request, line: Command) -> None:
    """Carry out an act, or show what it would change."""
    wish = parse_request(line.one("REST"))
    game = game_store.find(request.conn, wish.game) if wish.game else None
    if game is None:
        request.refuse("no_game_named", name=wish.game)
        return
    if not game_masters.is_one(request, game.id, request.player_id):
        request.refuse("gm_refused", why="not-master", name=game.name, detail="", now=0)
        return
    if request.session is None or request.session.game.id != game.id:
        routing.send_to_game(request, game, line.text)
        return
    done = perform.perform(request.session, wish, request.content.writer)
    request.receipt.understood = not done.refusal
    blocks = perform.blocks(wish.game, done, tried=wish.trying)
    request.receipt.show(blocks, refuses=bool(done.refusal))
