"""`pbem new`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli._common import (
    Stop,
    bots_answer,
    game_options,
    options_of,
    text_of,
    written,
)
from pbem.cli._outputs import forcible, write_out
from pbem.record.header import Header, Unreadable

if TYPE_CHECKING:
    from pbem.record.replay import Story


@click.command()
@click.argument("game")
@click.option("--seats", required=True, metavar="'A, B'", help="The players' names.")
@click.option("--name", default="", help="A name for this game.")
@game_options
@click.option(
    "--bot", "bots", multiple=True, metavar="NAME=LEVEL", help="A seat for a bot."
)
@click.option(
    "--position", "place", metavar="FILE", help="Begin from a position, or a game's."
)
@click.option("--out", metavar="FILE", help="Write to a file.")
@forcible
def command(
    game: str,
    seats: str,
    name: str,
    options: tuple[str, ...],
    bots: tuple[str, ...],
    place: str | None,
    out: str | None,
    force: bool,
) -> None:
    """Print a fresh turn file for GAME, ready to be edited.

    A seed is drawn where the game needs chance. A bot is easy, fair or strong; it
    answers when "pbem append" or "pbem resolve" comes to its turn. A position is a
    file with its lines, or a turn file: then the game goes on from how that one
    stands. "-" is standard input.

    \b
    Example:
      pbem new arena --seats "Ann, Bob" --option hp=25 > game.txt
      pbem new lava --seats "Ann, Cid" --bot Cid=fair --out game.txt
      pbem new diplomacy --seats Ann --position friday.txt > what-if.txt
    """
    from pbem.pages.page import blocks, to_text
    from pbem.pages.wording import shared_words
    from pbem.plugins.games import GameFault, find
    from pbem.record.fresh import begun, position_of
    from pbem.report import builder

    given = Header(game, tuple(seats.split(",")), name, options_of(options))
    given = given._replace(bots=_levels(bots))
    try:
        found = find(game)
        lines = position_of(text_of(place)) if place else ()
        text, story = begun(given, lines)
    except GameFault as fault:
        if (Path(game) / "pyproject.toml").is_file():
            raise Stop(
                "A turn file names its game, which is found once it is installed: "
                f"pip install -e {game}"
            ) from None
        raise Stop(shared_words().fault(fault.fault)) from None
    except Unreadable as fault:
        raise Stop(shared_words(found.name).fault(fault.fault)) from None
    answers = ""
    if story.header.bots:
        story, answers = _begun(story)
    hint = builder.prompt(story)
    awaited = ", ".join(story.awaited())
    hint += f'\n\nAwaited: {awaited}. An order is a line like "Name: order".\n'
    hint_lines = to_text(blocks(hint)).splitlines()
    comments = "".join(f"# {line.strip()}\n" for line in hint_lines if line.strip())
    content = f"{text}{comments}== 0 ==\n{answers}"
    write_out(content, out, force=force, private=True)


def _levels(bots: tuple[str, ...]) -> dict[str, str]:
    """The seats that bots play, as `--bot Cid=fair` gives them. Raises Stop."""
    found = {}
    for pair in bots:
        seat, equals, level = (part.strip() for part in pair.partition("="))
        if not equals or not seat or not level:
            raise Stop(f'"{pair}": a bot is written like Cid=fair.')
        found[seat] = level
    return found


def _begun(story: Story) -> tuple[Story, str]:
    """Let bots begin where it is their turn; return what they say, as lines."""
    from pbem.bots.table import BotTable

    if len(story.header.bots) == len(story.header.seats):
        raise Stop("Bots play all seats; please leave one for a person.")
    table = BotTable(story, spent=time.process_time)
    with bots_answer():
        table.go_on()
    answers = [(one.serial, one.written) for one in table.answers]
    return table.story, written(answers, 0)
