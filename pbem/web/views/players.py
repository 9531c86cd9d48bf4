"""The players of a thread: who is silent, what is private to each, who takes over."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, request
from flask.typing import ResponseReturnValue

from pbem.forum.annotations.remembered import Memory, recall
from pbem.forum.posts.dialect import known_dialects
from pbem.forum.scan.answers import AnswerRefused, replaced
from pbem.forum.scan.authors import members_of
from pbem.forum.scan.question_text import refusal_words
from pbem.forum.thread import Thread
from pbem.protocol import Seat
from pbem.web.app_state import app_state
from pbem.web.views import blueprint
from pbem.web.views.common import field, go, moment_now, open_game, show, write
from pbem.web.views.watch import chosen_dialect
from pbem.workspace import edits, private_messages, silence
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.open_matters import thread_or_none
from pbem.workspace.private_messages import PrivateMessage
from pbem.workspace.silence import Quiet


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player on the page."""

    quiet: Quiet
    message: PrivateMessage | None


@blueprint.get("/game/<name>/players")
def players(name: str) -> ResponseReturnValue:
    """Show who has written when, and the private messages to each player."""
    return _page(open_game(name))


def _thread(game: LoadedGame) -> Thread:
    return thread_or_none(app_state().folder, game)


def _page(game: LoadedGame, wrong: str = "") -> str:
    dialects, form = known_dialects(), chosen_dialect(game.copy.name)
    memory, thread = recall(game.copy.text), _thread(game)
    quiet = silence.quiet(game, thread, memory, moment_now())
    rows = _rows(game, thread, memory, form, quiet)
    asked = request.args.get("prod", "") or request.args.get("call", "")
    about = next((one for one in quiet if one.seat == asked), None)
    call = bool(request.args.get("call"))
    letter = silence.letter(game, about, call=call) if about else ""
    given = {"form": form, "dialects": dialects, "rows": rows, "wrong": wrong}
    return show("players.html.j2", game, **given, about=about, call=call, letter=letter)


def _rows(
    game: LoadedGame, thread: Thread, memory: Memory, form: str, quiet: list[Quiet]
) -> list[PlayerCard]:
    members = members_of(thread, memory, game.story.header)
    sent = private_messages.load(app_state().folder, game.copy.name)
    dialect = known_dialects()[form]
    found = private_messages.messages(game, memory, dialect, members, sent)
    by_seat = {one.seat: one for one in found}
    return [PlayerCard(one, by_seat.get(one.seat)) for one in quiet]


@blueprint.post("/game/<name>/players/sent")
def message_sent(name: str) -> ResponseReturnValue:
    """Keep that a private message was sent by hand, or was not."""
    game, seat = open_game(name), field("seat")
    _sits(game, seat)
    members = members_of(_thread(game), recall(game.copy.text), game.story.header)
    at = app_state().clock() if "sent" in request.form else None
    to = members.get(seat, "")
    private_messages.tick(app_state().folder, name, game.now, seat, to, at)
    return go("players", "saved", name=name)


@blueprint.post("/game/<name>/players/replace")
def replace_player(name: str) -> ResponseReturnValue:
    """Have another member of the forum play a seat on."""
    game, seat, member = open_game(name), field("seat"), field("member", 80)
    _sits(game, seat)
    memory, seats = recall(game.copy.text), game.story.header.seats
    by_fold = {one.casefold(): one for one in seats}
    try:
        if not member:
            raise AnswerRefused("forum.no-member", seat=seat)
        memory = replaced(memory, seat, member, _thread(game), by_fold)
    except AnswerRefused as refused:
        return _page(game, refusal_words(refused)), 422
    new = edits.remembering(game.copy.text, memory)
    write(game, new, "replaced", detail=f"{seat} = {member}")
    return go("players", "replaced", name=name)


def _sits(game: LoadedGame, seat: Seat) -> None:
    if seat not in game.story.header.seats:
        abort(404)
