"""How the tables of `make bench` are made.

A module `bench_<name>.py` has a function `rows()` that gives rows: what was
measured, the value, and its unit ("/s", "us", "ms", "MB", "x"). Machines differ
threefold, so a goal is a ratio to a peer that was measured in the same run:
python-chess pushing moves where a row names no other. What depends on no machine
("MB", "x") has its goal in its own unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time
from typing import Any, NamedTuple

ROUNDS = 5
PUSH_SAN = "push_san"  #: the peer of rows that name none
_RATES = {"/s": 1.0, "ms": 1e3, "us": 1e6}


class Peer(NamedTuple):
    """What a value is compared with, in the unit of that value."""

    name: str
    value: float


class Row(NamedTuple):
    """One measurement."""

    what: str
    value: float
    unit: str = "/s"
    goal: float | None = None  #: at least, for a rate; at most, for all else
    peer: Peer | None = None  #: the goal is a ratio to it

    @property
    def measure(self) -> float:
        """What the goal is about: the ratio to the peer, or the value itself."""
        return self.value / self.peer.value if self.peer else self.value

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None where there is none."""
        if self.goal is None:
            return None
        least = self.unit == "/s"
        return self.measure >= self.goal if least else self.measure <= self.goal

    def beside(self, pushes: float) -> Row:
        """Return it beside python-chess, which does so many moves a second, where it
        has no other peer. Times become moves: the work of so many."""
        if self.peer is not None or self.unit not in _RATES:
            return self
        value = pushes if self.unit == "/s" else _RATES[self.unit] / pushes
        return self._replace(peer=Peer(PUSH_SAN, value))


def clock() -> float:
    """Seconds of a processor so far, of this process and of those that it ran.

    What else a machine does changes them little.
    """
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """How long some work takes a processor: the median of the rounds, after one to
    warm up."""
    work()
    taken = []
    for _ in range(rounds):
        start = clock()
        work()
        taken.append(clock() - start)
    return median(taken)


def side_by_side(works: Iterable[Callable[[], object]], rounds: int) -> list[float]:
    """The medians of several works done in turn, so that all share the weather."""
    todo = list(works)
    taken: list[list[float]] = [[] for _ in todo]
    for _ in range(rounds):
        for work, times in zip(todo, taken, strict=True):
            start = clock()
            work()
            times.append(clock() - start)
    return [median(times) for times in taken]


def table(groups: dict[str, list[Row]]) -> str:
    """All rows for people: value, ratio to the peer, goal."""
    lines = [f"{'':<54}{'value':>10}     {'ratio':>9}   goal"]
    for name, rows in groups.items():
        lines += ["", name, *map(_line, rows)]
    return "\n".join(line.rstrip() for line in lines)


def _line(row: Row) -> str:
    digits = 0 if row.value >= 100 else 2
    text = f"  {row.what:<50}{row.value:>12,.{digits}f} {row.unit:<4}"
    if row.peer is not None:
        ratio = row.measure
        text += f"{ratio:>9,.{0 if ratio >= 100 else 3}f}"
    else:
        text += " " * 9
    if row.goal is not None:
        verdict = "reached" if row.reached else "MISSED"
        text += f"   {row.goal:g}: {verdict}"
    if row.peer is not None and row.peer.name != PUSH_SAN:
        text += f"   to {row.peer.name}"
    return text


def document(groups: dict[str, list[Row]]) -> dict[str, Any]:
    """All rows for programs."""
    return {
        name: [
            {
                **row._asdict(),
                "peer": row.peer._asdict() if row.peer else None,
                "ratio": row.measure if row.peer else None,
                "reached": row.reached,
            }
            for row in rows
        ]
        for name, rows in groups.items()
    }
