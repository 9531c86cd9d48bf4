"""What holds for all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

#: No example has a deadline: machines differ, and so does what else they do.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")

#: What a test has, or its module, that drives other programs: a mail server, a
#: database, a browser, or `pbem` as a process of its own.
PROGRAMS = {"all_servers", "chromium", "serving", "subprocess"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On continuous integration, what drives other programs may fail once: those
    have weather of their own. The run names each that needed its second try."""
    if not os.environ.get("CI"):
        return
    for item in items:
        if isinstance(item, pytest.Function):
            has = {*item.fixturenames, *vars(item.module)}
            if has & PROGRAMS:
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture
def toy() -> Iterator[None]:
    """The toy game can be found, as if it were installed."""
    from tests.toy.game import present

    with present():
        yield
