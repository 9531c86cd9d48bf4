"""What is new in a reply.

Every letter that expects an answer starts with the marker line, `marker(ref)`. In
what comes back, everything from an unquoted marker on is old. A letter that has lost
the marker, or keeps something above it, is read by structure: quoted lines,
attributions, header blocks, dashed titles, signatures (`quotes`, `signatures`).
A marked quotation is never new, wherever it stands, and no order is ever read from it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pbem.mail.quotes import attribution, header_block, is_quoted, is_rule, title
from pbem.mail.signatures import contact_lines, is_device, is_footer, is_mark

MARKER = "##- answer above this line ({ref}) -##"
"""The line above every letter that expects an answer; `ref` names game and turn.

Plain ASCII and short, so that no mail program wraps, encodes or translates it; the
strange ends keep it from being written by hand.
"""
LINES = 5000
WIDTH = 2000
_MARKER = re.compile(r"##-[^#(]{0,150}\(([^()\s#]{1,100})\)\s?-##")
_BROKEN = re.compile(r"##-[^#]{0,200}$")


@dataclass(frozen=True, slots=True)
class Reply:
    """What is new in a letter, and how that was found out."""

    text: str
    """The new lines, never two blank ones together, none around them."""
    ref: str | None
    """What the marker names, or None where no marker came back."""
    rule: Literal["marker", "quote", "whole"]
    """What ended or divided the text: our marker, other quoting, or nothing."""
    buried: bool
    """Nothing was above an unquoted marker: the answer may be below it, unread."""
    cut: bool
    """The letter has more lines than are read."""


def marker(ref: str) -> str:
    """The marker line for a reference: letters, digits, dots and dashes.

    >>> marker("g42.t3")
    '##- answer above this line (g42.t3) -##'
    """
    return MARKER.format(ref=ref)


def new_text(text: str) -> Reply:
    """Divide a letter's text into what is new and what is older.

    >>> new_text("A Par - Bur\\n\\nOn 3 May 2024, Ann <a@x.org> wrote:\\n> old\\n").text
    'A Par - Bur'
    """
    lines = text.split("\n", LINES)
    cut = len(lines) > LINES
    lines = [line.rstrip("\r") for line in lines[:LINES]]
    ref, above = _marked(lines)
    divided = _Division(lines[:above])
    kept = divided.new()
    rule: Literal["marker", "quote", "whole"] = "whole"
    if ref is not None:
        rule = "marker"
    elif divided.divided:
        rule = "quote"
    return Reply(
        text="\n".join(kept),
        ref=ref,
        rule=rule,
        buried=above < len(lines) and not any(line.strip() for line in kept),
        cut=cut,
    )


def _marked(lines: Sequence[str]) -> tuple[str | None, int]:
    """The reference of the first marker, and where the first unquoted one stands."""
    ref: str | None = None
    for at, line in enumerate(lines):
        if "##-" not in line:
            continue
        found = _MARKER.search(line[:WIDTH])
        if found is None and at + 1 < len(lines) and _BROKEN.search(line[:WIDTH]):
            below = lines[at + 1].lstrip("> \t")
            found = _MARKER.search(f"{line[:WIDTH]} {below[:WIDTH]}")
        if found is None:
            continue
        if ref is None:
            ref = found.group(1)
        if not is_quoted(line):
            return ref, at
    return ref, len(lines)


class _Division:
    """One pass over the lines above the marker."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = [line if len(line) <= WIDTH else line[:WIDTH] for line in lines]
        self.kept: list[str] = []
        self.divided = False
        self.signed = False
        self._below = _quoted_below(self.lines)

    def new(self) -> list[str]:
        at = 0
        while 0 <= at < len(self.lines):
            at = self._step(at)
        self._trim()
        if (not self.signed and not self.divided) or self.kept:
            card = contact_lines(self.kept)
            if card and any(line.strip() for line in self.kept[:-card]):
                del self.kept[-card:]
                self._trim()
        return self.kept

    def _step(self, at: int) -> int:
        """Take the line at `at`; the next line to take, or -1 to stop."""
        line = self.lines[at]
        if not line.strip():
            if not self.signed and self.kept and self.kept[-1]:
                self.kept.append("")
            return at + 1
        if is_quoted(line):
            self.divided = True
            self.signed = False
            return at + 1
        if _wrapped_link(self.lines, at):
            return at + 1
        width = attribution(self.lines, at, self._below[at])
        if width:
            return self._attributed(at, width)
        if title(line, "original") or header_block(self.lines, at):
            self.divided = True
            self._strokes()
            return -1
        if title(line, "forwarded"):
            self._forwarded(at)
            return -1
        if is_mark(line) or is_device(line) or is_footer(self.lines, at):
            self.signed = True
        if not self.signed:
            self.kept.append(line)
        return at + 1

    def _attributed(self, at: int, width: int) -> int:
        """Skip an attribution; what is below it is old, unless it is all there is."""
        self.divided = True
        below = at + width
        while below < len(self.lines) and not self.lines[below].strip():
            below += 1
        quoted = below >= len(self.lines) or is_quoted(self.lines[below])
        if quoted or not any(line.strip() for line in self.kept):
            self.signed = False
            return at + width
        self._strokes()
        return -1

    def _forwarded(self, at: int) -> None:
        """A letter passed on belongs to what its sender says, but for its quotes."""
        self.divided = True
        self.kept += [line for line in self.lines[at:] if not is_quoted(line)]

    def _strokes(self) -> None:
        """Take away the strokes that a mail program draws above the older letter."""
        while self.kept and (not self.kept[-1].strip() or is_rule(self.kept[-1])):
            self.kept.pop()

    def _trim(self) -> None:
        while self.kept and not self.kept[-1].strip():
            self.kept.pop()


def _quoted_below(lines: Sequence[str]) -> list[bool]:
    """For each line, whether the next lines that say something begin a quote."""
    below = [False] * len(lines)
    distance = 99
    for at in range(len(lines) - 1, -1, -1):
        below[at] = distance <= 3
        if is_quoted(lines[at]):
            distance = 0
        elif lines[at].strip():
            distance += 1
    return below


def _wrapped_link(lines: Sequence[str], at: int) -> bool:
    """A link that was broken out of the quoted lines around it."""
    if not 0 < at < len(lines) - 1:
        return False
    around = is_quoted(lines[at - 1]) and is_quoted(lines[at + 1])
    text = lines[at].strip().strip("<>()[] ")
    return around and text.startswith(("http://", "https://"))
