"""A small IMAP server that errs on demand."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from tests.support.mail.listening import Listening

Says = bytes | Callable[[bytes], bytes]


@dataclass
class Fault:
    """What the server does instead, the first `times` that a command matches.

    `says` is the whole answer, TAG standing for the tag, or a change of the
    right answer. `obeyed`: the command is carried out all the same.
    """

    when: str
    says: Says = b""
    times: int = 1
    obeyed: bool = False
    then: Literal["go on", "close", "stall"] = "go on"


@dataclass
class FakeImap(Listening):
    """Folders of letters by UID, and the faults still to come."""

    folders: dict[str, dict[int, bytes]]
    faults: list[Fault] = field(default_factory=list)
    capabilities: bytes = b"IMAP4rev1 IDLE MOVE UIDPLUS"
    validity: int = 7
    cuts: list[int] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    idle_says: bytes = b""

    def _talk(self, client: socket.socket) -> None:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        session = _Session(self, client, len(self.sent))
        self.sent.append(0)
        with suppress(OSError, EOFError), client, session.file:
            session.run()


class _Session:
    def __init__(self, server: FakeImap, client: socket.socket, serial: int) -> None:
        self.server = server
        self.client = client
        self.serial = serial
        self.file = client.makefile("rb")
        self.folder: dict[int, bytes] = {}

    def run(self) -> None:
        self.answer("GREETING", b"*", lambda: b"* OK ready\r\n")
        while line := self.file.readline():
            tag, _, rest = line.rstrip(b"\r\n").partition(b" ")
            try:
                command = rest.decode()
            except UnicodeDecodeError:
                command = ""
            if not command.split():
                # Somebody who speaks something else, such as TLS, is only heard.
                while self.file.readline():
                    pass
                return
            self.server.commands.append(command)
            self.answer(command, tag, lambda c=command, t=tag: self.obey(c, t))  # type: ignore[misc]

    def answer(self, command: str, tag: bytes, obey: Callable[[], bytes]) -> None:
        fault = self.fault(command)
        if fault is None:
            self.send(obey())
            return
        if isinstance(fault.says, bytes):
            if fault.obeyed:
                obey()
            self.send(fault.says.replace(b"TAG", tag))
        else:
            self.send(fault.says(obey()))
        if fault.then == "close":
            raise EOFError
        while fault.then == "stall" and self.file.readline():
            pass

    def fault(self, command: str) -> Fault | None:
        for fault in self.server.faults:
            if fault.times > 0 and re.search(fault.when, command):
                fault.times -= 1
                return fault
        return None

    def send(self, data: bytes) -> None:
        cuts, sent = self.server.cuts, self.server.sent
        if self.serial < len(cuts):
            left = cuts[self.serial] - sent[self.serial]
            if len(data) >= left:
                self.client.sendall(data[:left])
                raise EOFError
        sent[self.serial] += len(data)
        self.client.sendall(data)

    def obey(self, command: str, tag: bytes) -> bytes:
        verb, *words = command.split()
        if verb == "UID":
            verb, *words = words
        if verb == "CREATE" and words[0].strip('"') in self.server.folders:
            return tag + b" NO [ALREADYEXISTS] it is there\r\n"
        said: bytes = getattr(self, "do_" + verb.lower(), self.nothing)(words)
        return said + tag + b" OK done\r\n"

    def nothing(self, words: list[str]) -> bytes:
        return b""

    def do_capability(self, words: list[str]) -> bytes:
        return b"* CAPABILITY " + self.server.capabilities + b"\r\n"

    def do_namespace(self, words: list[str]) -> bytes:
        return b'* NAMESPACE (("INBOX." ".")) NIL NIL\r\n'

    def do_enable(self, words: list[str]) -> bytes:
        return b"* ENABLED " + " ".join(words).encode() + b"\r\n"

    def do_list(self, words: list[str]) -> bytes:
        name = words[-1].strip('"')
        known = name in self.server.folders
        return f'* LIST () "." "{name}"\r\n'.encode() if known else b""

    def do_create(self, words: list[str]) -> bytes:
        self.server.folders[words[0].strip('"')] = {}
        return b""

    def do_select(self, words: list[str]) -> bytes:
        self.folder = self.server.folders[words[0].strip('"')]
        count = len(self.folder)
        return (
            b"* FLAGS (\\Seen)\r\n* %d EXISTS\r\n* 0 RECENT\r\n"
            b"* OK [UIDVALIDITY %d] ok\r\n" % (count, self.server.validity)
        )

    def do_search(self, words: list[str]) -> bytes:
        return " ".join(["* SEARCH", *map(str, self.folder)]).encode() + b"\r\n"

    def do_idle(self, words: list[str]) -> bytes:
        self.send(b"+ idling\r\n" + self.server.idle_says)
        self.file.readline()
        self.server.commands.append("DONE")
        return b""

    def do_fetch(self, words: list[str]) -> bytes:
        said = b""
        for place, uid in enumerate(map(int, words[0].split(",")), 1):
            if uid in self.folder:
                said += b"* %d FETCH (UID %d " % (place, uid)
                said += self.items(" ".join(words[1:]), self.folder[uid]) + b")\r\n"
        return said

    def items(self, asked: str, raw: bytes) -> bytes:
        if "BODY" not in asked:
            date = b'INTERNALDATE "01-Nov-2026 10:00:00 +0000"'
            return b"RFC822.SIZE %d " % len(raw) + date
        part = re.search(r"<(\d+)\.(\d+)>", asked)
        if part is None:
            return b"BODY[] {%d}\r\n" % len(raw) + raw
        start, size = int(part[1]), int(part[2])
        of = b"HEADER" if "HEADER" in asked else b""
        whole = raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if of else raw
        piece = whole[start : start + size]
        return b"BODY[%b]<%d> {%d}\r\n" % (of, start, len(piece)) + piece

    def do_move(self, words: list[str]) -> bytes:
        self.do_copy(words)
        return self.do_expunge(words)

    def do_copy(self, words: list[str]) -> bytes:
        goal = self.server.folders[words[1].strip('"')]
        if int(words[0]) in self.folder:
            goal[len(goal) + 1] = self.folder[int(words[0])]
        return b""

    def do_expunge(self, words: list[str]) -> bytes:
        gone = self.folder.pop(int(words[0]), None)
        return b"" if gone is None else b"* 1 EXPUNGE\r\n"
