"""How the tables of `make bench` are made.

A module `bench_<game>.py` has a function `rows()` that gives a list of rows:
what was measured, the value, and its unit ("/s", "us", "ms", "MB", "x"), with a
goal where there is one. A value is the median of several rounds in this very
run; only ratios within a run mean anything. Rates are compared with python-chess
doing its part of the same work in the same run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

ROUNDS = 5


class Row(NamedTuple):
    """One measurement."""

    what: str
    value: float
    unit: str = "/s"
    goal: float | None = None  #: at least, for a rate; at most, for all else

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None where there is none."""
        if self.goal is None:
            return None
        if self.unit == "/s":
            return self.value >= self.goal
        return self.value <= self.goal


def row_of(found: Any) -> Row:
    """A row as this harness has it, from one as a game's module made it."""
    if isinstance(found, Row):
        return found
    if isinstance(found, tuple):
        return Row(*found)
    return Row(found.what, found.value, getattr(found, "unit", "/s"))


def seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """How long some work takes: the median of the rounds, after one to warm up."""
    work()
    taken = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        taken.append(perf_counter() - start)
    return median(taken)


def side_by_side(works: Iterable[Callable[[], object]], rounds: int) -> list[float]:
    """The medians of several works done in turn, so that all share the weather."""
    todo = list(works)
    taken: list[list[float]] = [[] for _ in todo]
    for _ in range(rounds):
        for work, times in zip(todo, taken, strict=True):
            start = perf_counter()
            work()
            times.append(perf_counter() - start)
    return [median(times) for times in taken]


def table(groups: dict[str, list[Row]], chess: tuple[float, float] | None) -> str:
    """All rows for people, rates beside python-chess where it was measured."""
    head = f"{'':<52}{'':>12} {'':<4}{'to chess':>9}{'+ board':>9}  goal"
    lines = [head if chess else head[:68].rstrip()]
    for name, rows in groups.items():
        lines += ["", name]
        lines += [_line(row, chess) for row in rows]
    return "\n".join(line.rstrip() for line in lines)


def _line(row: Row, chess: tuple[float, float] | None) -> str:
    digits = 0 if row.value >= 100 else 2
    text = f"  {row.what:<50}{row.value:>12,.{digits}f} {row.unit:<4}"
    if chess and row.unit == "/s":
        text += "".join(f"{row.value / peer:>9.3f}" for peer in chess)
    else:
        text += " " * 18
    if row.goal is not None:
        verdict = "reached" if row.reached else "MISSED"
        text += f"  {row.goal:,g}: {verdict}"
    return text


def document(groups: dict[str, list[Row]]) -> dict[str, Any]:
    """All rows for programs."""
    return {
        name: [{**row._asdict(), "reached": row.reached} for row in rows]
        for name, rows in groups.items()
    }
