"""Orders of Magic Arena in a replay, beside orders of Diplomacy in PyPI `diplomacy`.

Ours are read from a record, parsed, checked and resolved; theirs are processed alone.
"""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from pbem.kit import squares
from pbem.record import replay
from pbem.record.turn_file import read
from pbem.rules.arena import areas
from tests.bench import diplomacy_peer, peer_environment
from tests.bench.harness import Row, beside, spent

SEATS = ("Ann", "Bob", "Cid", "Dot")
TYPES = ("fire", "water", "earth", "air")
WORDS = {
    "fire": ("1NE", "1S 1S", "2", "3", "1w 1 nw", "4"),
    "water": ("1SW", "2", "3NE", "2 2", "1se H1", "4"),
    "earth": ("1D", "13", "2", "3NW", "4E5", "1 7 1A"),
    "air": ("1F6", "1D4 1E5 1D5", "2C3", "1 H8 2 G7", "3D4", "W"),
}
TURNS = 200
ROUNDS = 5


def lines(turns: int, seed: int) -> str:
    """Return a record in which four seats walk and cast, and nobody ever falls."""
    luck = random.Random(seed)
    found = ["Game: arena", f"Seats: {', '.join(SEATS)}", "Options: hp=999", ""]
    places = {seat: luck.randrange(64) for seat in SEATS}
    for seat, kind in zip(SEATS, TYPES, strict=True):
        found.append(f"{seat}: {kind} {squares.name(places[seat], 8)}")
    for turn in range(1, turns + 1):
        found += ["", f"== {turn} =="]
        for seat, kind in zip(SEATS, TYPES, strict=True):
            places[seat] = luck.choice(areas.around(places[seat], 2, 8))
            magic = luck.choice(WORDS[kind]) if luck.random() < 0.8 else ""
            heal = " H4 H4" if turn % 40 == 0 else ""
            square = squares.name(places[seat], 8)
            found.append(f"{seat}: {square} {magic}{heal}".rstrip())
    return "\n".join((*found, ""))


def rows() -> list[Row]:
    """Measure a thousand orders of each."""
    records = iter([lines(TURNS, seed) for seed in range(ROUNDS + 1)])

    def ours() -> float:
        text = next(records)  # another one each time: nothing of it is cached
        seconds = spent(lambda: replay.play(read(text)))
        return 1000 * seconds / (len(SEATS) * (TURNS + 1))

    python = peer_environment.python("diplomacy")

    def theirs() -> float:
        command = [str(python), str(Path(diplomacy_peer.__file__))]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        count, seconds, *_ = done.stdout.split()
        return 1000 * float(seconds) / int(count)

    peer = "1,000 orders in Game.process() of diplomacy"
    work = ("1,000 orders of Magic Arena, read and resolved", ours, 1.0)
    return beside(peer, theirs, [work], ROUNDS)
