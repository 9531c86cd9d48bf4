"""Replay pages look as they did when somebody last looked at them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.pictures.screens import HERE, MODES, apart, golden, taken
from tests.pictures.stories import GAMES

NEAR, FEW = 0.5, 0.002  #: half of what the smallest move changes

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", MODES)
def test_a_page_looks_as_it_did(
    chromium: Browser, replay_page: Callable[[str], str], game: str, mode: str
) -> None:
    mean, far = apart(
        chromium,
        golden(game, mode).read_bytes(),
        taken(chromium, replay_page(game), mode),
    )
    assert mean < NEAR
    assert far < FEW


def test_another_page_does_not_look_like_it(chromium: Browser) -> None:
    for mode in MODES:
        shots = [golden(game, mode).read_bytes() for game in GAMES]
        for one, two in pairwise(shots):
            mean, far = apart(chromium, one, two)
            assert mean > 5 * NEAR
            assert far > 5 * FEW


def test_no_screenshot_lies_about_that_nobody_takes() -> None:
    wanted = {golden(game, mode) for game in GAMES for mode in MODES}
    assert set(HERE.glob("*")) == wanted
    assert sum(file.stat().st_size for file in wanted) < 1_000_000
