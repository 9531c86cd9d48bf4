"""The worlds of the server's tests."""

from __future__ import annotations

from tests.server.conftest import (
    empty,
    host,
    make,
    pytest_generate_tests,
    shared_postgres,
    url,
    world,
)
from tests.support.server_fixtures import all_servers, postgres

__all__ = [
    "all_servers",
    "empty",
    "host",
    "make",
    "postgres",
    "pytest_generate_tests",
    "shared_postgres",
    "url",
    "world",
]
