"""How a turn is read, and what is said of the parts that are ignored."""

from __future__ import annotations

import pytest

from pbem.kit import squares
from pbem.pages.wording import words
from pbem.plugins.games import find
from pbem.rules.arena.events import Ignored, Planned
from pbem.rules.arena.magics import MAGICS, NAMES
from pbem.rules.arena.orders import Part
from pbem.rules.arena.plan import plan_turn
from pbem.rules.arena.state import Fighter, Settings, State
from pbem.testing.matches import bound

GAME = find("arena")


def _fighter(*types: str, mp: int = 100, square: str = "C3") -> Fighter:
    place = squares.find(square, 8)
    assert place is not None
    return Fighter("Ann", types, place, 20, mp)


@pytest.mark.parametrize(
    ("types", "text", "parts"),
    [
        (("air",), "- 3 F4", ["3 F4"]),
        (("air", "fire"), "H3 A3 F4", ["A3 F4"]),
        (("air",), "- 1 H3 H3", ["1 H3", "H3"]),
        (("water",), "- W 1 W 1SW", ["W", "W", "1SW"]),
        (("water", "earth"), "- w1sw w W2 e1f E1 4",
         ["W1SW", "W", "W2", "E1F", "E1 4"]),
        (("fire",), "- 1w 1 W W B", ["1W", "1 W", "W", "B"]),
        (("earth",), "- 1 1 11 1H", ["1 1", "11", "1H"]),
        (("earth",), "- Rolling Stone 4, quarter of earth NE",
         ["ROLLING STONE 4", "QUARTER OF EARTH NE"]),
        (("fire",), "- white storm black magic storm H1",
         ["WHITE STORM", "BLACK MAGIC STORM", "H1"]),
    ],
)  # fmt: skip
def test_words_are_put_together(
    types: tuple[str, ...], text: str, parts: list[str]
) -> None:
    plan = plan_turn(Settings(), _fighter(*types), GAME.notation.parse(text))
    assert [spell.part for spell in plan.spells] == parts


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("- 1", Part("1", "1")),
        ("- a3f4", Part("A3F4", "A3", "F4")),
        ("-1ne", Part("1NE", "1", "NE")),
        ("- E12", Part("E12", "E1", "2")),
        ("- 1nex", Part("1NEX", "1", "NEX")),
        ("- w", Part("W", "W")),
        ("- h3", Part("H3", heal=3)),
        ("- h5", Part("H5", target="H5")),
        ("- nw", Part("NW", target="NW")),
        ("- 26", Part("26", "2", "6")),
        ("- 8", Part("8", target="8")),
        ("- wx", Part("WX")),
        ("- flame", Part("FLAME")),
        ("- h1x", Part("H1X")),
    ],
)
def test_the_grammar_tells_magics_targets_and_healing_apart(
    text: str, part: Part
) -> None:
    (read,) = GAME.notation.parse(text).parts
    assert read == part
    assert text[slice(*read.span)].upper() == part.text


def test_every_magic_is_read_by_its_name_however_it_is_spaced() -> None:
    for name, key in NAMES.items():
        for text in (name, name.lower().replace(" ", " ,\n ")):
            assert GAME.notation.parse(f"- {text}").parts == (Part(name, key),)
    assert set(NAMES.values()) == set(MAGICS)


@pytest.mark.parametrize(
    ("text", "code", "spot"),
    [
        ("J9 2", "illegal.off-board", "J9"),
        ("H8 2", "illegal.too-far", "H8"),
        ("D4,   1NE,, 7", "invalid.part", "7"),
        ("- 1", "invalid.no-target", "1"),
        ("- 1 D4", "invalid.no-target", "1"),
        ("- 1D4", "illegal.target", "1D4"),
        ("- 2NE", "illegal.takes-no-target", "2NE"),
        ("- a1 d4", "illegal.type", "a1 d4"),
    ],
)
def test_a_fault_points_at_its_part(text: str, code: str, spot: str) -> None:
    plan = plan_turn(Settings(), _fighter("fire"), GAME.notation.parse(text))
    faults = {fault.code: fault for fault in plan.faults}
    assert text[slice(*faults[code].span)] == spot
    assert faults[code].part


def test_the_report_names_a_part_as_it_was_written_however_it_was_spaced() -> None:
    order = GAME.notation.parse("D4 ,,  1NE ,   Meteor,  9Q")
    state = State(Settings(), ("Ann", "Bob"), 1, (_fighter("fire", mp=3), _bob()))
    orders = {"Ann": order, "Bob": GAME.notation.parse("-")}
    events = GAME.rules.resolve(state, bound(GAME.rules, state, orders)).events
    ignored = [event.part for event in events if isinstance(event, Ignored)]
    assert ignored == ["METEOR", "9Q"]


def _bob() -> Fighter:
    return Fighter("Bob", ("air",), 63, 20, 5)


def test_a_receipt_says_what_each_part_does_and_what_is_left() -> None:
    state = State(Settings(), ("Ann", "Bob"), 1, (_fighter("fire", mp=9), _bob()))
    order = GAME.notation.parse("D4 1NE 2")
    plan = [
        event
        for event in GAME.rules.explain(
            state, "Ann", GAME.rules.bind(state, "Ann", order).order
        )
        if isinstance(event, Planned)
    ]
    assert [(event.part, event.left) for event in plan] == [
        ("D4", 9),
        ("1NE", 8),
        ("2", 1),
    ]
    told = [words(GAME).tell(event) for event in plan]
    assert told[1].endswith("hits E5, F6, G7 and H8; 1 MP, 8 left")


def test_a_fault_says_what_would_be_right() -> None:
    plan = plan_turn(Settings(), _fighter("fire"), GAME.notation.parse("H8"))
    message = words(GAME).fault(plan.faults[0], "H8")
    assert message == "H8 is 5 squares away; you can reach A1 to E5. You stay on C3."
