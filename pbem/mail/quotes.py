"""Where the answered letter begins: attributions, header blocks, dashed titles.

An attribution is the "On Monday Ann wrote:" above a quote; a header block is the
"From: Sent: To: Subject:" that some programs put there instead. Both are known by
their structure (an address, a date, a time, a colon at the end) as much as by words,
so that a language that nobody has listed is often read too.
"""

import re
from collections.abc import Sequence

from pbem.mail.phrases import phrases, roles, tidy

WIDEST = 5
"""The most lines that an attribution is broken into."""
_LONGEST = 400
_ADDRESS = re.compile(r"[^\s@<>()\[\]:;,\"]{1,64}@[^\s@<>()\[\]:;,\"]{2,}")
_DATE = re.compile(
    r"(?<!\d)\d{4}(?!\d)|\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}|\d{1,2}-\w{3,4}\.?-\d{2,4}"
)
_TIME = re.compile(r"(?<!\d)\d{1,2} ?[:.h時点시] ?\d{2}(?!\d)")
_STARTS_DATED = re.compile(
    r"[\W_]{0,4}(?:\w{2,12}[.,]{0,2} ){0,2}\(?\d{1,4}(?:[.:/ -]|年|년|st|nd|rd|th)"
)
_COLONS = ":：﹕"
_MAY_END = re.compile("[:：﹕@]|--")


def is_quoted(line: str) -> bool:
    """Whether a line is marked as quoted."""
    return line.lstrip(" \t\xa0\u200b\ufeff").startswith(">")


def is_rule(line: str) -> bool:
    """Whether a line is nothing but a stroke of dashes, underscores or the like."""
    text = line.strip().strip("*")
    return len(text) >= 2 and not text.strip("-_=*~—–─━ ")


def attribution(lines: Sequence[str], at: int, quoted_below: bool) -> int:
    """How many lines from `at` on are an attribution; 0 where none begins there.

    `quoted_below` says that marked quoting follows: then less evidence will do.

    >>> attribution(["On 3 May 2024 at 9:07, Ann", "<ann@x.org> wrote:"], 0, False)
    2
    """
    if not any(_MAY_END.search(line) for line in lines[at : at + WIDEST]):
        return 0
    text = ""
    for width in range(1, min(WIDEST, len(lines) - at) + 1):
        line = lines[at + width - 1]
        if not line.strip() and _goes_on(text, lines, at + width):
            continue
        if not line.strip() or len(line) > _LONGEST:
            return 0
        if is_quoted(line) and not _closes(text, line):
            return 0
        text = f"{text} {tidy(line)}".strip()
        if len(text) > _LONGEST:
            return 0
        if width == 1 and _stamped(text):
            return 1
        if _ends(line) and _attributes(text, width == 1, quoted_below):
            return width if width == 1 or _first(lines[at : at + width]) else 0
    return 0


def _stamped(text: str) -> bool:
    """A date, a time, and an address at the end: all that some programs write."""
    return (
        text[-1:].isalnum()
        and text[:1].isdigit()
        and len(text) <= 150
        and bool(_DATE.match(text))
        and bool(_TIME.search(text))
        and bool(_ADDRESS.fullmatch(text.rpartition(" ")[2]))
    )


def _goes_on(text: str, lines: Sequence[str], at: int) -> bool:
    """Whether a blank line only parts a date from the address that belongs to it."""
    return (
        at < len(lines)
        and lines[at].startswith("<")
        and bool(_DATE.search(text))
        and _opens(text)
    )


def _closes(text: str, line: str) -> bool:
    """Whether a line that looks quoted only closes an address: "> wrote:"."""
    return text.count("<") > text.count(">") and len(line) <= 60 and _ends(line)


def _first(window: Sequence[str]) -> bool:
    """Whether an attribution of several lines really begins at the first of them.

    The line above an attribution may be an order; it is never taken for a part of it
    where the lines below are an attribution without it.
    """
    text = tidy(window[0])
    dated = bool(_DATE.search(text) or _TIME.search(text))
    if not dated and not _ADDRESS.search(text) and "<" not in text:
        named = phrases("opens").start(text) and not text.endswith((".", "!", "?"))
        if not named and not phrases("wrote").within(text):
            return False
    for start in range(1, len(window)):
        rest = " ".join(tidy(line) for line in window[start:]).lstrip("-*_ ")
        if not _attributes(rest, True, False):
            continue
        if phrases("opens").start(rest) and not dated:
            return False
        if not (dated and _opens(text)) and not _unclosed(window[start - 1]):
            return False
    return True


def _opens(text: str) -> bool:
    return bool(_STARTS_DATED.match(text)) or bool(phrases("opens").start(text))


def _unclosed(line: str) -> bool:
    return line.rfind("<") > line.rfind(">") or line.rstrip().endswith((",", "("))


def _ends(line: str) -> bool:
    whole = tidy(line)
    text = whole.rstrip(" *_-")
    if not text or len(whole) > _LONGEST:
        return False
    return text[-1] in _COLONS or (
        whole[-1] in "-abcdefghijklmnopqrstuvwxyz" and (_verb_last(text))
    )


