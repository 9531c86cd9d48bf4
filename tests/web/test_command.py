"""`pbem forum page` as it is started on a command line."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO

import pytest

from tests.web.site import DUEL

RUN = [sys.executable, "-c", "from pbem.cli import main; main()", "forum", "page"]


@pytest.fixture
def started(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command at work, and the address that it gave."""
    (tmp_path / "duel.txt").write_text(DUEL)
    command = [*RUN, str(tmp_path), "--port", "0", "--no-open"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command,
        stdout=pipe,
        stderr=pipe,
        text=True,
        # Whoever runs tests in the background may have it ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            yield process, _line(process.stdout)
        finally:
            process.kill()


def _line(stream: IO[str] | None) -> str:
    assert stream is not None
    return stream.readline().strip()


def _get(address: str, host: str = "") -> tuple[int, str]:
    found = re.fullmatch(r"http://(127\.0\.0\.1):(\d+)(/.*)", address)
    assert found
    conn = http.client.HTTPConnection(found[1], int(found[2]), timeout=30)
    try:
        conn.request("GET", found[3], headers={"Host": host} if host else {})
        answer = conn.getresponse()
        return answer.status, answer.read().decode()
    finally:
        conn.close()


def test_it_serves_this_machine_until_it_is_ended(
    started: tuple[subprocess.Popen[str], str],
) -> None:
    process, address = started
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", address)
    assert "The address is the key" in _line(process.stdout)
    status, page = _get(address)
    assert status == 200
    assert "duel" in page
    assert _get(address[:-2] + "/")[0] == 404
    assert _get(address, "evil.example")[0] == 421
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    assert process.stderr is not None
    assert process.stderr.read() == ""


def test_it_listens_on_this_machine_alone(
    started: tuple[subprocess.Popen[str], str],
) -> None:
    _, address = started
    port = int(address.split(":")[2].split("/")[0])
    wanted = f":{port:04X}"
    tables = [Path(f"/proc/net/{name}") for name in ("tcp", "tcp6")]
    rows = [
        line.split()
        for t in tables
        if t.exists()
        for line in t.read_text().splitlines()
    ]
    heard = [row[1] for row in rows if row[1].endswith(wanted) and row[3] == "0A"]
    assert heard == [f"0100007F{wanted}"]


def _refused(*words: str) -> str:
    done = subprocess.run(
        [*RUN, *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "BROWSER": "true"},
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "there is no such folder" in _refused(str(tmp_path / "nothing"))


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        words = _refused(str(tmp_path), "--port", port, "--no-open")
    assert "--port 0 takes a free one" in words


def test_a_mail_server_that_is_not_there(tmp_path: Path) -> None:
    words = _refused(str(tmp_path), "--config", str(tmp_path / "pbem.toml"))
    assert "there is no such file" in words
