"""Checks the orders of a game against the letters that its players have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

import click

from pbem.cli._common import Stop
from pbem.record.replay import begin
from pbem.record.turn_file import Entry, Heading, Record, Unreadable
from pbem.server.game import commitments
from pbem.server.game.report_mail import MAX_OPENED

_LINE = re.compile(
    r"#(\d{1,9}) (undone:)?(\S{2,64}) (\S{1,20}) (\S{1,20}) ([^:]{1,40}): ?(.*)"
)
#: Twenty digits of a seal in a receipt, ten in one of an older version, or all of it.
_SEAL = re.compile(
    r"[>\s]*(?:Seal\s+([0-9a-f]{20}|[0-9a-f]{10})\b.*|(?:#\d+ )?([0-9a-f]{64})\s*)"
)
_SHORT = 10  #: digits of a seal that another order can be made to fit
#: How the sources of orders that no letter brought are named.
_NAMES = {
    "plan": "a plan of {}",
    "bot": "a bot for {}",
    "gm": "the game master for {}",
    "lot": "lot for {}",
    "pass": "the referee for {}, who was silent",
    "silence": "the referee for {}, who was silent too often",
    "press": "words of {} that cost something",
    "part": "{}, who took back the rest",
    "import": "{}, in the file that the game began with",
}


class Opened(NamedTuple):
    """An opened seal, or a word in the place of its salt that says where it is from."""

    serial: int
    salt: str
    came: str
    due: str
    seat: str
    text: str
    undone: bool = False

    @property
    def sealed(self) -> bool:
        """Whether a letter brought it."""
        return self.salt not in _NAMES and self.salt != commitments.NO_SEAL


class RecordedOrder(NamedTuple):
    """An order of a record."""

    serial: int
    seat: str
    text: str
    line: int


def opened(letter: str) -> Iterator[Opened]:
    """The opened seals of a letter, quoted or not."""
    held = ""
    for raw in [*letter.splitlines(), ""]:
        line = raw.lstrip(">").strip()
        inside = raw.lstrip(">").startswith("     ")
        if held and line and inside and not line.startswith("#"):
            held += " " + line
            continue
        match = _LINE.fullmatch(held)
        if match:
            serial, undone, salt, came, due, seat, text = match.groups()
            yield Opened(int(serial), salt, came, due, seat, text, bool(undone))
        held = line if line.startswith("#") else ""


def recorded(record: Record) -> Iterator[RecordedOrder]:
    """Yield each order of a record with the turn it counts for. From a line on that
    cannot be replayed, that is the turn of the last heading. Raises Unreadable."""
    story, stopped, named = begin(record), False, 0
    for item in record.items():
        serial = named if stopped else story.table.serial
        if isinstance(item, Heading):
            named = item.serial
        try:
            if not stopped:
                story.take(item)
        except Unreadable:
            stopped = True
        if isinstance(item, Entry):
            text = " / ".join(piece.text for piece in item.pieces)
            yield RecordedOrder(serial, record.seat(item.seat), text, item.seat.line)


def differences(
    lines: Sequence[Opened], orders: Sequence[RecordedOrder]
) -> Iterator[tuple[Sequence[Opened], Sequence[RecordedOrder]]]:
    """Yield the stretches where the orders that a letter opens and those of the record
    differ, as (only in the letter, only in the record).

    Orders that were taken back are no part of the record.
    """
    lines = [one for one in lines if not one.undone]
    keys = [
        [(one.serial, one.seat, " ".join(one.text.split())) for one in side]
        for side in (lines, orders)
    ]
    found = SequenceMatcher(None, keys[0], keys[1], autojunk=False)
    for kind, first, last, start, end in found.get_opcodes():
        if kind != "equal":
            yield lines[first:last], orders[start:end]


def check(record: Record, file: str, receipts: tuple[str, ...]) -> None:
    """Tells what holds. Ends with status 1 where something does not."""
    lines = list(opened(_read(file)))
    if not lines:
        raise Stop(f"{file}: there is no opened seal in it.")
    found = [one for one in lines if one.sealed]
    wrong = [f"{_at(one)}: it came by letter without a seal." for one in lines
             if one.salt == commitments.NO_SEAL]  # fmt: skip
    late = [one for one in found if one.due != "-" and one.came > one.due]
    wrong += [f"#{one.serial} {one.seat}: came after its deadline." for one in late]
    different = list(differences(lines, list(recorded(record))))
    for sent, had in different:
        wrong += [f"{_at(one)}: not in the record there." for one in sent]
        wrong += [
            f"Line {one.line} of the record, {_at(one)}: the letter does not open it "
            "there."
            for one in had
        ]
    if len(different) == 1 and not different[0][0] and len(lines) >= MAX_OPENED:
        click.echo('The last report opens some only: save the answer to "proof".')
    for one in lines:
        if one.undone:
            click.echo(f"Taken back, so not in the record: {_at(one)}")
        elif not one.sealed:
            click.echo(f"Played by {_NAMES[one.salt].format(one.seat)}: {one.text}")
    name = record.header.name or record.header.game
    promised = [
        commitments.commitment(
            name, one.serial, one.seat, one.text.replace(" / ", "\n"), one.came,
            one.salt,
        )
        for one in found
    ]  # fmt: skip
    seals = [
        m[1] or m[2]
        for r in receipts
        for m in map(_SEAL.fullmatch, _read(r).splitlines())
        if m
    ]
    broken = [x for x in seals if not any(whole.startswith(x) for whole in promised)]
    wrong += [f"No order has the seal {seal}." for seal in broken]
    for words in wrong:
        click.echo(words, err=True)
    many = "1 order was" if len(found) == 1 else f"{len(found)} orders were"
    when = f"{len(late)} after the deadline" if late else "each before its deadline"
    click.echo(f"{many} sent, {when}.")
    others = Counter(one.salt for one in lines if not one.sealed)
    if others["plan"]:
        click.echo(f"{others['plan']} came of plans, which no seal promises.")
    if others.total() > others["plan"]:
        count = others.total() - others["plan"]
        click.echo(f"{count} came otherwise, and no seal promises them.")
    if seals:
        holding = len(seals) - len(broken)
        click.echo(f"{holding} of {len(seals)} seals of your receipts hold.")
    if any(len(seal) == _SHORT for seal in seals):
        click.echo(
            f'Receipts with {_SHORT} digits prove little: "proof" brings all of them.'
        )
    if wrong:
        click.echo("The orders are NOT as they were sent.", err=True)
        raise click.exceptions.Exit(1)


def _at(one: Opened | RecordedOrder) -> str:
    return f"#{one.serial} {one.seat}: {one.text}"


def _read(file: str) -> str:
    try:
        with click.open_file(file, encoding="utf-8") as source:
            return str(source.read(8_000_000))
    except (OSError, UnicodeDecodeError) as error:
        raise Stop(f"{file}: {error}") from None
