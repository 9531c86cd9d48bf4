"""How fast Magic Arena is: orders, turns with their reports, long records.

python -m tests.bench arena
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from pbem.games import find
from pbem.kit import squares
from pbem.record import replay
from pbem.record.turn_file import read
from pbem.referee import Played
from pbem.report import builder
from pbem.report.model import Reader, render
from pbem.rules.arena import areas
from tests.bench.harness import ROUNDS, Row, seconds
from tests.bench.peers import TEN_TURNS, resolving

ROOT = Path(__file__).parents[2]
SEATS = ("Ann", "Bob", "Cid", "Dot")
TYPES = ("fire", "water", "earth", "air")
TURNS = 200
LONG = 10_000
WORDS = {
    "fire": ("1NE", "1S 1S", "2", "3", "1w 1 nw", "4"),
    "water": ("1SW", "2", "3NE", "2 2", "1se H1", "4"),
    "earth": ("1D", "13", "2", "3NW", "4E5", "1 7 1A"),
    "air": ("1F6", "1D4 1E5 1D5", "2C3", "1 H8 2 G7", "3D4", "W"),
}


def lines(turns: int, seats: int = 4, seed: int = 1) -> str:
    """A record in which everybody walks and casts, and nobody ever falls."""
    luck = random.Random(seed)
    names = SEATS[:seats]
    found = ["Game: arena", f"Seats: {', '.join(names)}", "Options: hp=999", ""]
    places = {}
    for seat, kind in zip(names, TYPES, strict=False):
        places[seat] = luck.randrange(64)
        found.append(f"{seat}: {kind} {squares.name(places[seat], 8)}")
    for turn in range(1, turns + 1):
        found += ["", f"== {turn} =="]
        for seat, kind in zip(names, TYPES, strict=False):
            places[seat] = luck.choice(areas.around(places[seat], 2, 8))
            magic = luck.choice(WORDS[kind]) if luck.random() < 0.8 else ""
            heal = " H4 H4" if turn % 40 == 0 else ""
            move = squares.name(places[seat], 8)
            found.append(f"{seat}: {move} {magic}{heal}".rstrip())
    return "\n".join((*found, ""))


def _orders() -> list[Row]:
    """Orders a second in a replay: read, parsed anew, checked, resolved."""
    game, text = find("arena"), lines(TURNS)

    def again() -> None:
        game.notation._cached.cache_clear()
        story = replay.play(read(text))
        assert story.table.serial == TURNS + 1

    count = 4 * (TURNS + 1)
    return [Row("orders read, checked, resolved", count / seconds(again), "/s", 0.40)]


def _turns() -> list[Row]:
    """Whole turns of four players with the text report."""
    game = find("arena")
    # A game told twice would be read from what is kept of the first time.
    unheard = iter([lines(TURNS, seed=seed) for seed in range(2, 3 + ROUNDS)])

    def told() -> None:
        game.notation._cached.cache_clear()
        story = replay.begin(read(next(unheard)))
        pages = []

        def tell(played: Played) -> None:
            pages.append(render(builder.report(story, Reader(), (played,))))

        for item in story.record.items():
            for played in story.take(item):
                tell(played)
        assert len(pages) == TURNS + 1

    rate = (TURNS + 1) / seconds(told)
    return [Row("turns of four with the text report", rate, "/s", 0.05)]


def _long() -> list[Row]:
    """A record of ten thousand turns: time by its length, and memory."""
    short, long = lines(LONG // 10, 2), lines(LONG, 2)
    quick = seconds(lambda: replay.play(read(short)), 3)
    slow = seconds(lambda: replay.play(read(long)), 3)
    growth = _peak(long) - _peak(short)
    return [
        Row(f"{LONG:,} turns of two replayed", slow * 1000, "ms"),
        Row("time for ten times the turns, to linear", slow / quick / 10, "x", 1.3),
        Row("memory beyond a tenth of the turns", growth, "MB", 16),
        Row("size of that record", len(long) / 1e6, "MB"),
    ]


def _peak(text: str) -> float:
    """Megabytes that a process of its own needs to replay a record."""
    code = "from tests.bench.bench_arena import peak; peak()"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return float(done.stdout) / 1024


def peak() -> None:
    """Replays the record on standard input, and prints the kilobytes it took."""
    replay.play(read(sys.stdin.read()))
    # Not getrusage: that begins with what the parent process had.
    status = Path("/proc/self/status").read_text()
    print(next(line for line in status.splitlines() if "VmHWM" in line).split()[1])


def _start() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.txt"
        file.write_text(lines(10))
        found = {TEN_TURNS: str(file)}
        for box in sorted((ROOT / "games").iterdir()):
            examples = [*box.glob("examples/*.txt")]
            if not examples:
                continue  # tutorials
            longest = max(examples, key=lambda one: one.stat().st_size)
            found[f"{box.name}/{longest.name}"] = str(longest)
        return resolving(found)


def rows() -> list[Row]:
    """All measurements."""
    return [*_orders(), *_turns(), *_long(), *_start()]
