"""A page served on this machine, and a browser that is opened on it."""

from __future__ import annotations

import ipaddress
import signal
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli._common import Stop, log_failures
from pbem.system.files import write_whole

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from pbem.web.app_state import AppState


@contextmanager
def flask_needed() -> Iterator[None]:
    """Return a context that raises Stop where a package that the page needs is not
    installed."""
    try:
        yield
    except ModuleNotFoundError as fault:
        raise Stop(
            f"The page needs {fault.name}, which is not installed: "
            'pip install "pbem[page]".'
        ) from None


def is_own(listen: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(listen).is_loopback
    except ValueError:
        return listen == "localhost"


def serve(
    state: AppState,
    port: int,
    *,
    show: bool,
    listen: str = "127.0.0.1",
    host: str = "",
    app: WSGIApplication | None = None,
) -> None:
    """Serve a page until Ctrl-C, under a name or address (`host`). Raises Stop.

    `app`: what answers in the place of our own process.
    """
    import gc
    import logging

    from werkzeug.serving import make_server

    from pbem.web.app import create

    gc.enable()
    # Its log would hold the address with the key.
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    log_failures()
    try:
        page = _Page(app or create(state))
        server: Any = make_server(listen, port, page, threaded=True)
    except (OSError, SystemExit) as fault:
        why = getattr(fault, "strerror", None) or "it is in use"
        raise Stop(
            f"{listen}, port {port}: {why}. --port 0 takes a free one."
        ) from None
    host = host or (f"[{listen}]" if ":" in listen else listen)
    address = f"http://{host}:{server.server_port}/{state.key}/"
    if not is_own(listen):
        click.echo(
            "Other machines can reach this page, and nothing on the way is encrypted.",
            err=True,
        )
    with ExitStack() as stack:
        stack.enter_context(_ended_tidily())
        click.echo(
            f"{address}\nThe address is the key: give it to nobody. Ctrl-C ends it."
        )
        stack.callback(server.server_close)
        try:
            if show:
                stack.enter_context(_shown(address, page))
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo()


class _Page:
    """What answers requests, and the file that leads a browser here."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self.door: Path | None = None  #: gone once a page was shown

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        def start(status: str, *more: Any) -> Any:
            if self.door is not None and status.startswith("200 "):
                self.door.unlink(missing_ok=True)
            return start_response(status, *more)

        return self._app(environ, start)


@contextmanager
def _ended_tidily() -> Iterator[None]:
    """End by other signals as by Ctrl-C: no file with the key stays behind."""
    before = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            before[number] = signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _shown(address: str, page: _Page) -> Iterator[None]:
    """Open a browser on a file that leads to the address, and that only its owner can
    read: everybody can read what a program was started with.

    The file is gone once a page was shown.
    """
    import webbrowser

    with tempfile.TemporaryDirectory(prefix="pbem-") as folder:
        door = Path(folder) / "door.html"
        html = f'<meta http-equiv="refresh" content="0;url={address}">\n'
        write_whole(door, html.encode(), private=True)

        page.door = door
        webbrowser.open(door.as_uri())
        yield
