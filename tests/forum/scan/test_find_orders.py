"""Which lines of a post are its orders, and what is asked beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.language.reading import MarkedLine
from pbem.language.text import MAX_ORDER_CHARS
from tests.forum.said import asked, entries, opened, post, read


def said(text: str, *answers: str) -> tuple[list[str], list[str]]:
    """What one post of Ann's orders in turn 1, and the codes of what is asked."""
    found = read(opened(post(6, "Ann", text)), *answers)
    return entries(found)[3:], [code for _, code, _ in asked(found)]


@pytest.mark.parametrize(
    ("text", "orders", "codes"),
    [
        # A marked line silences lines that are marked less.
        ("## D4\nD3", ["Ann: D4"], []),
        ("## D4\n*D3*", ["Ann: D4"], []),
        ("*D4*\nD3", ["Ann: D4"], []),
        ("Move: D4\n*D3*\nB3", ["Ann: D4"], []),
        # It silences their questions too,
        ("## D4\nI think D3 is best", ["Ann: D4"], []),
        ("## D4\n*I think D3 is best*", ["Ann: D4"], []),
        ("*D4*\nI think D3 is best", ["Ann: D4"], []),
        # but not those of lines that are marked as much,
        ("## D4\n## nonsense", [], ["notation"]),
        ("## D4\n## D3", [], ["several"]),
        ("*D4*\n*D3*", [], ["several"]),
        ("D4\nI think D3 is best", [], ["almost"]),
        # or more,
        ("D4\n## nonsense", [], ["notation"]),
        ("*D4*\nMove: nonsense", [], ["notation"]),
        # nor what cannot be seen, nor what is said for another.
        ("## D4\nD\u202e3", [], ["unseen"]),
        ("## D4\nBob: E5", ["Ann: D4"], ["other-seat"]),
        ("## D4\nAnn: D3", ["Ann: D4"], []),
    ],
)
def test_what_is_marked_most_counts(
    text: str, orders: list[str], codes: list[str]
) -> None:
    assert said(text) == (orders, codes)
    upside_down = "\n".join(reversed(text.split("\n")))
    assert said(upside_down) == (orders, codes)


@pytest.mark.parametrize(
    ("text", "orders", "codes"),
    [
        ("## turn 1: D4", ["Ann: D4"], []),
        ("Move for turn 1: D4", ["Ann: D4"], []),
        ("Order #1: D4", ["Ann: D4"], []),
        ("Move for turn 2: D4", [], ["turn"]),
        ("Move for turn 0: D4", [], ["turn"]),
        ("Turn 1: D4\nTurn 1: D4", ["Ann: D4"], []),
        ("Turn 1: D4\nTurn 2: D3", [], ["turns"]),
    ],
)
def test_a_turn_that_is_named_must_be_the_open_one(
    text: str, orders: list[str], codes: list[str]
) -> None:
    assert said(text) == (orders, codes)


@pytest.mark.parametrize(
    ("text", "orders", "codes"),
    [
        (f"D4{' ' * (MAX_ORDER_CHARS - 6)} 1NE", ["Ann: D4 1NE"], []),
        ("Ann: D4", ["Ann: D4"], []),
        ("ann : D4.", ["Ann: D4"], []),
        ("`D4`", ["Ann: D4"], []),
        ("Hi!\n\nMove:\nD4\n1NE\n\nBye.", ["Ann: D4"], []),
        ("D4\n1NE", ["Ann: D4 1NE"], []),
        ("D4\n\n1NE", ["Ann: D4 1NE"], []),
        ("\u2013 1NE", ["Ann: \u2013 1NE"], []),
        ("\u04154", [], ["letters"]),
        ("\uff244", ["Ann: D4"], []),
        ("\u0414D4", [], []),
        ("resign", ["Ann: resign"], []),
        ("Hello!\nresign", ["Ann: resign"], []),
        ("I was away all week.\nresign", [], ["word"]),
        ("Hello!\n*resign*", ["Ann: resign"], []),
        ("Should I take D4?", [], ["almost"]),
        ("I go to D4 now", ["Ann: D4"], []),
        ("Fine. D4 1NE. Good luck!", ["Ann: D4 1NE"], []),
        ("I resign, good game!", ["Ann: resign"], []),
        ("one two three four five six seven eight nine D4", [], ["almost"]),
    ],
)
def test_what_reads_as_an_order(text: str, orders: list[str], codes: list[str]) -> None:
    assert said(text) == (orders, codes)


def test_a_line_that_is_too_long_is_none() -> None:
    line = "D4 1NE " + "and so on " * 40
    assert len(line) > MAX_ORDER_CHARS
    assert said(line) == ([], [])


