"""Games of the library to their ends: by mail against a bot, and in a forum thread.

python -m tests.library.channels               all games
python -m tests.library.channels chess hex     these

People play by lot, but they play on; where bots judge positions, people play as an easy
bot does, as by lot such games would hardly end. A line is printed for each game: how
many letters or posts it took, and how it ended. What is in the store, or in the record
that the thread was read into, is replayed, and must end in the same way. In threads no
games are tried in which something is secret.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from pbem.bots.levels import EASY
from pbem.bots.search import think
from pbem.forum.scan.scan import scan
from pbem.forum.thread import Post, Thread
from pbem.library.family import FAMILY
from pbem.library.rules import Spiel
from pbem.plugins.games import find
from pbem.protocol import Seat
from pbem.record.replay import Story, play
from pbem.record.turn_file import read
from pbem.server.states import GameState
from pbem.server.store import schema
from pbem.server.store.connection import Database
from pbem.server.store.game_store import load_story
from pbem.server.store.queries import fetch_first
from pbem.server.store.rows import GameRow
from pbem.testing.matches import Match
from tests.forum.said import post
from tests.library.matches import SMALL
from tests.support.server.world import ANN, World

MOST = 400  #: letters of a game, after which Ann resigns


def _stored(world: World) -> tuple[GameRow, Story]:
    """The only game of a server."""
    with world.store.reading() as conn:
        row = fetch_first(conn, GameRow, schema.game.select())
        assert row is not None
        return row, load_story(conn, row)


def by_mail(name: str, folder: Path) -> str:
    """Play a game with a bot by letters; return how it went."""
    world = World(Database(str(folder / "pbem.db")), folder)
    rng = random.Random(name)
    options = " ".join(f"{key}={value}" for key, value in SMALL.get(name, {}).items())
    world.say(ANN, f"new {name} with bot easy {options}")
    world.answer(ANN, "yes")
    sent = 0
    while (found := _stored(world))[0].state is GameState.RUNNING:
        story, before = found[1], len(world.box.mail)
        state = story.table.state
        line = _turn(story.game.rules, state, "Ann", rng) if sent < MOST else "resign"
        world.answer(ANN, line)
        sent += 1
        assert len(world.box.mail) > before, line
    world.server.close()
    row, story = found
    assert row.state is GameState.OVER
    return f"{sent} letters, {_ending(story)}"


def in_thread(name: str) -> str:
    """Play a game by posts, and read the thread; return how it went."""
    game = find(name)
    match = Match(game, random.Random(name), ("Ann", "Bob"))
    posts = list[Post]()
    while (window := game.rules.window(match.state)) is not None:
        (seat,) = window.seats
        text = _turn(game.rules, match.state, seat, match.rng)
        text = text if len(posts) < MOST else "resign"
        match.send(seat, text)
        posts.append(post(len(posts) + 1, seat, text))
    scanned = scan(f"{match.header()}\n\n== 0 ==\n", Thread("A game", tuple(posts)))
    story = play(read(scanned.text))
    assert story.table.state == match.state, scanned.questions
    return f"{len(posts)} posts, {_ending(story)}"


def _turn(rules: Any, state: Any, seat: Seat, rng: random.Random) -> str:
    """A turn of a seat, as it is written."""
    if isinstance(rules, Spiel) and rules.style.judges:
        return str(think(rules, state, seat, EASY, rng.randbytes(8)).order)
    return str(rng.choice([*rules.legal(state, seat)]))


def _ending(story: Story) -> str:
    outcome = story.game.rules.outcome(story.table.state)
    assert outcome is not None
    return f"{outcome.reason}: {', '.join(outcome.winners)}"


def main(names: list[str]) -> None:
    """Play games, and print a line for each."""
    for name in names or FAMILY.names():
        with tempfile.TemporaryDirectory() as place:
            print(f"{name}: {by_mail(name, Path(place))}", flush=True)
        if isinstance(find(name).rules, Spiel):
            print(f"{name}: {in_thread(name)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
