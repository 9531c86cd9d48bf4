"""The formats that outside programs rely on: turn files, positions, JSON."""

from __future__ import annotations

import json

import pytest

from pbem.record import turn_file
from pbem.record.fresh import begun, position_of
from pbem.record.header import Header
from pbem.record.replay import Story, play
from pbem.report.document import document
from pbem.report.model import Reader
from tests.rules.diplomacy.helpers import POWERS

HEAD = f"Game: diplomacy\nSeats: {', '.join(POWERS)}\n"


def record(body: str, head: str = HEAD) -> Story:
    return play(turn_file.read(f"{head}\n{body}"))


def found(story: Story) -> dict[str, object]:
    text = json.dumps(document(story, Reader()))
    whole: dict[str, object] = json.loads(text)
    return whole


@pytest.mark.parametrize(
    ("prefer", "got"),
    [
        ("A/E/F/G/I/R/T", "Austria England France Germany Italy Russia Turkey"),
        ("-/-/-/-/France+Turkey/-/T", "France Turkey"),
    ],
)
def test_seats_get_what_they_prefer_of_what_is_drawn(prefer: str, got: str) -> None:
    names = "Ann, Bob, Cid, Dee, Eve, Fay, Gus"
    options = f"powers=drawn, prefer={prefer}"
    head = f"Game: diplomacy\nSeats: {names}\nSeed: {'ab' * 32}\nOptions: {options}\n"
    story = record("", head)
    plays = {seat: power for power, seat in story.table.state.players.items()}
    wishing = [
        name
        for name, wish in zip(names.split(", "), prefer.split("/"), strict=True)
        if wish != "-"
    ]
    assert [plays[name] for name in wishing] == got.split()
    assert len({*plays.values()}) == len(plays) == 7


FORMS = """\
== 0: S1901M ==
Austria: A Vie - Gal, A Bud - Ser; F Tri H
England: ((ENG FLT LON) MTO NTH), ((ENG FLT EDI) MTO NWG)
  A LVP - YOR
France:
  The army at Paris move to Burgundy
  Mar S Par-Bur
  F Bre → Mid
Germany: A BER - KIE VIA
  Mun > Ruh; F Kie-Den
Italy: all hold
Russia: a war-gal, a mos-ukr, f sev-bla
  F Stp/sc - Bot
Turkey: a con-bul, a smy h, ank-bla
"""


def test_all_notations_may_stand_in_one_file() -> None:
    story = record(FORMS + "-- deadline --\n")
    state = found(story)["state"]
    assert isinstance(state, dict)
    assert state["units"]["England"] == ["A Yor", "F Nth", "F Nwg"]
    assert state["units"]["France"] == ["A Bur", "A Mar", "F Mao"]
    assert state["units"]["Russia"] == ["A Ukr", "A War", "F Bot", "F Sev"]
    assert (state["season"], state["year"], state["phase"]) == (
        "Fall",
        1901,
        "movement",
    )


@pytest.mark.parametrize("heading", ["== 0 ==", "== 0: S1901M ==", "==0: whatever=="])
def test_a_heading_has_a_number_and_any_words(heading: str) -> None:
    story = record(f"{heading}\nFrance: A Par - Bur\n-- deadline --\n")
    assert story.table.serial == 1


def test_empty_phases_have_no_number() -> None:
    text = "== 0 ==\n-- deadline --\n== 1: F1901M ==\n-- deadline --\n"
    story = record(text)
    # Retreats and adjustments of 1901 are passed over: nobody has a choice.
    assert story.table.serial == 2
    assert str(story.table.state.moment) == "Spring 1902 movement"


def test_an_indented_form_and_a_line_are_the_same() -> None:
    one = record("== 0 ==\nFrance: A Par - Bur, F Bre - Mao\n-- deadline --\n")
    two = record("== 0 ==\nFrance:\n  A Par - Bur\n  F Bre - Mao\n-- deadline --\n")
    assert found(one) == found(two)


