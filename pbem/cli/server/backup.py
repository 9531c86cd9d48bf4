"""`pbem server backup`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli._common import Stop
from pbem.cli._outputs import forcible, refuse_to_replace, writing_to
from pbem.cli._server import configured, open_context, reason


@click.command()
@click.argument("file")
@forcible
@configured
def command(file: str, force: bool, config_file: str) -> None:
    """Write everything into one FILE, while the server goes on.

    It holds what the store does: names, addresses, hidden orders, and letters,
    without their tokens once they were read. The key file is not in it; keep a
    copy of that elsewhere.

    \b
    Example:
      pbem server backup --config /srv/pbem/pbem.toml monday.backup
    """
    from sqlalchemy.exc import SQLAlchemyError

    from pbem.pages.counting import counted
    from pbem.server.host import backup

    with open_context(config_file, fresh=False) as context:
        store, path = context.database, Path(file)
        if store.embedded and path.resolve() == Path(context.config.url).resolve():
            raise Stop(f"{file} is the store itself. Please name another file.")
        refuse_to_replace(path, force=force)
        try:
            with writing_to(file):
                held = backup.save(store, path)
        except SQLAlchemyError as error:
            raise Stop(f"{file} could not be written: {reason(error)}") from None
        key = context.config.path(context.config.key_file)
    click.echo(
        f"{file}: {counted(held.rows, 'row')}: {counted(held.games, 'game')}, "
        f"{counted(held.letters, 'letter')} that came, {held.waiting} to be sent, and "
        f"mail addresses: {held.addresses}.\n"
        f"It holds names, addresses and hidden orders: keep it as safe as the store."
    )
    if held.unread:
        click.echo(
            f"In it are {counted(held.unread, 'letter')} that nobody could read yet, "
            "with tokens that can be used."
        )
    click.echo(f"The key is not in it: {key}")
