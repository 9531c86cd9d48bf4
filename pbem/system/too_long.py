"""What a child process says that was ended because it took too long.

It is apart from `supervised`: whoever has a record resolved starts no process.
"""

from __future__ import annotations

from typing import NamedTuple


class At(NamedTuple):
    """A line that a child was at."""

    file: str
    line: int
    inside: str  #: the function


class TookTooLong(Exception):
    """A child process exceeded its time and was killed."""

    def __init__(self, steps: tuple[At, ...]) -> None:
        super().__init__("stopped, as it took too long; is it a loop without an end?")
        self.steps = steps  #: where it was, the innermost first
