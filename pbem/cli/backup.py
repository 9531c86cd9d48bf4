"""`pbem backup`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli._server import configured, open_context


@click.command()
@click.argument("file")
@configured
def command(file: str, config_file: str) -> None:
    """Write everything into FILE, while the server goes on.

    The key file is not in it; keep a copy of that elsewhere.

    \b
    Example:
      pbem backup --config /srv/pbem/pbem.toml monday.backup
    """
    from pbem.server.host import backup

    with open_context(config_file, fresh=False) as context:
        rows = backup.save(context.database, Path(file))
        key = context.config.path(context.config.key_file)
    click.echo(f"{file}: {rows} rows. The key is not in it: {key}")
