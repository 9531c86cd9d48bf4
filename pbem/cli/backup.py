"""`pbem backup`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli._server import configured, office


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

    with office(config_file, fresh=False) as desk:
        rows = backup.save(desk.database, Path(file))
        key = desk.config.path(desk.config.key_file)
    click.echo(f"{file}: {rows} rows. The key is not in it: {key}")
