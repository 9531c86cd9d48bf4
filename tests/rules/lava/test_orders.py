"""Orders: how they are written, and what is said of those that cannot stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.notation.parser import NotUnderstood
from pbem.pages.wording import words
from pbem.plugins.games import find
from pbem.protocol import Fault
from pbem.rules.lava import RULES
from pbem.rules.lava.events import Stretched
from pbem.rules.lava.faces import FACES, LETTERS, SPELT, spelt
from pbem.rules.lava.orders import Place, Spot
from pbem.rules.lava.state import State
from tests.rules.lava import slow
from tests.rules.lava.helpers import cluster, done, explained, play, read, start

faces = st.sampled_from(LETTERS)
numbers = st.integers(-(10**12), 10**12)
spots = st.builds(Spot, faces, numbers, numbers)


def said(state: State, text: str, seat: str | None = None) -> str:
    """Return what a player is told of an order that is refused."""
    fault, *_ = RULES.bind(state, seat or state.mover or "", read(text)).faults
    return words(find("lava")).fault(fault, text)


def test_the_letters_are_those_of_the_house() -> None:
    assert dict(zip(LETTERS, SPELT, strict=True)) == slow.FACES


@given(st.lists(spots, min_size=1, max_size=2).map(lambda found: Place(tuple(found))))
def test_what_is_printed_is_read_again(order: Place) -> None:
    assert read(str(order)) == order


@given(faces, numbers, numbers)
def test_every_spelling_means_the_same(face: str, x: int, y: int) -> None:
    order = Place((Spot(face, x, y),))
    corners = SPELT[LETTERS.index(face)]
    for word in (face, face.upper(), corners):
        for text in (
            f"{word} {x},{y}",
            f"{word}@{x},{y}",
            f"{word}{x},{y}",
            f"{x},{y} {word}",
            f"  {word} ,{x}  {y} ",
            f"{word} {x},{y}".replace("-", "\N{MINUS SIGN}"),
        ):
            assert read(text) == order


@given(st.text("rgbRGB", min_size=4, max_size=4))
def test_corners_name_the_faces_that_show_them(word: str) -> None:
    shown = [f for f, c in slow.FACES.items() if c.lower() == word.lower()]
    found = [LETTERS[face] for face in spelt(word)]
    assert set(found) <= set(shown)
    assert bool(found) == bool(shown)
    if len(shown) < 2 or word in (word.lower(), word.upper()):
        assert found == shown


@given(st.text(max_size=40))
def test_any_text_is_an_order_or_a_fault_in_words(text: str) -> None:
    faults: tuple[Fault, ...]
    try:
        faults = RULES.bind(start(), "Ann", read(text)).faults
    except NotUnderstood as error:
        faults = (error.fault,)
    for fault in faults:
        assert len(words(find("lava")).fault(fault, text)) > 20


def test_a_clash_names_the_corners_and_what_would_fit() -> None:
    state = play(start(), ["e 0,0"])
    text = said(state, "k 1,0")
    assert "north-west corner is blue, but e on 0,0 has red there" in text
    assert "south-west corner is green, but e on 0,0 has blue there" in text
    assert "On 1,0 would fit: d, f, q or u." in text


@pytest.mark.parametrize("seed", range(4))
def test_clashes_and_what_would_fit_are_those_of_the_slow_game(seed: int) -> None:
    state = cluster(seed, 12)
    dice = {tile.at: tile.face for tile in state.laid}
    for at in slow.empty_cells(dice):
        fits = slow.fitting(dice, at)
        for number, face in enumerate(LETTERS):
            order = Place((Spot(face, *at),))
            faults = RULES.bind(state, state.mover or "", order).faults
            assert (face in fits) == (not faults)
            if not faults:
                continue
            (fault,) = faults
            assert fault.code == "illegal.clash"
            assert fault.given["fits"] == fits
            told = {clash["corner"] for clash in fault.given["clashes"]}
            assert told == wrong_corners(dice, at, FACES[number])


def wrong_corners(
    dice: dict[tuple[int, int], str], at: tuple[int, int], corners: tuple[int, ...]
) -> set[str]:
    """Return the corners at which some neighbour has another colour."""
    names = ("north-west", "north-east", "south-east", "south-west")
    found = set()
    for name, point, colour in zip(names, slow.points(at), corners, strict=True):
        for near in slow.round_point(point):
            if near in dice:
                there = slow.points(near).index(point)
                if slow.SIGNS[dice[near]][there] != "rgb"[colour]:
                    found.add(name)
    return found


def test_a_die_far_away_is_told_where_it_would_fit() -> None:
    state = play(start(), ["e 0,0"])
    text = said(state, "d 1000000000,-1000000000")
    assert "has no side in common with any die. d would fit on" in text
    assert "1,0" in text


def test_legal_orders_of_one_cell() -> None:
    state = play(start(), ["e 0,0"])
    everything = [str(order) for order in RULES.legal(state, "Bob")]
    for where in ("1,0", " 1 , 0 ", "+1 0"):
        found = [str(order) for order in RULES.legal_at(state, "Bob", where)]
        assert found == [order for order in everything if order.endswith(" 1,0")]
        assert len(found) == 4
    for nowhere in ("5,5", "0,0", "D4", "", "1", "9" * 80):
        assert list(RULES.legal_at(state, "Bob", nowhere)) == []
    assert list(RULES.legal_at(state, "Ann", "1,0")) == []


def test_the_order_of_legal_orders_is_reading_order() -> None:
    state = play(start(), ["e 0,0"])
    assert [str(order) for order in RULES.legal(state, "Bob")] == [
        *(f"{face} 0,1" for face in "bhio"),
        *(f"{face} -1,0" for face in "bfio"),
        *(f"{face} 1,0" for face in "dfqu"),
        *(f"{face} 0,-1" for face in "dhqu"),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_a_reading_tells_what_an_order_then_brings(seed: int) -> None:
    state = cluster(seed, 10)
    seat = state.mover or ""
    for order in RULES.legal(state, seat):
        before = repr(state)
        told = explained(state, order)
        assert told == done(state, order).events
        assert repr(state) == before


@pytest.mark.parametrize(
    ("columns", "rows", "told"),
    [
        ((0, 7), None, "eight columns (columns 0 to 7)"),
        ((0, 7), (-3, 5), "9 rows (columns 0 to 7, rows -3 to 5)"),
        ((0, 8), (-3, 4), "9 columns (columns 0 to 8, rows -3 to 4)"),
        (None, (0, 8), "9 rows (rows 0 to 8)"),
    ],
)
def test_the_greater_extent_of_a_blob_is_told(
    columns: tuple[int, int] | None, rows: tuple[int, int] | None, told: str
) -> None:
    spans = [last - first + 1 for first, last in filter(None, (columns, rows))]
    event = Stretched(
        owner="Ann", colour="red", extent=max(spans), columns=columns, rows=rows
    )
    assert f"now spans {told}." in " ".join(words(find("lava")).tell(event).split())
