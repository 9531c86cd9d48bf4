"""What a mail server says of a letter, without what it repeats of the letter itself.

Filters quote what they dislike, and the reason of a refusal goes into logs and to
the game master: neither may read a hand of cards or a token there.
"""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import Message

from pbem.mail.reply.phrases import word_set

_CODE = re.compile(r"\s*[2-5]\d\d(?:[ -]+[245]\.\d{1,3}\.\d{1,3})?")
_WORD = re.compile(r"[^\s<>()\[\]\"',;:=!?]+")
_PIECE = re.compile(r"\w+")
_TOKEN = re.compile(r"(?<![a-z2-7])[a-z2-7]{26}(?![a-z2-7])")
#: Words that servers use of any letter: that one is in ours too says nothing.
_COMMON = word_set(
    "a about access account action address again all allowed already an and any are "
    "as at authentication be been begin blocked but by can cannot closed closing code "
    "connection contact content could data delayed delivered delivery denied disabled "
    "disk do does domain due encountered end error exceeded failed failure field file "
    "filter for found from full greylisted has have header help host http https i if "
    "in inbox incorrect into invalid is it its later letter limit list local lookup "
    "mail mailbox malformed many maximum message more most must name need needed no "
    "not now of on one only or our out please policy problem quota rate reason "
    "receive received recipient recipients refused reject rejected relay requested "
    "required reset resources retry route rule see send sender sending sent server "
    "service session size smtp spam storage such sufficient support system table "
    "temporarily temporary text that the there this time timed tls to too try unable "
    "unavailable unknown until unusual use user users verify via virus was we when "
    "will with you your"
)


def redact(raw: bytes, why: str, *known: str) -> str:
    """Return a server's reply without words that it can only have from the letter.

    `known` are addresses that may be there.

    >>> letter = b"Subject: x\\r\\n\\r\\nBob holds a laser.\\r\\n"
    >>> redact(letter, "554 5.7.1 rejected: contains LASER", "bob@b.example")
    '554 5.7.1 rejected: contains …'
    >>> redact(letter, "550 <bob@b.example>: user unknown", "bob@b.example")
    '550 <bob@b.example>: user unknown'
    """
    code = _CODE.match(why)
    at = code.end() if code else 0
    ours = _words(raw)
    free = {one.casefold() for one in known}

    def shown(found: re.Match[str]) -> str:
        word = found[0].casefold().strip(".")
        if word in free:
            return found[0]
        is_secret = any(
            one in ours and one not in _COMMON for one in _PIECE.findall(word)
        )
        return "…" if is_secret or _TOKEN.search(word) else found[0]

    return why[:at] + _WORD.sub(shown, why[at:])


def _words(raw: bytes) -> frozenset[str]:
    """Return every word of the subject and of the texts of a letter."""
    message: Message = message_from_bytes(raw)
    texts = [str(message["Subject"])]
    for part in message.walk():
        payload = part.get_payload(decode=True)
        if part.get_content_maintype() == "text" and isinstance(payload, bytes):
            texts.append(payload.decode("utf-8", "replace"))
    return frozenset(_PIECE.findall("\n".join(texts).casefold()))
