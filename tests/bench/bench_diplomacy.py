"""Movement phases of Diplomacy, beside those of PyPI `diplomacy`.

Ours are read from a record, parsed, checked, and resolved with every verdict; theirs
are set as orders and processed. Both play random legal orders for all seven powers.
"""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from pbem.plugins.games import find
from pbem.record import replay
from pbem.record.turn_file import read
from pbem.record.writing import order_lines
from tests.bench import diplomacy_peer, peer_environment
from tests.bench.harness import Row, beside, spent

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
PHASES = 60
ROUNDS = 5


def record(seed: int) -> tuple[str, int]:
    """Return the record of a game of random legal orders, and its movement phases."""
    luck, rules = random.Random(seed), find("diplomacy").rules
    text = f"Game: diplomacy\nSeats: {', '.join(POWERS)}\n"
    story, movements = replay.begin(read(text)), 0
    for serial in range(PHASES):
        window = story.window
        if window is None:
            break
        movements += window.name == "movement"
        turn = [f"\n== {serial} =="]
        for seat in window.seats:
            by_unit: dict[str, list[str]] = {}
            for order in rules.legal(story.table.state, seat):
                (line,) = order.lines
                by_unit.setdefault(str(line.unit), []).append(str(line))
            turn += order_lines(seat, [luck.choice(one) for one in by_unit.values()])
        turn.append("-- deadline --")
        part = "\n".join((*turn, ""))
        for item in read(text.partition("\n\n")[0] + "\n\n" + part).items():
            story.take(item)
        text += part
    return text, movements


def rows() -> list[Row]:
    """Measure a movement phase of each; ours has its share of all other phases."""
    records = iter([record(seed) for seed in range(ROUNDS + 1)])

    def ours() -> float:
        text, movements = next(records)  # another one each time
        return spent(lambda: replay.play(read(text))) / movements

    python = peer_environment.python("diplomacy")

    def theirs() -> float:
        command = [str(python), str(Path(diplomacy_peer.__file__))]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        *_, movements, seconds = done.stdout.split()
        return float(seconds) / int(movements)

    peer = "set_orders() and process() of diplomacy"
    work = ("A movement phase of Diplomacy, read and resolved", ours, 1.0)
    return beside(peer, theirs, [work], ROUNDS)
