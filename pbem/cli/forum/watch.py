"""`pbem forum watch`."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli._common import Stop, colourful, faults_of, log_failures

if TYPE_CHECKING:
    from pbem.watch.state import Tracking
    from pbem.watch.watch import Watch

_SECRET = "env:NAME, file:PATH, cmd:PROGRAM, or - to be asked for it."


@click.command()
@click.argument("file")
@click.option("--thread", metavar="ADDRESS", help="Where the thread lies, once.")
@click.option("--forum", metavar="NAME", help="Its program; else that is found out.")
@click.option("--name", metavar="MEMBER", help="You, as the forum calls you.")
@click.option("--password", metavar="WHERE", help=f"Of that member: {_SECRET}")
@click.option("--token", metavar="WHERE", help="Or API key; likewise.")
@click.option("--every", metavar="TIME", help="Between two looks; 15m at first.")
@click.option(
    "--post",
    type=click.Choice(["ask", "itself", "never"]),
    help="Reports and private messages: on your yes, by itself, or never.",
)
@click.option("--pace", metavar="TIME", help='For a turn: "3 days, not on weekends".')
@click.option("--publish", metavar="FOLDER", help="For board and replay, each turn.")
@click.option("--address", metavar="URL", help="Of that folder, for links in posts.")
@click.option("--once", is_flag=True, help="Look once, and end (for cron).")
@click.option("--show", is_flag=True, help="Print what waits for your yes; look not.")
@click.option("--yes", metavar="DIGEST", help="Post what was shown under this name.")
@click.option("--sent", metavar="SEAT", help="This message did arrive.")
@click.option("--not-sent", metavar="SEAT", help="This one did not: send it again.")
@click.option("--stop", is_flag=True, help="Watch this thread no more.")
@click.option(
    "--answer",
    "answers",
    multiple=True,
    metavar="'12 = yes'",
    help="Answer a question, as in pbem forum read.",
)
def command(file: str, answers: tuple[str, ...], **given: Any) -> None:
    """Read the thread of the game in FILE every few minutes, and answer.

    Looks at the thread every few minutes, takes what is sure into the record
    with its evidence, asks about the rest, and has the next report ready when
    a turn is played. It is posted when you say yes to what you have seen, or
    by itself if you say --post itself and nothing is asked; those who see more
    than everybody get a private message. Nothing is posted twice.

    With a time for a turn (--pace, or the game's own: --answer "pace = 3 days, not
    on weekends") each report says until when orders are due, who is missing is
    reminded a day before, and most of the players can have more time. After it
    the turn closes when you say so, or by itself (--answer "closing = itself"). An
    order that was read from prose and closes a turn is held for some minutes
    ("hold = 10m"): its player can write "wrong" meanwhile. --publish writes the
    board and the game turn by turn, as all may see them, into a folder that your
    web server shows; with its --address each report links to them.

    NodeBB (token) and FlaskBB (member) were tried on real servers;
    Discourse (API key), NodeBB 3 (token) and phpBB (member) are spoken to as
    their handbooks say. Any other public page is read, and you copy the post.
    What you set is stored with the file, for you alone to read.

    \b
    Example:
      pbem forum watch duel.txt --thread https://forum.example/topic/57/duel \\
          --name Gina --token cmd:"pass forum" --pace 3d
      pbem forum watch duel.txt --answer "12 = yes" --once
    """
    one = _watch(file)
    _set_up(one, given)
    if given["stop"]:
        one.forget()
        click.echo(f"{file}: its thread is watched no more.")
        return
    if given["show"]:
        _show(one)
        return
    from pbem.forum.scan.answers import AnswerRefused
    from pbem.forum.scan.question_text import refusal_words

    with faults_of(file):
        try:
            for key, sent in (("sent", True), ("not_sent", False)):
                if given[key]:
                    _do(one.settle, given[key], sent=sent)
            if given["yes"]:
                _do(one.allow, given["yes"])
            seen = one.look(answers)
        except AnswerRefused as refused:
            raise Stop(refusal_words(refused)) from None
        _tell(one, seen)
    done = given["once"] or answers or given["yes"]
    if done or given["sent"] or given["not_sent"]:
        raise click.exceptions.Exit(2 if seen.trouble else 0)
    if not seen.over:
        _go_on(one)


def _watch(file: str) -> Watch:
    """The watch of a game's file. Raises Stop."""
    path = Path(file)
    try:
        from pbem.watch.watch import Watch
    except ModuleNotFoundError as fault:
        raise Stop(
            f"Watching a thread needs {fault.name}, which is not installed: "
            'pip install "pbem[watch]".'
        ) from None
    from pbem.workspace.folder import Folder, is_name

    if path.suffix != ".txt" or not is_name(path.stem) or not path.parent.is_dir():
        raise Stop(f"{file}: please name the turn file, which ends in .txt.")
    return Watch(Folder(path.parent.resolve(), time.time), path.stem)


def _set_up(one: Watch, given: dict[str, Any]) -> None:
    """Merge the given settings into the stored ones, and save them. Raises Stop."""
    from pbem.watch.settings import WatchSettings

    new = {}
    for key in (
        "thread",
        "forum",
        "name",
        "password",
        "token",
        "every",
        "post",
        "pace",
        "publish",
        "address",
    ):
        if given[key] is not None:
            new[key] = given[key]
    for key in ("password", "token"):
        if key in new:
            new[key] = _secret(key, new[key])
    before = _do(one.settings)
    if before is None and "thread" not in new:
        raise Stop(_words("unset", {}))
    if not new:
        return
    current = {
        key: getattr(before, key) for key in WatchSettings.__struct_fields__ if before
    }
    if before and "thread" in new and "forum" not in new:
        current.pop("forum")
    found = _do(one.set_up, WatchSettings(**{**current, **new}), fresh=new)
    click.echo(_words("set", {"found": found, "client": _client(found.forum)}))


def _secret(key: str, value: str) -> str:
    """A secret, or where it lies; what a program was started with is seen by all."""
    from pbem.system.secret import lies_elsewhere

    if value == "-":
        return str(click.prompt(key.title(), hide_input=True))
    if not lies_elsewhere(value):
        raise Stop(
            f"--{key}: please do not type it here, where others on this machine can "
            f"read it. Give {_SECRET}"
        )
    return value


def _client(forum: str) -> Any:
    from pbem.watch.client import known_clients

    return known_clients()[forum]


def _do(work: Any, *args: Any, **more: Any) -> Any:
    """Call a function; report a forum's failure in words. Raises Stop."""
    from pbem.watch.trouble import Trouble

    try:
        return work(*args, **more)
    except Trouble as trouble:
        raise Stop(_words(trouble.code, trouble.given)) from None


def _words(code: str, given: Any) -> str:
    from pbem.watch.words import words

    return words(code, given)


def _show(one: Watch) -> None:
    """Print the report that waits, and the messages, as they would go out."""
    with faults_of(f"{one.name}.txt"):
        due = _do(one.due)
    if due is None:
        click.echo("No report waits: the thread has all of them.")
        return
    rule = "-" * 72
    for parcel in due.parcels:
        to = parcel.to or "nobody: who plays this seat is not known"
        head = f"Private, to {to} ({parcel.seat})" if parcel.seat else "In the thread"
        click.echo(f"{rule}\n{head}\n{rule}\n\n{parcel.text}")
    click.echo(
        f"{rule}\nTo post it: pbem forum watch {one.name}.txt --yes {due.digest}"
    )


def _tell(one: Watch, seen: Tracking) -> None:
    """Print what a look came to, and what is asked."""
    from pbem.forum.scan.question_text import markup
    from pbem.pages.page import blocks, to_text
    from pbem.watch.glance import glance

    output = glance(one.name, f"{one.name}.txt", seen, _do(one.outgoing))
    if seen.questions and (found := one.scanned()) is not None:
        output += "\n\n" + markup(*found, written=True)
    click.echo(to_text(blocks(output), bold=colourful()), nl=False)


def _go_on(one: Watch) -> None:
    """Look again and again until Ctrl-C."""
    from pbem.watch.loop import watch_all

    log_failures()

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    shown = [""]

    def tell(one: Watch, seen: Tracking) -> None:
        """Tell of a look only if it brought something."""
        about = (seen.posts, seen.questions, seen.due, str(seen.trouble), seen.over)
        if str(about) != shown[0]:
            shown[0] = str(about)
            _tell(one, seen)
        if seen.over:
            stop.set()

    def fail(one: Watch, error: Exception) -> None:
        """Say what cannot be read, and go on."""
        click.echo(f"{one.name}: {error}", err=True)

    watch_all(lambda: [one], stop, tell, time.time, fail)
