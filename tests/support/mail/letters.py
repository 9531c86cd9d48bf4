"""Letters for the tests, and a caller that keeps each of them once."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

from pbem.mail.transport.backoff import Backoff
from pbem.mail.transport.base import Incoming, Source, Unreachable


def letter(number: int, size: int = 0, to: str = "referee@pbem.test") -> bytes:
    """A letter that tells its number in its header and at its very end."""
    head = f"From: ann@pbem.test\r\nTo: {to}\r\nSubject: {number}\r\n\r\n"
    body = f"C3 H3\r\n{'x' * max(0, size - len(head) - 20)}\r\nend {number}\r\n"
    return (head + body).encode()


def number(raw: bytes) -> int:
    """The number of a letter. Raises ValueError for one that is cut short."""
    text = raw.decode().replace("\r\n", "\n").rstrip("\n")
    said = int(text.partition("Subject: ")[2].partition("\n")[0])
    if not text.endswith(f"\nend {said}"):
        raise ValueError(f"letter {said} is cut short")
    return said


def numbers(letters: list[Incoming]) -> list[int]:
    """The numbers of letters."""
    return [number(each.raw) for each in letters]


def leaping() -> Backoff:
    """A pace whose clock leaps so far that every pause is over, and never sleeps."""
    ticks = itertools.count(0, 10_000)
    return Backoff("test", clock=lambda: float(next(ticks)), sleep=lambda seconds: None)


@dataclass
class Keeper:
    """A caller that keeps a letter under its key, then settles it."""

    kept: list[Incoming] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)

    def keep(self, one: Incoming) -> None:
        """Keep a letter, unless its key tells that it is kept already."""
        number(one.raw)
        if one.key not in self.keys:
            self.keys.add(one.key)
            self.kept.append(one)

    def round(self, source: Source) -> bool:
        """Read once what is there; False where that was cut off."""
        try:
            for one in source.letters():
                self.keep(one)
                source.done(one.key)
        except Unreachable as trouble:
            self.troubles.append(trouble.why)
            return False
        return True

    def rounds(self, source: Source, until: Callable[[], bool], most: int = 12) -> None:
        """Read again and again until all is well, as a server does."""
        for _ in range(most):
            if self.round(source) and until():
                return
        raise AssertionError(f"not well after {most} rounds: {self.troubles}")
