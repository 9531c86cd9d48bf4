"""`pbem forum page`."""

from __future__ import annotations

import time
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli._common import Stop
from pbem.cli._page import flask_needed, is_own, serve

if TYPE_CHECKING:
    from pbem.web.app_state import AppState


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path))
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8377,
    show_default=True,
    help="0 takes one that is free.",
)
@click.option(
    "--listen",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Where to listen; by default this machine alone can reach the page.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name by which browsers may call this machine.",
)
@click.option(
    "--config", metavar="FILE", help="pbem.toml of a mail server, to show its games."
)
@click.option("--open/--no-open", "show", default=True, help="Open a browser.")
def command(
    folder: Path,
    port: int,
    listen: str,
    names: tuple[str, ...],
    config: str | None,
    show: bool,
) -> None:
    """Open a page in the browser to moderate the games of a FOLDER.

    Paste a forum's thread, look at the orders that were found in it, play the
    turn, copy the next post; or have the thread watched ("pbem forum watch" does
    the same without a page). The address holds a key: only who has it can use
    the page, and by default only from this machine. Games are turn files, which
    may be edited beside the page at any time.

    \b
    Example:
      pbem forum page games
      pbem forum page games --port 0 --no-open
    """
    if not folder.is_dir():
        raise Stop(f"{folder}: there is no such folder.")
    with ExitStack() as stack:
        state = _state(folder, listen, names)
        if find_spec("httpx") is not None:
            from pbem.watch.loop import in_background

            stack.enter_context(in_background(state.folder, state.clock))
        if config is not None:
            from pbem.cli._server import open_context

            state.server = stack.enter_context(open_context(config, fresh=False))
        serve(state, port, show=show, listen=listen, host=names[0] if names else "")


def _state(folder: Path, listen: str, names: tuple[str, ...]) -> AppState:
    with flask_needed():
        from pbem.web.app_state import AppState
    from pbem.workspace.folder import Folder

    return AppState(
        Folder(folder.resolve(), time.time),
        time.time,
        hosts=frozenset({"localhost", *(name.lower() for name in names)}),
        any_address=not is_own(listen),
    )
