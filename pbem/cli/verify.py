"""`pbem verify`."""

from __future__ import annotations

import click

from pbem.cli._common import play


@click.command()
@click.argument("file")
@click.option("--commitment", metavar="HEX", help="What was published at the start.")
def command(file: str, commitment: str | None) -> None:
    """Replay a FILE and check its seed against what was published.

    \b
    Example:
      pbem verify game.txt --commitment 66687aad...
    """
    story = play(file)
    click.echo(f"{story.name}: {story.table.serial} turns replayed without a fault.")
    if story.header.seed is None:
        click.echo("This game has no seed: nothing in it was left to chance.")
        return
    from pbem.chance import commitment as commit

    found = commit(story.header.seed)
    click.echo(f"The seed's SHA-256 is {found}.")
    if commitment is None:
        click.echo("Compare it with the one that was published before the game.")
    elif commitment.strip().lower() == found:
        click.echo("It is the one that was published: the shuffles are as promised.")
    else:
        click.echo("It is NOT the one that was published.", err=True)
        raise click.exceptions.Exit(1)
