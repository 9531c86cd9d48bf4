"""What can be written: every order is read back as it was printed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.notation.parser import NotUnderstood
from pbem.plugins.games import find
from pbem.rules.magma.orders import (
    Agree,
    AnyOrder,
    Disagree,
    Enter,
    Move,
    Pass,
    Remove,
    cell,
)
from tests.rules.magma.helpers import read

cells = st.builds("{}{}".format, st.sampled_from("ABCMQZ"), st.integers(0, 10**9 - 1))
orders = st.one_of(
    st.builds(Move, cells=st.lists(cells, min_size=2, max_size=6).map(tuple)),
    st.builds(Enter, cells=st.lists(cells, max_size=4).map(tuple)),
    st.builds(Remove, cell=st.none() | cells),
    st.sampled_from([Pass(), Agree(), Disagree()]),
)


@given(orders)
@settings(max_examples=300, deadline=None)
def test_orders_are_read_as_they_are_printed(order: AnyOrder) -> None:
    assert read(str(order)) == order
    assert read(str(order).lower()) == order
    assert read(str(read(str(order)))) == order


@given(st.lists(cells, min_size=2, max_size=5), st.randoms())
@settings(max_examples=200, deadline=None)
def test_moves_may_be_written_in_many_ways(
    names: list[str], dice: random.Random
) -> None:
    links = ("-", " - ", " ", ", ", " to ", "->", " → ", "–", " > ", "\n   ")
    text = names[0]
    for name in names[1:]:
        text += dice.choice(links) + dice.choice((name, name.lower()))
    assert read(text) == Move(cells=tuple(map(cell, names)))
    assert read("move " + text) == read(text)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("enter", Enter()),
        ("enter at b2", Enter(cells=("B2",))),
        ("Enter to B2", Enter(cells=("B2",))),
        ("ENTER B02 to D4", Enter(cells=("B2", "D4"))),
        ("remove nothing", Remove(cell=None)),
        ("remove d10", Remove(cell="D10")),
        ("PASS", Pass()),
    ],
)
def test_spellings(text: str, order: AnyOrder) -> None:
    assert read(text) == order


@pytest.mark.parametrize(
    ("text", "code", "span"),
    [
        ("D4", "invalid.unfinished", (2, 3)),
        ("D4-", "invalid.unfinished", (3, 4)),
        ("D4-5", "invalid.notation", (3, 4)),
        ("4D-5D", "invalid.notation", (0, 5)),
        ("jump D4 F5", "invalid.notation", (0, 4)),
        ("pass D4", "invalid.notation", (5, 7)),
        ("enter enter", "invalid.notation", (6, 11)),
        ("D4-D-4", "invalid.notation", (3, 6)),
        ("D4-D12345678901", "invalid.notation", (3, 15)),
        ("", "invalid.empty", (0, 0)),
    ],
)
def test_what_is_no_order(text: str, code: str, span: tuple[int, int]) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read(text)
    fault = caught.value.fault
    assert (fault.code, fault.span) == (code, span)


@given(st.text(max_size=60))
@settings(max_examples=400, deadline=None)
def test_any_text_is_an_order_or_a_fault(text: str) -> None:
    code, order = "", None
    try:
        order = read(text)
    except NotUnderstood as error:
        code = error.fault.code
    if order is None:
        assert code.startswith("invalid.")
    else:
        assert read(str(order)) == order


def test_the_notation_has_words_for_all_it_expects() -> None:
    assert find("magma").notation.wordless() == set()
