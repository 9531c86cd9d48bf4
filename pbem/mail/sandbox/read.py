"""Everything that one letter says, in one call: letter, class and new text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pbem.mail.classify.classify import Classification, classify
from pbem.mail.message.letter import Letter, read_letter
from pbem.mail.message.limits import LIMITS, Limits
from pbem.mail.reply.reply import Reply, new_text

_FILE = re.compile(r"\battach|\benclosed|\w\.txt\b", re.IGNORECASE)


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
    reply = new_text(letter.text)
    if letter.attached and _leads_to_file(reply.text):
        reply = replace(new_text(letter.attached), ref=reply.ref)
    return ParsedLetter(letter, classify(letter, raw), reply)


def _leads_to_file(text: str) -> bool:
    """Return whether what is new in a letter is in a text file that came along: it
    holds nothing itself, or a line or two that say so.

    >>> _leads_to_file("My orders are attached."), _leads_to_file("D4 1NE")
    (True, False)
    """
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) <= 3 and (not lines or _FILE.search(text) is not None)
