"""`pbem resolve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli._common import Stop, colourful, play_with_bots, reader_of
from pbem.cli._outputs import forcible, write_out
from pbem.referee import Played

if TYPE_CHECKING:
    from pbem.record.replay import Story

FORMATS = ("text", "markdown", "bbcode", "html", "json", "transcript")


def _transcript(story: Story) -> str:
    """Return a game in the format of its players. Raises Stop if it has no format."""
    from pbem.protocol import Transcribed

    rules, state = story.game.rules, story.table.state
    if isinstance(rules, Transcribed):
        text = rules.transcript(state, story.name)
        if text:
            return text
    raise Stop(f"{story.game.title} has no transcript: its record is the turn file.")


@click.command()
@click.argument("file")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="How the report is set; transcript: the moves alone, as PGN or SGF, where "
    "the game has that.",
)
@click.option("--for", "seat", metavar="SEAT", help="What this player may see.")
@click.option("--public", is_flag=True, help="What everybody may see.")
@click.option("--all", "whole", is_flag=True, help="The whole story, turn by turn.")
@click.option("--due", is_flag=True, help="Close the open turn as at its deadline.")
@click.option("--strict", is_flag=True, help="Exit 1 when any order was refused.")
@click.option(
    "--bot-seconds",
    type=click.IntRange(min=1),
    default=60,
    show_default=True,
    help="Of the processor, that all bots together may think.",
)
@click.option("--out", metavar="FILE", help="Write to a file.")
@forcible
@click.option(
    "--display",
    type=click.Choice(("board", "list")),
    default="board",
    help="list: no drawing, for screen readers.",
)
def command(
    file: str,
    form: str,
    seat: str | None,
    public: bool,
    whole: bool,
    due: bool,
    strict: bool,
    bot_seconds: int,
    out: str | None,
    force: bool,
    display: str,
) -> None:
    """Adjudicate the game in FILE and print the report.

    The report tells what the last resolved turn brought, and who is awaited.
    FILE may be - for standard input. Bots (Bots: Cid=fair) answer where nobody else is
    awaited; "pbem append FILE" writes their orders into the file.

    \b
    Example:
      pbem resolve game.txt
      pbem resolve game.txt --for Ann --format markdown
    """
    played: list[Played] = []
    tell = played.append if whole else None
    story = play_with_bots(file, tell, due=due, seconds=bot_seconds)
    if form == "transcript":
        write_out(_transcript(story), out, force=force)
        return
    reader = reader_of(story, seat, public, display)
    from pbem.report import builder
    from pbem.report.document import document

    turns = played if whole else None
    if form == "json":
        import json

        found = document(story, reader, turns)
        text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    else:
        from pbem.report.model import render

        report = builder.report(story, reader, turns, whole=whole)
        if form == "html":
            from pbem.report.html import html_page

            text = html_page(report)
        else:
            bold = form == "text" and out is None and colourful()
            text = render(report, form, bold=bold)
    write_out(text, out, force=force)
    if strict and any(x.fault.refuses or x.fault.line for x in story.faults):
        raise click.exceptions.Exit(1)
