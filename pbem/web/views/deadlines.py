"""Deadlines of a thread: how long a turn may take, and what happens when it is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from flask import request
from flask.typing import ResponseReturnValue

from pbem.forum.annotations.remembered import (
    ABOUT_DEADLINES,
    POLICIES,
    SETTINGS,
    Memory,
    recall,
)
from pbem.forum.annotations.timing import (
    TimingRefused,
    due,
    due_words,
    with_settings,
    zone_of,
)
from pbem.forum.posts.dialect import known_dialects
from pbem.forum.scan.question_text import refusal_words
from pbem.web.views import blueprint
from pbem.web.views.common import (
    field,
    go,
    moment_in,
    moment_now,
    open_game,
    open_now,
    show,
    write,
)
from pbem.web.views.watch import chosen_dialect
from pbem.workspace import edits
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.more_time import USUAL, deadline_post


@blueprint.get("/game/<name>/deadlines")
def deadlines(name: str) -> ResponseReturnValue:
    """Show how long a turn may take, or which words in the file say no time."""
    game = open_game(name)
    try:
        with_settings({}, recall(game.copy.text).settings)
    except TimingRefused as fault:
        return _page(game, refusal_words(fault))
    return _page(game)


def _page(game: LoadedGame, wrong: str = "") -> str:
    memory = recall(game.copy.text)
    given = {word: request.form.get(word, "") for word in SETTINGS if request.form}
    until = due(game.story, memory, moment_now())
    dialect = known_dialects()[chosen_dialect(game.copy.name)]
    other = _other_deadline(game, zone_of(memory), until) if game.window else None
    return show(
        "deadlines.html.j2",
        game,
        memory=memory,
        policies={word: POLICIES[word] for word in ABOUT_DEADLINES},
        given=given or memory.settings,
        would=due_words(until) if until else "",
        other=f"{other:%Y-%m-%dT%H:%M}" if other else "",
        zone=zone_of(memory).key,
        post=deadline_post(game, other, dialect) if other else "",
        wrong=wrong,
    )


def _other_deadline(
    game: LoadedGame, zone: ZoneInfo, usual: datetime | None
) -> datetime | None:
    """Return the deadline that a post would give the open turn: as the form has it, or
    a day behind the one that it has; `usual`, where it has none."""
    stands = open_now(game).due
    try:
        asked = moment_in(request.args.get("until", ""), zone)
    except (ValueError, OverflowError):
        asked = None
    return asked or (stands + USUAL if stands else usual)


@blueprint.post("/game/<name>/deadlines")
def set_deadlines(name: str) -> ResponseReturnValue:
    """Keep in the turn file how long a turn may take."""
    game = open_game(name)
    try:
        memory = _chosen(recall(game.copy.text))
    except TimingRefused as fault:
        return _page(game, refusal_words(fault)), 422
    new = edits.remembering(game.copy.text, memory)
    if new != game.copy.text:
        write(game, new, "deadlines", detail=memory.settings.get("pace", ""))
    return go("deadlines", "saved", name=name)


def _chosen(memory: Memory) -> Memory:
    """Return what is remembered, as the form has it. Raises TimingRefused."""
    settings = {word: field(word) for word in SETTINGS}
    settings["hold"] = settings["hold"] or "none"
    policies = dict(memory.policies)
    for word in ABOUT_DEADLINES:
        if (policy := field(word)) in POLICIES[word]:
            policies[word] = policy
    new = with_settings(memory.settings, settings)
    return replace(memory, settings=new, policies=policies)
