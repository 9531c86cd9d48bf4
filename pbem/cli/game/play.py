"""`pbem game play`."""

from __future__ import annotations

import hashlib
import re
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli._common import (
    Stop,
    faults_of,
    game_options,
    load,
    options_of,
    seats_option,
)
from pbem.cli._page import flask_needed, serve
from pbem.record.header import Header, print_header

if TYPE_CHECKING:
    from pbem.plugins.games import Game

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")


@click.command()
@click.argument("name")
@seats_option
@game_options
@click.option(
    "--bot",
    is_flag=False,
    flag_value="fair",
    metavar="[LEVEL]",
    help="Play alone: bots have the other seats (easy, fair or strong).",
)
@click.option(
    "--seed", metavar="TEXT", help="What chance is drawn from: the same, the same game."
)
@click.option(
    "--file", metavar="FILE", help="A turn file to go on with, or to write the game to."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="By default one that is free.",
)
@click.option("--browser/--no-browser", "show", default=True, help="Open a browser.")
def command(
    name: str,
    seats: str | None,
    options: tuple[str, ...],
    bot: str | None,
    seed: str | None,
    file: str | None,
    port: int,
    show: bool,
) -> None:
    """Open a page in the browser to try a game, all seats at once.

    Each seat shows the letter that its player would get, the moves to click, and a
    field for orders. Moves can be chosen at random, undone, and done again. Anyone who
    writes the game sees a change as soon as a file of it is saved: the game is loaded
    anew and replayed. What fails in its files is shown there, with file and line.

    \b
    Example:
      pbem game play lava --seats 3
      pbem game play lava --bot
      pbem game play ./hop
      pbem game play arena --option hp=8 --file try.txt
      pbem game play magblast --seats 3 --seed 7 --no-browser
    """
    from pbem.cli._games_of_folders import game_name
    from pbem.pages.wording import shared_words
    from pbem.plugins.games import GameFault, find

    try:
        game = find(game_name(name))
        if file is not None and Path(file).exists():
            text = _text_of(file, game, given=(seats, options or None, bot, seed))
        else:
            text = _fresh(game, seats, options, bot, seed)
    except GameFault as fault:
        raise Stop(shared_words().fault(fault.fault)) from None
    with flask_needed():
        from pbem.web.app_state import AppState
    from pbem.cli._play_page import PageTask, SupervisedPage
    from pbem.web.play.game_files import GameFiles
    from pbem.web.play.rehearsal import WatchedGame
    from pbem.workspace.folder import Folder

    with ExitStack() as stack:
        where = _where(game, file, stack)
        folder = Folder(where.parent, time.time)
        if not where.exists():
            with faults_of(str(where)):
                folder.create(where.stem, text)
        state = AppState(folder, time.time, hosts=frozenset({"localhost"}))
        state.play = WatchedGame(where.stem, GameFiles(game))
        charge = PageTask(where.parent, where.stem, game.name, state.key, state.stamp)
        page = SupervisedPage(charge)
        stack.callback(page.close)
        serve(state, port, show=show, app=page)


def _where(game: Game, file: str | None, stack: ExitStack) -> Path:
    """Return where the game lies: in its file, or in a folder that goes with us."""
    from pbem.workspace.folder import is_name

    if file is None:
        place = stack.enter_context(tempfile.TemporaryDirectory(prefix="pbem-"))
        return Path(place) / f"{game.name}.txt"
    path = Path(file).absolute()
    if path.suffix != ".txt" or not is_name(path.stem):
        raise Stop(f"{file}: please give the file a name like game.txt.")
    return path


def _text_of(file: str, game: Game, given: tuple[object, ...]) -> str:
    """Return what a file holds, which must be this game. Raises Stop."""
    if any(one is not None for one in given):
        raise Stop(
            f"{file} holds a game already: --seats, --option, --bot and --seed are for "
            "a new one. Another name of a file begins one."
        )
    found = load(file).header.game
    if found.strip().lower() != game.name:
        raise Stop(
            f"{file} holds a game of {found}: pbem game play {found} --file {file}"
        )
    return ""


def _fresh(
    game: Game,
    seats: str | None,
    options: tuple[str, ...],
    bot: str | None,
    seed: str | None,
) -> str:
    """Return a fresh turn file. Raises GameFault, Stop."""
    from pbem.cli._play_page import SECONDS, opened
    from pbem.record.fresh import fresh
    from pbem.system.supervised import stream
    from pbem.system.too_long import TookTooLong

    key = None if seed is None else _seed(seed)
    names = names_of(seats if seats is not None else str(game.facts["seats"][0]))
    bots = {} if bot is None else dict.fromkeys(names[1:], bot)
    given = Header(game.name, names, "", options_of(options), key, bots=bots)
    header = fresh(given)
    text = print_header(header) + "== 0 ==\n"
    try:
        for begun in stream(opened, game.name, text, SECONDS):
            if begun.refused:
                raise Stop(begun.refused)
            text = begun.text
    except (TookTooLong, EOFError):
        pass  # the page shows where the game's files fail
    return text


def names_of(seats: str) -> tuple[str, ...]:
    """Return as many names as a number says, or the names that are given.

    >>> names_of("2"), names_of("Zoe, Yan")
    (('Ann', 'Bob'), ('Zoe', 'Yan'))
    """
    if not seats.strip().isdecimal():
        return tuple(" ".join(name.split()) for name in seats.split(","))
    count = min(int(seats), 1000)
    more = (f"Player {number}" for number in range(len(NAMES) + 1, count + 1))
    return (*NAMES[:count], *more)


def _seed(text: str) -> bytes:
    """Return the seed for a text: itself if it is a seed, as in a turn file.

    >>> _seed("00112233445566ff").hex(), len(_seed("7"))
    ('00112233445566ff', 32)
    """
    if re.fullmatch("(?:[0-9a-fA-F]{2}){8,64}", text):
        return bytes.fromhex(text)
    return hashlib.sha256(text.encode()).digest()
