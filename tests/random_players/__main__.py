"""`python -m tests.random_players`: worlds of random players, one a seed.

Prints the seed and the last letters of each world in which something does not hold;
exit status 1 then.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time

from tests.random_players.worlds import play_by_mail, play_in_thread


def main() -> int:
    """Play worlds until they are done or the time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--steps", type=int, default=45)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--threads", action="store_true", help="games in threads")
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    began, failed, played = time.monotonic(), 0, 0
    for seed in range(given.seed, given.seed + given.count):
        if time.monotonic() - began > given.seconds:
            break
        played += 1
        try:
            (play_in_thread if given.threads else play_by_mail)(seed, given.steps)
        except Exception as error:
            failed += 1
            print(f"seed {seed}: {type(error).__name__}: {error}\n", flush=True)
            logging.disable(logging.NOTSET)
            if given.count == 1:
                raise
            logging.disable(logging.CRITICAL)
    print(f"{played} worlds, {failed} with a fault")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
