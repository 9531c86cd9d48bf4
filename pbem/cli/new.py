"""`pbem new`."""

from __future__ import annotations

import click

from pbem.cli._common import Stop, options_of
from pbem.cli._outputs import forcible, write_out
from pbem.record.header import Header, print_header
from pbem.record.turn_file import Unreadable, read


@click.command()
@click.argument("game")
@click.option("--seats", required=True, metavar="'A, B'", help="The players' names.")
@click.option("--name", default="", help="A name for this game.")
@click.option(
    "--option", "options", multiple=True, metavar="K=V", help="An option of the game."
)
@click.option("--out", metavar="FILE", help="Write to a file.")
@forcible
def command(
    game: str,
    seats: str,
    name: str,
    options: tuple[str, ...],
    out: str | None,
    force: bool,
) -> None:
    """Print a fresh turn file for GAME, ready to be edited.

    A seed is drawn where the game needs chance.

    \b
    Example:
      pbem new arena --seats "Ann, Bob" --option hp=25 > game.txt
    """
    from pbem.games import GameFault, find
    from pbem.record.fresh import fresh
    from pbem.record.replay import begin
    from pbem.report.page import blocks, to_text
    from pbem.report.wording import shared_words, words

    given = Header(game, tuple(seats.split(",")), name, options_of(options))
    try:
        header = fresh(given)
    except GameFault as fault:
        raise Stop(shared_words().fault(fault.fault)) from None
    found, text = find(header.game), print_header(header)
    try:
        story = begin(read(text))
    except Unreadable as fault:
        raise Stop(shared_words(found.name).fault(fault.fault)) from None
    rules, state = story.game.rules, story.table.state
    window = rules.window(state)
    hint = words(found).prompt(window, rules.view(state, None), None) if window else ""
    awaited = ", ".join(story.awaited())
    hint += f'\n\nAwaited: {awaited}. An order is a line like "Name: order".\n'
    lines = to_text(blocks(hint)).splitlines()
    comments = "".join(f"# {line.strip()}\n" for line in lines if line.strip())
    content = f"{text}{comments}== 0 ==\n"
    write_out(content, out, force=force, private=True)
