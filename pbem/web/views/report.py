"""Reports to copy, pictures to save, the replay and the turn file."""

from __future__ import annotations

from flask import abort, request
from flask.typing import ResponseReturnValue

from pbem.forum.annotations.remembered import recall
from pbem.forum.annotations.timing import due, zone_of
from pbem.forum.posts.dialect import Dialect, is_address, known_dialects
from pbem.report import board_image, replay_page
from pbem.report.model import Report
from pbem.web import guard, presenters
from pbem.web.views import blueprint
from pbem.web.views.common import (
    file_response,
    moment_in,
    moment_now,
    open_game,
    show,
)
from pbem.web.views.watch import chosen_dialect
from pbem.workspace import export_posts
from pbem.workspace.export_posts import Wishes
from pbem.workspace.loaded_game import LoadedGame


@blueprint.get("/game/<name>/report")
def report(name: str) -> ResponseReturnValue:
    """Show the report for a reader, in every markup."""
    game = open_game(name)
    shown, dialects = _report(game), known_dialects()
    form = chosen_dialect(name)
    begin = request.args.get("begin", "no" if game.now else "yes") == "yes"
    wishes, wrong = _wishes(game, dialects[form], begin)
    wished = {name: request.args.get(name, "")[:600] for name in _WISHES}
    if wishes.until is not None and "until" not in wrong:
        wished["until"] = f"{wishes.until:%Y-%m-%dT%H:%M}"
    draws = board_image.can_draw(game.story.game)
    return show(
        "report.html.j2",
        game,
        body=presenters.body(_report(game, "list") if draws else shown),
        text=presenters.body(shown) if draws else "",
        wrong=wrong,
        who=request.args.get("for", ""),
        display=shown.reader.display,
        turn=_turn(),
        form=form,
        dialects=dialects,
        begin=begin,
        wished=wished,
        zone=zone_of(recall(game.copy.text)).key,
        posts=export_posts.parts(game, shown, dialects[form], wishes),
    )


_WISHES = ("until", "picture", "replay", "vote")


def _wishes(
    game: LoadedGame, dialect: Dialect, begin: bool
) -> tuple[Wishes, list[str]]:
    """Return what a post is to hold besides, and what of it cannot be: codes.

    Where the form says no time, the deadline is the one that the game's time control
    comes to now.
    """
    memory = recall(game.copy.text)
    given = {name: request.args.get(name, "").strip()[:600] for name in _WISHES}
    wrong: list[str] = []
    until = None
    if "until" not in request.args:
        until = due(game.story, memory, moment_now())
    else:
        try:
            until = moment_in(given["until"], zone_of(memory))
        except (ValueError, OverflowError):
            wrong.append("until")
    for name in ("picture", "replay"):
        if given[name] and not is_address(given[name]):
            wrong.append(name)
            given[name] = ""
    if given["picture"] and dialect.picture is None:
        wrong.append("no-picture")
    vote = " ".join(given["vote"].split())[:300]
    return Wishes(begin, until, given["picture"], given["replay"], vote), wrong


def _turn() -> int | None:
    turn = request.args.get("turn", "")
    return int(turn) if turn.isdecimal() and len(turn) < 8 else None


def _report(game: LoadedGame, display: str = "") -> Report:
    chosen = "list" if request.args.get("display") == "list" else "board"
    display = display or chosen
    who = presenters.reader(game, request.args.get("for", ""), display)
    try:
        return presenters.report(game, who, _turn())
    except IndexError:
        abort(404)


@blueprint.get("/game/<name>/board.<kind>")
def board(name: str, kind: str) -> ResponseReturnValue:
    """Show the board's picture, as a reader may see it."""
    game = open_game(name)
    if kind not in ("svg", "png") or not board_image.can_draw(game.story.game):
        abort(404)
    theme = request.args.get("theme", "auto")
    theme = theme if theme in ("light", "dark") else "auto"
    drawn = board_image.svg(_report(game), theme)
    save_as, policy = _save_as(f"{name}.{kind}"), guard.PICTURE_POLICY
    if kind == "svg":
        return file_response(drawn, "image/svg+xml", save_as, policy)
    return file_response(board_image.png(drawn), "image/png", save_as, policy)


def _save_as(name: str) -> str:
    return name if "save" in request.args else ""


@blueprint.get("/game/<name>/replay")
def replay(name: str) -> ResponseReturnValue:
    """Show the game as one page with the board at every turn, as all may see it."""
    game = open_game(name)
    page = replay_page.film(game.story, game.played, presenters.reader(game, ""))
    save_as = _save_as(f"{name}.html")
    return file_response(page, "text/html", save_as, guard.REPLAY_POLICY)


@blueprint.get("/game/<name>/turn-file")
def turn_file(name: str) -> ResponseReturnValue:
    """Give the turn file, to save."""
    return file_response(open_game(name).copy.text, "text/plain", f"{name}.txt")
