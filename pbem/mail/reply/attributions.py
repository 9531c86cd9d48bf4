"""Where the answered letter begins: attributions and dashed titles.

An attribution is the "On Monday Ann wrote:" above a quote. It is known by its
structure (an address, a date, a time, a colon at the end) as much as by words, so
that a language that nobody has listed is often read too. A sentence of a player may
hold all of that: it goes on after it, or stops before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbem.mail.reply.phrases import pattern, phrases, tidy

MAX_ATTRIBUTION_LINES = 5
_MAX_CHARS = 400  #: characters of an attribution
ADDRESS = re.compile(r"[^\s@<>()\[\]:;,\"]{1,64}@[^\s@<>()\[\]:;,\"]{2,}")
#: A date, or at least a year: one that letters bear, not one that is played in.
DATE = re.compile(
    r"(?<!\d)(?!1[0-8]|19[0-7])\d{4}(?!\d)|"
    r"\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}|\d{1,2}-\w{3,4}\.?-\d{2,4}"
)
TIME = re.compile(r"(?<!\d)\d{1,2} ?[:.h時点시] ?\d{2}(?!\d)")
_STARTS_DATED = re.compile(
    r"[\W_]{0,4}(?:[^\s\d.,]{2,12}[.,]{0,2} ){0,2}"
    r"\(?\d{1,4}(?:[.:,(/ -]|年|년|st|nd|rd|th)"
)
_COLONS = ":：﹕՝։"
_SENTENCE = re.compile(r"(?<![^\W\d_])[^\W\d_]{4,}[.!?] +[^\W\d_]")
_BRACKETED = re.compile(r"[<\[(][^\s<>]{1,200}@[^\s@]{1,300}[>\])]")
_BRACKETS = ("<", "[mailto:")
_ADDRESSED = re.compile(r"<|\[mailto:|\([^\s()@]{1,64}@")
#: Where the letters begin that are written without blanks between words.
_UNSPACED = "\u2e80"
_WORD = re.compile(r"[^\W_][\w.'’-]*")
_EVIDENCE = re.compile(f"{ADDRESS.pattern}|{DATE.pattern}|{TIME.pattern}")
_STROKES = "-_=*~—–―‐‑‒━─<>#: \t·"
_MIN_STROKES = 10  #: around a title that is an everyday word
_MAX_WORDS_BEFORE = 8  #: the first sign of an attribution: those of a long name
_MAX_WORDS_AFTER = 7  #: the last sign
_MAY_END = re.compile(f"[{_COLONS}@]|--")
_BEFORE_MARK = " \t\xa0\u200b\ufeff"


def is_quoted(line: str) -> bool:
    """Return whether a line is marked as quoted."""
    first = line[:1]
    if first not in _BEFORE_MARK:
        return first == ">"
    return line.lstrip(_BEFORE_MARK).startswith(">")


def is_rule(line: str) -> bool:
    """Return whether a line is nothing but a stroke of dashes or the like."""
    text = line.strip()
    least = 5 if text[:1] == "*" and not text.strip("*") else 2
    return len(text.strip("*") or text) >= least and not text.strip("-_=*~—–─━ ")


def attribution(lines: Sequence[str], at: int, quoted_below: bool) -> int:
    """Return how many lines from `at` on are an attribution, or 0.

    `quoted_below` says that marked quoting follows: then less evidence will do.

    >>> attribution(["On 3 May 2024 at 9:07, Ann", "<ann@x.org> wrote:"], 0, False)
    2
    """
    window = lines[at : at + MAX_ATTRIBUTION_LINES]
    return _width(lines, at, quoted_below, any(map(_MAY_END.search, window)))


def attributions(lines: Sequence[str]) -> Callable[[int, bool], int]:
    """Return `attribution` for many lines of one letter, each looked at once."""
    ends = [number for number, line in enumerate(lines) if _MAY_END.search(line)]
    may = {at for end in ends for at in range(end - MAX_ATTRIBUTION_LINES + 1, end + 1)}
    return lambda at, quoted_below: _width(lines, at, quoted_below, at in may)


def _width(lines: Sequence[str], at: int, quoted_below: bool, may_end: bool) -> int:
    if quoted_below and pattern("attributions").fullmatch(tidy(lines[at])):
        return 1
    return _attribution(lines, at, quoted_below) if may_end else 0


def _attribution(lines: Sequence[str], at: int, quoted_below: bool) -> int:
    text = ""
    raw = ""
    for width in range(1, min(MAX_ATTRIBUTION_LINES, len(lines) - at) + 1):
        line = lines[at + width - 1]
        if not line.strip() and _goes_on(text, lines, at + width):
            continue
        if not line.strip():
            return 0
        if is_quoted(line) and not _closes(text, line):
            return 0
        text = f"{text} {tidy(line)}".strip()
        raw = f"{raw} {line}"
        if len(text) > _MAX_CHARS:
            return 0
        if width == 1 and _stamped(text):
            return 1
        if text.startswith("---") and _framed(text):
            return width
        if _ends(line) and _attributes(text, width == 1, quoted_below):
            if _sentences(raw):
                return 0
            return width if width == 1 or _begins(lines, at, width) else 0
    return 0


def _sentences(text: str) -> bool:
    """Return whether a sentence ends in the text, as none does in an attribution."""
    return any(
        match.group()[0].islower() and match.group()[-1].isupper()
        for match in _SENTENCE.finditer(text)
    )


def _stamped(text: str) -> bool:
    """Return whether it is a date, a time and an address: all that some write."""
    return (
        text[-1:].isalnum()
        and text[:1].isdigit()
        and len(text) <= 150
        and bool(DATE.match(text))
        and bool(TIME.search(text))
        and bool(ADDRESS.fullmatch(text.rpartition(" ")[2]))
    )


def _framed(text: str) -> bool:
    """Return whether an address and a date are between strokes."""
    return (
        text.endswith("---") and bool(ADDRESS.search(text)) and bool(DATE.search(text))
    )


def _goes_on(text: str, lines: Sequence[str], at: int) -> bool:
    """Return whether a blank line only parts a date from its address."""
    if at >= len(lines) or not DATE.search(text) or not _opens(text):
        return False
    if ADDRESS.search(text):
        rest = tidy(lines[at])
        return len(rest) <= 40 and _ends(rest) and _verb_last(rest)
    return lines[at].startswith("<")


def _closes(text: str, line: str) -> bool:
    """Return whether a line that looks quoted only closes an address: "> wrote:"."""
    return text.count("<") > text.count(">") and len(line) <= 60 and _ends(line)


def _begins(lines: Sequence[str], at: int, width: int) -> bool:
    """Return whether an attribution of several lines really begins at the first.

    The line above an attribution may be an order; it is never taken for a part of it
    where the lines below are an attribution without it.
    """
    window = lines[at : at + width]
    text = tidy(window[0])
    apart = at == 0 or not lines[at - 1].strip()
    if apart and len(text) <= 80 and _ADDRESSED.match(window[1]):
        return True
    dated = bool(DATE.search(text) or TIME.search(text))
    if not dated and not ADDRESS.search(text) and "<" not in text:
        return False
    for start in range(1, len(window)):
        rest = " ".join(tidy(line) for line in window[start:]).lstrip("-*_ ")
        if not _attributes(rest, True, False):
            continue
        above = " ".join(window[:start])
        named = bool(_BRACKETED.search(above)) and not ADDRESS.search(rest)
        opening = phrases("opens").start(rest)
        if opening and not dated and not (named and opening >= _UNSPACED):
            return False
        opened = named or (dated and (_opens(text) or rest.startswith(_BRACKETS)))
        if not opened and not _unclosed(window[start - 1]):
            return False
    return True


def _opens(text: str) -> bool:
    return bool(_STARTS_DATED.match(text)) or bool(phrases("opens").start(text))


def _unclosed(line: str) -> bool:
    return line.rfind("<") > line.rfind(">") or line.rstrip().endswith((",", "("))


def _ends(line: str) -> bool:
    whole = tidy(line)
    text = whole.rstrip(" *_-")
    if not text or len(whole) > _MAX_CHARS:
        return False
    return text[-1] in _COLONS or (
        whole[-1] in "-abcdefghijklmnopqrstuvwxyz" and (_verb_last(text))
    )


def _verb_last(text: str) -> bool:
    return phrases("wrote").within(text.rstrip(f" *_-{_COLONS}")[-16:])


def _attributes(text: str, single: bool, quoted_below: bool) -> bool:
    """Return whether a text that ends as an attribution holds what one holds."""
    text = text.lstrip("-*_ \t")
    address = bool(ADDRESS.search(text))
    date = bool(DATE.search(text))
    time = bool(TIME.search(text))
    if not (address or date or time or quoted_below):
        return False
    wrote = phrases("wrote").within(text)
    opened = _opens(text)
    if text[-1:] not in tuple(_COLONS) and not text.endswith("--"):
        return address and date and wrote and opened
    if not _has_few_words(text):
        return False
    if address and (date or time):
        if wrote or quoted_below:
            return True
        return opened and (not phrases("opens").start(text) or _ends_in_evidence(text))
    if address and wrote:
        return True
    if wrote and (date or (time and _verb_last(text))):
        return opened or quoted_below or single
    if not quoted_below or not single:
        return False
    if wrote:
        return len(text) <= 100
    return (address or (date and time)) and len(text) <= 200


def _ends_in_evidence(text: str) -> bool:
    """Return whether no word follows the last sign: listed languages have a verb."""
    last = max(match.end() for match in _EVIDENCE.finditer(text))
    return not _WORD.search(text, last)


def _has_few_words(text: str) -> bool:
    """Return whether few words are before the first and after the last sign.

    A name has a few words; a sentence that only mentions a date has more.
    """
    spans = [match.span() for match in _EVIDENCE.finditer(text)]
    if spans and _few_words_around(text, spans):
        return True
    spans += phrases("wrote").spans(text)
    return not spans or _few_words_around(text, spans)


def _few_words_around(text: str, spans: list[tuple[int, int]]) -> bool:
    before = text[: min(start for start, _ in spans)]
    after = text[max(end for _, end in spans) :]
    return (
        len(_WORD.findall(before)) <= _MAX_WORDS_BEFORE
        and len(_WORD.findall(after)) <= _MAX_WORDS_AFTER
    )


def title(line: str, kind: str) -> bool:
    """Return whether a line is a dashed title of that kind: "original" or "forwarded".

    >>> title("-----Ursprüngliche Nachricht-----", "original")
    True
    >>> title("--- Reply to Bo ---", "original")
    False
    """
    if len(line) > 160 or (line[:1].isalnum() and ":" not in line):
        return False
    text = tidy(line)
    inner = text.strip(_STROKES)
    strokes = len(text.rstrip(": ")) - len(inner)
    if kind == "original" and not strokes:
        return False
    found = phrases(kind).start(inner)
    if not found:
        return False
    if len(inner) > len(found) + 2:
        return strokes > 0 and bool(_EVIDENCE.search(inner) or ":" in inner[-6:])
    return kind != "original" or strokes >= _MIN_STROKES or not _is_everyday_word(found)


def _is_everyday_word(phrase: str) -> bool:
    """Return whether a title is a word that a player too may set between strokes."""
    return len(phrase) <= 8 and phrase.isascii()


def is_above(line: str) -> bool:
    """Return whether a line of some other program asks to answer above it.

    >>> is_above("##- Please type your reply above this line -##")
    True
    """
    text = line.strip()
    if not 12 <= len(text) <= 160 or text[0] not in _STROKES:
        return False
    if text[-1].isalnum() or text[-1] in ".!?":
        return False
    return phrases("above").within(tidy(text))


def is_arrowed(line: str) -> bool:
    """Return whether a line is ">>> name, address, date >>>" above an older letter."""
    return (
        line.lstrip().startswith(">>> ")
        and line.rstrip().endswith(">>>")
        and len(line) <= 200
        and bool(_EVIDENCE.search(line))
    )
