"""One pass over the lines of a letter: which are new, and which stood before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pbem.mail.reply.attributions import (
    MAX_ATTRIBUTION_LINES,
    attribution,
    attributions,
    is_above,
    is_arrowed,
    is_quoted,
    is_rule,
    title,
)
from pbem.mail.reply.header_blocks import header_block
from pbem.mail.reply.phrases import pattern
from pbem.mail.reply.quote_marks import normalize_marks, strip_pgp
from pbem.mail.reply.signatures import footers, is_device, is_mark

MAX_LINE_CHARS = 2000  #: characters of a line that are checked
#: What a line is: the writer's, of a letter that is passed on, a quote that the writer
#: marked, or one that a program framed.
NEW, FORWARDED, QUOTED, FRAMED = range(4)
_MAX_SEARCHED_LINES = 200  #: of a quote, for an attribution inside
_MIN_FULL_CHARS = 68  #: of a line that has been wrapped
_FAR = 99  #: lines from a quote: no quote is below
_LINKED = re.compile(r"(?:https?://|www\.)\S*$")
_GLUED = re.compile(r"[:：] {2,8}(?=\S)")
_MAX_BROKEN_OFF = 3  #: lines behind ">" that may be the rest of an order
_MIN_RULE_CHARS = 16  #: of a stroke that a program draws


class QuoteSplitter:
    """One pass over the lines above the marker."""

    def __init__(self, lines: Sequence[str], marked: bool, ended: bool) -> None:
        self.lines = _unglued(lines)
        self.sorted_lines: list[
            tuple[str, int]
        ] = []  #: the lines so far, with their kinds
        self.found_quotes = False
        self._barren = 0  #: lines at the beginning that are no answer
        self._marked = marked
        self._framed = marked
        self._signed = False
        self._in_device = False  #: the paragraph goes on that a device's line began
        self._sent = False  #: such a line stood somewhere: it is below the answer
        self._below = _quoted_below(self.lines, ended)
        self._attribution = attributions(self.lines)
        self._is_footer = footers(self.lines)

    def split(self) -> None:
        """Go through all lines, up to where the older letter begins."""
        at = 0
        while 0 <= at < len(self.lines):
            at = self._step(at)

    def with_answered_quotes(self) -> list[str]:
        """Return the new lines with the quotes that are followed by an answer."""
        entries = [entry for entry in self.sorted_lines if entry[0]]
        answered = sum(
            one[1] >= QUOTED and two[1] == NEW for one, two in pairwise(entries)
        )
        most = FRAMED if answered >= 2 and not self._marked else QUOTED
        entries = [entry for entry in self.sorted_lines if entry[1] <= most]
        if not any(line and kind < QUOTED for line, kind in entries):
            inner = [line.lstrip("> \t") for line, _ in entries[:_MAX_SEARCHED_LINES]]
            found = any(_frames(inner, at) for at in range(len(inner)))
            entries = [] if found else entries
        else:
            while entries[-1][1] >= QUOTED or not entries[-1][0]:
                entries.pop()
        return [line for line, _ in entries]

    def broken_off(self) -> tuple[str, ...]:
        """Return lines behind ">" that nothing shows to be a quote: they go on right
        below a line of the writer, who began with none, and are few."""
        lines = [line for line, _ in self.sorted_lines]
        own = next((kind for line, kind in self.sorted_lines if line), QUOTED) == NEW
        start = next(
            (at for at, one in enumerate(self.sorted_lines) if one[1] == QUOTED), 0
        )
        if not own or not start or not lines[start - 1]:
            return ()
        end = start
        while end < len(lines) and self.sorted_lines[end][1] == QUOTED:
            end += 1
        few = end - start <= _MAX_BROKEN_OFF
        return tuple(lines[start:end]) if few else ()

    def _step(self, at: int) -> int:
        """Take the line at `at`; the next line to take, or -1 to stop."""
        line = self.lines[at]
        if not line.strip():
            self._in_device = False
            if not self._signed:
                self.sorted_lines.append(("", NEW))
            return at + 1
        if is_quoted(line):
            return self._quoted(at)
        if _wrapped(self.lines, at) or pattern("placeholders").fullmatch(line.strip()):
            return at + 1
        width = self._attribution(at, self._below[at])
        if width:
            return self._attributed(at, width)
        if title(line, "original"):
            return self._titled(at)
        if is_above(line) and self._has_answer():
            return self._ended()
        width = header_block(self.lines, at)
        if width:
            return self._ended() if self._answer_is_over() else at + width
        if title(line, "forwarded"):
            self._forwarded(at)
            return -1
        self._take(at)
        return at + 1

    def _take(self, at: int) -> None:
        """Take a line that is the writer's, or closes what the writer says."""
        line = self.lines[at]
        if is_device(line, self._alone(at)):
            self._in_device = self._has_answer()
            self._sent = True
            return
        if is_mark(self.lines, at) or self._is_footer(at):
            self._signed = True
        if not self._signed and not self._in_device:
            self.sorted_lines.append((line, NEW))

    def _alone(self, at: int) -> bool:
        above, below = self.lines[at - 1 : at], self.lines[at + 1 : at + 2]
        return not any(ln.strip() and not is_rule(ln) for ln in (*above, *below))

    def _announced(self, line: str) -> bool:
        """Return whether what looks like a quote is the title of an unmarked letter."""
        closed = line.rstrip().endswith("<") and is_above(line)
        return (closed or is_arrowed(line)) and self._has_answer()

    def _arrowed(self, at: int) -> int:
        """Return the width of an attribution behind ">>>" with no quote above, or 0."""
        if not self.lines[at].startswith(">>> ") or (
            at and is_quoted(self.lines[at - 1])
        ):
            return 0
        window = [self.lines[at][4:], *self.lines[at + 1 : at + MAX_ATTRIBUTION_LINES]]
        return attribution(window, 0, False)

    def _has_answer(self) -> bool:
        while self._barren < len(self.sorted_lines):
            line, kind = self.sorted_lines[self._barren]
            if line and kind != FRAMED:
                return True
            self._barren += 1
        return False

    def _answer_is_over(self) -> bool:
        """Return whether the writer can say no more below an unmarked quote."""
        return self._marked or self._sent or self._has_answer()

    def _titled(self, at: int) -> int:
        """Pass a dashed title: what is below is old, at least what is quoted there."""
        below = at + 1
        while below < len(self.lines) and not self.lines[below].strip():
            below += 1
        if below < len(self.lines):
            if is_quoted(self.lines[below]):
                self.found_quotes = self._framed = True
                return at + 1
            width = 0 if self._has_answer() else header_block(self.lines, below)
            if width and self._below[below + width - 1]:
                self.found_quotes = self._framed = True
                return below + width
        return self._ended()

    def _quoted(self, at: int) -> int:
        """Pass quoted lines; `said` keeps those that no program put there."""
        line = self.lines[at]
        if line.startswith(">>"):
            if self._announced(line):
                return self._ended()
            width = self._arrowed(at)
            if width:
                return self._attributed(at, width)
        self.found_quotes = True
        self._signed = self._in_device = False
        first = at == 0 or not is_quoted(self.lines[at - 1])
        if first and not self._framed:
            inner = [line.lstrip("> \t") for line in self.lines[at : at + 6]]
            self._framed = _frames(inner, 0)
            if self._framed:
                self._unstroke(_MIN_RULE_CHARS)
        kind = FRAMED if self._framed else QUOTED
        self.sorted_lines.append((line, kind))
        at += 1
        while at < len(self.lines) and self.lines[at][:1] == ">":
            line = self.lines[at]
            if line[:2] == ">>" and line.rstrip()[-1] in "<>":
                break
            self.sorted_lines.append((line, kind))
            at += 1
        return at

    def _attributed(self, at: int, width: int) -> int:
        """Skip an attribution; what is below it is old, unless it is all there is."""
        self._framed = True
        below = at + width
        while below < len(self.lines) and not self.lines[below].strip():
            below += 1
        quoted = below >= len(self.lines) or is_quoted(self.lines[below])
        if quoted or not (self._has_answer() or self._sent):
            self.found_quotes = True
            self._signed = self._in_device = False
            return at + width
        return self._ended()

    def _ended(self) -> int:
        """Stop; the strokes that a program draws above the older letter go too."""
        self.found_quotes = True
        self._unstroke(2)
        return -1

    def _unstroke(self, least: int) -> None:
        """Take back the strokes, at least so long, that a program drew last."""
        end = len(self.sorted_lines)
        while end and (
            not self.sorted_lines[end - 1][0] or is_rule(self.sorted_lines[end - 1][0])
        ):
            end -= 1
        strokes = [line.strip() for line, _ in self.sorted_lines[end:] if line]
        if all(len(line) >= least for line in strokes):
            del self.sorted_lines[end:]
            self._barren = min(self._barren, end)

    def _forwarded(self, at: int) -> None:
        """Keep a letter that is passed on as press: it is no order of its sender."""
        self.found_quotes = True
        self._unstroke(_MIN_RULE_CHARS)
        self.sorted_lines += [
            (ln, FORWARDED) for ln in self.lines[at:] if not is_quoted(ln)
        ]


