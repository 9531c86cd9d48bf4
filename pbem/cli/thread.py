"""`pbem thread`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli._common import Stop, _why, colourful, stop, write_whole
from pbem.record.turn_file import Unreadable, decode, read

if TYPE_CHECKING:
    from pbem.forum.thread import Thread


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--game", "record", required=True, metavar="FILE", help="The record.")
@click.option("--write", is_flag=True, help="Bring the record up to date.")
@click.option(
    "--answer",
    "answers",
    multiple=True,
    metavar="'12 = yes'",
    help="Answer a question; may be given several times.",
)
def command(
    files: tuple[str, ...], record: str, write: bool, answers: tuple[str, ...]
) -> None:
    """Read orders out of a forum thread that was saved in FILES.

    FILES are pages of one thread: Discourse or NodeBB JSON, phpBB or other
    saved HTML, BoardGameGeek XML, the mbox of a list, or text pasted with
    names. What is sure goes into the record with the post it comes from; what
    is not sure is asked, and answers are remembered in the record. Without
    --write nothing is written. A record that does not exist yet is begun from
    the settings in the first post.

    \b
    Example:
      pbem thread page1.html page2.html --game game.txt
      pbem thread topic.json --game game.txt --answer "Bobby = Bob" --write
    """
    from pbem.forum.scan.question_text import markup, refusal_words
    from pbem.forum.scan.questions import AnswerRefused
    from pbem.forum.scan.scan import scan
    from pbem.record.replay import begin
    from pbem.report.page import blocks, to_text

    path = Path(record)
    with ExitStack() as stack:
        if write and path.exists():
            from pbem.files import locked

            stack.enter_context(locked(path))
        thread, text, new = _given(files, path)
        try:
            found = scan(text, thread, answers)
            game = begin(read(text)).game
        except Unreadable as fault:
            raise stop(fault, record) from None
        except AnswerRefused as refused:
            raise Stop(refusal_words(refused)) from None
        if write and (found.changed or new):
            try:
                write_whole(path, found.text.encode())
            except OSError as fault:
                raise Stop(f"{_why(record, fault)} Nothing was changed.") from None
    page = blocks(markup(found, game, written=write, new=new))
    click.echo(to_text(page, bold=colourful()), nl=False)


def _given(files: tuple[str, ...], path: Path) -> tuple[Thread, str, bool]:
    """The thread and the record, and whether the record is only begun. Raises Stop."""
    from pbem.forum.annotations import game_settings
    from pbem.forum.annotations.remembered import recall
    from pbem.forum.detect import read_all
    from pbem.forum.scan.authors import People
    from pbem.forum.scan.question_text import refusal_words
    from pbem.forum.thread import ThreadRefused

    text, names = "", []
    if path.exists():
        text = _text(path)
        seats = _read_or_stop(text, path)
        names = People(seats, recall(text)).names()
    try:
        thread = read_all((_bytes(file) for file in files), names)
    except ThreadRefused as refused:
        words = refusal_words(refused)
        raise Stop(f"{', '.join(files)}: {words}") from None
    if text:
        return thread, text, False
    found = game_settings.read(thread.posts[0]) if thread.posts else None
    text = found.record() if found else ""
    if not text:
        raise Stop(f"{path}: {refusal_words(ThreadRefused('forum.no-game'))}")
    return thread, text, True


def _text(path: Path) -> str:
    try:
        return decode(path.read_bytes())
    except OSError as fault:
        raise Stop(_why(str(path), fault)) from None
    except Unreadable as fault:
        raise stop(fault, str(path)) from None


def _read_or_stop(text: str, path: Path) -> tuple[str, ...]:
    try:
        return read(text).header.seats
    except Unreadable as fault:
        raise stop(fault, str(path)) from None


def _bytes(file: str) -> bytes:
    from pbem.forum.thread import MAX_THREAD_BYTES

    try:
        with open(file, "rb") as source:
            return source.read(MAX_THREAD_BYTES + 1)
    except OSError as fault:
        raise Stop(_why(file, fault)) from None
