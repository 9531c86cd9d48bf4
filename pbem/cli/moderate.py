"""`pbem moderate`."""

from __future__ import annotations

import ipaddress
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli._common import Stop
from pbem.files import write_whole

if TYPE_CHECKING:
    from flask import Flask, Response

    from pbem.web.app_state import AppState


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=8377, show_default=True)
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
    """Open a page to moderate the games of a FOLDER.

    Paste a forum's thread, look at the orders that were found in it, play the
    turn, copy the next post. The address holds a key: only who has it can use
    the page, and by default only from this machine. Games are turn files, which
    may be edited beside the page at any time.

    \b
    Example:
      pbem moderate games
      pbem moderate games --port 0 --no-open
    """
    if not folder.is_dir():
        raise Stop(f"{folder}: there is no such folder.")
    with ExitStack() as stack:
        state = _state(folder, listen, names)
        if config is not None:
            from pbem.cli._server import open_context

            state.server = stack.enter_context(open_context(config, fresh=False))
        _serve(state, listen, port, names, show)


def _state(folder: Path, listen: str, names: tuple[str, ...]) -> AppState:
    try:
        from pbem.web.app_state import AppState
    except ModuleNotFoundError as fault:
        raise Stop(
            f"The page needs {fault.name}, which is not installed: "
            'pip install "pbem[page]".'
        ) from None
    from pbem.web.folder import Folder

    return AppState(
        Folder(folder.resolve(), time.time),
        time.time,
        hosts=frozenset({"localhost", *(name.lower() for name in names)}),
        any_address=not _is_own(listen),
    )


def _is_own(listen: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(listen).is_loopback
    except ValueError:
        return listen == "localhost"


def _serve(
    state: AppState, listen: str, port: int, names: tuple[str, ...], show: bool
) -> None:
    import gc
    import logging

    from werkzeug.serving import make_server

    from pbem.web.app import create

    gc.enable()
    # Its log would hold the address with the key.
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    try:
        app = create(state)
        server: Any = make_server(listen, port, app, threaded=True)
    except (OSError, SystemExit) as fault:
        why = getattr(fault, "strerror", None) or "it is in use"
        raise Stop(
            f"{listen}, port {port}: {why}. --port 0 takes a free one."
        ) from None
    host = names[0] if names else f"[{listen}]" if ":" in listen else listen
    address = f"http://{host}:{server.server_port}/{state.key}/"
    if not _is_own(listen):
        click.echo(
            "Other machines can reach this page, and nothing on the way is encrypted.",
            err=True,
        )
    _end_tidily()
    click.echo(f"{address}\nThe address is the key: give it to nobody. Ctrl-C ends it.")
    with ExitStack() as stack:
        stack.callback(server.server_close)
        try:
            if show:
                stack.enter_context(_shown(address, app))
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo()


def _end_tidily() -> None:
    """End by other signals as by Ctrl-C: no file with the key stays behind."""

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, end)


@contextmanager
def _shown(address: str, app: Flask) -> Iterator[None]:
    """Open a browser on a file that leads to the address, and that only its owner can
    read: everybody can read what a program was started with.

    The file is gone once a page was shown.
    """
    import webbrowser

    with tempfile.TemporaryDirectory(prefix="pbem-") as folder:
        door = Path(folder) / "door.html"
        html = f'<meta http-equiv="refresh" content="0;url={address}">\n'
        write_whole(door, html.encode(), private=True)

        @app.after_request
        def close(response: Response) -> Response:
            if response.status_code == 200:
                door.unlink(missing_ok=True)
            return response

        webbrowser.open(door.as_uri())
        yield
