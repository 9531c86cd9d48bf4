"""How fast boards are drawn, and how big and quick a long replay page is.

python -m tests.bench pictures
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import median
from time import process_time

from PIL import Image

from pbem.games import find
from pbem.protocol import AnyRules, Order
from pbem.record import replay, turn_file
from pbem.referee import Played
from pbem.report import board_image
from pbem.report.html import html_letter
from pbem.report.model import Reader, Report
from pbem.report.replay_page import film
from pbem.rules.lava.state import State
from pbem.testing.matches import bound
from tests.bench.harness import Peer, Row
from tests.pictures.stories import GAMES, recorded, reports
from tests.support import browser

TURNS = 200
LONG = """Game: lava
Seats: Ann, Bob
Options: num_dice=120, tumbling=yes, blob_size=48, blob_extent=0
Seed: 000102030405060708090a0b0c0d0e0f
"""


def busy(work: Callable[[], object], rounds: int) -> float:
    """Milliseconds of the processor that some work takes, on one core.

    So it counts little what else the machine does meanwhile.
    """
    work()
    taken = []
    for _ in range(rounds):
        start = process_time()
        work()
        taken.append(process_time() - start)
    return 1000 * median(taken)


def grown(game: str) -> Report:
    """The fullest board of all turns of a game's examples and playthroughs."""
    found = [one for file in recorded(game) for one in reports(file)]
    return max(found, key=lambda report: len(board_image.svg(report)))


def boards() -> list[Row]:
    """Each game's fullest board as SVG, as PNG (beside Pillow, which packs the same
    pixels and paints nothing), and in a letter."""
    rows = []
    for game in GAMES:
        report = grown(game)
        drawn = board_image.svg(report, "light")

        def svg(report: Report = report) -> None:
            board_image.svg(report, "light")

        def png(drawn: str = drawn) -> None:
            board_image.png(drawn)

        pixels = Image.open(BytesIO(board_image.png(drawn))).convert("RGB")

        def plain(pixels: Image.Image = pixels) -> None:
            pixels.save(BytesIO(), "PNG")

        _, pictures = html_letter(report)
        size = sum(len(one) for _, one in pictures)
        encode = Peer("a plain PNG encode", busy(plain, 9))
        rows += [
            Row(f"{game}: SVG of a full board", busy(svg, 30), "ms", 175),
            Row(f"{game}: PNG of it", busy(png, 9), "ms", 1.25, encode),
            Row(f"{game}: PNG of it in a letter", size / 1000, "KB", 140),
        ]
    return rows


def long_game() -> tuple[replay.Story, list[Played]]:
    """Turns of Lava, as many as `TURNS`: dice are named, rolled, and then laid."""
    game, luck = find("lava"), random.Random(7)
    played: list[Played] = []
    told = replay.begin(turn_file.read(LONG))
    while len(played) < TURNS and (waiting := told.awaited()):
        seat, state = waiting[0], told.table.state
        legal = [one for one in game.rules.legal(state, seat) if not one.anytime]
        few = luck.sample(legal, min(6, len(legal)))
        # Dice that lay themselves would end the game too soon.
        order = min(few, key=partial(_laid, game.rules, state, seat))
        played += told.order(seat, [turn_file.Piece(str(order), 1, 1)]).resolved
    return told, played


def _laid(rules: AnyRules, state: State, seat: str, order: Order) -> int:
    """How many dice lie after an order."""
    return len(rules.resolve(state, bound(rules, state, {seat: order})).state.laid)


def opening(page: str) -> float:
    """Milliseconds until a page stands there in a browser. Raises Missing."""
    with tempfile.TemporaryDirectory() as folder, browser.browser() as chromium:
        place = Path(folder) / "game.html"
        place.write_text(page, encoding="utf-8")
        taken = []
        for _ in range(6):
            tab = chromium.new_page()
            tab.goto(place.as_uri())
            taken.append(
                float(
                    tab.evaluate(
                        "() => new Promise((done) => requestAnimationFrame(() =>"
                        " setTimeout(() => done(performance.now()))))"
                    )
                )
            )
            tab.close()
        return median(taken[1:])


def rows() -> list[Row]:
    """All rows."""
    told, played = long_game()
    page = film(told, played, Reader())
    what = f"{len(played)} moves of Lava"
    making = busy(lambda: film(told, played, Reader()), 3)
    found = [
        *boards(),
        Row(f"replay page of {what}", len(page.encode()) / 1e6, "MB", 0.7),
        Row(f"replay page of {what}: made", making, "ms"),
    ]
    try:
        shown = opening(page)
        found.append(Row(f"replay page of {what}: opened", shown, "ms"))
    except browser.Missing:
        pass
    return found