def _verb_last(text: str) -> bool:
    return phrases("wrote").within(text.rstrip(" *_-:：﹕")[-16:])


def _attributes(text: str, single: bool, quoted_below: bool) -> bool:
    """Whether a text that ends as an attribution holds what one holds."""
    text = text.lstrip("-*_ \t")
    address = bool(_ADDRESS.search(text))
    date = bool(_DATE.search(text))
    time = bool(_TIME.search(text))
    if not (address or date or time or quoted_below):
        return False
    wrote = phrases("wrote").within(text)
    opened = _opens(text)
    if text[-1:] not in tuple(_COLONS) and not text.endswith("--"):
        return address and date and wrote and opened
    if address and (date or time):
        return wrote or opened or quoted_below
    if address and wrote:
        return True
    if wrote and (date or (time and _verb_last(text))):
        return opened or quoted_below or single
    if not quoted_below or not single:
        return False
    if wrote:
        return len(text) <= 100
    return (address or (date and time)) and len(text) <= 200


def header_block(lines: Sequence[str], at: int) -> int:
    """How many lines from `at` on are the header block of an older letter, or 0.

    >>> header_block(["*Von:* Ann", "*Gesendet:* Freitag", "*Betreff:* Zug 3", ""], 0)
    3
    """
    if ":" not in lines[at] and "：" not in lines[at]:
        return 0
    meant: list[frozenset[str]] = []
    values: list[str] = []
    unknown = 0
    index, loose, last = at, 0, at
    while index < len(lines) and len(meant) < 12:
        line = lines[index]
        label, value = _label(line)
        role = roles().get(label)
        if role:
            meant.append(role)
            values.append(value)
            loose = 0
            last = index
        elif not line.strip():
            if index == at or not _more(lines, index + 1):
                break
        elif label and not meant and len(label.split()) <= 3 and value:
            unknown += 1
            values.append(value)
            last = index
        elif index == at or loose >= 3 or (unknown and not meant):
            break
        else:
            loose += 1
            values.append(line.strip())
        index += 1
    sure = _is_header(meant, values) or _is_dated(meant, values)
    if sure or (unknown and _is_unknown(lines, at)):
        return max(last - at + 1, _wrapped(lines, last) - at)
    return 0


def _label(line: str) -> tuple[str, str]:
    if len(line) > 1000:
        return "", ""
    text = tidy(line).lstrip("*_ |").replace("：", ":", 1)
    label, colon, value = text.partition(":")
    label = label.strip(" *_\t")
    if not colon or not label or len(label) > 30 or "@" in label:
        return "", ""
    return label, value.strip(" *_\t")


def _more(lines: Sequence[str], at: int) -> bool:
    """Whether the block goes on after one blank line."""
    return at < len(lines) and _label(lines[at])[0] in roles()


def _wrapped(lines: Sequence[str], last: int) -> int:
    """The line after the last field, folded continuations included."""
    index = last + 1
    while index < len(lines) and index - last <= 3 and lines[index].strip():
        if not lines[index].startswith((" ", "\t", "<")):
            break
        index += 1
    return index


def _is_header(meant: list[frozenset[str]], values: list[str]) -> bool:
    """Whether the labels found can be From and a date or a subject or a recipient."""
    if not any("from" in role for role in meant):
        return False
    sender = next(role for role in meant if "from" in role)
    rest = [role for role in meant if role is not sender]
    if any("subject" in role or "date" in role for role in rest):
        return any(values)
    addressed = any(_ADDRESS.search(value) for value in values)
    return addressed and any("to" in role for role in rest)


def _is_dated(meant: list[frozenset[str]], values: list[str]) -> bool:
    """A block without From: a full date, and an address that it went to."""
    return (
        any("date" in role for role in meant)
        and any("to" in role for role in meant)
        and any(_DATE.search(value) and _TIME.search(value) for value in values)
        and any(_ADDRESS.search(value) for value in values)
    )


def _is_unknown(lines: Sequence[str], at: int) -> bool:
    """A block in no listed language: three labels, an address, a date with a time."""
    values = []
    for line in lines[at : at + 8]:
        label, value = _label(line)
        if not label or not value:
            break
        values.append(value)
    return (
        len(values) >= 3
        and any(_ADDRESS.search(value) for value in values)
        and any(_DATE.search(v) and _TIME.search(v) for v in values)
    )


def title(line: str, kind: str) -> bool:
    """Whether a line is a dashed title of that kind: "original" or "forwarded".

    >>> title("-----Ursprüngliche Nachricht-----", "original")
    True
    """
    if len(line) > 160 or (line[:1].isalnum() and ":" not in line):
        return False
    text = tidy(line)
    inner = text.strip("-_=*~—–<>#: \t·")
    bare = len(inner) == len(text.rstrip(": "))
    if kind == "original" and bare:
        return False
    found = phrases(kind).start(inner)
    if not found:
        return False
    return not bare or len(inner) <= len(found) + 2
