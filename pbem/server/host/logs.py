"""Logs as lines of JSON, without letters, tokens or passwords."""

from __future__ import annotations

import json
import logging
import re
import sys
from typing import IO

from pbem.server.store.reply_tokens import TOKEN_PATTERN

_FIELDS = (
    "where game player letter outbox kind why error places count source size address"
)
_SECRET = re.compile(TOKEN_PATTERN.pattern, re.IGNORECASE)
_URL = re.compile(r"://[^@\s/]+@")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: time, level, what, and the few fields that may be shown."""
        line: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "what": discreet(record.getMessage()),
        }
        for name in _FIELDS.split():
            value = getattr(record, name, None)
            if value is not None:
                line[name] = discreet(value) if isinstance(value, str) else value
        return json.dumps(line, ensure_ascii=False)


def discreet(text: str) -> str:
    """Return a text without anything that looks like a token or a password.

    >>> discreet("to referee+g1.aaaaaaaaaaaaaaaaaaaaaaaaaa@x.org")
    'to referee+g1.(token)@x.org'
    """
    return _URL.sub("://(user)@", _SECRET.sub("(token)", text))[:1000]


def begin(level: str = "info", stream: IO[str] | None = None) -> None:
    """Send what the server and the mail logs into a stream of lines."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    for name in ("pbem.server", "pbem.mail", "pbem.plugins.game"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level.upper())
        logger.propagate = False
