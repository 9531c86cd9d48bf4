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

from pbem.mail.reply.attributions import is_quoted
from pbem.mail.reply.signatures import contact_lines
from pbem.mail.reply.split_quotes import NEW, WIDTH, Division

MARKER = "##- answer above this line ({ref}) -##"
"""The line above every letter that expects an answer; `ref` names game and turn.

Plain ASCII and short, so that no mail program wraps, encodes or translates it; the
strange ends keep it from being written by hand.
"""
LINES = 5000
_MARKER = re.compile(r"##-[^#(]{0,150}\(([^()\s#]{1,100})\)\s?-##")
_BROKEN = re.compile(r"##-[^#]{0,200}$")


@dataclass(frozen=True, slots=True)
class Reply:
    """What is new in a letter, and how that was found out."""

    text: str
    """The new lines, never two blank ones together, none around them, no quotes.

    This is what orders are read from.
    """
    said: str
    """`text` with the quoted lines that the writer kept to answer them.

    Quotes that no program put there, or that are answered one by one, and a letter
    that is passed on: for press, never for orders.
    """
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
    divided = Division(lines[:above], ref is not None, above < len(lines))
    divided.divide()
    new = _finished([line for line, kind in divided.kept if kind == NEW])
    rule: Literal["marker", "quote", "whole"] = "whole"
    if ref is not None:
        rule = "marker"
    elif divided.divided:
        rule = "quote"
    return Reply(
        text="\n".join(new),
        said="\n".join(_finished(divided.said())),
        ref=ref,
        rule=rule,
        buried=above < len(lines) and not new,
        cut=cut,
    )


def _finished(lines: list[str]) -> list[str]:
    """Lines without a visiting card below them, and without needless blank ones."""
    lines = _spaced(lines)
    card = contact_lines(lines)
    return _spaced(lines[:-card]) if card else lines


def _spaced(lines: list[str]) -> list[str]:
    spaced: list[str] = []
    for line in lines:
        if line.strip():
            spaced.append(line)
        elif spaced and spaced[-1]:
            spaced.append("")
    if spaced and not spaced[-1]:
        spaced.pop()
    return spaced


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
