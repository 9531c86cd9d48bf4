"""A small SMTP server that errs on demand."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field

from tests.support.mail.listening import Listening


@dataclass
class Fault:
    """The first `times` that a line matches: this answer, then perhaps the end.

    The lines are those of the client, "GREETING", and "END" after a letter;
    that one is stored all the same when `stored`.
    """

    when: str
    says: str = ""
    times: int = 1
    close: bool = False
    stored: bool = False


class _Envelope(threading.local):
    """What was said of a letter before it, on the connection of each thread."""

    open = False
    sender = ""
    to = ""


@dataclass
class FakeSmtp(Listening):
    """The letters taken, by recipient, and the faults still to come."""

    faults: list[Fault] = field(default_factory=list)
    extensions: tuple[str, ...] = ("SIZE 9999999", "8BITMIME")
    letters: list[tuple[str, str, bytes]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    connections: int = 0
    _said: _Envelope = field(default_factory=_Envelope)

    def _talk(self, client: socket.socket) -> None:
        self.connections += 1
        client.settimeout(20)
        with suppress(OSError, EOFError), client, client.makefile("rwb", 0) as file:
            try:
                self._hear(file)
            except EOFError:
                # What was said is heard, though the other end is still talking.
                client.shutdown(socket.SHUT_WR)
                while client.recv(1 << 16):
                    pass

    def _hear(self, file: socket.SocketIO) -> None:
        self._say(file, "GREETING", "220 here")
        while line := file.readline():
            text = line[:4].decode("ascii", "replace").upper()
            text += line[4:].decode("utf-8", "replace")
            text = text.rstrip("\r\n")
            self.lines.append(text)
            if text == "DATA":
                self._data(file)
            else:
                self._say(file, text, self._answer(text))

    def _answer(self, line: str) -> str:
        verb = line[:4]
        if verb in ("RSET", "EHLO"):
            self._said.open = False
        if verb == "EHLO":
            return "\r\n".join(f"250-{e}" for e in ("here", *self.extensions)) + (
                "\r\n250 HELP"
            )
        if verb == "MAIL":
            if self._said.open:
                return "503 one letter at a time"
            self._said.open = True
            self._said.sender, self._said.to = line[11:].partition(">")[0], ""
        if verb == "RCPT":
            self._said.to = line[9:].partition(">")[0]
        return "221 bye" if verb == "QUIT" else "250 fine"

    def _data(self, file: socket.SocketIO) -> None:
        if not self._say(file, "DATA", "354 go on"):
            return
        text = b""
        while (line := file.readline()) != b".\r\n":
            if not line:
                raise EOFError
            text += line.removeprefix(b".")
        self._said.open = False
        letter = (self._said.sender, self._said.to, text)
        fault = self._fault("END")
        if fault is None or fault.stored:
            self.letters.append(letter)
        self._utter(file, fault, "250 taken")

    def _say(self, file: socket.SocketIO, line: str, right: str) -> bool:
        fault = self._fault(line)
        self._utter(file, fault, right)
        return fault is None

    def _utter(self, file: socket.SocketIO, fault: Fault | None, right: str) -> None:
        says = right if fault is None else fault.says
        if says:
            file.write(says.encode() + b"\r\n")
        if fault is not None and fault.close:
            raise EOFError

    def _fault(self, line: str) -> Fault | None:
        for fault in self.faults:
            if fault.times > 0 and re.search(fault.when, line):
                fault.times -= 1
                return fault
        return None
