"""What a player has sent and nobody may know changes nothing that anybody else gets.

Two worlds are alike but for one secret order. Whatever the others do then, all that
leaves for anybody else is compared to the letter: mail with its header, HTML and
calendar, logs, figures.
"""

from __future__ import annotations

import io
import json
import logging
import random
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email import message_from_bytes
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from itertools import count, islice
from pathlib import Path
from unittest import mock

import pytest

from pbem.mail.transport.base import SENT, refused
from pbem.plugins import games
from pbem.record.replay import Story
from pbem.report.board_image import can_draw
from pbem.server.host import logs, metrics
from pbem.server.store import game_store
from pbem.server.store.connection import Database
from tests.support.server.bot import wanted
from tests.support.server.world import ADDRESS, ANN, BOB, CID, HOUR, World

SETTINGS = 'html = true\nzone = "Europe/Paris"\n'
DOT, EVE = "Dot <dot@d.example>", "Eve <eve@e.example>"
HOST = "host@x.example"
KINDS = sorted(games.built_in())
#: What Ann sends and keeps for herself; {x} is one of two orders in the two worlds.
SECRETS = {
    "orders in the drawer": ["wait\n{x}", "preview\n{x}", "{x} {x} {x}", "clear\n{x}"],
    "a sealed order": ["preview\n{x}", "{x} {x} {x}", "{x}", "clear", "{x}"],
}
#: Where nothing is sealed in an open window: standing orders, or mere nonsense.
STANDING = {"magblast": ("standing evade deadly", "standing pass all until my turn")}

# One secret more or less is drawn for an order that is not accepted.
_TOKEN = re.compile("=_[a-z0-9]+|[a-z2-7]{26}")


@contextmanager
def drawn(first: int) -> Iterator[None]:
    """Seeds, tokens and salts that are the same each time."""
    numbers = count(first)

    def token_bytes(size: int = 32) -> bytes:
        return sha256(f"drawn {next(numbers)}".encode()).digest()[:size]

    with mock.patch("secrets.token_bytes", token_bytes):
        yield


def story_of(world: World) -> Story:
    """The first game as it stands."""
    with world.store.reading() as conn:
        return world.office.game_cache.open(conn, game_store.get(conn, 1))


def begun(store: Database, folder: Path, kind: str, turns: int) -> World:
    """A game of Ann, Bob and Cid, with somebody who looks on, in which Ann is asked."""
    world = World(store, folder, SETTINGS)
    most = games.find(kind).facts["seats"][1]
    world.start(*(BOB, CID)[: min(2, most - 1)], game=kind)
    for who in (DOT, EVE, HOST):
        world.say(who, "new arena with gus@g.example")
    world.answer(DOT, f"watch {kind}-1")
    world.answer(BOB, "set calendar on")
    chance = random.Random(kind)
    letters = 0
    while letters < turns or "Ann" not in story_of(world).awaited():
        for address, text in wanted(store, f"{kind}-1", chance, False):
            world.now += 60
            letters += 1
            world.answer(f"<{address}>", text)
        assert letters < 200
    return world


def two(story: Story, seat: str) -> list[str]:
    """Two orders that a seat may send now."""
    rules, state = story.game.rules, story.table.state
    found = [order for order in islice(rules.legal(state, seat), 200)]
    found = [
        one
        for one in found
        if not one.anytime and not rules.bind(state, seat, one).faults
    ]
    texts = sorted({str(one) for one in found})
    return [texts[0], texts[-1]]


def life(world: World, kind: str) -> None:
    """What all others do, and what happens to them."""
    name = f"{kind}-1"
    story = story_of(world)
    serial = story.table.serial
    own = next(iter(story.game.rules.legal(story.table.state, "Bob")), "hello")
    for text in ("show", "orders?", "history", f"whois\nwhois {name}", "standings",
                 "standing", f"preview\n{own}", f"preview\nAnn: {own}", "hello there",
                 "press to all: who is left?", "propose undo", "games"):  # fmt: skip
        world.answer(BOB, text)
    for who, text in ((DOT, f"show {name}"), (EVE, f"watch {name}\nshow {name}"),
                      (HOST, f"gm {name} #{serial} try extend 12h because I look"),
                      (HOST, f"gm {name} #{serial} extend 24h because I must"),
                      (HOST, f"show {name}")):  # fmt: skip
        world.answer(who, text)
    world.say(ANN, "resign", subject=f"Re: {name} #{serial}")
    world.say("Mallory <mal@m.example>", f"show {name}\nwatch {name}")
    for _ in range(6):
        world.now += 8 * HOUR
        world.server.heartbeat(world.now)
        world.run()
    world.box.verdict = lambda mail: (
        refused("550 no such user") if mail.recipient == ADDRESS[BOB] else SENT
    )
    world.say(DOT, f"show {name}", world.last("dot@d.example").reply_to)
    world.now += 3 * HOUR
    world.server.heartbeat(world.now)
    world.run()


def told(world: World, folder: Path, written: str) -> list[str]:
    """All that has left this machine or could be read on it, but for Ann's mail."""
    found = [
        f"To: {mail.recipient}\n" + _TOKEN.sub("TOKEN", mail.raw.decode("ascii"))
        for mail in world.box.mail
        if mail.recipient != ADDRESS[ANN]
    ]
    found.append(re.sub(r'"time": "[^"]+"', "", written))
    found.append(json.dumps(metrics.figures(world.store, world.now)))
    found.append(json.dumps(metrics.health(world.server, world.now)))
    return found


