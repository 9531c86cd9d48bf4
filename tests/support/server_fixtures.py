"""Fixtures for servers: a conftest that imports them has them.

Where a server cannot be had the test skips with the reason; on continuous
integration, where the variable CI is set, that is a failure instead.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import TypeVar

import pytest

from tests.support import processes, servers

T = TypeVar("T")
_users = count(1)


def need(start: Callable[[], T]) -> T:
    """What a function of `tests.support.servers` starts, or no test."""
    try:
        return start()
    except processes.Missing as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A new folder with so little room, or no test."""
    folder.mkdir()
    take_off = need(partial(servers.small_disk, folder, size))
    try:
        yield folder
    finally:
        take_off()


@pytest.fixture(scope="session")
def all_servers() -> Iterator[None]:
    """Ends every server with the session."""
    yield
    servers.stop_all()


@pytest.fixture(scope="session")
def certificate(all_servers: None) -> servers.Certificate:
    """A certificate for 127.0.0.1."""
    return need(servers.certificate)


@pytest.fixture(scope="session")
def dovecot(all_servers: None) -> servers.Dovecot:
    """A Dovecot of our own."""
    return need(servers.dovecot)


@pytest.fixture(scope="session")
def postfix(all_servers: None) -> servers.Postfix:
    """A Postfix of our own, in front of that Dovecot."""
    return need(servers.postfix)


@pytest.fixture(scope="session")
def postgres(all_servers: None) -> servers.Postgres:
    """A PostgreSQL of our own."""
    return need(servers.postgres)


@pytest.fixture
def user() -> str:
    """A user of Dovecot whose mailbox no other test has."""
    return f"host{next(_users)}"


@pytest.fixture
def database(postgres: servers.Postgres) -> Iterator[str]:
    """The URL of an empty PostgreSQL database, dropped afterwards."""
    name = f"test{next(_users)}"
    yield postgres.database(name)
    postgres.drop(name)
