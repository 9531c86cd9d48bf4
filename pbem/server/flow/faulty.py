"""Lines that begin like a command but are invalid: what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lark.exceptions import UnexpectedInput, UnexpectedToken

from pbem.plugins import games
from pbem.server.game import game_masters
from pbem.server.game.request import Request
from pbem.server.syntax import parser, registry
from pbem.server.syntax.command import MAX_COMMAND_CHARS, Needs

_FRIEND = re.compile(r"\b[\w.+-]{1,40}@[a-z\d][a-z\d.-]{1,40}", re.IGNORECASE)
PRACTICE = "lava"  #: the game that a newcomer is offered who names none
MAX_FRIENDS = 7  #: of a newcomer who are named in the line that is proposed
MAX_EXPLAINED = 3  #: lines of one letter that are explained


def begins_like_one(line: str) -> bool:
    """Return whether a line begins with a command which anybody may give."""
    spec = registry.openings().get(_first(line))
    return spec is not None and spec.needs is Needs.ANYBODY


def explain(request: Request, lines: Iterable[str]) -> int:
    """Say what is wrong in lines that begin with a command which anybody may give;
    return how many it were."""
    explained = 0
    for line in lines:
        text = " ".join(line.split())
        if not begins_like_one(line) or explained >= MAX_EXPLAINED:
            continue
        if len(text) <= MAX_COMMAND_CHARS:
            explained += 1
            _explain(request, _first(line), text)
    return explained


def resigns(request: Request, line: str) -> bool:
    """Return whether a line resigns, in a game that knows no such order, and say so."""
    session = request.session
    if session is None or line.lower() != parser.RESIGN:
        return False
    alone = len(session.manned()) == 1
    given = {"alone": alone, "master": game_masters.any_for(session)}
    request.refuse("no_resign", title=session.story.game.title, **given)
    return True


def game_named(text: str, people: int = 2) -> str:
    """Return the kind of game that a newcomer names, or one to begin with, for so many
    people.

    >>> game_named("Is Magma played here?"), game_named("hello"), game_named("hi", 4)
    ('magma', 'lava', 'arena')
    """
    known = games.everywhere()
    words = re.findall(r"[a-z]{3,}(?:-[a-z]+)*", text.lower())  # "go" is said of much
    fits = (name for name in (PRACTICE, *known) if most_players(name) >= people)
    fitting = next(fits, PRACTICE)
    return next((word for word in words if word in known), fitting)


def most_players(kind: str) -> int:
    """Return how many can play a kind of game."""
    found: int = games.find(kind).facts["seats"][1]
    return found


def friends_named(text: str, own: Iterable[str]) -> list[str]:
    """Return the addresses in a letter but those, in order.

    >>> friends_named("With Bob (bob@b.example) and c@c.example.", ["ann@a.example"])
    ['bob@b.example', 'c@c.example']
    """
    found = (one.rstrip(".-") for one in _FRIEND.findall(text[:MAX_COMMAND_CHARS]))
    others = {one.lower(): one for one in found if one.lower() not in own}
    return [*others.values()][:MAX_FRIENDS]


def _first(line: str) -> str:
    """Return the word that a line begins with, as commands are looked up."""
    return next(iter(line.split()), "").rstrip(",:?.!").lower()


def _explain(request: Request, first: str, text: str) -> None:
    parts = text.split()
    named = parts[1] if len(parts) > 1 else ""
    if first in ("new", "open") and named and request.find_kind(named) is None:
        return
    why, at = "there", len(text)
    if first == "new" and not any("@" in part for part in parts):
        why = "nobody"
    elif first == "new" and "with" not in text.lower().split():
        why = "with"
    try:
        registry.grammar().parse(text)
    except UnexpectedInput as error:
        # Of an end that comes too early the parser tells the word before it.
        early = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        at = at if early or error.pos_in_stream is None else error.pos_in_stream
    before = text[:at].lower().split()[-1:]
    if at < len(text):
        why = {"bot": "bot", "called": "name"}.get("".join(before), why)
    name = next(n for n, one in registry.commands().items() if first in one.words)
    shown, at = (text, at) if len(text) <= 66 else (text[max(0, at - 40) :][:66], 40)
    request.refuse("faulty_line", line=shown, at=at, why=why, name=name)