@pytest.mark.parametrize(
    ("text", "bold", "orders"),
    [
        ("Hi ## D4 there", ("## D4",), ["Ann: D4"]),
        ("Hi Move: D4 there", ("Move: D4",), ["Ann: D4"]),
        ("Off I go: D4 1NE!", ("D4 1NE",), ["Ann: D4 1NE"]),
        ("Not D4 but D3", ("D4", "D3"), []),
        ("D4 and D4", ("D4", "D4"), ["Ann: D4"]),
    ],
)
def test_what_is_set_off_within_a_line(
    text: str, bold: tuple[str, ...], orders: list[str]
) -> None:
    line = MarkedLine(text, "new", bold)
    found = read(opened(replace(post(6, "Ann"), lines=(line,))))
    assert entries(found)[3:] == orders


@pytest.mark.parametrize("dash", "\u2010\u2011\u2012\u2013\u2014\u2212")
def test_a_dash_of_any_kind_is_taken_or_asked_about(dash: str) -> None:
    found = read(opened(post(6, "Ann", f"{dash} 1NE")))
    if asked(found):
        assert asked(found) == [(6, "letters", "- 1NE")]
        found = read(opened(post(6, "Ann", f"{dash} 1NE")), "6 = yes")
    (order,) = entries(found)[3:]
    assert order.endswith(" 1NE")


@pytest.mark.parametrize("text", ["Good game. resign.", "We resign", "*Well, resign.*"])
def test_what_is_never_taken_back_is_asked_about_where_others_may_be_meant(
    text: str,
) -> None:
    orders, codes = said(text)
    assert orders == []
    assert len(codes) == 1


def test_an_order_is_looked_for_however_much_is_said_around_it() -> None:
    talk = " ".join(["so"] * 20)
    assert said(f"I go with {talk} D4 2") == ([], ["almost"])


@pytest.mark.parametrize(
    ("text", "orders", "codes"),
    [
        ("D4\n- 1NE", ["Ann: D4 1NE"], []),
        ("D4\n\n- 1NE", [], ["several"]),
        ("I go to D4\n- 1NE", [], ["several"]),
    ],
)
def test_an_order_goes_on_right_below_and_nowhere_else(
    text: str, orders: list[str], codes: list[str]
) -> None:
    assert said(text) == (orders, codes)


@pytest.mark.parametrize(
    ("text", "orders", "codes"),
    [
        ("Scratch that.\n\nD4 1NE", ["Ann: D4 1NE"], []),
        ("oops, sorry\nD4 1NE", ["Ann: D4 1NE"], []),
        ("D4 1NE\nscratch that", [], ["beside"]),
        ("Ignore this:\nD4 1NE", [], ["beside"]),
        ("Please ignore this post.\nD4 1NE", [], ["beside"]),
        (
            "Ha! A3 was what I wanted last turn, not C3. Never mind.\n\nD4 1NE",
            ["Ann: D4 1NE"],
            [],
        ),
    ],
)
def test_a_line_above_an_order_takes_back_what_was_said_before(
    text: str, orders: list[str], codes: list[str]
) -> None:
    assert said(text) == (orders, codes)


@pytest.mark.parametrize(
    ("later", "codes"),
    [("D3 1N", []), ("D3", ["takes-back"]), ("D3 1N 1N", [])],
)
def test_a_new_order_takes_the_place_of_one_that_is_taken_back(
    later: str, codes: list[str]
) -> None:
    posts = post(6, "Ann", "D4 1NE"), post(7, "Ann", f"Scratch that.\n\n{later}")
    found = read(opened(*posts))
    assert [code for _, code, _ in asked(found)] == codes
    taken = [] if codes else [f"Ann: {later}"]
    assert entries(found)[3:] == ["Ann: D4 1NE", *taken]


@pytest.mark.parametrize(
    "text", ["Movement D4\nAttack 1NE", "Strolling over to D4\nFlame thrower NE"]
)
def test_the_square_in_the_line_above_is_not_lost(text: str) -> None:
    found = read(opened(post(6, "Ann", text)))
    assert entries(found)[3:] == []
    (proposal,) = (one for _, _, one in asked(found))
    assert proposal.startswith("D4 ")


@pytest.mark.parametrize("text", ["D4,1NE thx", "Hi Gina! d4,1ne please"])
def test_commas_are_as_good_as_blanks_in_talk(text: str) -> None:
    (order,) = said(text)[0]
    assert order.casefold() == "ann: d4 1ne"


@pytest.mark.parametrize("text", ["I have 2,5 hours of train ahead", "1,2,3 go!"])
def test_numbers_with_commas_are_no_orders(text: str) -> None:
    assert said(text) == ([], [])
