"""Header blocks: the "From: Sent: To: Subject:" above an older letter.

They are known by labels in many languages, and believed where they also hold an
address or a full date: a player may write "From: Vienna" and "To: Trieste".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.mail.reply.attributions import ADDRESS, DATE, TIME, is_rule
from pbem.mail.reply.phrases import roles, tidy

_MAX_LINE_CHARS = 1000
_MAX_FIELDS = 12
_MIN_COLONS = 4  #: of a block on one line
_MIN_RULE_CHARS = 16
_NUMBERS = re.compile(r"\d+")


@dataclass(slots=True)
class _Field:
    """One label, what follows it, and how many blank lines are above it so far."""

    at: int
    role: frozenset[str]  #: what the label may mean; nothing: it is not known
    value: str
    section: int
    below: str = ""  #: what is broken off below it


def header_block(lines: Sequence[str], at: int) -> int:
    """Return how many lines from `at` on are the header block of an older letter, or 0.

    >>> block = ["*Von:* Ann", "*Gesendet:* Freitag 20:01", "*Betreff:* Zug 3", ""]
    >>> header_block(block, 0)
    3
    >>> header_block(["From: Vienna", "To: Trieste", "Date: spring 1901"], 0)
    0
    """
    line = lines[at]
    if ":" not in line and "：" not in line and line[:1] != "|":
        return 0
    fields = _fields(lines, at)
    known_roles = [field.role for field in fields if field.role]
    values = [field.value + field.below for field in fields]
    dates = [field.value or field.below for field in fields if "date" in field.role]
    sure = any(map(_full, dates)) or any(map(ADDRESS.search, values))
    if sure or _announced(lines, at):
        sure = _is_header(known_roles, values) or _is_dated(known_roles, values, dates)
    if sure or (len(known_roles) < len(fields) and _is_unknown(lines, at)):
        return _folded(lines, fields[-1].at) - at
    return int(_in_one_line(lines[at]))


def _fields(lines: Sequence[str], at: int) -> list[_Field]:
    """Return the fields from `at` on, each with what is broken off below it."""
    fields: list[_Field] = []
    known = section = loose = 0
    for index in range(at, len(lines)):
        line = lines[index]
        label, value = _label(line)
        role = roles().get(label)
        if role:
            again = _again(fields, role, section) if known else 0
            if again:
                return fields[:again]
            fields.append(_Field(index, role, value, section))
            loose = 0
            known += 1
            if known == _MAX_FIELDS:
                break
        elif not line.strip():
            # A line such as "Bob: D4" above it is no part of the block.
            if not known or not _more(lines, index + 1):
                break
            section += 1
        elif (
            len(fields) < _MAX_FIELDS
            and label
            and not known
            and len(label.split()) <= 3
            and _telling(value)
        ):
            fields.append(_Field(index, frozenset(), value, section))
        elif index == at or loose >= 3 or not known:
            break
        else:
            loose += 1
            fields[-1].below += " " + line.strip()
    return fields


def _again(fields: list[_Field], role: frozenset[str], section: int) -> int:
    """Return how many fields are orders, not a part of the block: one comes again.

    An order such as "To: Burgundy" may stand right above the block: then what it says
    comes again behind a blank line, or behind From.
    """
    if "from" in role and section and fields[0].section == 0:
        above = sum(field.section == 0 for field in fields)
        if above > 1 or "to" in fields[0].role:
            return above
    first = next((n for n, f in enumerate(fields) if f.role == role), len(fields))
    if first == len(fields) or "copy" in role:
        return 0
    sent = any("from" in field.role for field in fields)
    if not sent and not _telling(fields[first].value + fields[first].below):
        return first + 1
    for number in range(first + 1, len(fields)):
        field = fields[number]
        if field.section > fields[first].section or "from" in field.role:
            return number
    return len(fields) if section > fields[first].section else 0


def _label(line: str) -> tuple[str, str]:
    if len(line) > _MAX_LINE_CHARS:
        return "", ""
    text = tidy(line).replace("：", ":", 1)
    barred = text.startswith("|") and text.endswith("|")
    label, colon, value = text.strip("*_ |").partition("|" if barred else ":")
    label = label.strip(" *_\t")
    if not colon or not label or len(label) > 30 or "@" in label:
        return "", ""
    return label, value.strip(" *_\t")


def _full(value: str) -> bool:
    """Return whether a value is a date as letters bear it: a time, or year and day."""
    if TIME.search(value):
        return True
    return bool(DATE.search(value)) and len(_NUMBERS.findall(value)) >= 2


def _telling(value: str) -> bool:
    """Return whether a label that is not known is before what a header holds."""
    return bool(ADDRESS.search(value)) or _full(value)


def _announced(lines: Sequence[str], at: int) -> bool:
    """Return whether a long stroke is above, as some programs draw it."""
    above = at - 1
    while above >= 0 and at - above <= 3 and not lines[above].strip():
        above -= 1
    return (
        above >= 0
        and is_rule(lines[above])
        and len(lines[above].strip()) >= _MIN_RULE_CHARS
    )


def _more(lines: Sequence[str], at: int) -> bool:
    """Return whether the block goes on after one blank line."""
    return at < len(lines) and _label(lines[at])[0] in roles()


def _folded(lines: Sequence[str], last: int) -> int:
    """Return the line after the last field, folded continuations included."""
    index = last + 1
    while index < len(lines) and index - last <= 3 and lines[index].strip():
        if not lines[index].startswith((" ", "\t", "<")):
            break
        index += 1
    return index


def _is_header(known_roles: list[frozenset[str]], values: list[str]) -> bool:
    """Return whether the labels can be From and a date, a subject or a recipient."""
    if not any("from" in role for role in known_roles):
        return False
    sender = next(role for role in known_roles if "from" in role)
    rest = [role for role in known_roles if role is not sender]
    if any("subject" in role or "date" in role for role in rest):
        return any(values)
    addressed = any(ADDRESS.search(value) for value in values)
    return addressed and any("to" in role for role in rest)


def _is_dated(
    known_roles: list[frozenset[str]], values: list[str], dates: list[str]
) -> bool:
    """Return whether a block without From has a full date and an address."""
    return (
        any("date" in role for role in known_roles)
        and any("to" in role for role in known_roles)
        and any(DATE.search(value) and TIME.search(value) for value in dates)
        and any(ADDRESS.search(value) for value in values)
    )


def _is_unknown(lines: Sequence[str], at: int) -> bool:
    """Return whether it is a block in no listed language: address, date and time.

    The first value is the sender, with an address in brackets behind a name.
    """
    values = []
    for line in lines[at : at + 8]:
        label, value = _label(line)
        if not label or not value:
            break
        values.append(value)
    return (
        len(values) >= 3
        and bool(ADDRESS.search(values[0]))
        and values[0][-1:] in (">", "]", ")", ";")
        and any(DATE.search(v) and TIME.search(v) for v in values[1:])
    )


def _in_one_line(line: str) -> bool:
    """Return whether a program has put the whole block on one line."""
    if line.count(":") < _MIN_COLONS or len(line) > _MAX_LINE_CHARS:
        return False
    pieces = tidy(line).replace("*", "").split(":")
    if "from" not in roles().get(pieces[0].strip(), ()):
        return False
    found: set[str] = set()
    for piece in pieces[1:-1]:
        named = piece.split()
        for label in (" ".join(named[-2:]), *named[-1:]):
            found |= roles().get(label, frozenset())
    known = bool(found & {"date", "subject"}) and len(found - {"copy"}) >= 2
    return known and bool(ADDRESS.search(line) or (DATE.search(line)))
