"""The servers, for the tests of the transports."""

from __future__ import annotations

from tests.support.server_fixtures import (
    all_servers,
    certificate,
    dovecot,
    postfix,
    user,
)

__all__ = ["all_servers", "certificate", "dovecot", "postfix", "user"]
