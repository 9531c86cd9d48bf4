"""What a run found, for people; and what is known of those that got away."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from tests.mutation.operators import Mutant
from tests.mutation.trial import Trial

GOAL = 0.90  #: of the mutants of each part that mean something


class Known(NamedTuple):
    """A survivor that somebody has looked at."""

    function: str
    was: str
    now: str


def known(file: Path) -> dict[Known, tuple[bool, str]]:
    """Survivors looked at: whether each is equivalent, and a word on it.

    An entry names `at` (path and function, "path, function"), `was`, `now`, and
    either `equivalent` or `left`. It is known by all but the path, as modules move.
    """
    if not file.exists():
        return {}
    found = {}
    for entry in tomllib.loads(file.read_text(encoding="utf-8")).get("survivor", ()):
        function = entry["at"].partition(", ")[2]
        same = "equivalent" in entry
        word = entry["equivalent"] if same else entry["left"]
        found[Known(function, entry["was"], entry["now"])] = (same, word)
    return found


def about(mutant: Mutant) -> Known:
    """What a mutant is known by."""
    return Known(mutant.place.function, *mutant.diff)


def told(
    name: str, trials: list[Trial], words: dict[Known, tuple[bool, str]]
) -> tuple[str, bool]:
    """The lines about a part, and whether its goal is reached."""
    noticed = sum(trial.noticed for trial in trials)
    lines, equivalent = [], 0
    for trial in sorted(trials, key=_order):
        if trial.noticed:
            continue
        key = about(trial.mutant)
        same, word = words.get(key, (False, ""))
        equivalent += same
        asked = f"{len(trial.tests)} tests" if trial.tests else "no test goes there"
        asked += "" if trial.ended else ", which did not end in time"
        note = f"equivalent: {word}" if same else word
        where = f"{trial.mutant.module.path}:{trial.mutant.line}"
        lines += [
            f"  {where}, {key.function or 'module'} ({asked})",
            f"    - {key.was}",
            f"    + {key.now}",
            *([f"    = {note}"] if note else []),
        ]
    weighed = len(trials) - equivalent
    share = noticed / weighed if weighed else 1.0
    head = f"{name}: noticed {noticed} of {len(trials)}"
    if equivalent:
        head += f", {equivalent} of the others equivalent"
    verdict = "" if share >= GOAL else f", MISSED the {GOAL:.0%}"
    return "\n".join([f"{head}: {share:.0%}{verdict}", *lines]), share >= GOAL


def _order(trial: Trial) -> tuple[str, int]:
    return trial.mutant.module.path, trial.mutant.line
