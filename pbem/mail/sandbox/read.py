"""Everything that one letter says, in one call: letter, class and new text."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.mail.classify.classify import Classification, classify
from pbem.mail.message.letter import Letter, read_letter
from pbem.mail.message.limits import LIMITS, Limits
from pbem.mail.reply.reply import Reply, new_text


@dataclass(frozen=True, slots=True)
class ParsedLetter:
    """A letter with what it is and what is new in it."""

    letter: Letter
    classification: Classification
    reply: Reply


def read(raw: bytes, limits: Limits = LIMITS) -> ParsedLetter:
    """Read a letter in this process. Raises LetterRefused, nothing else.

    A server reads through `LetterReader`, which gives the same.
    """
    letter = read_letter(raw, limits)
    return ParsedLetter(letter, classify(letter, raw), new_text(letter.text))
