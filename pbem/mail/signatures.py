"""Where a letter ends for its reader: signature marks, telephone lines, footers."""

import re
from collections.abc import Sequence

from pbem.mail.phrases import listed, phrases, tidy
from pbem.mail.quotes import is_quoted, is_rule

_ADDRESS = re.compile(r"[^\s@<>]{1,64}@[^\s@<>]{2,}")
_LINK = re.compile(r"https?://|www\.")
_PHONE = re.compile(r"\+?\(?\d[\d\s().-]{6,24}\d")
_DEVICES = listed(
    "iphon ipad ipod ios android galaxy samsung huawei xiaomi redmi nokia "
    "blackberry phone mobile mobil móvil telefon telefoon téléphone telefono telefone "
    "celular cellulare smartphone handy tablet tablette outlook gmail inbox yahoo mail "
    "e-mail hotmail windows mac macbook proton protonmail thunderbird k-9 fairemail "
    "aquamail spark superhuman airmail mailspring htc motorola pixel oneplus sony "
    "xperia lumia verizon телефон телефона айфона iphone'a яндекс 手机 手機 携帯 "
    "wireless t-mobile at&t bluemail edison web.de gmx tutanota aol icloud mail.ru"
)
_ONCE = ("virus-free.", "scanned by", "this email has been checked for viruses")
_FOOTER_LINES = 14


def is_mark(line: str) -> bool:
    """Whether a line is the mark above a signature: "-- ", also with the blank lost."""
    return line.rstrip() == "--"


def is_device(line: str) -> bool:
    """Whether a telephone or a mail program added this line.

    >>> is_device("Gesendet von meinem iPhone"), is_device("Sent from Paris to Rome")
    (True, False)
    """
    text = tidy(line).lstrip("-—– *_[(<")
    if not text or len(text) > 160:
        return False
    if text.startswith(_ONCE):
        return True
    begins = phrases("device").start(text)
    if not begins:
        return False
    rest = text[len(begins) :].partition("http")[0].split()[:5]
    named = any(device in word for word in (*rest, begins) for device in _DEVICES)
    mine = bool(rest) and rest[0] in ("my", "mi", "mon", "mein", "meinem", "mijn")
    return named or (mine and len(rest) <= 2)


def is_footer(lines: Sequence[str], at: int) -> bool:
    """Whether a stroke at `at` has only a signature or a list's footer below it.

    It must be short, hold a link, an address or a telephone number, and no sentence:
    a stroke that a player draws between orders has none of that.
    """
    if not is_rule(lines[at]) and lines[at].strip() not in ("—", "–"):
        return False
    below = [line for line in lines[at + 1 :] if line.strip()]
    if not below or len(below) > _FOOTER_LINES or any(map(is_quoted, below)):
        return False
    return any(_contact(line) for line in below)


def contact_lines(lines: Sequence[str]) -> int:
    """How many lines at the end are a visiting card with no mark above it."""
    end = len(lines)
    start = end
    while start > 0 and lines[start - 1].strip():
        start -= 1
    card = lines[start:end]
    if not 2 <= len(card) <= 8 or start == 0 or any(len(line) > 70 for line in card):
        return 0
    contacts = sum(_contact(line) for line in card)
    if contacts < 2 or 2 * contacts < len(card) - 1 or _contact(card[0]):
        return 0
    return len(card)


def _contact(line: str) -> bool:
    text = line.strip()
    return bool(_ADDRESS.search(text) or _LINK.search(text) or _PHONE.search(text))
