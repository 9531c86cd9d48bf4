"""What a recording of an older tree says of this one.

A module that stands as it did is entered as it was. In one that has changed, whoever
entered a function is taken to enter all of it, and whoever entered the module all
functions that are new: that may ask a test too many, and judges by none too few.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple, Self

from tests.mutation.blocks import Module


class Outline(NamedTuple):
    """A module as a recording knows it."""

    path: str
    digest: str
    functions: list[str]  #: of each block: the function that it stands in

    @classmethod
    def of(cls, module: Module) -> Self:
        """Return the outline of a module."""
        names = {place.block: place.function for place in module.places.values()}
        numbers = range(module.first, module.end)
        text = module.source.encode()
        digest = hashlib.sha256(text).hexdigest()[:16]
        return cls(module.path, digest, [names.get(number, "") for number in numbers])


def translator(
    old: Sequence[Outline], new: Sequence[Outline]
) -> tuple[Callable[[int], int], int]:
    """Return what makes blocks of this tree of blocks of an older one, and how many
    modules are another or new. Bit N of a whole number is block N."""
    starts, first = {}, 0
    for outline in old:
        starts[outline.path] = (first, outline)
        first += len(outline.functions)
    moved: list[tuple[int, int, int]] = []  #: where from, how many, where to
    changed: list[tuple[int, Outline, int, Outline]] = []
    first = others = 0
    for outline in new:
        at, was = starts.get(outline.path, (0, None))
        count = len(outline.functions)
        if was is not None and was.digest == outline.digest:
            if moved and sum(moved[-1][:2]) == at and sum(moved[-1][1:]) == first:
                moved[-1] = (moved[-1][0], moved[-1][1] + count, moved[-1][2])
            else:
                moved.append((at, count, first))
        else:
            others += 1
            if was is not None:
                changed.append((at, was, first, outline))
        first += count

    def anew(bits: int) -> int:
        found = 0
        for at, count, to in moved:
            found |= (bits >> at & (1 << count) - 1) << to
        for at, was, to, outline in changed:
            here = bits >> at & (1 << len(was.functions)) - 1
            if here:
                entered = {f for n, f in enumerate(was.functions) if here >> n & 1}
                known = {*was.functions}
                for n, function in enumerate(outline.functions):
                    if function in entered or function not in known:
                        found |= 1 << to + n
        return found

    return anew, others
