"""An LMTP server: a mail server hands letters over, and hears when they are stored.

The answer is 250 only after `keep` has returned, so the mail server holds the
letter until it is safely stored. LMTP gives one answer a recipient.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from aiosmtpd.controller import Controller, UnixSocketController
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import Envelope, Session, syntax

from pbem.mail.message.trace_headers import fingerprint
from pbem.mail.transport.base import MAX_LETTER_BYTES, Incoming

# Its lower levels tell addresses and letters, which hold tokens.
logging.getLogger("mail.log").setLevel(logging.ERROR)

_log = logging.getLogger("pbem.mail")
_MAX_RECIPIENTS = 50
_MAX_DRAIN_SECONDS = 30.0

Keep = Callable[[Incoming], None]
Accepts = Callable[[str], bool]


class LmtpServer:
    """Listens on a port of this host, or on a socket in the file system.

    `keep` stores a letter, `accepts` says whether an address is ours. Both run
    in one thread of their own, one call at a time. What they raise becomes a
    "try later", and the mail server keeps the letter. `mode` is for the socket
    file, which the mail server must be allowed to write to.
    """

    def __init__(
        self,
        keep: Keep,
        accepts: Accepts = lambda address: True,
        host: str = "127.0.0.1",
        port: int = 24,
        path: Path | None = None,
        mode: int = 0o600,
        limit: int = MAX_LETTER_BYTES,
    ) -> None:
        self._path = path
        self._mode = mode
        handler = _Handler(keep, accepts)
        self._handler = handler

        def factory() -> LMTP:
            return _Lmtp(handler, limit)

        self._controller: Controller | UnixSocketController
        if path is None:
            self._controller = Controller(handler, hostname=host, port=port)
        else:
            self._controller = UnixSocketController(handler, str(path))
        # The library asks its controller for the protocol of each connection.
        self._controller.factory = factory  # type: ignore[method-assign]

    def start(self) -> None:
        """Begin to listen. Raises OSError when the address is taken."""
        self._controller.start()
        if self._path is not None:
            self._path.chmod(self._mode)

    def stop(self) -> None:
        """Stop listening, once letters that are being kept have their answers."""
        self._handler.drain()
        self._controller.stop()
        self._handler.thread.shutdown(wait=True)

    def __enter__(self) -> LmtpServer:
        self.start()
        return self

    def __exit__(self, *failed: object) -> None:
        self.stop()


class _Lmtp(LMTP):
    """The library's server, with the answers that RFC 2033 asks for."""

    def __init__(self, handler: _Handler, limit: int) -> None:
        # Before the call: it makes the buffer. A long line breaks the rules of
        # SMTP, but a player whose program writes one must not lose the letter.
        self.line_length_limit = limit
        super().__init__(
            handler, data_size_limit=limit, enable_SMTPUTF8=True, hostname="pbem"
        )
        self._answers = 0
        self._handler = handler

    @syntax("DATA")
    async def smtp_DATA(self, arg: str) -> None:
        """Answer once a recipient when the letter has come."""
        try:
            await super().smtp_DATA(arg)
        finally:
            self._answers = 0
            self._handler.answered(self)

    async def push(self, status: str | bytes) -> None:
        """Send an answer, as often as the client expects it."""
        text = status.decode("utf-8") if isinstance(status, bytes) else status
        if self._answers:
            lines = text.split("\n")
            if len(lines) != self._answers:
                lines = lines[:1] * self._answers
            self._answers = 0
            for line in lines:
                await super().push(line)
            return
        if text.startswith("354 ") and self.envelope is not None:
            self._answers = len(self.envelope.rcpt_tos)
        await super().push(text)


class _Handler:
    def __init__(self, keep: Keep, accepts: Accepts) -> None:
        self.keep = keep
        self.accepts = accepts
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="lmtp-keep")
        self._news = threading.Condition()
        self._busy: set[LMTP] = set()
        self._closing = False

    def drain(self) -> None:
        """Begin no other letter, and wait for the answers to those begun.

        A mail server that gets no answer sends a letter again that was kept.
        """
        with self._news:
            self._closing = True
            self._news.wait_for(lambda: not self._busy, _MAX_DRAIN_SECONDS)

    def answered(self, server: LMTP) -> None:
        """Note that a connection has reported the result of its letter."""
        with self._news:
            self._busy.discard(server)
            self._news.notify_all()

    async def handle_RCPT(
        self,
        server: LMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        options: list[str],
    ) -> str:
        if len(envelope.rcpt_tos) >= _MAX_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        loop = asyncio.get_running_loop()
        try:
            ours = await loop.run_in_executor(self.thread, self.accepts, address)
        except Exception as error:
            # Its words may hold an address or a letter: they stay out of the log.
            what = type(error).__name__
            _log.error("lmtp: cannot tell whether an address is ours (%s)", what)
            return "451 4.3.0 Try again later"
        if not ours:
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(
        self, server: LMTP, session: Session, envelope: Envelope
    ) -> str:
        with self._news:
            if self._closing:
                return "421 4.3.2 Closing, try again later"
            self._busy.add(server)
        raw = envelope.original_content or b""
        now = time.time()
        sender = _bare_address(envelope.mail_from)
        answers = []
        for recipient in envelope.rcpt_tos:
            address = _bare_address(recipient)
            # A letter sent again after a lost answer has the same name.
            key = "lmtp:" + fingerprint(address.encode(), raw)
            trace = f"Return-Path: <{sender}>\r\nDelivered-To: <{address}>\r\n"
            letter = Incoming(key, trace.encode() + raw, address, now)
            loop = asyncio.get_running_loop()
            try:
                await loop.run_in_executor(self.thread, self.keep, letter)
            except Exception as error:
                what = type(error).__name__
                _log.error("lmtp: not kept, to be sent again (%s)", what)
                answers.append("451 4.3.0 Not kept, try again later")
            else:
                answers.append("250 2.0.0 Kept")
        return "\n".join(answers)

    async def handle_exception(self, error: Exception) -> str:
        _log.error("lmtp: %s", type(error).__name__)
        return "451 4.3.0 Try again later"


def _bare_address(address: str | None) -> str:
    """Return an envelope address without brackets; anything odd becomes empty.

    >>> [_bare_address(one) for one in ("<ann@x.org>", "<>", "a\\nb@x.org")]
    ['ann@x.org', '', '']
    """
    bare = (address or "").strip().removeprefix("<").removesuffix(">")
    return bare if bare.isprintable() else ""
