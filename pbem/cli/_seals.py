"""Checks the orders of a game against the letters that its players have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import click

from pbem.cli._common import Stop
from pbem.record.replay import Story, begin
from pbem.record.turn_file import Entry
from pbem.server.game import commitments

_LINE = re.compile(r"#(\d{1,6}) (\S{4,64}) (\S{1,20}) (\S{1,20}) ([^:]{1,40}): ?(.*)")
#: Ten digits of a seal in a receipt, or all of it.
_SEAL = re.compile(r"[>\s]*(?:Seal\s+([0-9a-f]{10})\b.*|(?:#\d+ )?([0-9a-f]{64})\s*)")


class Opened(NamedTuple):
    """An opened seal."""

    serial: int
    salt: str
    came: str
    due: str
    seat: str
    text: str


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
            salt, came, due, seat, text = match.groups()[1:]
            yield Opened(int(match[1]), salt, came, due, seat, text)
        held = line if line.startswith("#") else ""


def check(story: Story, file: str, receipts: tuple[str, ...]) -> None:
    """Tells what holds. Ends with status 1 where something does not."""
    lines = list(opened(_read(file)))
    if not lines:
        raise Stop(f"{file}: there is no opened seal in it.")
    found = [one for one in lines if one.salt != commitments.PLAN]
    planned = {
        (one.serial, one.seat, one.text)
        for one in lines
        if one.salt == commitments.PLAN
    }
    wrong = [one for one in found if one.due != "-" and one.came > one.due]
    for one in wrong:
        click.echo(f"#{one.serial} {one.seat}: came after its deadline.", err=True)
    sent = {(one.seat, one.text) for one in found}
    odd = by_plan = 0
    copy = begin(story.record)
    for item in story.record.items():
        serial = copy.table.serial
        if planned:
            copy.take(item)
        if not isinstance(item, Entry):
            continue
        order = " / ".join(piece.text for piece in item.pieces)
        this = story.record.seat(item.seat), order
        if (serial, *this) in planned:
            by_plan += 1
            click.echo(f"Played by a plan of {item.seat.text}: {order}")
        elif this not in sent:
            odd += 1
            click.echo(f"Not sent by letter: {item.seat.text}: {order}")
    name = story.name
    promised = {
        commitments.commitment(
            name, one.serial, one.seat, one.text.replace(" / ", "\n"), one.came,
            one.salt,
        ): one
        for one in found
    }  # fmt: skip
    seals = [
        m[1] or m[2]
        for r in receipts
        for m in map(_SEAL.fullmatch, _read(r).splitlines())
        if m
    ]
    broken = [x for x in seals if not any(whole.startswith(x) for whole in promised)]
    for seal in broken:
        click.echo(f"No order has the seal {seal}.", err=True)
    many = "1 order was" if len(found) == 1 else f"{len(found)} orders were"
    late = f"{len(wrong)} after the deadline" if wrong else "each before its deadline"
    click.echo(f"{many} sent, {late}.")
    if by_plan:
        click.echo(f"{by_plan} came of plans, which no seal promises.")
    if odd:
        click.echo(f"{odd} came otherwise: by the game master, or by lot.")
    if seals:
        kept = len(seals) - len(broken)
        click.echo(f"{kept} of {len(seals)} seals of your receipts hold.")
    if wrong or broken:
        raise click.exceptions.Exit(1)


def _read(file: str) -> str:
    try:
        with click.open_file(file, encoding="utf-8") as source:
            return str(source.read(8_000_000))
    except (OSError, UnicodeDecodeError) as error:
        raise Stop(f"{file}: {error}") from None
