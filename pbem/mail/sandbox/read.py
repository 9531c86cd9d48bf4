"""Everything that one letter says, in one call: letter, class and new text."""

from dataclasses import dataclass

from pbem.mail.classify.classify import Verdict, classify
from pbem.mail.message.letter import Letter, read_letter
from pbem.mail.message.limits import LIMITS, Limits
from pbem.mail.reply.reply import Reply, new_text


@dataclass(frozen=True, slots=True)
class Reading:
    """A letter with what it is and what is new in it."""

    letter: Letter
    verdict: Verdict
    reply: Reply


def read(raw: bytes, limits: Limits = LIMITS) -> Reading:
    """Read a letter in this process. Raises LetterRefused, nothing else.

    A server reads through `sandbox.Reader`, which gives the same.
    """
    letter = read_letter(raw, limits)
    return Reading(letter, classify(letter, raw), new_text(letter.text))
