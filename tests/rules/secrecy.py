"""The secrets of the games of the house, looked for at length.

`python -m tests.rules.secrecy --count 10000 [GAME ...]`: worlds that differ in hidden
things only (pbem.testing.worlds). A game with secrets brings
`tests/rules/<game>/secrets.py` with a function `permuted(state, seat, rng)`: a state
that this seat cannot tell from the given one, all that it may not know shuffled.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from pbem.chance import Chance
from pbem.protocol import Seat
from pbem.testing.worlds import Permuted, run
from tests.rules.games import NAMES, game
from tests.toy.game import TOY, present


def permuted(name: str) -> Permuted:
    """What a seat cannot see, shuffled; what is drawn next is always hidden."""
    place = "tests.toy" if name == TOY.name else f"tests.rules.{name}"
    if find_spec(f"{place}.secrets") is not None:
        found: Permuted = import_module(f"{place}.secrets").permuted
        return found

    def drawn_anew(state: Any, seat: Seat | None, rng: random.Random) -> Any:
        if getattr(state, "chance", None) is None:
            return state
        return replace(state, chance=Chance(rng.randbytes(8)))

    return drawn_anew


def main() -> int:
    """Run it for some games; tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=NAMES)
    parser.add_argument("--count", type=int, default=1000, help="sheets per game")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    wrong = 0
    with present():
        for name in given.games:
            found = run(game(name), given.count, given.seed, permuted(name))
            windows = ", ".join(f"{n} {name}" for name, n in found.windows.items())
            print(
                f"{name}: {len(found.leaks)} of {found.sheets} sheets are answered "
                f"otherwise; {found.differing} pairs of worlds differ, "
                f"{found.resolved} orders were seen to be done ({windows})",
                flush=True,
            )
            print("\n".join(found.leaks[:3]))
            wrong += len(found.leaks)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
