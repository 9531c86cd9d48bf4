"""How the table of `make bench` is made.

A module `bench_<name>.py` has a function `rows()`. Machines differ threefold, so a
row is a ratio to a peer that was measured in turn with it, in the same run, in seconds
of a processor; its budget is the most that this ratio may be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time
from typing import NamedTuple


class Row(NamedTuple):
    """One measurement beside its peer."""

    what: str
    milliseconds: float  #: of a processor, the median of the rounds
    peer: str
    ratio: float  #: the median of the ratios of the rounds
    budget: float | None = None  #: the ratio at most

    @property
    def within(self) -> bool | None:
        """Whether the budget is kept; None where there is none."""
        return None if self.budget is None else self.ratio <= self.budget


def clock() -> float:
    """Return the seconds of a processor so far, of this process and those it ran."""
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def spent(work: Callable[[], object]) -> float:
    """Return the seconds of a processor that some work takes."""
    start = clock()
    work()
    return clock() - start


def beside(
    peer: str,
    peer_work: Callable[[], float],
    works: Sequence[tuple[str, Callable[[], float], float | None]],
    rounds: int,
) -> list[Row]:
    """Measure works in turn with a peer, each once first to warm up.

    A work is a name, a function that returns its seconds, and its budget.
    """
    for work in (peer_work, *(work for _, work, _ in works)):
        work()
    peers: list[float] = []
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        peers.append(peer_work())
        for (_, work, _), times in zip(works, taken, strict=True):
            times.append(work())
    found = [Row(peer, 1000 * median(peers), peer, 1.0)]
    for (name, _, budget), times in zip(works, taken, strict=True):
        ratio = median([one / peer for one, peer in zip(times, peers, strict=True)])
        found.append(Row(name, 1000 * median(times), peer, ratio, budget))
    return found


def table(groups: dict[str, list[Row]]) -> str:
    """Return all rows for people: milliseconds, ratio to the peer, budget."""
    lines = [f"{'':<58}{'ms':>10}{'ratio':>9}   budget"]
    for name, rows in groups.items():
        lines += ["", name, *map(_line, rows)]
    return "\n".join(line.rstrip() for line in lines)


def _line(row: Row) -> str:
    text = f"  {row.what:<56}{row.milliseconds:>10,.2f}{row.ratio:>9,.2f}"
    if row.budget is None:
        return text
    return f"{text}   {row.budget:g}: {'kept' if row.within else 'MISSED'}"