@contextmanager
def listening() -> Iterator[io.StringIO]:
    """What is logged, all of it."""
    stream = io.StringIO()
    logs.begin("debug", stream)
    yield stream
    for name in ("pbem.server", "pbem.mail"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True


@pytest.fixture(scope="module", params=KINDS)
def game(
    request: pytest.FixtureRequest,
    empty: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[str, Path, World]:
    """A kind, the file of a store with a game of it, and its world (closed)."""
    kind: str = request.param
    folder = tmp_path_factory.mktemp(kind)
    shutil.copy(empty, folder / "pbem.db")
    with drawn(1):
        world = begun(Database(str(folder / "pbem.db")), folder, kind, 6)
    with world.store.engine.connect() as conn:
        conn.exec_driver_sql("COMMIT")
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    world.server.close()
    return kind, folder / "pbem.db", world


def going_on(game: tuple[str, Path, World], folder: Path) -> World:
    """The world of a game once more, in a folder of its own."""
    _, file, before = game
    folder.mkdir()
    shutil.copy(file, folder / "pbem.db")
    world = World(Database(str(folder / "pbem.db")), folder, SETTINGS)
    world.now, world.box.mail = before.now, list(before.box.mail)
    # Each letter has a number of its own.
    world._letters = before._letters
    return world


def again(game: tuple[str, Path, World], folder: Path, letters: list[str]) -> list[str]:
    """What leaves when Ann writes these letters and life goes on."""
    with drawn(100_000), listening() as stream:
        world = going_on(game, folder)
        for text in letters:
            assert world.answer(ANN, text), text
            world.now += 60
        life(world, game[0])
        # What a "yes" would play is kept as a letter: it shifts the numbers of others.
        log = re.sub(r'"letter": \d+', '"letter": n', stream.getvalue())
        found = told(world, folder, log)
        world.server.close()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("what", SECRETS)
def test_a_secret_order_changes_nothing_for_anybody_else(
    game: tuple[str, Path, World], what: str, tmp_path: Path
) -> None:
    kind, file, _ = game
    world = World(Database(str(file)), file.parent, SETTINGS)
    story = story_of(world)
    window = story.game.rules.window(story.table.state)
    assert window is not None
    orders = two(story, "Ann")
    world.server.close()
    if what == "a sealed order" and not (window.sealed and len(story.awaited()) > 1):
        orders = list(STANDING.get(kind, ("hello", "goodbye")))
    assert orders[0] != orders[1]
    one, other = (
        again(game, tmp_path / name, [text.replace("{x}", x) for text in SECRETS[what]])
        for name, x in zip("ab", orders, strict=True)
    )
    for first, second in zip(one, other, strict=True):
        assert first == second


@pytest.mark.slow
@pytest.mark.parametrize("game", ["arena"], indirect=True)
def test_the_comparison_can_fail(game: tuple[str, Path, World], tmp_path: Path) -> None:
    """Words to the game master are a secret, but one that he is told."""
    one, other = (
        again(game, tmp_path / name, [f"press to master: {name}"]) for name in "ab"
    )
    assert [a == b for a, b in zip(one, other, strict=True)].count(False) == 1


def test_letters_have_text_first_and_are_small(
    game: tuple[str, Path, World],
) -> None:
    pictures = 0
    for mail in game[2].box.mail:
        message = message_from_bytes(mail.raw)
        kinds = [part.get_content_type() for part in message.walk()]
        kinds = [kind for kind in kinds if not kind.startswith("multipart/")]
        assert kinds[:2] == ["text/plain", "text/html"]
        assert len(mail.raw) < 200_000
        pictures += "image/png" in kinds
    assert pictures > 2 or not can_draw(games.find(game[0]))


@pytest.mark.slow
def test_hidden_hands_and_decks_stay_hidden(
    game: tuple[str, Path, World], tmp_path: Path
) -> None:
    """Each letter to a player is the same whatever this player cannot see."""
    kind = game[0]
    if find_spec(f"tests.rules.{kind}.secrets") is None:
        open_games = ("arena", "diplomacy", "lava", "magma")
        assert kind in open_games, "its secrets need a test"
        return
    permuted = import_module(f"tests.rules.{kind}.secrets").permuted
    luck = random.Random(kind)
    for who, seat in ((BOB, "Bob"), (DOT, None), (ANN, "Ann")):
        found, states = [], []
        for number in range(4):
            with drawn(100_000):
                world = going_on(game, tmp_path / f"{seat}{number}")
                story = story_of(world)
                state = story.table.state
                states.append(permuted(state, seat, luck) if number else state)
                with world.store.reading() as conn:
                    revision = game_store.get(conn, 1).revision
                story.table = replace(story.table, state=states[-1])
                world.office.game_cache.keep(1, revision, story)
                for text in (f"show {kind}-1", "orders?", "standing", "hello there"):
                    world.answer(who, text)
                world.server.close()
            to = ADDRESS.get(who, "dot@d.example")
            found.append([m.raw for m in world.box.mail if m.recipient == to])
        assert any(state != states[0] for state in states)
        assert len(found[0]) > 4
        assert all(one == found[0] for one in found)
