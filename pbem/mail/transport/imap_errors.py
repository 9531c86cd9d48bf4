"""How a command to an IMAP server can fail, and what that says of the connection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from imapclient.exceptions import (  # type: ignore[import-untyped]
    IMAPClientAbortError,
    IMAPClientError,
    ProtocolError,
)

_REPEATED = re.compile(r"(?<=response|....line): .*", re.DOTALL)
# Nonsense from a server shows as any of these inside the library.
_PARSE_ERRORS = (
    *(ValueError, LookupError, TypeError, AttributeError, AssertionError),
    *(MemoryError, OverflowError, RecursionError),  # of lengths and brackets
)


class ImapError(Exception):
    """A command that failed."""


class ConnectionLost(ImapError):
    """The connection is gone, or what comes over it cannot be trusted."""


class CommandRefused(ImapError):
    """The server understood a command and said no; the connection is sound."""


@contextmanager
def translated(what: str) -> Iterator[None]:
    """Raise ImapError for every way in which a command can fail."""
    try:
        yield
    except ProtocolError:
        raise ConnectionLost(f"{what}: unreadable answer") from None
    except IMAPClientAbortError as error:
        # The library repeats what it did not understand: a line of a letter, maybe.
        raise ConnectionLost(f"{what}: {_REPEATED.sub('', str(error))}") from None
    except IMAPClientError as error:
        raise CommandRefused(f"{what}: {error}") from None
    except OSError as error:
        raise ConnectionLost(f"{what}: {error or type(error).__name__}") from None
    except _PARSE_ERRORS as error:
        raise ConnectionLost(
            f"{what}: unreadable answer ({type(error).__name__})"
        ) from None