def test_powers_are_played_by_others_as_the_option_says() -> None:
    head = "Game: diplomacy\nSeats: Ann, Bob\nOptions: powers=France+Italy/Turkey\n"
    story = record("== 0 ==\nAnn: A Par - Bur, A Ven - Tyr\nTurkey: all hold\n", head)
    assert story.awaited() == ("Ann",)
    more = "== 0 ==\nItaly: A Ven H\nFrance: rest hold\nBob: A Con - Bul\n"
    assert record(more, head).awaited() == ("Bob",)


POSITION = """\
== Position ==
Fall 1902 retreats; standoffs Boh
Austria: A Vie; centres Bud, Vie; dislodged F Tri (from Ven)
France: A Par, F Spa/sc; centres Bre, Mar, Par
Italy: A Tri, F Adr; centres Nap, Rom, Ven
Germany: no units; centres none
"""


def test_a_position_is_read_and_printed_again() -> None:
    story = record(POSITION)
    lines = story.game.rules.position(story.table.state)  # type: ignore[attr-defined]
    assert lines[0] == "Fall 1902 retreats; standoffs Boh"
    assert "Austria: A Vie; centres Bud, Vie; dislodged F Tri (from Ven)" in lines
    assert "Germany: no units; centres none" in lines
    again = record("== Position ==\n" + "\n".join(lines) + "\n")
    assert again.table.state == story.table.state


def test_more_units_than_centres_and_units_of_the_landless_stand() -> None:
    text = "== Position ==\nSpring 1905 movement\nItaly: A Rom, A Ven, F Nap\n"
    state = record(text).table.state
    assert len(state.units) == 3
    assert state.owners == {}


def test_the_document_has_what_is_said_of_it() -> None:
    state = found(record(POSITION))["state"]
    assert isinstance(state, dict)
    assert state["dislodged"] == {"Austria": ["F Tri"]}
    assert state["retreats"] == {"F Tri": ["Alb"]}
    assert state["contested"] == ["Boh"]
    assert state["centres"]["France"] == ["Bre", "Mar", "Par"]
    assert state["units"]["France"] == ["A Par", "F Spa/sc"]
    assert state["due"] == {}
    assert state["phase"] == "retreats"


def test_verdicts_of_the_last_movement_are_in_the_document() -> None:
    text = "== 0 ==\nFrance: A Par - Bur, A Mar - Mos\nGermany: A Mun - Bur\n"
    story = record(text + "-- deadline --\n")
    state = found(story)["state"]
    assert isinstance(state, dict)
    by_unit = {(one["power"], one["unit"]): one for one in state["verdicts"]}
    assert by_unit["France", "A Par"] == {
        "power": "France",
        "unit": "A Par",
        "order": "A Par - Bur",
        "verdict": "bounces",
        "reason": "1:1 A Mun",
    }
    assert by_unit["France", "A Mar"]["verdict"] == "illegal"
    assert by_unit["France", "A Mar"]["reason"] == "too far"
    assert by_unit["France", "F Bre"]["verdict"] == "no order"
    assert len(by_unit) == 22


def test_builds_due_are_numbers() -> None:
    text = "== Position ==\nWinter 1901 adjustments\nFrance: A Spa; centres Par, Spa\n"
    text += "Italy: A Rom, A Ven; centres Rom\n"
    state = found(record(text))["state"]
    assert isinstance(state, dict)
    assert state["due"] == {"France": 1, "Italy": -1}


def test_a_game_begins_from_a_position_and_from_where_another_stands() -> None:
    header = Header("diplomacy", ("Ann",))
    lines = position_of(POSITION)
    text, story = begun(header, lines)
    assert text.endswith("\n\n")
    assert story.awaited() == ("Ann",)
    assert record(text.partition("\n\n")[2], text.partition("\n\n")[0] + "\n")
    fork = position_of(f"{HEAD}\n{FORMS}-- deadline --\n")
    _, other = begun(header, fork)
    assert str(other.table.state.moment) == "Fall 1901 movement"
    assert len(other.table.state.units) == 22


def test_one_player_alone_plays_all_powers() -> None:
    head = "Game: diplomacy\nSeats: Ann\n"
    text = "== 0 ==\nAnn: A Par - Bur, A Vie - Tyr, rest hold\n"
    story = record(text, head)
    assert story.table.serial == 1
    assert {*story.table.state.players} == {*POWERS}
