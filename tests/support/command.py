"""`pbem` with arguments in this process: as in one of its own, started once."""

from __future__ import annotations

import gc
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

from pbem import cli


class _Left(BaseException):
    """The command has come to its end."""


def pbem(
    folder: Path, *words: str, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a folder, from its first line to where it would leave."""
    given, out, err = (
        io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
        for data in (stdin, b"", b"")
    )
    status = 0

    def leave(number: int) -> None:
        nonlocal status
        status = number
        raise _Left

    here, threshold = Path.cwd(), gc.get_threshold()
    os.chdir(folder)
    try:
        with (
            mock.patch.object(cli, "_leave", leave),
            mock.patch.multiple(
                sys, argv=["pbem", *words], stdin=given, stdout=out, stderr=err
            ),
        ):
            cli.main()
    except _Left:
        pass
    finally:
        os.chdir(here)
        gc.set_threshold(*threshold)
    out.flush()
    err.flush()
    told = (stream.buffer.getvalue() for stream in (out, err))
    return subprocess.CompletedProcess(["pbem", *words], status, *told)


def started(
    folder: Path, *words: str, stdin: bytes = b"", **env: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own, with more in its environment."""
    return subprocess.run(
        [sys.executable, "-c", "from pbem.cli import main; main()", *words],
        cwd=folder,
        input=stdin,
        capture_output=True,
        env={**os.environ, **env},
        timeout=60,
        check=False,
    )
