"""Letters that a program may have sent: which are quarantined, and which stop ours."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.mail.classify.classify import Classification
from pbem.mail.message.letter import Letter
from pbem.mail.sandbox.read import ParsedLetter
from pbem.server.flow.identity import Identity, TokenStrength

#: The subject of a List-Unsubscribe letter, with a token behind it or without.
_STOP = re.compile(r"(?:stop|unsubscribe)(?:\s+\[[^\[\]]{0,80}\])?", re.IGNORECASE)


def is_ignored(verdict: Classification, claim: Identity) -> bool:
    """Return whether a letter is neither carried out nor answered.

    A field like `Precedence` is no reason where the letter carries a token of ours.
    """
    weak = verdict.weak and claim.token is not TokenStrength.NONE
    return verdict.kind != "reply" and not weak


def leaver(letter: Letter, claim: Identity) -> Identity | None:
    """Return the identity of the player who unsubscribes, if the letter is what a mail
    program sends when its unsubscribe button is pressed (to our List-Unsubscribe
    address, RFC 2369), whatever its headers are.

    It counts for whose token it is: programs press the button with any address of
    their owner, and a From of the right one proves nothing more.
    """
    button = letter.first("x-apple-unsubscribe").strip().lower() == "true"
    if not (button or _STOP.fullmatch(letter.subject.strip())):
        return None
    if claim.token is TokenStrength.GOOD and claim.problem == "other-address":
        return replace(claim, player_id=claim.told_id, problem="")
    return (
        claim
        if claim.token is TokenStrength.GOOD and claim.player_id is not None
        else None
    )


def stopping(reading: ParsedLetter) -> ParsedLetter:
    """Return a copy of a parsed letter with its text replaced by the command `stop`."""
    return replace(reading, reply=replace(reading.reply, text="stop"))
