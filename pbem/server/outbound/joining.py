"""Letters about one game to one player that wait for each other, and become one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from pbem.mail.reply.reply import marker
from pbem.pages import page
from pbem.report.html import plain_letter
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind

#: Letters that may wait a while. What answers a letter never does.
KINDS = frozenset({LetterKind.REPORT, LetterKind.NOTICE, LetterKind.PRESS})
BIGGEST = 190_000  #: bytes of a letter; those that would be longer stay apart
_PAGE, _LEAD = '<div class="page"', '<p class="lead"'  #: tags of our own letters


@dataclass(frozen=True, slots=True)
class WaitingLetter:
    """What a letter says that waits, as its row keeps it."""

    kind: LetterKind
    message: Message


def pack(waiting: WaitingLetter) -> bytes:
    """Return what a letter says, for its row."""
    return msgspec.msgpack.encode(waiting)


def unpack(packed: bytes) -> WaitingLetter:
    """Return what a letter says, from its row."""
    return msgspec.msgpack.decode(packed, type=WaitingLetter)


def joined(first: WaitingLetter, second: WaitingLetter) -> WaitingLetter:
    """Return two letters as one, in their order.

    An answer to it is one to the second; the subject is that of the last report, or
    of the last letter where none is a report.
    """
    one, two = _without_repeat(first.message, second.message), second.message
    report = LetterKind.REPORT
    named = first if first.kind is report and second.kind is not report else second
    message = replace(
        two,
        subject=named.message.subject,
        title=named.message.title,
        body=[*one.body, *page.blocks("\n"), *two.body],
        html=_html(one, two) if one.html or two.html else "",
        pictures=(*one.pictures, *two.pictures),
        calendar=two.calendar or one.calendar,
    )
    return WaitingLetter(named.kind, message)


def _without_repeat(one: Message, two: Message) -> Message:
    """Return a letter without the words at its end that the other ends with as well,
    such as how it is answered."""
    if len(one.body) < 3 or one.html or one.body[-1] != two.body[-1]:
        return one
    return replace(one, body=one.body[:-1])


def _html(one: Message, two: Message) -> str:
    """Return the HTML of two letters on one page, with one line that is cut at."""
    above = one.html or plain_letter(one.body, "", one.title)
    cut = marker(two.ref) if two.ref else ""
    below = two.html or plain_letter(two.body, cut, two.title)
    _, _, upper, _ = _parts(above)
    head, lead, lower, foot = _parts(below)
    return f"{head}{lead}{upper}{lower}{foot}"


def _parts(letter: str) -> tuple[str, str, str, str]:
    """Return what is above a page, its lead, the rest of it, and what is below."""
    start = letter.index(">", letter.index(_PAGE)) + 1
    end = letter.rindex("</div>")
    lead = letter.find(_LEAD, start, end)
    first = start if lead < 0 else letter.index("</p>", lead) + len("</p>")
    if letter[start : max(lead, start)].strip():
        first = start  # another paragraph is above it
    return letter[:start], letter[start:first], letter[first:end], letter[end:]
