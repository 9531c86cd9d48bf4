"""The settings of a game, as they are said, kept and told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.schedule.time_control import UnknownTime
from pbem.server.lobby import game_settings, guests, invitations
from pbem.server.lobby.game_settings import UnknownSetting
from pbem.server.states import SeatState
from pbem.server.store import game_store

HOUR = 3600


@pytest.mark.parametrize(
    ("name", "text", "kept"),
    [
        ("pace", "48h", {"pace": 48 * HOUR, "timing": "48h"}),
        ("pace", "2 days, grace 6h",
         {"pace": 48 * HOUR, "timing": "2 days, grace 6h", "grace": 6 * HOUR}),
        ("grace", "6h", {"grace": 6 * HOUR}),
        ("grace", " None ", {"grace": 0}),
        ("grace", "no", {"grace": 0}),
        ("grace", "off", {"grace": 0}),
        ("grace", "0", {"grace": 0}),
        ("silence", "Resign", {"silence": "resign"}),
        ("silence", "replace after 12", {"silence": "replace", "misses": 12}),
        ("silence", "resign after 10", {"silence": "resign", "misses": 10}),
        ("press", "At once", {"press": "at-once"}),
        ("press", "at-once", {"press": "at-once"}),
        ("press", "yes", {"press": "at-once"}),
        ("press", "no", {"press": "off"}),
        ("press", "none", {"press": "off"}),
        ("press", "off", {"press": "off"}),
        ("press", "report", {"press": "report"}),
        ("anonymous", "Yes", {"anonymous": True}),
        ("anonymous", "no", {"anonymous": False}),
    ],
)  # fmt: skip
def test_a_term_is_kept_as_it_is_meant(
    name: str, text: str, kept: dict[str, Any]
) -> None:
    assert game_settings.parse_setting(name, text) == kept


@pytest.mark.parametrize(
    ("name", "text", "known"),
    [
        ("silence", "resign after 0", "wait resign"),
        ("silence", "resign after 100", "wait resign"),
        ("silence", "sleep", "wait resign"),
        ("silence", "", "wait resign"),
        ("press", "maybe", "at-once off"),
        ("anonymous", "maybe", "yes no"),
        ("anonymous", "", "yes no"),
    ],
)
def test_a_term_that_is_none_tells_what_it_can_be(
    name: str, text: str, known: str
) -> None:
    with pytest.raises(UnknownSetting) as found:
        game_settings.parse_setting(name, text)
    assert str(found.value) == text
    assert set(known.split()) <= set(found.value.known)


@pytest.mark.parametrize("name", ["pace", "grace", "delay"])
@pytest.mark.parametrize("text", ["soon", "2", ""])
def test_a_time_that_is_none_is_none(name: str, text: str) -> None:
    with pytest.raises(UnknownTime):
        game_settings.parse_setting(name, text)


@pytest.mark.parametrize(
    ("said", "kept"),
    [("deadline", "pace"), ("Deadline", "pace"), ("Pace", "pace"), ("xyz", "xyz")],
)
def test_terms_have_one_name(said: str, kept: str) -> None:
    assert game_settings.canonical(said) == kept


@pytest.mark.parametrize(
    ("pace", "grace", "kept"),
    [
        ("48h", "", 0),
        ("2 days, grace 6h", "", 6 * HOUR),
        ("48h, grace 6h", "3h", 3 * HOUR),
    ],
)
def test_the_grace_of_the_host_comes_before_that_of_the_pace(
    pace: str, grace: str, kept: int
) -> None:
    config: Any = SimpleNamespace(
        pace=pace, grace=grace, silence="default", misses=2, press="report", hold="0"
    )
    found = game_settings.defaults(config)
    assert (found["pace"], found["grace"], found["misses"]) == (48 * HOUR, kept, 2)


def test_terms_are_told_in_words() -> None:
    game: Any = SimpleNamespace(
        timing="", pace=90 * 60, grace=0, silence="wait", misses=2, press="off",
        anonymous=False, delay=0, hold=0, reliable=0,
    )  # fmt: skip
    told = game_settings.in_words(game)
    assert (told["pace"], told["grace"]) == ("one hour and 30 minutes", "")
    game.timing, game.grace = "3 days", 6 * HOUR
    told = game_settings.in_words(game)
    assert (told["pace"], told["grace"]) == ("three days", "six hours")


@pytest.mark.parametrize(
    ("states", "silent"),
    [
        ((SeatState.ASKED, SeatState.LISTED), None),
        ((SeatState.IN, SeatState.ASKED), ["S1"]),
        ((SeatState.IN, SeatState.LISTED, SeatState.IN), ["S1"]),
        ((SeatState.IN, SeatState.IN), []),
    ],
)
def test_an_invitation_that_lapses_names_who_has_not_answered(
    monkeypatch: pytest.MonkeyPatch,
    states: tuple[SeatState, ...],
    silent: list[str] | None,
) -> None:
    """What its own starter has not confirmed is told to nobody."""
    told: list[Any] = []
    seats = [
        SimpleNamespace(name=f"S{number}", state=state)
        for number, state in enumerate(states)
    ]
    monkeypatch.setattr(game_store, "seats", lambda *given: seats)
    monkeypatch.setattr(
        guests,
        "_tell_all",
        lambda session, what, but, silent, because: told.append(
            (what, but, silent, because)
        ),
    )
    session: Any = SimpleNamespace(conn=None, game=SimpleNamespace(id=1))
    guests.lapsed(session)
    assert told == ([] if silent is None else [("lapsed", None, silent, "")])


@pytest.mark.parametrize(("taken", "begins"), [(1, False), (2, True), (3, False)])
def test_an_open_game_begins_with_its_last_seat(
    monkeypatch: pytest.MonkeyPatch, taken: int, begins: bool
) -> None:
    done: list[Any] = []
    rows: list[Any] = [
        SimpleNamespace(name=f"S{number}", state=SeatState.IN)
        for number in range(taken)
    ]

    def insert(conn: Any, row: Any) -> None:
        done.append(row)
        rows.append(row)

    monkeypatch.setattr(invitations, "insert", insert)
    monkeypatch.setattr(invitations, "start", lambda session: done.append("begun"))
    session: Any = SimpleNamespace(
        conn=None, game=SimpleNamespace(id=1, wanted=3), seats=lambda: rows
    )
    invitations.join(session, 9, "S0", "rosebud")
    row = done.pop(0)
    assert (row.number, row.player_id, row.state) == (taken, 9, SeatState.IN)
    assert (row.word, row.name != "S0") == ("rosebud", True)
    assert done == ["begun"] * begins
