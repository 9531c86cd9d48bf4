"""Plants small mistakes and counts which the tests notice.

python -m tests.mutation [--seed N] [--count N] [--part NAME]... [--at PATH[:LINE]]

A sample is drawn from the seed, in equal shares of the parts, without the mutants that
are known to mean the same. Each is written into a copy of the tree, and the tests run
there that enter what was changed.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path

from tests.mutation import forks
from tests.mutation.listing import about, known, told
from tests.mutation.operators import Mutant
from tests.mutation.parts import COMMON, PARTS, part_of
from tests.mutation.recording import modules, record
from tests.mutation.texts import texts
from tests.mutation.trial import Trial, chosen, run, sample

ROOT = Path(__file__).parents[2]
_HOME = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
CACHE = _HOME / "pbem-tests"


def main(words: list[str], root: Path = ROOT, cache: Path = CACHE) -> int:
    """Carry out the command; 1 where a part misses its goal."""
    parser = argparse.ArgumentParser(prog="tests.mutation", description=__doc__)
    names = [part.name for part in PARTS]
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="of all parts together")
    parser.add_argument("--part", action="append", choices=names)
    parser.add_argument("--at", default="", help="only in this file, or on this line")
    parser.add_argument("--budget", type=float, default=60, help="seconds a mutant")
    parser.add_argument("--afresh", action="store_true", help="record all tests anew")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    wish = parser.parse_args(words)
    path, _, line = wish.at.partition(":")
    only = part_of(path) if path else None
    parts = [p for p in PARTS if p is only or p.name in (wish.part or names)]
    parts = [only] if only else parts
    say = partial(print, file=sys.stderr, flush=True)
    forks.warm()
    with tempfile.TemporaryDirectory(prefix="pbem-") as folder:
        room = Path(folder)
        globs = [*COMMON, *(glob for part in parts for glob in part.tests)]
        all_texts = texts(root)
        for one in all_texts:
            globs += one.tests() if part_of(one.path) in parts else ()
        found = record(
            root, room, tuple(globs), wish.workers, cache, afresh=wish.afresh
        )
        if found.seconds:
            say(f"The tests were recorded in {found.seconds:.0f} s.")
        if found.changed:
            say(f"{found.changed} modules have changed since others were (--afresh).")
        say(f"{len(found.tests)} tests are known.")
        for what, some in (("left out", found.left_out), ("FAILED", found.failed)):
            for name in _folded(some):
                say(f"  {what}: {name}")
        all_modules = modules(root)
        words_of = known(root / "tests" / "mutation" / "survivors.toml")

        def skip(mutant: Mutant) -> bool:
            return not line and words_of.get(about(mutant), (False, ""))[0]

        trials = []
        for number, part in enumerate(parts):
            share = wish.count // len(parts) + (number < wish.count % len(parts))
            where = (path, int(line or 0))
            drawn = sample(
                [*all_modules, *all_texts], part, wish.seed, share, *where, skip
            )
            for mutant in drawn:
                tests = chosen(all_modules, part, mutant, found.tests, wish.budget)
                trials.append(Trial(part, mutant, tests))
        copies = [
            forks.copy_tree(root, room / f"plain{number}")
            for number in range(wish.workers)
        ]
        started = time.monotonic()
        run(trials, copies, lambda t: say(_line(t, time.monotonic() - started)))
    taken = time.monotonic() - started
    say(f"{len(trials)} mutants in {taken:.0f} s.\n")
    reached = True
    for part in parts:
        text, well = told(part.name, [t for t in trials if t.part is part], words_of)
        print(text)
        reached = reached and well
    return 0 if reached else 1


def _line(trial: Trial, seconds: float) -> str:
    """What is said of a mutant as it is done."""
    where = f"{trial.mutant.module.path}:{trial.mutant.line}"
    by = "NOT NOTICED" if trial.ended else "not noticed: no end in time"
    by = f"noticed by {trial.by}" if trial.noticed else by
    return f"{seconds:6.0f} s  {where}  {by}"


def _folded(names: tuple[str, ...]) -> list[str]:
    """Names of tests, those of one file in a line with their number."""
    files = Counter(name.partition("::")[0] for name in names)
    return [f"{file} ({number})" for file, number in sorted(files.items())]


if __name__ == "__main__":
    # So that the copies go.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by SIGTERM"))
    sys.exit(main(sys.argv[1:]))
