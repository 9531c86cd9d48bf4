"""Real forums on this machine."""

from __future__ import annotations

import atexit
import fcntl
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

from tests.forum.members import MEMBERS, FlaskBB, NodeBB
from tests.support import processes

FILES = Path(__file__).parents[1] / "support" / "forum-files"
_START = 120.0


@cache
def installed() -> dict[str, Path]:
    """The virtual environments of the forums, by name. Raises processes.Missing."""
    script = Path(__file__).parents[1] / "support" / "install-forums.sh"
    lock = Path(tempfile.gettempdir()) / "pbem-install-forums.lock"
    with open(lock, "a", encoding="utf-8") as file:
        # Test processes start side by side, and one of them is enough.
        fcntl.lockf(file, fcntl.LOCK_EX)
        done = subprocess.run(
            ["sh", str(script)], capture_output=True, text=True, timeout=1200
        )
    if done.returncode:
        raise processes.Missing(done.stderr.strip()[-2000:])
    folders = [Path(line) for line in done.stdout.split()]
    return {folder.name.rpartition("-")[0]: folder for folder in folders}


@cache
def nodebb() -> NodeBB:
    """A fresh NodeBB with its members, on a Redis of its own."""
    found = installed().get("nodebb")
    if found is None:
        raise processes.Missing("NodeBB is not installed: it wants redis-server")
    folder = Path(tempfile.mkdtemp(prefix="pbem-nodebb-"))
    (port,) = processes.free_ports(1)
    python, script = found / "bin" / "python", FILES / "serve-nodebb"
    where = [str(folder), str(port), str(found / "forum")]
    command = [str(python), str(script), *where]
    return NodeBB(_serve(folder, command, port), folder / "ahead")


@cache
def flaskbb() -> FlaskBB:
    """A fresh FlaskBB with its members, on SQLite."""
    python = installed()["flaskbb"] / "bin" / "python"
    folder = Path(tempfile.mkdtemp(prefix="pbem-flaskbb-"))
    (port,) = processes.free_ports(1)
    script = str(FILES / "serve-flaskbb")
    command = [str(python), script, str(folder), str(port)]
    return FlaskBB(_serve(folder, command, port), folder / "ahead")


def _serve(folder: Path, command: list[str], port: int) -> str:
    """Runs a forum until this process ends; its address."""
    with open(folder / "output", "wb") as output:
        process = subprocess.Popen(
            [*command, *MEMBERS],
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            cwd=folder,
        )
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(_end, process)
    end = time.monotonic() + _START
    while True:
        try:
            socket.create_connection((processes.HOST, port), 1).close()
        except OSError:
            told = (folder / "output").read_text(errors="replace")[-3000:]
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{command[1]}: {told}") from None
            time.sleep(0.1)
        else:
            return f"http://{processes.HOST}:{port}"


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)
