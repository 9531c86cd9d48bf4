"""The same records, read in processes that put sets in another order each."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pbem.report.every_page import ReaderPage, shown
from pbem.system import supervised

SEEDS = ("1", "2", "3")  #: of Python's hashes: the order of sets hangs on them


def otherwise(name: str, records: Sequence[str], seconds: float) -> str | None:
    """Return the difference between pages of the same records made by processes with
    different hash seeds; None where they are equal.

    Raises TookTooLong, EOFError.
    """
    first: list[ReaderPage] = []
    for seed in SEEDS:
        with _hashed_by(seed):
            pages = [*supervised.stream(shown, name, records, seconds)]
        first = first or pages
        for one, two in zip(first, pages, strict=False):
            if one != two:
                return _differ(one, two)
    return None


def _differ(one: ReaderPage, two: ReaderPage) -> str:
    pairs = zip(one.lines, two.lines, strict=False)
    here, there = next((both for both in pairs if both[0] != both[1]), ("", "more"))
    return (
        f'{one.what} is "{here.strip()}" in one process and "{there.strip()}" in '
        "another one that reads the same record: a set has no order of its own, so "
        "write sorted(...) wherever one is gone through; hash and id differ, too"
    )


@contextmanager
def _hashed_by(seed: str) -> Iterator[None]:
    """While this lasts, processes that begin have this seed of hashes."""
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = seed
    try:
        yield
    finally:
        del os.environ["PYTHONHASHSEED"]
        if before is not None:
            os.environ["PYTHONHASHSEED"] = before
