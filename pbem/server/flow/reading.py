"""A letter as the sandbox reads it, or why it cannot be read."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple, Protocol, TypeAlias

from pbem.mail.message.headers import head_of
from pbem.mail.message.limits import LetterRefused
from pbem.mail.sandbox.read import ParsedLetter


class RawReader(Protocol):
    """What reads raw letters (mail.sandbox.Reader)."""

    def read(self, raw: bytes) -> ParsedLetter:
        """Read one. Raises LetterRefused."""
        ...


class RefusedLetter(NamedTuple):
    """A letter that was refused, and what its head alone says."""

    refusal: LetterRefused
    head: ParsedLetter | None = None


#: An error is raised when the letter is sorted: it is of this letter alone.
Reading: TypeAlias = ParsedLetter | RefusedLetter | Exception


def read(reader: RawReader, raw: bytes) -> Reading:
    """Read one letter, or its head."""
    try:
        return reader.read(raw)
    except LetterRefused as refusal:
        with suppress(LetterRefused):
            return RefusedLetter(refusal, reader.read(head_of(raw)))
        return RefusedLetter(refusal)
    except Exception as error:
        return error
