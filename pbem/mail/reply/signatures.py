"""Where a letter ends for its reader: signature marks, telephone lines, footers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

from pbem.mail.reply.attributions import is_quoted, is_rule
from pbem.mail.reply.phrases import phrases, tidy, words

_ADDRESS = re.compile(r"[^\s@<>]{1,64}@[^\s@<>]{2,}")
_LINK = re.compile(r"https?://|www\.")
_PHONE = re.compile(
    r"\+\d[\d\s().-]{6,24}\d|\(0?\d{2,5}\) ?\d[\d .-]{4,14}\d"
    r"|(?<!\d)\d{3}[-.]\d{3}[-.]\d{4}(?!\d)"
    r"|\b(?:tel|fon|phone|mob|mobile|mobil|cell|fax|handy|[tmpfc])[.: ]{1,3}"
    r"\(?\d[\d\s()./-]{5,24}\d",
    re.IGNORECASE,
)
_TAIL = " .,;:!>)]*"
_AROUND = "_.,;:!?()<>[]\"“”„«»'’-"
_STOPS = re.compile("[。！？]|[.!?] ")
_MAX_CHARS = 160  #: of a line that a program added, its link included
_MAX_DEVICE_CHARS = 100  #: of such a line in a listed language
_MAX_SHORT_CHARS = 60  #: of such a line whose verb comes last, or in any language
_MAX_WORDS = 9  #: of such a line whose verb comes last
_MAX_FOOTER_LINES = 14
_MAX_SIGNATURE_LINES = 15


def is_mark(lines: Sequence[str], at: int) -> bool:
    """Return whether the mark above a signature is at `at`: "-- ".

    It is known with its blank lost, too, unless more lines follow than one signs with.
    """
    line = lines[at]
    if line.rstrip() != "--":
        return False
    if line == "-- ":
        return True
    count = 0
    for below in lines[at + 1 :]:
        if is_quoted(below):
            break
        count += bool(below.strip())
        if count > _MAX_SIGNATURE_LINES:
            return False
    return True


def is_device(line: str, alone: bool = False) -> bool:
    """Return whether a telephone or a mail program added this line.

    `alone` says that nothing stands right above and below it: then a line that names
    a program and what it runs on will do, in any language.

    >>> is_device("Gesendet von meinem iPhone"), is_device("Sent from Paris to Rome")
    (True, False)
    >>> is_device("iPhone'umdan gönderildi"), is_device("Xy Outlook z Android", True)
    (True, True)
    """
    text = tidy(line[:400]).replace("[", "").lstrip("-—– *_(<")
    if len(text) > _MAX_CHARS:
        return False
    if text.startswith(tuple(words("footers"))):
        return True
    plain = text.partition("http")[0].rstrip(" .!<(。।])_*")
    begins = phrases("sent_from").start(text)
    if begins and len(plain) <= _MAX_DEVICE_CHARS:
        rest = plain[len(begins) :].split()[:5]
        if any(map(_is_product, (*rest, *begins.split()))):
            return True
        if len(rest) <= 2 and rest and rest[0] in words("my"):
            return True
    if len(plain) > _MAX_SHORT_CHARS:
        return False
    if plain.endswith(phrases("sent_from_ends").all):
        named = plain.split()
        return len(named) <= _MAX_WORDS and any(map(_is_product, named[:4]))
    return alone and _promotes(plain)


def _promotes(text: str) -> bool:
    """Return whether a program and a system stand among a few words."""
    if not _programs().search(text) or _STOPS.search(text):
        return False
    found = {word.strip(_AROUND).partition("'")[0] for word in text.split()}
    return not words("systems").isdisjoint(found)


def _long_products() -> tuple[str, ...]:
    """Return the products whose name says enough inside a longer word."""
    return tuple(
        word for word in words("products") if len(word) > (3 if word.isascii() else 1)
    )


def _programs() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words('programs')))})")


def _is_product(word: str) -> bool:
    """Return whether a word names a product, or begins with such a name."""
    word = word.strip(_AROUND)
    if not words("products").isdisjoint((word, word.rpartition("’")[2])):
        return True
    if word.isascii():
        return len(word) > 4 and word.startswith(_long_products())
    return any(product in word for product in _long_products())


def footers(lines: Sequence[str]) -> Callable[[int], bool]:
    """Return what tells whether a stroke somewhere in a letter has only a signature or
    a list's footer below it.

    It has few lines, more than one, and in a third of them a link, an address or a
    telephone number is the last thing: below a stroke that a player draws between
    orders that is seldom so.
    """
    # Strokes look for what is below them past all other strokes: each line once.
    written = [
        at for at, line in enumerate(lines) if line.strip() and not is_rule(line)
    ]

    def is_footer(at: int) -> bool:
        if not is_rule(lines[at]) and lines[at].strip() not in ("—", "–"):
            return False
        first = bisect_right(written, at)
        below = [lines[at] for at in written[first : first + _MAX_FOOTER_LINES + 1]]
        if len(below) > _MAX_FOOTER_LINES or any(map(is_quoted, below)):
            return False
        return 2 <= len(below) <= 3 * sum(map(_contact, below))

    return is_footer


def contact_lines(lines: Sequence[str]) -> int:
    """Return how many lines at the end are a visiting card with no mark above it.

    Below a name are at least two ways to reach one person, of different kinds:
    two addresses are those of two persons.
    """
    end = len(lines)
    start = end
    while start > 0 and lines[start - 1].strip():
        start -= 1
    card = lines[start:end]
    if not 2 <= len(card) <= 8 or start == 0 or any(len(line) > 70 for line in card):
        return 0
    contacts = sum(map(_contact, card))
    if contacts < 2 or 2 * contacts < len(card) - 1 or _contact(card[0]):
        return 0
    text = "\n".join(card)
    kinds = sum(bool(kind.search(text)) for kind in (_ADDRESS, _LINK, _PHONE))
    phones = sum(bool(_PHONE.search(line)) for line in card)
    return len(card) if kinds > 1 or phones > 1 else 0


def _contact(line: str) -> bool:
    """Return whether a line ends in an address, a link or a telephone number."""
    text = line.strip().rstrip(_TAIL)
    last = text.rpartition(" ")[2]
    if _ADDRESS.search(last) or _LINK.search(last):
        return True
    return any(match.end() == len(text) for match in _PHONE.finditer(text[:200]))
