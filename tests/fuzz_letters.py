"""Measures letters: `python -m tests.fuzz_letters [--count 10000] [--seed 0]`.

Each shape is made 10 KB, 100 KB and 1 MB large. What takes more than its share of the
larger size is told, as are the slowest; the status is 1 where something was.
"""

from __future__ import annotations

import sys
from functools import cache
from time import process_time

from tests.support.mail import shapes

SIZES = (10_000, 100_000, 990_000)
MAX_GROWTH = 3.0  #: times what a linear cost would be
MIN_SECONDS = 0.05  #: what is quicker is not measured well
MAX_SECONDS = 3.0  #: processor time of any letter
TOLD = 10
_story = cache(shapes.story)


def seconds(seed: int) -> list[float]:
    """The processor time of one shape, by size; it ends with what takes too long."""
    one = shapes.shape(seed)
    found: list[float] = []
    for size in SIZES:
        letter = one.letter(size)
        start = process_time()
        shapes.work(letter, _story(one.game))
        found.append(process_time() - start)
        if found[-1] > MAX_SECONDS:
            break
    return found


def grows(found: list[float]) -> bool:
    """Whether a cost is worse than linear."""
    if found[-1] > MAX_SECONDS:
        return True
    pairs = zip(found, found[1:], SIZES, SIZES[1:], strict=False)
    return any(
        two > MAX_GROWTH * max(one, MIN_SECONDS) * after / before
        for one, two, before, after in pairs
    )


def main(count: int, seed: int) -> int:
    """Go through so many shapes; return how many grow too fast."""
    found = {number: seconds(number) for number in range(seed, seed + count)}
    bad = [number for number, times in found.items() if grows(times)]
    slowest = sorted(found, key=lambda number: max(found[number]), reverse=True)
    for number in dict.fromkeys([*bad, *slowest[:TOLD]]):
        times = " ".join(f"{1000 * one:8.1f}" for one in found[number])
        word = "GROWS" if number in bad else ""
        print(f"{number:8} {times} ms  {word:5} {shapes.shape(number)}")
    print(f"{count} shapes, {len(bad)} grow too fast")
    return len(bad)


if __name__ == "__main__":
    given = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
    wanted = int(given.get("--count", 10_000)), int(given.get("--seed", 0))
    sys.exit(main(*wanted) > 0)
