"""What is new in a reply.

Every letter that expects an answer starts with the marker line, `marker(ref)`. In
what comes back, everything from an unquoted marker on is old. A letter that has lost
the marker, or keeps something above it, is read by structure: quoted lines,
attributions, header blocks, dashed titles, signatures (`quotes`, `signatures`).
A marked quotation is never new, wherever it stands, and no order is ever read from it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pbem.mail.reply.attributions import attribution, is_quoted
from pbem.mail.reply.header_blocks import header_block
from pbem.mail.reply.signatures import contact_lines
from pbem.mail.reply.split_quotes import MAX_LINE_CHARS, NEW, QuoteSplitter

#: The line above every letter that expects an answer; `ref` names game and turn.
#: Plain ASCII and short, so that no mail program wraps, encodes or translates it; the
#: strange ends keep it from being written by hand.
MARKER = "##- answer above this line ({ref}) -##"
MAX_LINES = 5000  #: of a letter that are read
_MAX_TYPED = 8  #: lines that people type into the top of a quote
_MARKER = re.compile(r"##-[^#(]{0,150}\(([^()\s#]{1,100})\)\s?-##")
_WRAPPED_MARKER = re.compile(r"##-[^#]{0,200}$")

#: What ended or divided the text: our marker, other quoting, or nothing.
Rule = Literal["marker", "quote", "whole"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What is new in a letter, and how that was found out.

    `text` is what orders are read from: no quotes, no blank lines around it, never
    two together. `with_quotes` is for press, never for orders: the text with the
    quotes that its writer left in to answer them, and with a forwarded letter.
    """

    text: str
    with_quotes: str
    ref: str | None  #: what the marker names; None: no marker came back
    rule: Rule
    buried: bool  #: nothing was above an unquoted marker: the answer may be below
    cut: bool  #: the letter has more lines than are read
    behind: tuple[str, ...] = ()  #: new lines that stand behind ">", as quotes do


def marker(ref: str) -> str:
    """Return the marker line for a reference of letters, digits, dots and dashes.

    >>> marker("g42.t3")
    '##- answer above this line (g42.t3) -##'
    """
    return MARKER.format(ref=ref)


def new_text(text: str) -> Reply:
    """Divide a letter's text into what is new and what is older.

    >>> new_text("A Par - Bur\\n\\nOn 3 May 2024, Ann <a@x.org> wrote:\\n> old\\n").text
    'A Par - Bur'
    """
    lines = text.split("\n", MAX_LINES)
    cut = len(lines) > MAX_LINES
    lines = [line.rstrip("\r") for line in lines[:MAX_LINES]]
    ref, above = _find_marker(lines)
    splitter = QuoteSplitter(lines[:above], ref is not None, above < len(lines))
    splitter.split()
    new = _without_contact_lines(
        [line for line, kind in splitter.sorted_lines if kind == NEW]
    )
    rule: Rule = "quote" if splitter.found_quotes else "whole"
    return Reply(
        text="\n".join(new),
        with_quotes="\n".join(_without_contact_lines(splitter.with_answered_quotes())),
        ref=ref,
        rule=rule if ref is None else "marker",
        buried=above < len(lines) and not new,
        cut=cut,
        behind=_typed_into_quote(lines) or splitter.broken_off(),
    )


def _typed_into_quote(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that are in the quote above our marker, where none of ours is.

    >>> _typed_into_quote(["On 3 May, R wrote:", "> D4 1NE", ">", f"> {marker('g1')}"])
    ('D4 1NE',)
    """
    at = next((at for at, line in enumerate(lines) if "##-" in line), 0)
    top = at
    while top and is_quoted(lines[top - 1]):
        top -= 1
    if not is_quoted(lines[at] if lines else "") or not 0 < at - top <= _MAX_TYPED:
        return ()
    inner = [line.lstrip("> \t") for line in lines[top:at]]
    found: list[str] = []
    place = 0
    while place < len(inner):
        skipped = attribution(inner, place, True) or header_block(inner, place)
        found += [] if skipped or not inner[place] else [inner[place][:MAX_LINE_CHARS]]
        place += skipped or 1
    return tuple(found)


def _without_contact_lines(lines: list[str]) -> list[str]:
    """Return lines without a visiting card below them or needless blank ones."""
    lines = _single_spaced(lines)
    card = contact_lines(lines)
    return _single_spaced(lines[:-card]) if card else lines


def _single_spaced(lines: list[str]) -> list[str]:
    spaced: list[str] = []
    for line in lines:
        if line.strip():
            spaced.append(line)
        elif spaced and spaced[-1]:
            spaced.append("")
    if spaced and not spaced[-1]:
        spaced.pop()
    return spaced


def _find_marker(lines: Sequence[str]) -> tuple[str | None, int]:
    """Return the reference of the first marker, and where one is unquoted."""
    ref: str | None = None
    for at, line in enumerate(lines):
        if "##-" not in line:
            continue
        found = _MARKER.search(line[:MAX_LINE_CHARS])
        if (
            found is None
            and at + 1 < len(lines)
            and _WRAPPED_MARKER.search(line[:MAX_LINE_CHARS])
        ):
            below = lines[at + 1].lstrip("> \t")
            found = _MARKER.search(f"{line[:MAX_LINE_CHARS]} {below[:MAX_LINE_CHARS]}")
        if found is None:
            continue
        if ref is None:
            ref = found.group(1)
        if not is_quoted(line):
            return ref, at
    return ref, len(lines)
