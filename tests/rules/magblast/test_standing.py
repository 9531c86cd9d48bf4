"""Standing orders: what is said of them at receipt, and what they do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.pages.wording import words
from pbem.plugins.games import find
from pbem.record import replay, turn_file
from pbem.rules.magblast import RULES
from pbem.rules.magblast.events.explanations import Tried, TriedCalm, TriedNever
from pbem.rules.magblast.state import State
from tests.rules.magblast.table import explained, read

HEAD = "Game: magblast\nSeats: Ann, Bob, Cid\nSeed: 00112233445566778899aabbccddeeff\n"
TABLE = """
== Position ==
turn: Ann action
Ann: B1 destroyer
Ann: Y1 carrier
Cid: R1 gunship 6
Bob: flagship Jol-Nar
Bob: B1 scout 3
Bob: Y1 carrier
Bob: G1 cruiser
Bob: hand evasive, mag A, laser B
"""


def table(extra: str = "") -> State:
    """The position, with some lines more."""
    story = replay.begin(turn_file.read(HEAD + TABLE + extra + "\n"))
    state = story.table.state
    assert isinstance(state, State)
    return state


def tried(line: str, extra: str = "") -> dict[str, Tried]:
    """How a standing order of Bob's fares, by card."""
    found = explained(table(extra), "Bob", read(line))
    return {event.card: event for event in found if isinstance(event, Tried)}


def test_it_is_told_when_it_would_act_and_when_not() -> None:
    found = tried("standing evade blasts of 3 or more")
    assert found["Beam"].why == ""
    assert found["Beam"].at == ("flagship", "B1")
    assert found["Beam"].by == ("Cid", "Ann")
    assert found["Mag-Blast"].by == ("Cid",)
    assert found["Laser"].why == "damage"
    assert found["Fighter"].why == "card"


@pytest.mark.parametrize(
    ("line", "card", "why"),
    [
        ("standing evade anything at flagship", "Bomber", "target"),
        ("standing evade anything at G1", "Laser", "target"),
        ("standing evade anything at carriers", "Laser", ""),
        ("standing evade anything in red", "Mag-Blast", ""),
        ("standing evade anything in yellow", "Beam", "zone"),
        ("standing evade anything by Cid", "Fighter", "attacker"),
        ("standing evade deadly", "Beam", ""),
        ("standing evade deadly", "Laser", "deadly"),
        ("standing evade anything keep 1", "Laser", "keep"),
        ("standing flux laser", "Laser", "no-card"),
        ("standing defend", "Fighter", "no-card"),
        ("standing jol-nar laser", "Laser", ""),
        ("standing jol-nar laser keep mag or laser", "Laser", "keep"),
    ],
)
def test_each_condition_is_told(line: str, card: str, why: str) -> None:
    assert tried(line)[card].why == why


def test_defenders_need_a_carrier_and_no_mines() -> None:
    assert tried("standing defend", "Bob: mined by Ann")["Fighter"].why == "mined"
    extra = "Bob: B2 scout\n"
    lines = TABLE.replace("Bob: Y1 carrier", "Bob: Y1 scout")
    story = replay.begin(turn_file.read(HEAD + lines + extra + "\n"))
    found = explained(story.table.state, "Bob", read("standing defend"))
    whys = [event.why for event in found if isinstance(event, Tried)]
    assert "no-carrier" in whys


def test_what_opponents_hold_plays_no_part() -> None:
    bare = explained(table(), "Bob", read("standing evade anything"))
    rich = table("Ann: hand laser, beam, mag, fighter, bomber\nCid: hand mag\n")
    assert explained(rich, "Bob", read("standing evade anything")) == bare


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("standing evade minefield", "card"),
        ("standing evade flux or boarding", "card"),
        ("standing flux flux", "card"),
        ("standing evade blasts of 6 or more", "damage"),
        ("standing yssaril anything", "power"),
        ("standing xxcha Ann", "power"),
        ("standing jol-nar mag at flagship", "ship-only"),
        ("standing evade anything by Bob", "self"),
        ("standing evade anything at Ann", "theirs"),
        ("standing evade anything keep 2", "keep"),
        ("standing evade anything at B1 in red", "zone"),
    ],
)
def test_one_that_can_never_act_is_doubted(line: str, why: str) -> None:
    state, order = table(), read(line)
    faults = RULES.bind(state, "Bob", order).faults
    assert [fault.code for fault in faults] == ["doubtful.never"]
    assert faults[0].given["why"] == why
    never = [e for e in explained(state, "Bob", order) if isinstance(e, TriedNever)]
    assert [event.why for event in never] == [why]
    told = words(find("magblast")).fault(faults[0])
    assert "never act" in told


