"""What the commands of the mail server share: configuration, store, key."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pbem.cli._common import Stop

if TYPE_CHECKING:
    from pbem.cli._guarded import ServerTask
    from pbem.server.context import ServerContext
    from pbem.server.flow.server import MailServer
    from pbem.server.settings.config import Config

F = TypeVar("F", bound=Callable[..., Any])


def configured(command: F) -> F:
    """Adds --config to a command."""
    option = click.option(
        "--config",
        "config_file",
        metavar="FILE",
        default="pbem.toml",
        envvar="PBEM_CONFIG",
        show_default=True,
        help="The configuration; pbem server init writes one.",
    )
    return option(command)


def configuration(file: str) -> Config:
    """The configuration in a file. Raises Stop."""
    from pbem.server.settings.config import Misconfigured, load

    try:
        return load(Path(file))
    except FileNotFoundError:
        raise Stop(
            f'{file}: there is no such file. "pbem server init" writes one; '
            "--config FILE names another."
        ) from None
    except OSError as error:
        raise Stop(f"{file}: {error.strerror}.") from None
    except Misconfigured as error:
        raise Stop(f"{file}: {error}.") from None


@contextmanager
def open_context(file: str, *, fresh: bool = True) -> Iterator[ServerContext]:
    """Open what a configuration names, its store ready. Raises Stop."""
    from sqlalchemy.exc import SQLAlchemyError

    from pbem.server.context import ServerContext
    from pbem.server.host.logs import discreet
    from pbem.server.store.connection import Database, Outdated
    from pbem.server.store.reply_tokens import (
        NoKey,
        StoreMissing,
        WrongKey,
        need_store,
        open_key,
    )

    config = configuration(file)
    store = Database(config.url)
    try:
        need_store(store, config.path(config.key_file))
        if not fresh and not store.exists():
            raise Stop(f"{discreet(config.url)}: there is no store yet.")
        store.prepare()
        with store.writing() as conn:
            key = open_key(conn, config.path(config.key_file))
        yield ServerContext(config, store, key)
    except Outdated as error:
        raise Stop(
            f"The store was made by a newer version of pbem ({error}); please update."
        ) from None
    except StoreMissing:
        raise Stop(
            f"{discreet(config.url)}: there is no store here, but {config.key_file} is "
            "the key of one. Is its disk there, and store in the settings right? "
            '"pbem server restore" brings a backup back; to begin with an empty store, '
            "name another file under key_file."
        ) from None
    except WrongKey:
        there = config.path(config.key_file).exists()
        what = "is not the key that this store was used with" if there else "is missing"
        raise Stop(
            f"{config.key_file} {what}; copy the old file back, or no answer to an "
            "earlier letter can be trusted."
        ) from None
    except NoKey:
        raise Stop(f"{config.key_file}: this is no key of pbem.") from None
    except SQLAlchemyError as error:
        where = discreet(config.url)
        raise Stop(f"{where}: the store cannot be used: {reason(error)}") from None
    finally:
        store.close()


def reason(error: Exception) -> str:
    """Why a database refused, in its own words but without its password."""
    from pbem.server.host.logs import discreet
    from pbem.server.store.connection import cause

    return discreet(cause(error))


@contextmanager
def server(file: str, charge: ServerTask | None) -> Iterator[MailServer]:
    """Open a complete server, the only one on its store. It quarantines the work during
    which the previous process was killed. Raises Stop."""
    from pbem.mail.sandbox.reader import LetterReader
    from pbem.server.flow.quarantine import quarantine
    from pbem.server.flow.server import MailServer, too_large
    from pbem.server.host.transports import sink, sources
    from pbem.server.settings.config import Misconfigured
    from pbem.server.store.connection import Busy

    with open_context(file) as context:
        try:
            with context.database.alone():
                if charge is not None:
                    context.guard = charge.guard
                    context.guard.allow(context.config.limits.work_seconds)
                    if charge.quarantined is not None:
                        quarantine(context, charge.quarantined, time.time())
                reader = LetterReader()
                oversize = too_large(context, reader, time.time)
                parts = MailServer(
                    context,
                    sources(context.config, oversize),
                    sink(context.config),
                    reader,
                )
                try:
                    yield parts
                finally:
                    parts.close()
        except Busy:
            raise Stop(
                "Another pbem works on this store already; one is enough."
            ) from None
        except Misconfigured as error:
            raise Stop(f"{file}: {error}.") from None
        except OSError as error:
            raise Stop(
                f"{error.filename or file}: {error.strerror or error}."
            ) from None
