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
#: Fixtures whose tests are `slow`: servers, and a browser.
SLOW = {"all_servers", "browser", "chromium"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with a real server or a browser are slow.

    On continuous integration, what drives other programs may fail once: those have
    weather of their own. The run names each that needed its second try."""
    for item in items:
        if isinstance(item, pytest.Function):
            params = item.callspec.params if hasattr(item, "callspec") else {}
            if SLOW & {*item.fixturenames} or "postgres" in params.values():
                item.add_marker(pytest.mark.slow)
            has = {*item.fixturenames, *vars(item.module)}
            if os.environ.get("CI") and has & PROGRAMS:
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture
def toy() -> Iterator[None]:
    """The toy game can be found, as if it were installed."""
    from tests.toy.game import present

    with present():
        yield