@pytest.mark.parametrize(("until", "whys"), [(2, ["past"]), (3, []), (4, [])])
def test_an_order_until_a_turn_that_is_over_is_doubted(
    until: int, whys: list[str]
) -> None:
    state = replace(table(), turn=3)
    faults = RULES.bind(
        state, "Bob", read(f"standing evade beam until turn {until}")
    ).faults
    assert [fault.given["why"] for fault in faults] == whys


def test_one_that_waits_in_calm_is_told_so() -> None:
    calm = "== Position ==\nturn: Ann action\nBob: B1 scout\nBob: hand evasive\n"
    story = replay.begin(turn_file.read(HEAD + "\n" + calm + "\n"))
    found = explained(story.table.state, "Bob", read("standing evade anything"))
    assert any(isinstance(event, TriedCalm) for event in found)


def test_every_reading_has_its_words() -> None:
    speak = words(find("magblast"))
    lines = [
        "standing evade blasts of 3 or more",
        "standing defend",
        "standing evade minefield",
        "standing flux anything",
        "standing pass upgrades",
        "vote Ann",
        "resign",
        "cancel all",
        "standing jol-nar mag",
    ]
    for line in lines:
        found = explained(table(), "Bob", read(line))
        assert found
        for event in found:
            assert speak.tell(event)


def test_many_standing_orders_are_enough() -> None:
    state: Any = table()
    order = read("standing evade beam until turn 30")
    for _ in range(20):
        faults = RULES.bind(state, "Bob", order).faults
        assert not any(fault.refuses for fault in faults)
        bound = RULES.bind(state, "Bob", order).order
        assert bound is not None
        state = RULES.anytime(state, "Bob", bound).state
    codes = [fault.code for fault in RULES.bind(state, "Bob", order).faults]
    assert codes == ["illegal.standing-many"]


def test_only_cards_that_an_order_can_answer_are_told_of() -> None:
    assert set(tried("standing defend")) <= {"Fighter", "Bomber"}
    blasts = {"Laser", "Beam", "Mag-Blast"}
    assert set(tried("standing jol-nar anything")) <= blasts


def test_jol_nar_is_told_whether_icons_or_leave_are_lacking() -> None:
    position = (
        "== Position ==\nturn: Ann action\nAnn: B1 gunship 6\n"
        "Bob: flagship jol-nar\nBob: B1 cruiser\nBob: hand {}\n"
    )
    for hand, why in (("laser A, laser B", "keep"), ("laser A, beam", "no-icons")):
        text = HEAD + "\n" + position.format(hand) + "\n"
        state = replay.begin(turn_file.read(text)).table.state
        found = explained(state, "Bob", read("standing jol-nar beam keep 4"))
        beam = [e for e in found if isinstance(e, Tried) and e.card == "Beam"]
        assert [event.why for event in beam] == [why]


def test_until_a_turn_is_to_the_end_of_that_turn() -> None:
    text = HEAD + "\n== Position ==\nturn: Ann action\nCid: hand laser\n\n== 0 ==\n"
    story = replay.begin(turn_file.read(text))

    def left() -> list[str]:
        return [str(rule) for rule in story.table.state.fleets[2].standing]

    def never() -> list[str]:
        lines = [f"standing evade beam until turn {turn}" for turn in (1, 2, 3)]
        told = [explained(story.table.state, "Cid", read(line)) for line in lines]
        return [e.why for one in told for e in one if isinstance(e, TriedNever)]

    story.order("Cid", [turn_file.Piece("standing evade beam until turn 2", 0, 1)])
    kept = left()
    assert len(kept) == 1
    assert never() == []
    story.order("Ann", [turn_file.Piece("end", 0, 1)])
    # The second turn: it is good in all of it, and may still be left in it.
    assert story.table.state.turn == 2
    assert left() == kept
    assert never() == ["past"]
    while story.table.state.turn == 2:
        story.close()
    assert left() == []
    assert never() == ["past", "past"]
