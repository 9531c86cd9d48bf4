"""`pbem forum read`."""

from __future__ import annotations

import re
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli._common import Stop, bots_answer, colourful, faults_of
from pbem.record.turn_file import decode, read
from pbem.system.files import locked, write_whole

if TYPE_CHECKING:
    from pbem.forum.scan.questions import Scan
    from pbem.forum.thread import Thread

#: The answer that says which of some pages comes first.
_PAGES = re.compile(r"\s*pages\s*=\s*given\s*", re.IGNORECASE)


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--game", "record", required=True, metavar="FILE", help="The record.")
@click.option("--write", is_flag=True, help="Bring the record up to date.")
@click.option(
    "--left", is_flag=True, help="List lines that name an order and were left alone."
)
@click.option(
    "--answer",
    "answers",
    multiple=True,
    metavar="'12 = yes'",
    help="Answer a question; may be given several times.",
)
def command(
    files: tuple[str, ...],
    record: str,
    write: bool,
    left: bool,
    answers: tuple[str, ...],
) -> None:
    """Find orders and plans in a forum thread that was saved in FILES.

    FILES are pages of one thread, as the browser saves them or as a forum
    hands them out: phpBB, vBulletin, MyBB, XenForo, SMF, Invision, ProBoards,
    FlaskBB, Discourse, NodeBB, Flarum, Reddit, Lemmy, Discord, WhatsApp, lists
    and their archives, BoardGameGeek; pages of others, and text that was copied.
    What is sure goes into the record with the post it comes from; what is
    not sure is asked, and answers are remembered in the record ("12 plan" is
    the plan of post 12); bots that are awaited then answer. Without --write
    nothing is written. A record that does not exist yet is begun from the
    settings in a post of who began the thread, which is the first as a rule.
    The last lines say what is open: what waits for your answer, who is missing
    and since when, private messages to be sent, the deadline.

    \b
    Example:
      pbem forum read page1.html page2.html --game game.txt
      pbem forum read topic.json --game game.txt --answer "Bobby = Bob" --write
    """
    from pbem.bots.table import letting
    from pbem.forum.annotations.remembered import plain
    from pbem.forum.note_words import note_words
    from pbem.forum.scan.answers import AnswerRefused
    from pbem.forum.scan.question_text import awaits, left_alone, markup, refusal_words
    from pbem.forum.scan.scan import scan
    from pbem.pages.page import blocks, to_text
    from pbem.record.replay import begin

    path = Path(record)
    with ExitStack() as stack:
        if write and path.exists():
            stack.enter_context(locked(path))
        given = any(map(_PAGES.fullmatch, answers))
        answers = tuple(one for one in answers if not _PAGES.fullmatch(one))
        thread, text, new = _given(files, path, given=given)
        try:
            with faults_of(record), bots_answer():
                let = letting(time.process_time) if write else None
                found = scan(text, thread, answers, let)
                game = begin(read(text)).game
        except AnswerRefused as refused:
            raise Stop(refusal_words(refused)) from None
        if write and (found.changed or new):
            with faults_of(record, " Nothing was changed."):
                write_whole(path, found.text.encode(), private=new)
    output = markup(found, game, written=write, new=new)
    output += f"\n\n{left_alone(found, game)}" if left else ""
    if notes := [f"- {plain(one)}" for one in note_words(thread)]:
        output += "\n" + "\n".join(["", "== How the thread was read", "", *notes])
    output += f"\n\n{awaits(found, game)}\n\n{_open(found, path)}"
    page = blocks(output)
    click.echo(to_text(page, bold=colourful()), nl=False)


def _open(found: Scan, path: Path) -> str:
    """What is open in the game now, as a page of blocks."""
    from pbem.workspace import private_messages
    from pbem.workspace.folder import Copy, Folder, digest_of, is_name
    from pbem.workspace.loaded_game import load
    from pbem.workspace.open_matters import open_matters

    name, sent = path.stem, {}
    game = load(Copy(name, found.text, digest_of(found.text)))
    if is_name(name):
        sent = private_messages.load(Folder(path.parent, time.time), name)
    return open_matters(found, game, datetime.now(UTC), sent).markup()


def _given(
    files: tuple[str, ...], path: Path, *, given: bool
) -> tuple[Thread, str, bool]:
    """The thread and the record, and whether the record is only begun. Raises Stop."""
    from pbem.forum.annotations import game_settings
    from pbem.forum.annotations.known_posts import recognised
    from pbem.forum.annotations.remembered import recall
    from pbem.forum.detect import read_all
    from pbem.forum.scan.authors import People
    from pbem.forum.scan.question_text import refusal_words
    from pbem.forum.thread import ThreadRefused

    text, names = "", []
    if path.exists():
        with faults_of(str(path)):
            text = decode(path.read_bytes())
            names = People.of_game(read(text).header, recall(text)).names()
    try:
        modified = [_modified(file) for file in files]
        thread = read_all(map(_bytes, files), names, modified, given=given)
    except ThreadRefused as refused:
        raise Stop(f"{', '.join(files)}: {refusal_words(refused)}") from None
    if text:
        return recognised(thread, text), text, False
    if not (text := game_settings.record_of(thread)):
        raise Stop(f"{path}: {refusal_words(ThreadRefused('forum.no-game'))}")
    return thread, text, True


def _modified(file: str) -> datetime:
    """When a file was made, by which "two hours ago" is known. Raises Stop."""
    with faults_of(file):
        return datetime.fromtimestamp(Path(file).stat().st_mtime, UTC)


def _bytes(file: str) -> bytes:
    from pbem.forum.thread import MAX_THREAD_BYTES

    with faults_of(file), open(file, "rb") as source:
        return source.read(MAX_THREAD_BYTES + 1)
