"""Changes to the text of a turn file: what was there stays, as a comment.

Every function takes the text of a file and gives back another; nothing is
written here. Lines are counted from 1, as in the file.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence

from pbem.bots.levels import LEVELS, USUAL
from pbem.bots.table import Let, answer
from pbem.forum.annotations.evidence import AnnotatedRecord
from pbem.forum.annotations.remembered import Memory, recall, remembered
from pbem.notation.lookalikes import UNSEEN
from pbem.record.turn_file import read
from pbem.record.writing import heading_lines, joint, turn_lines

DEADLINE = "-- deadline --"

_ENDS = re.compile(r"\r\n|\r|\n")
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of an order as a person typed it, without blank ones.

    >>> lines_of(" D4 \\n\\n  1NE\\t2 ")
    ('D4', '1NE 2')
    """
    lines = (_plain(line) for line in _ENDS.split(text))
    return tuple(line for line in lines if line)


def _plain(text: str) -> str:
    """Return a text on one line, without marks that nobody sees."""
    return UNSEEN.sub("", _UNPRINTED.sub(" ", text)).strip()


def comment(note: str) -> str:
    """Return a note as one line that means nothing to the referee."""
    return "# " + " ".join(_plain(note).split())


def continued(
    text: str, heading: int | None, turns: Iterable[tuple[int, Sequence[str]]]
) -> str:
    """Return the file's text with the lines of some turns appended, the open turn
    first. `heading` is the last heading's turn; None for a file without headings, which
    gets none.

    >>> print(continued("Ann: D4", 0, [(1, ["Bob: E5"])]), end="")
    Ann: D4
    <BLANKLINE>
    == 1 ==
    Bob: E5
    """
    new = turn_lines(turns, heading)
    return _appended(text, new) if new else text


def remembering(text: str, memory: Memory) -> str:
    """Return the file's text with the stored notes on its thread replaced.

    >>> print(remembering("Game: arena", Memory(nobody=("Dotty",))), end="")
    Game: arena
    <BLANKLINE>
    # forum: nobody Dotty
    """
    lines, end = _split(text)
    found = remembered(lines, memory)
    while found and not found[-1].strip():
        found.pop()
    return end.join([*found, ""])


def closed(text: str, reason: str = "", let: Let | None = None) -> str:
    """Return the file with the open turn closed as at its deadline.

    Bots and plans answer before it; where they leave nobody awaited, they close it.
    Behind it bots go on. Raises NoAnswer.
    """
    deadline = [*([comment(reason)] if reason else []), DEADLINE]
    if let is None and "plan of" not in text.casefold():
        return _appended(text, deadline)
    record = AnnotatedRecord(text, let)
    serial, count = record.serial, len(record.lines)
    record.go_on(closing=True)
    more = record.lines[count:]
    more = more if record.serial != serial else [*more, *deadline]
    return gone_on(_appended(text, more), let)


def closed_as_set(text: str, reason: str, let: Let | None = None) -> str:
    """Return the file with the open turn closed, as its record says what silence means:
    a bot's orders for who is silent, or what the rules say.

    Raises NoAnswer.
    """
    if recall(text).policy("silence") != "bot":
        return closed(text, reason, let)
    text = gone_on(text, let)
    record = AnnotatedRecord(text)
    serial = record.serial
    for seat in record.story.awaited():
        if record.serial != serial:
            break
        one = answer(record.story, seat, LEVELS[USUAL.name])
        note = comment(f"{reason}; a bot's order for {seat}" if reason else "a bot's")
        lines = heading_lines(serial) if record.heading < serial else []
        text = _appended(text, [*lines, note, *one.written])
        record = AnnotatedRecord(text)
    return gone_on(text, let)


def gone_on(text: str, let: Let | None) -> str:
    """Return the file with what bots answer now, and plans that hear them.

    Raises NoAnswer.
    """
    if let is None:
        return text
    record = AnnotatedRecord(text, let)
    count = len(record.lines)
    record.go_on()
    more = record.lines[count:]
    return _appended(text, more) if more else text


def begun_again(text: str, *, deal: bool) -> str:
    """Return a game before its first order; with a new `deal` it has another seed.

    Raises Unreadable.
    """
    record = read(text)
    lines, end = _split(text)
    seed = record.header.lines.get("Seed")
    if deal and seed is not None:
        lines[seed - 1] = f"Seed: {secrets.token_hex(32)}"
    return _appended(end.join(lines[: record.start]), ["", "== 0 =="])


def struck(
    text: str,
    spans: Sequence[tuple[int, int]],
    notes: Iterable[str],
    new: Sequence[str] = (),
) -> str:
    """Return the file's text with these lines (first and last) turned into comments and
    `new` inserted after them.

    >>> print(struck("Ann: D4\\n  2\\nBob: E5\\n", [(1, 2)], ["a slip"]), end="")
    # a slip
    # struck: Ann: D4
    # struck: 2
    Bob: E5
    """
    lines, end = _split(text)
    out: list[str] = []
    at = 1
    for number, (first, last) in enumerate(sorted(spans)):
        out += lines[at - 1 : first - 1]
        if not number:
            out += [comment(note) for note in notes]
        for line in lines[first - 1 : last]:
            if stripped := line.strip():
                out.append(
                    line if stripped.startswith("#") else f"# struck: {stripped}"
                )
        if not number:
            out += new
        at = last + 1
    return end.join([*out, *lines[at - 1 :]])


def _split(text: str) -> tuple[list[str], str]:
    found = _ENDS.search(text)
    return _ENDS.split(text), found[0] if found else "\n"


def _appended(text: str, new: list[str]) -> str:
    lines, end = _split(text)
    while lines and not lines[-1].strip():
        lines.pop()
    between = joint(lines) if new[0] else []
    return end.join([*lines, *between, *new, ""])
