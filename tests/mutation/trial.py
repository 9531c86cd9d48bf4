"""Mutants before the tests that enter what they changed."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.mutation import asking, forks
from tests.mutation.asking import RecordedTest
from tests.mutation.blocks import Module, reached
from tests.mutation.operators import Mutant, mutants
from tests.mutation.parts import COMMON, Part, matches, part_of
from tests.mutation.texts import Text, mutants_of

_FEW = 20  #: tests, below which those of the whole module are asked as well
_ticks = count(1_000_000_000)
"""Times of change: one second apart, so that no compiled file is taken for another."""


@dataclass(slots=True, eq=False)
class Trial:
    """A mutant, the tests that are asked, and what came of it."""

    part: Part
    mutant: Mutant
    tests: list[RecordedTest]
    by: str = ""  #: the test that failed, and so noticed it
    ended: bool = True  #: the tests began, and came to their end in time

    @property
    def noticed(self) -> bool:
        """Whether a test failed; that the tests took too long notices nothing."""
        return bool(self.by)


def sample(
    all_modules: Sequence[Module | Text],
    part: Part,
    seed: int,
    most: int,
    path: str = "",
    line: int = 0,
    skip: Callable[[Mutant], bool] = lambda mutant: False,
) -> list[Mutant]:
    """Draw mutants of a part, at most one for a line; the same for the same seed.

    With a path they are of this module alone, with a line all of those on it. Those
    to `skip` are not drawn.
    """
    found = [
        mutant
        for module in all_modules
        if part_of(module.path) is part and path in ("", module.path)
        for mutant in (
            mutants_of(module) if isinstance(module, Text) else mutants(module)
        )
        if not line or mutant.line == line
    ]
    random.Random(f"{seed} {part.name}").shuffle(found)
    lines: set[tuple[str, int]] = set()
    drawn: list[Mutant] = []
    for mutant in found:
        place = (mutant.module.path, mutant.line)
        fresh = line or place not in lines
        if len(drawn) < most and fresh and mutant.means_another and not skip(mutant):
            lines.add(place)
            drawn.append(mutant)
    return drawn


def chosen(
    all_modules: list[Module],
    part: Part,
    mutant: Mutant,
    tests: tuple[RecordedTest, ...],
    seconds: float,
) -> list[RecordedTest]:
    """The tests that enter what a mutant changed, within a budget of seconds.

    Those of its part and its examples come first; of all parameters of a function the
    quickest comes before a second one does. What is entered once in a process, and
    kept, is known of one test alone: then tests that enter the module are taken too,
    and so they are for what import does and nobody names.
    """
    if isinstance(mutant.module, Text):
        return _within(seconds, _of_text(mutant.module, tests))
    places = (place for module in all_modules for place in module.places.values())
    blocks = reached(places, mutant.place)
    module = mutant.module
    own = (*part.tests, *COMMON)
    near = _mask(block for block in blocks if module.first <= block < module.end)
    far = _mask(blocks)
    found: dict[str, RecordedTest] = {}

    def take(mask: int) -> None:
        for ours in (True, False):
            group = [test for test in tests if test.blocks & mask]
            group = [t for t in group if matches(t.file, own) is ours]
            found.update({t.name: t for t in _spread(group) if t.name not in found})

    take(near)
    take(far)
    if mutant.place.static or 0 < len(found) < _FEW:
        take(_mask(range(module.first, module.end)))
    return _within(seconds, found.values())


def _within(seconds: float, tests: Iterable[RecordedTest]) -> list[RecordedTest]:
    """The first tests that together take no longer than that."""
    spent, taken = 0.0, []
    for test in tests:
        if spent + test.seconds <= seconds:
            spent += test.seconds
            taken.append(test)
    return taken


def _of_text(text: Text, tests: tuple[RecordedTest, ...]) -> list[RecordedTest]:
    """The tests that read a text: those of its own name and of its game come first."""
    globs = text.tests()
    words = {Path(text.path).name.partition(".")[0], *text.path.split("/")[1:2]}
    of_it = [test for test in tests if matches(test.file, globs)]
    named = [test for test in of_it if any(word in test.name for word in words)]
    return list(dict.fromkeys([*_spread(named), *_spread(of_it)]))


def _spread(tests: list[RecordedTest]) -> list[RecordedTest]:
    """Tests quickest first, one of each function before the second of any."""
    ranks: dict[str, int] = {}
    order = []
    for test in sorted(tests, key=lambda test: (test.seconds, test.name)):
        ranks[test.function] = rank = ranks.get(test.function, 0) + 1
        order.append((rank, test.seconds, test.name, test))
    return [test for *_, test in sorted(order)]


def _mask(blocks: Iterable[int]) -> int:
    mask = 0
    for block in blocks:
        mask |= 1 << block
    return mask


def run(trials: list[Trial], copies: list[Path], tell: Callable[[Trial], None]) -> None:
    """Put mutants to the proof; `tell` hears of each as it is done.

    Where no test enters what was changed, nothing notices it. A test that fails
    without any change too notices nothing: whom it noticed is tried again without it.
    """
    todo = [trial for trial in trials if trial.tests]
    while todo:
        for trial, status, place in forks.each(map(_task, todo), copies):
            trial.by = next(iter(asking.failed(place)), "")
            trial.ended = bool(trial.by) or status in asking.PASSED
            tell(trial)
        believed = {
            t.name: t for trial in todo for t in trial.tests if t.name == trial.by
        }
        doubted = asking.failing(list(believed.values()), copies[0])
        todo = [trial for trial in todo if trial.by in doubted]
        for trial in todo:
            trial.tests = [test for test in trial.tests if test.name not in doubted]
            trial.by = ""
        todo = [trial for trial in todo if trial.tests]


def _task(trial: Trial) -> forks.Task[Trial]:
    """The run of the tests of a mutant."""
    module, after = trial.mutant.module, trial.mutant.after

    def write(copy: Path, text: str) -> None:
        file = copy / module.path
        file.write_text(text, encoding="utf-8")
        tick = next(_ticks)
        os.utime(file, (tick, tick))

    return forks.Task(
        trial,
        asking.seconds(trial.tests),
        lambda copy: asking.ask(copy, trial.tests),
        lambda copy: write(copy, after),
        lambda copy: write(copy, module.source),
    )
