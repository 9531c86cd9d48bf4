"""What pytest learns where pbem is installed: an option, and whose asserts are ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--write-pages`."""
    parser.addoption(
        "--write-pages",
        action="store_true",
        help="write the pages of recorded games anew (pbem.testing)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let failed asserts of our tests show their values."""
    import pytest

    pytest.register_assert_rewrite("pbem.testing")
