"""What a game master's line must have, and what one who plays too may not see."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.gm import perform
from pbem.server.gm.grammar import GmRequest, parse_request


def _wish(**more: Any) -> GmRequest:
    whole: dict[str, Any] = {
        "name": "note",
        "serial": 3,
        "words": ("x",),
        "reason": "so",
        "at": "y",
    }
    return GmRequest("arena-1", **(whole | more))


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done, or tried."""
    found: list[str] = []
    monkeypatch.setattr(perform, "_shape", lambda session: {"turn": str(len(found))})
    monkeypatch.setattr(perform, "_do", lambda *given: found.append("done"))
    monkeypatch.setattr(perform, "_try", lambda *given: found.append("tried"))
    monkeypatch.setattr(perform, "_seat_of", lambda session, who: None)
    return found


@pytest.mark.parametrize(
    ("serial", "wish", "refusal", "detail"),
    [
        (3, _wish(name=""), "act", "y"),
        (3, _wish(name="", serial=None), "act", "y"),
        (3, _wish(serial=None), "guard", ""),
        (3, _wish(serial=2), "serial", ""),
        (3, _wish(serial=4, reason=""), "serial", ""),
        (3, _wish(reason=""), "reason", ""),
        (-1, _wish(serial=1), "serial", ""),
    ],
)
def test_a_line_without_act_turn_or_reason_does_nothing(
    tried: list[str], serial: int, wish: GmRequest, refusal: str, detail: str
) -> None:
    session: Any = SimpleNamespace(serial=serial)
    found = perform.perform(session, wish, "host@x.example")
    assert (found.refusal, found.detail, found.now) == (refusal, detail, serial)
    assert (tried, found.changes, found.letters) == ([], [], [])


@pytest.mark.parametrize("serial", [3, 0, -1])
def test_a_line_that_is_whole_is_done_or_tried(tried: list[str], serial: int) -> None:
    session: Any = SimpleNamespace(serial=serial)
    wish = _wish(serial=max(serial, 0))
    found = perform.perform(session, wish, "host@x.example")
    assert (found.refusal, tried, found.changes) == ("", ["done"], ["turn: 0 -> 1"])
    wish = _wish(serial=max(serial, 0), trying=True)
    found = perform.perform(session, wish, "host@x.example")
    assert (found.refusal, tried, found.changes) == ("", ["done", "tried"], [])


@pytest.mark.parametrize(
    ("name", "words", "trying", "hidden"),
    [
        ("act_as", ("Bob: D4",), False, True),
        ("act_as", (" ann : D4",), False, False),
        ("act_as", ("\u00e1nn: D4",), False, False),
        ("act_as", ("Anna: D4",), False, True),
        ("act_as", ("Ann: D4",), True, True),
        ("process", (), False, False),
        ("process", (), True, True),
        ("close", (), False, False),
        ("close", (), True, True),
        ("pause", (), True, False),
        ("kick", ("Bob",), True, False),
    ],
)
def test_a_game_master_who_plays_sees_nothing_of_others(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    words: tuple[str, ...],
    trying: bool,
    hidden: bool,
) -> None:
    seats: dict[str, Any] = {"ann@a.example": SimpleNamespace(name="Ann")}
    monkeypatch.setattr(perform, "_seat_of", lambda session, who: seats.get(who))
    rows = [SimpleNamespace(name=one) for one in ("Ann", "Bob")]
    session: Any = SimpleNamespace(seats=lambda: rows)
    wish = _wish(name=name, words=words, trying=trying)
    assert perform._partial(session, wish, "ann@a.example") is hidden
    assert perform._partial(session, wish, "host@x.example") is False


def test_what_changed_is_told_and_nothing_else() -> None:
    before = {"turn": "#1", "grace": "", "clock": "running", "pace": "48h"}
    after = {
        "turn": "#2",
        "grace": "",
        "clock": "stopped",
        "pace": "",
        "seat X": "free",
    }
    assert perform._changes(before, after) == [
        "turn: #1 -> #2",
        "clock: running -> stopped",
        "pace: 48h -> none",
        "seat X: none -> free",
    ]


@pytest.mark.parametrize(
    ("text", "game", "serial", "at"),
    [
        ("", "", None, "the end of the line"),
        ("Friday", "friday", None, "the end of the line"),
        ("friday #4", "friday", 4, "the end of the line"),
        ("Friday #4 fly away", "friday", 4, "fly away"),
        ("friday #x #12 dance", "friday", 12, "#x #12 dance"),
        ("friday #4 #5 dance", "friday", 4, "#5 dance"),
        ("friday #4 " + "z" * 60, "friday", 4, "z" * 40),
    ],
)
def test_where_a_line_stops_to_be_understood(
    text: str, game: str, serial: int | None, at: str
) -> None:
    found = parse_request(text)
    assert (found.game, found.serial, found.name) == (game, serial, "")
    assert (found.text, found.at) == (text, at)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("because of the storm", "the storm"),
        ("because often", "often"),
        ("because the end of it", "the end of it"),
    ],
)
def test_a_reason_is_kept_without_its_little_words(said: str, reason: str) -> None:
    found = parse_request(f"Friday #0 pause {said}")
    assert (found.game, found.serial, found.name) == ("friday", 0, "pause")
    assert (found.reason, found.trying, found.words) == (reason, False, ())
    assert parse_request(f"friday #0 try pause {said}").trying
