"""`pbem replay`."""

from __future__ import annotations

import click

from pbem.cli._common import Stop, play, reader_of, text_of
from pbem.cli._outputs import forcible, write_out
from pbem.referee import Played


@click.command()
@click.argument("file")
@click.option("-o", "--out", required=True, metavar="FILE", help="The page to write.")
@click.option("--for", "seat", metavar="SEAT", help="What this player may see.")
@click.option("--public", is_flag=True, help="What everybody may see.")
@click.option("--faults", is_flag=True, help="With the orders that were refused.")
@click.option("--press", metavar="FILE", help="With what was written, from a file.")
@forcible
def command(
    file: str,
    out: str,
    seat: str | None,
    public: bool,
    faults: bool,
    press: str | None,
    force: bool,
) -> None:
    """Write a game as one web page with the board at every turn.

    The page needs no network and no other file. Arrow keys step through it,
    and its address with #t12 opens what the letters call #12. Without --for or
    --public it is the moderator's, and holds the turn file to download.

    The file of --press is a list in JSON; each of its messages has a serial
    (the turn, from 0), a text, and may have a sender and a list "to".

    \b
    Example:
      pbem replay game.txt --public -o game.html
    """
    from pbem.report.replay_page import film, read_press

    played: list[Played] = []
    story = play(file, played.append)
    reader = reader_of(story, seat, public, "board")
    record = text_of(file) if file != "-" else ""
    try:
        remarks = read_press(text_of(press)) if press else []
    except ValueError as fault:
        raise Stop(f"{press}: this is no file of messages: {fault}.") from None
    document = film(story, played, reader, record, faults=faults, press=remarks)
    write_out(document, out, force=force, private=reader.moderator)