def _frames(lines: Sequence[str], at: int) -> bool:
    return bool(attribution(lines, at, True) or header_block(lines, at))


def _unglued(lines: Sequence[str]) -> list[str]:
    """Return lines of a bounded width, attributions glued to others on their own."""
    parted: list[str] = []
    for line in lines:
        line = line[:MAX_LINE_CHARS]
        at = line.find("--- ", 1) if len(line) < 500 else -1
        if at > 0 and line[at - 1 : at].strip() and not is_quoted(line):
            rest = line[at:]
            if line[:at].strip("- ") and attribution([rest], 0, False):
                parted += [line[:at].rstrip("-"), rest]
                continue
        glued = _GLUED.search(line, 0, 500) if "@" in line else None
        if glued and attribution([line[: glued.start() + 1]], 0, False):
            parted += [line[: glued.start() + 1], line[glued.end() :]]
            continue
        parted.append(line)
    return strip_pgp(normalize_marks(parted))


def _quoted_below(lines: Sequence[str], ended: bool) -> list[bool]:
    """Return for each line whether the next lines that say something begin a quote.

    `ended` says that our marker is below the last of them.
    """
    below = [False] * len(lines)
    distance = 0 if ended else _FAR
    for at in range(len(lines) - 1, -1, -1):
        below[at] = distance <= 3
        if is_quoted(lines[at]):
            distance = 0
        elif lines[at].strip():
            distance += 1
    return below


def _wrapped(lines: Sequence[str], at: int) -> bool:
    """Return whether a line is the rest of a quoted one, broken out of it.

    It is a link, or goes on in small letters after a full line.
    """
    if at == 0 or not is_quoted(lines[at - 1]):
        return False
    text = lines[at].strip().strip("<>()[] ")
    before = lines[at - 1].rstrip()
    full = len(before) >= _MIN_FULL_CHARS and text[:1].islower()
    below = lines[at + 1] if at + 1 < len(lines) else ""
    if not is_quoted(below):
        return full and before.endswith(",") and not below.strip()
    if text.startswith(("http://", "https://")):
        return " " not in text
    if _LINKED.search(before):
        return " " not in text and (len(text) > 20 or not text.rstrip(".!?").isalnum())
    return full and (before[-1:].isalnum() or before.endswith(","))
