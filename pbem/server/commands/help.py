"""`help`, `help all`, `help GAME`, `help COMMAND`."""

from __future__ import annotations

from pbem.plugins import games
from pbem.record.fresh import fresh
from pbem.record.header import Header, Unreadable
from pbem.report import builder
from pbem.server.game.request import Request
from pbem.server.store import game_store
from pbem.server.syntax import registry
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, never
from pbem.server.syntax.parser import RESIGN


@CommandSpec(
    words=("help", "help?"), needs=Needs.ANYBODY, topic=Topic.BEGINNING, changes=never
)
def run(request: Request, line: Command) -> None:
    """Tell how to play by mail, or about one game or command."""
    about = line.one("WORD").lower().rstrip("?")
    commands = registry.commands()
    if about in ("", "me", "all"):
        topics = {
            topic: [name for name, spec in commands.items() if spec.topic is topic]
            for topic in Topic
        }
        known = games.in_short()
        first = known["known"][0]
        here = first if request.session is None else request.session.game.kind
        request.say("help", all=about == "all", **known, here=here, topics=topics)
    elif about in commands or about == RESIGN:
        request.say("help_command", name=about)
    else:
        about_game(request, about)


def about_game(request: Request, name: str) -> None:
    """Describe a kind of game, or say that no game has this name."""
    game = request.find_kind(name)
    if game is not None:
        request.say("help_game", game=game, prompt=_prompt(game))


def _prompt(game: games.Game) -> str:
    """Return what may be sent first in a game, if it begins plainly."""
    seats = tuple(f"Player {n}" for n in range(1, game.facts["seats"][0] + 1))
    try:
        story = game_store.begin_story(fresh(Header(game.name, seats, seed=bytes(32))))
    except Unreadable:
        return ""
    return builder.prompt(story)
