"""Random players by mail and in threads: nothing is stuck, lost, doubled or leaked."""

from __future__ import annotations

import pytest

from tests.random_players.worlds import play_by_mail, play_in_thread


@pytest.mark.parametrize("seed", range(500, 504))
def test_random_players_by_mail_find_nothing_wrong(seed: int) -> None:
    play_by_mail(seed, steps=45)


@pytest.mark.parametrize("seed", range(40, 44))
def test_random_players_in_a_thread_find_nothing_wrong(seed: int) -> None:
    play_in_thread(seed, steps=20)
