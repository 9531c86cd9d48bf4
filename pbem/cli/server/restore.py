"""`pbem server restore`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from pbem.cli._common import Stop
from pbem.cli._server import configuration, configured, reason


@click.command()
@click.argument("file")
@configured
def command(file: str, config_file: str) -> None:
    """Fill an empty store from a backup FILE.

    `pbem server backup` writes such a file. It stays as it is, and so does the store
    unless all of FILE can be taken in.

    The key file must be the one of that time, or answers to letters that are under
    way cannot be trusted any more.

    \b
    Example:
      pbem server restore --config new/pbem.toml monday.backup
    """
    from sqlalchemy.exc import SQLAlchemyError

    from pbem.server.host import backup
    from pbem.server.host.backup import NoBackup, NoStore, NotEmpty
    from pbem.server.host.logs import discreet
    from pbem.server.store.connection import Busy, Database, Outdated

    config = configuration(config_file)
    name = discreet(config.store)
    try:
        with closing(Database(config.url)) as store:
            rows = backup.load(Path(file), store)
    except NotEmpty:
        raise Stop(
            f"{name}: this store is in use, there are games or letters in it; please "
            "name an empty one."
        ) from None
    except NoStore:
        raise Stop(
            f"{name}: here lies a file that is no store of pbem; please name another "
            "under store."
        ) from None
    except NoBackup as error:
        raise Stop(
            f"{file} is no backup of pbem: {error}. `pbem server backup` writes one."
        ) from None
    except Outdated as error:
        raise Stop(
            f"{file} was made by a newer version of pbem ({error}); please update."
        ) from None
    except Busy:
        raise Stop(f"{name}: a pbem works on it; end that first.") from None
    except SQLAlchemyError as error:
        why = reason(error)
        raise Stop(f"{file} could not be taken into {name}: {why}.") from None
    click.echo(f"{name}: {rows} rows.")
