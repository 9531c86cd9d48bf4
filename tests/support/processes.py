"""Processes of the tests: a server runs until `stop_all`, or until we are gone."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HOST = "127.0.0.1"
START_SECONDS = 30.0  #: until a server must answer
_stops: list[Callable[[], object]] = []


class Missing(Exception):
    """A server that the tests would need cannot be had here."""


def stop_all() -> None:
    """Stop every server, the last started first."""
    while _stops:
        _stops.pop()()


def at_stop(work: Callable[[], object]) -> None:
    """Have something done by `stop_all`, before what was asked for earlier."""
    _stops.append(work)


def free_ports(count: int) -> tuple[int, ...]:
    """Ports that nobody listens on, all different."""
    sockets = [socket.create_server((HOST, 0)) for _ in range(count)]
    ports = tuple(s.getsockname()[1] for s in sockets)
    for each in sockets:
        each.close()
    return ports


def privileges(*options: str) -> tuple[str, ...]:
    """What to put before a command, so that it runs in that way."""
    found = shutil.which("setpriv")
    if found is None and "--reuid=postgres" in options:
        raise Missing("changing the user takes setpriv")
    return (found, *options) if found and options else ()


def short_folder() -> Path:
    """A new folder with a short name: sockets allow 100 characters for theirs."""
    folder = Path(tempfile.mkdtemp(prefix="pbem-"))
    folder.chmod(0o755)
    _stops.append(lambda: shutil.rmtree(folder, ignore_errors=True))
    return folder


def run(*command: str) -> str:
    # Some programs complain of a working directory that they may not read.
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd="/")
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def serve(
    folder: Path,
    command: list[str],
    port: int,
    user: tuple[str, ...] = (),
    stop: signal.Signals = signal.SIGTERM,
    more_ports: tuple[int, ...] = (),
) -> None:
    """Run a server in the foreground until `stop_all`, or until we are killed.

    Returns when it answers at all of its ports.
    """
    guard = Path(__file__).with_name("server-files") / "guard.sh"
    with open(folder / "output", "wb") as output:
        process = subprocess.Popen(
            ["sh", str(guard), stop.name[3:], *privileges(*user), *command],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
        )
    _stops.append(lambda: _end(process))

    def alive() -> None:
        if process.poll() is not None:
            raise RuntimeError((folder / "output").read_text(errors="replace"))

    for each in (port, *more_ports):
        _await(each, alive, folder / "log")


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(20)


def _await(port: int, alive: Callable[[], None], log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection((HOST, port), 1).close()
        except OSError:
            alive()
            if time.monotonic() > end:
                told = log.read_text(errors="replace") if log.exists() else ""
                raise RuntimeError(f"no answer on port {port}: {told}") from None
            time.sleep(0.05)
        else:
            return
