"""What several commands share: reading a record, saying what is wrong with it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, TypeAlias

import click

from pbem.protocol import Seat
from pbem.record.turn_file import Record, Unreadable, decode, read, read_raw

if TYPE_CHECKING:
    from pbem.bots.levels import Level
    from pbem.bots.table import BotAnswer, BotTable
    from pbem.chance import Draw
    from pbem.record.replay import Story
    from pbem.report.model import Reader


LONG_SECONDS = 10.0  #: that a bot may think: a notice is printed before
#: What is added to a file: lines, by the window that they are for.
Turns: TypeAlias = list[tuple[int, list[str]]]


class Stop(click.ClickException):
    """A message that ends a command, with exit status 2."""

    exit_code = 2

    def show(self, file: IO[str] | None = None) -> None:
        """The message on standard error."""
        click.echo(self.message, err=True)


def load(file: str) -> Record:
    """The record in a file; "-" is standard input. Raises Stop."""
    with faults_of(file):
        return read(text_of(file))


def text_of(file: str) -> str:
    """The text of a file; "-" is standard input. Raises Stop."""
    with faults_of(file):
        if file == "-":
            return decode(read_raw(sys.stdin.buffer))
        with open(file, "rb") as source:
            return decode(read_raw(source))


@contextmanager
def faults_of(file: str, more: str = "") -> Iterator[None]:
    """Raise Stop for what is wrong with a file: OSError, Unreadable."""
    try:
        yield
    except OSError as fault:
        raise Stop(_why(file, fault) + more) from None
    except Unreadable as fault:
        raise stop(fault, file) from None


def _why(file: str, fault: OSError) -> str:
    if isinstance(fault, FileNotFoundError):
        return f"{file}: there is no such file."
    if isinstance(fault, IsADirectoryError):
        return f"{file} is a folder; name the file of one game in it."
    if isinstance(fault, PermissionError):
        return f"{file}: you have no permission to read or write this."
    return f"{file}: {fault.strerror or fault}."


def stop(fault: Unreadable, file: str) -> Stop:
    """The message for a record that cannot be adjudicated."""
    from pbem.pages.parting import visible
    from pbem.pages.wording import shared_words

    where = "standard input" if file == "-" else file
    lines = [f"{where}:"]
    if fault.line:
        lines = [f"{where}, line {fault.line}:"]
        if fault.column:
            lines = [f"{where}, line {fault.line}, column {fault.column}:"]
        source = fault.source[:200].replace("\t", " ")
        if source.strip():
            lines.append(f"    {source}")
            if 0 < fault.column <= 200:
                lines.append("    " + " " * (fault.column - 1) + "^")
    words = shared_words(fault.game)
    lines.append(words.fault(fault.fault, fault.source))
    return Stop(visible("\n".join(lines)))


def play(
    file: str,
    tell: Callable[..., None] | None = None,
    log: list[Draw] | None = None,
) -> Story:
    """The whole story of a file. Raises Stop."""
    from pbem.record import replay

    with faults_of(file):
        return replay.play(load(file), tell, log)


def play_with_bots(
    file: str,
    tell: Callable[..., None] | None = None,
    *,
    due: bool = False,
    seconds: float,
) -> Story:
    """The whole story of a file, bots having their say where it is asked, the open
    window closed where it is `due`.

    What they say is told on standard error as they say it, and before who thinks for
    long. They think for so many seconds of processor time at most. Raises Stop.
    """
    record = load(file)
    if not record.header.bots:
        from pbem.record import replay

        with faults_of(file):
            return replay.play(record, tell, due=due)
    from pbem.bots import table

    def begin(seat: str, level: Level, serial: int) -> None:
        if level.seconds >= LONG_SECONDS:
            most = f"{level.seconds:.0f} seconds at most"
            click.echo(
                f"{seat} (bot, {level.name}) thinks about turn {serial}: {most} ...",
                err=True,
            )

    def heard(one: BotAnswer) -> None:
        click.echo(str(one), err=True)

    try:
        with faults_of(file), bots_answer():
            given = (record, tell, time.process_time)
            found = table.play(*given, due=due, total=seconds, begin=begin, heard=heard)
    except table.OutOfTime as stopped:
        raise Stop(
            f"{file}: bots have thought for {seconds:g} seconds and are in turn "
            f"{stopped.serial}; the file goes on behind it, so nothing can be told of "
            "it yet. --bot-seconds N gives them more time."
        ) from None
    return found.story


@contextmanager
def bots_answer() -> Iterator[None]:
    """Raise Stop where a bot has no answer."""
    from pbem.bots.table import NoAnswer

    try:
        yield
    except NoAnswer as fault:
        raise Stop(f"The bot that plays {fault.seat} has found no answer.") from None


def tell_bots(table: BotTable) -> None:
    """Say on standard error what bots have answered."""
    for one in table.answers:
        click.echo(str(one), err=True)


def written(turns: Turns, heading: int | None) -> str:
    """The lines of some turns as a file gets them (writing.turn_lines)."""
    from pbem.record.writing import turn_lines

    return "".join(f"{line}\n" for line in turn_lines(turns, heading))


def seat_of(story: Story, name: str) -> Seat:
    """The seat of this name. Raises Stop."""
    from pbem.record.turn_file import Piece

    with faults_of("--for"):
        return story.record.seat(Piece(name.strip(), 0, 0))


def reader_of(story: Story, seat: str | None, public: bool, display: str) -> Reader:
    """Whom a report is for: a seat, the public, or the moderator."""
    from pbem.report.model import Reader

    if seat is not None and public:
        raise Stop("Please give --for or --public, not both.")
    if seat is not None:
        return Reader(seat=seat_of(story, seat), display=display)
    return Reader(moderator=not public, display=display)


seats_option = click.option(
    "--seats", metavar="N", help="How many players, or their names: 'Ann, Bob'."
)
game_options = click.option(
    "--option", "options", multiple=True, metavar="K=V", help="An option of the game."
)


def options_of(pairs: tuple[str, ...]) -> dict[str, str]:
    """The options of a game, as `--option hp=25` gives them. Raises Stop."""
    given = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip() or not value.strip():
            raise Stop(f'"{pair}": an option is written like hp=25.')
        given[key.strip().lower()] = value.strip()
    return given


def colourful() -> bool:
    """Whether headings may be set off: on a terminal, without NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def log_failures() -> None:
    """Write to standard error what games raise at orders, which are refused."""
    import logging

    logging.getLogger("pbem.plugins.game").addHandler(logging.StreamHandler())
