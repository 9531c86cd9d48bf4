"""Lines made plain: quotes behind other marks than ">", and signed text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pbem.mail.reply.attributions import attribution

_INITIALS = re.compile(r"\s{0,8}([A-Z][A-Za-z]{0,15})>+(?: |$)")
_BAR = re.compile(r"\|(?: (?!.*\|\s*$)|$)")
_OTHER = re.compile(r"(?:(?:＞|&gt;) ?)+")
_MAX_LINES_ABOVE = 3
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"


def normalize_marks(lines: list[str]) -> list[str]:
    """Return the lines with quotes behind initials ("AL> ") or bars marked as usual.

    An order may look the same ("A> B2"). Either an attribution is above the
    first of them, or they also are on a line of nothing else, as no order does.

    >>> normalize_marks(["Ann wrote:", "A> old", "A> too", "A> B2 or not"])[1:3]
    ['> old', '> too']
    >>> normalize_marks(["A> B2", "A> C3"])
    ['A> B2', 'A> C3']
    """
    lines = [_normalize_mark(ln) if ln[:1] in ("＞", "&") else ln for ln in lines]
    if not any(line[:1] != ">" and (">" in line or line[:1] == "|") for line in lines):
        return lines
    found = [
        (_INITIALS.match(line) or _BAR.match(line)) if line[:1] != ">" else None
        for line in lines
    ]
    marks = [match.group().strip(" \t>") if match else "" for match in found]
    count = Counter(mark for mark in marks if mark)
    sure: set[str] = set()
    for at, mark in enumerate(marks):
        if not mark or mark in sure or count[mark] < 2:
            continue
        bare = lines[at].strip() == f"{mark}>" and count[mark] > 2
        if bare or _attributed(lines, at):
            sure.add(mark)
    return [
        f"> {line[match.end() :]}" if match and mark in sure else line
        for line, match, mark in zip(lines, found, marks, strict=True)
    ]


def _normalize_mark(line: str) -> str:
    """Return a line with ">" for marks that a keyboard or a program made others."""
    marks = _OTHER.match(line)
    if marks is None:
        return line
    return marks.group().replace("＞", ">").replace("&gt;", ">") + line[marks.end() :]


def strip_pgp(lines: list[str]) -> list[str]:
    """Return lines without what OpenPGP puts around a text that it signs.

    >>> begin, end = "-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----"
    >>> head = ["-----BEGIN PGP SIGNED MESSAGE-----", "Hash: SHA256", ""]
    >>> strip_pgp([*head, "A Par H", "- - A Bre H", begin, "", "iQEz", end])
    ['A Par H', '- A Bre H']
    """
    try:
        start = lines.index(_SIGNED)
        stop = lines.index(_SIGNATURE, start)
        end = lines.index(_SIGNATURE.replace("BEGIN", "END"), stop)
        text = lines.index("", start, stop) + 1
    except ValueError:
        return lines
    signed = [line.removeprefix("- ") for line in lines[text:stop]]
    return [*lines[:start], *signed, *lines[end + 1 :]]


def _attributed(lines: Sequence[str], at: int) -> bool:
    """Return whether the lines right above are an attribution."""
    above = [line.lstrip("> \t") for line in lines[max(0, at - _MAX_LINES_ABOVE) : at]]
    while above and not above[-1]:
        above.pop()
    return any(
        start + attribution(above, start, True) == len(above)
        for start in range(len(above))
    )
