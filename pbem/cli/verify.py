"""`pbem verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli._common import Stop, faults_of, load, play
from pbem.cli._outputs import forcible, write_out

if TYPE_CHECKING:
    from pbem.chance import Draw


@click.command()
@click.argument("file")
@click.option("--commitment", metavar="HEX", help="What was published at the start.")
@click.option("--draws", metavar="PROOF", help="Write all draws, for verify_alone.py.")
@click.option(
    "--opened", metavar="LETTER", help="The last report, which opens the seals."
)
@click.option(
    "--receipt", "receipts", multiple=True, metavar="LETTER", help="A receipt of yours."
)
@forcible
def command(
    file: str,
    commitment: str | None,
    draws: str | None,
    opened: str | None,
    receipts: tuple[str, ...],
    force: bool,
) -> None:
    """Replay FILE and check its seed against what was published.

    With --opened the orders are checked too: that each came before its deadline,
    that the record holds all that was sent, in its turn, and nothing else, and,
    with --receipt, that the referee's receipts had promised just that. Save the
    letters as text.

    With --draws everything that was left to chance is listed in PROOF, which
    pbem/verify_alone.py checks without anything else of ours.

    \b
    Example:
      pbem verify game.txt --commitment 66687aad...
      pbem verify game.txt --draws proof.txt
    """
    log: list[Draw] = []
    try:
        story = play(file, None, log)
    except Stop as stop:
        if opened is None:
            raise
        from pbem.cli import _seals

        stop.show()
        with faults_of(file):
            _seals.check(load(file), opened, receipts)
        raise click.exceptions.Exit(stop.exit_code) from None
    from pbem.pages.counting import counted

    turns = counted(story.table.serial, "turn")
    count = sum(one.fault.refuses for one in story.faults)
    refused = f"; I refused {counted(count, 'order')} on the way"
    click.echo(f"{story.name}: {turns} replayed{refused if count else ''}.")
    if opened is not None:
        from pbem.cli import _seals

        _seals.check(story.record, opened, receipts)
    if story.header.seed is None:
        click.echo("This game has no seed: nothing in it was left to chance.")
        if commitment is None:
            return
        click.echo("So it is NOT the one whose seed's hash was published.", err=True)
        raise click.exceptions.Exit(1)
    from pbem.chance import commitment as commit

    found = commit(story.header.seed)
    if draws is not None:
        from pbem.chance import proof
        from pbem.record.opening import players_words

        text = proof(story.name, story.header.seed, players_words(story.record), log)
        write_out(text, None if draws == "-" else draws, force=force)
    click.echo(f"The seed's SHA-256 is {found}.")
    if commitment is None:
        click.echo("Compare it with the one that was published before the game.")
    elif commitment.strip().lower() == found:
        click.echo("It is the one that was published: the shuffles are as promised.")
    else:
        click.echo("It is NOT the one that was published.", err=True)
        raise click.exceptions.Exit(1)
