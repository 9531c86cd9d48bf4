"""Games that are kept in memory: which are read again, and which had to make room."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.record.header import Piece
from pbem.record.turn_file import After, Deadline, Entry, Item
from pbem.server.states import EntrySource
from pbem.server.store import game_store
from pbem.server.store.game_store import AnyEntry, GameCache, LogEntry, TimeEntry


class _Story:
    """A story that knows what it is a copy of."""

    def __init__(self, name: str) -> None:
        self.name = name

    def copy(self) -> _Story:
        return _Story(f"copy of {self.name}")


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The games, and their revisions, that were replayed from the store."""
    found: list[tuple[int, int]] = []

    def load(conn: Any, game: Any) -> _Story:
        found.append((game.id, game.revision))
        return _Story(f"{game.id}.{game.revision}")

    monkeypatch.setattr(game_store, "load_story", load)
    return found


def _open(cache: GameCache, number: int, revision: int = 1) -> str:
    """The name of the story that a cache hands out."""
    conn: Any = None
    game: Any = SimpleNamespace(id=number, revision=revision)
    story: Any = cache.open(conn, game)
    return str(story.name)


def test_a_game_is_replayed_once_a_revision(loaded: list[tuple[int, int]]) -> None:
    cache = GameCache()
    assert [_open(cache, 1) for _ in range(3)] == ["copy of 1.1"] * 3
    assert _open(cache, 1, 2) == "copy of 1.2"
    # A revision that was taken back is another one too.
    assert _open(cache, 1) == "copy of 1.1"
    assert loaded == [(1, 1), (1, 2), (1, 1)]


def test_the_game_that_was_asked_for_longest_ago_makes_room(
    loaded: list[tuple[int, int]],
) -> None:
    cache = GameCache(most=2)
    for number in (1, 2, 1, 3, 1):
        _open(cache, number)
    assert loaded == [(1, 1), (2, 1), (3, 1)]
    _open(cache, 2)
    assert loaded[3:] == [(2, 1)]


def test_what_is_kept_is_as_good_as_what_was_asked_for(
    loaded: list[tuple[int, int]],
) -> None:
    cache = GameCache(most=2)
    one: Any = _Story("one")
    for number in (1, 2, 1, 3):
        cache.keep(number, 7, one)
    assert _open(cache, 1, 7) == _open(cache, 3, 7) == "copy of one"
    assert loaded == []
    assert _open(cache, 2, 7) == "copy of 2.7"


def test_a_game_that_is_forgotten_is_replayed(loaded: list[tuple[int, int]]) -> None:
    cache = GameCache()
    _open(cache, 1)
    cache.forget(1)
    cache.forget(2)
    _open(cache, 1)
    assert loaded == [(1, 1), (1, 1)]


@pytest.mark.parametrize(
    ("entry", "item"),
    [
        (TimeEntry(3, None, EntrySource.DEADLINE), Deadline(0)),
        (TimeEntry(3, 90, EntrySource.CLOCK), After(90, 0)),
        (
            LogEntry(3, "Ann", "after 90", EntrySource.LETTER),
            Entry(Piece("Ann", 0, 1), (Piece("after 90", 0, 1),)),
        ),
    ],
)
def test_what_nobody_sent_is_a_deadline_or_time(entry: AnyEntry, item: Item) -> None:
    assert entry.item() == item


def test_a_fresh_row_of_the_record_counts_and_knows_nothing_more() -> None:
    row = LogEntry(3, "Ann", "D4", EntrySource.LETTER, 9).row(5, 7, 0, 100.0)
    assert row[:8] == (5, 7, 3, 0, "D4", None, "letter", 9)
    assert (row.void, row.salt, row.act_id) == (False, "", None)
    assert 100.0 in row
