"""An SMTP server that takes everything at once, in a process of its own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


async def _talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"220 sink\r\n")
    while line := await reader.readline():
        word = line[:4].upper()
        if word == b"DATA":
            writer.write(b"354 go\r\n")
            while await reader.readline() != b".\r\n":
                pass
            writer.write(b"250 taken\r\n")
        elif word == b"QUIT":
            writer.write(b"221 bye\r\n")
            break
        elif word == b"EHLO":
            writer.write(b"250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n")
        else:
            writer.write(b"250 ok\r\n")
    writer.close()


async def _serve() -> None:
    server = await asyncio.start_server(_talk, "127.0.0.1", 0, limit=1 << 22)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@contextmanager
def sink() -> Iterator[int]:
    """The port of a sink that runs."""
    command = [sys.executable, "-m", "tests.bench.mail_sink"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


if __name__ == "__main__":
    asyncio.run(_serve())
