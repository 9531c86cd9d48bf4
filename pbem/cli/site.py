"""`pbem site`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli._common import Stop


@click.command()
@click.argument("folder")
@click.option("-o", "--out", required=True, metavar="FOLDER", help="Where it goes.")
@click.option("--title", default="Games by mail", help="What the site is called.")
@click.option("--address", default="", metavar="URL", help="Where it will stand.")
def command(folder: str, out: str, title: str, address: str) -> None:
    """Make a web site of the finished games in a folder.

    It shows what everybody could see, and nothing of games that go on. Players are
    "Player 1" and so on, but those who agreed: the file names.txt of the folder has
    a line for each of them, "Ann", or "Ann = Falcon" to be called otherwise.

    Made again, it writes only what has changed. Feeds need the --address.

    \b
    Example:
      pbem site games -o public --title "Friday's table"
    """
    from pbem.gallery.names import NamesFault
    from pbem.gallery.site import make_site

    source = Path(folder)
    if not source.is_dir():
        raise Stop(f"{folder}: there is no such folder.")
    if Path(out).resolve() == source.resolve():
        raise Stop("The site cannot go where the turn files lie: they are not for all.")
    try:
        result = make_site(source, Path(out), title, address)
    except NamesFault as fault:
        raise Stop(
            f"{source / 'names.txt'}, line {fault.line}: {fault.text!r} is no name. "
            'Write a name as the turn files have it, or "Ann = Falcon".'
        ) from None
    except OSError as fault:
        raise Stop(f"{fault.filename or out}: {fault.strerror or fault}.") from None
    shown, fresh = len(result.shown), len(result.written)
    click.echo(
        f"{shown} finished {'game' if shown == 1 else 'games'} in {out}, {fresh} anew"
        f"{f', {len(result.removed)} taken away' if result.removed else ''}."
    )
    for names, why in (
        (result.going_on, "not shown, as it goes on"),
        (result.unnamed, "not shown: under other names it would be another game"),
        (result.unreadable, "not shown: pbem resolve says what is wrong with it"),
    ):
        for name in names:
            click.echo(f"{name}: {why}.")
