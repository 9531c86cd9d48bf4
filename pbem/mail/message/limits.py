"""The one fault that reading a letter may raise, and the limits that cause it."""

from __future__ import annotations

from dataclasses import dataclass


class LetterRefused(Exception):
    """A letter that is not read, with the code of the limit that it breaks.

    Codes: `size`, `headers`, `words` (encoded words), `depth` (of parts, or of
    elements), `parts` from the reader; `time`, `memory`, `crash` from the sandbox.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}" if self.detail else self.code


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much of a letter is read before it is refused; sizes in bytes."""

    size: int = 1_000_000
    depth: int = 20
    parts: int = 200
    header_bytes: int = 64 * 1024
    header_lines: int = 1000
    words: int = 100


LIMITS = Limits()
