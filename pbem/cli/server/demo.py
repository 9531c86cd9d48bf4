"""`pbem server demo`."""

from __future__ import annotations

import tempfile
from email.message import Message
from pathlib import Path

import click


@click.command()
@click.option("--keep", metavar="FOLDER", help="Keep the Maildirs and the store here.")
def command(keep: str | None) -> None:
    """Play a game by mail on this machine, and print each letter.

    Three Maildirs, the referee's, Ann's and Bob's, are all there is: no mail
    server and no network.

    \b
    Example:
      pbem server demo
      pbem server demo --keep letters
    """
    from pbem.server.host import demo

    if keep is not None:
        Path(keep).mkdir(parents=True, exist_ok=True)
        demo.play(Path(keep), _show)
        return
    with tempfile.TemporaryDirectory(prefix="pbem-demo-") as place:
        demo.play(Path(place), _show)


def _show(letter: Message, reader: str) -> None:
    from pbem.server.host.demo import body_of

    click.secho(f"{'_' * 72}\nTo {reader}: {letter['Subject']}\n", bold=True)
    lines = body_of(letter).splitlines()
    quoted = next((i for i, line in enumerate(lines) if line.startswith("On Tu")), None)
    shown = lines if quoted is None else [*lines[:quoted], "(the letter is quoted)"]
    click.echo("\n".join(shown) + "\n")
