"""What of a letter's lines is an order: names, signatures, words of leave."""

from __future__ import annotations

import pytest

from pbem.record import replay, turn_file
from pbem.server.game import orders
from pbem.server.game.offered import Offered

ARENA = """Game: arena
Seats: Ann, Zoë

== Position ==
Ann: fire C3 20hp 60mp
Zoë: air F6 20hp 9mp
"""
MAGBLAST = """Game: magblast
Seats: Ann, Bob
Seed: 00112233445566778899aabbccddeeff

== Position ==
turn: Ann action
Ann: hand mag
Ann: B1 dreadnought 9
Bob: B1 cruiser 6
"""


@pytest.mark.parametrize(
    ("seat", "letter", "accepted", "ignored"),
    [
        ("Ann", "Ann: D4 and 1NE", ["D4 1NE"], []),
        ("Ann", "Ann\N{FULLWIDTH COLON}D4", ["D4"], []),
        ("Zoë", "zoe: F7", ["F7"], []),
        ("Ann", "Zoë: D4", [], []),
        ("Ann", "D4\nand 1NE", ["D4 1NE"], []),
        ("Ann", "Hi all\n1NE\nAnn", ["- 1NE"], ["Hi all", "Ann"]),
        ("Ann", "D4\nAnn Smith\nB2 Consulting", ["D4"], ["Ann Smith", "B2 Consulting"]),
        ("Ann", "D4\nCheers,\nA.", ["D4"], ["Cheers,", "A."]),
        ("Ann", "D4\nquit", ["D4"], ["quit"]),
        ("Ann", "quit\nD4", ["D4"], ["quit"]),
        ("Ann", "Good game.\nI resign.", ["resign"], ["Good game."]),
    ],
)
def test_what_is_an_order_of_a_letter(
    seat: str, letter: str, accepted: list[str], ignored: list[str]
) -> None:
    found = _offered(ARENA, seat, letter)
    assert (found.orders, found.ignored) == (accepted, ignored)


def test_a_sheet_ends_above_a_signature_and_nobody_leaves_beside_an_order() -> None:
    sheet = "mag B1 at Bob B1.\nend my turn!"
    found = _offered(MAGBLAST, "Ann", f"{sheet}\nsurrender\nBest wishes\nAnn")
    assert found.orders == ["fire mag B1 at Bob B1", "end"]
    assert found.ignored == ["surrender", "Best wishes", "Ann"]
    assert [one.notation for one in found.respelt] == ["end turn"]
    assert found.text == "mag B1 at Bob B1\nend turn"


def test_a_line_of_several_orders_is_a_sheet() -> None:
    shot = 'mag B1 at Bob B1 "Bum; bum!"'
    for line in (f"Ann: {shot}; end my turn!", f"{shot} and done."):
        found = _offered(MAGBLAST, "Ann", f"Hi Bob,\n{line}\nAnn")
        assert found.orders == [f"fire {shot}", "end"]
        assert (found.ignored, found.troubles) == (["Hi Bob,", "Ann"], [])
    found = _offered(MAGBLAST, "Ann", "mag B1 at Bob B1; frobnicate")
    assert "frobnicate" in found.asks


def _offered(record: str, seat: str, letter: str) -> Offered:
    story = replay.play(turn_file.read(record))
    return orders.offer_text(story, seat, letter)


@pytest.mark.parametrize(
    ("letter", "asked"),
    [
        ("D4 1NE\noops, make that 1E", "oops, make that 1E"),
        ("D4 1NE no wait, E4 1NE", "D4 1NE no wait, E4 1NE"),
        ("D4 1NE\nThanks!\nScratch that: D3", "Scratch that: D3"),
        ("D4 1NE\nWhoops, I am late, sorry!", "Whoops, I am late, sorry!"),
        ("Oops, late again.\nD4 1NE", ""),
        ("oops, D4 1NE", ""),
        ("D4 1NE\nWe eat at 8, wait for no one", ""),
        ("D4 1NE. Actually 1E.", "D4 1NE. Actually 1E."),
        ("D4, no, D3", "D4, no, D3"),
        ("D4 or rather stay", "D4 or rather stay"),
        ("D4 1NE. That is actually fun, the 2nd time", ""),
        ("D4 1NE\nSorry, 2 days late, no 3", ""),
        ("D4 1NE\nActually 2 of us like it", "Actually 2 of us like it"),
        ("D4, no magic for 2 turns", "D4, no magic for 2 turns"),
    ],
)
def test_orders_that_their_writer_changes_are_asked_about(
    letter: str, asked: str
) -> None:
    found = _offered(ARENA, "Ann", letter)
    assert f'write "{asked}".' in found.asks or not asked
    assert bool(found.asks) == bool(asked)


@pytest.mark.parametrize(
    ("letter", "left"),
    [
        ("D4 INE", "INE"),
        ("B1 visa interview today, later!", "visa"),
    ],
)
def test_words_that_nobody_understands_are_asked_about(letter: str, left: str) -> None:
    found = _offered(ARENA, "Ann", letter)
    assert found.asks.startswith("I do not understand")
    assert left in found.asks
    assert "send" not in found.asks


@pytest.mark.parametrize(
    "letter",
    [
        "-------",
        "-----BEGIN PGP MESSAGE-----\nhQEMA1x\n-----END PGP MESSAGE-----",
        "- not yet, sorry",
        "- I cannot say",
        "My thoughts:\n- Bob is strong\n- I am weak",
    ],
)
def test_rules_and_items_of_lists_are_no_orders(letter: str) -> None:
    found = _offered(ARENA, "Ann", letter)
    assert not found.text
    assert found.story is None


@pytest.mark.parametrize(
    ("letter", "order"),
    [
        ("-", "-"),
        ("- 2", "- 2"),
        ("stay", "-"),
        ("I stay put\nAnn", "-"),
        ("\N{NON-BREAKING HYPHEN} 1NE", "- 1NE"),
        ("-D4 1NE", "D4 1NE"),
        ("- D4 1NE", "D4 1NE"),
        ("D4 1NE\n-\nAnn", "D4 1NE"),
        ("D4 1NE\n\n\N{EM DASH}\nAnn", "D4 1NE"),
        ("-------\nD4 1NE\n-------", "D4 1NE"),
        ("D4 1\ufe0f\u20e3NE", "D4 1NE"),
        ("D4 1N\N{CYRILLIC CAPITAL LETTER IE}", "D4 1NE"),
        ("\u2764\ufe0f D4 1\u00adNE \U0001f525", "D4 1NE"),
    ],
)
def test_what_devices_put_around_an_order_changes_nothing(
    letter: str, order: str
) -> None:
    found = _offered(ARENA, "Ann", letter)
    assert not found.asks
    assert found.orders == [order]


def test_a_dash_above_a_name_may_be_an_order_and_is_asked_about() -> None:
    assert 'Is "-" your order' in _offered(ARENA, "Ann", "-\nAnn").asks


def test_a_noise_changes_no_order() -> None:
    noise = 'mag B1 at Bob B1 "Oops, 1 more!"'
    assert not _offered(MAGBLAST, "Ann", noise).asks
    asked = _offered(MAGBLAST, "Ann", f"{noise}\noops, end turn").asks
    assert asked.startswith('You write "oops, end turn". I would play "end turn"')


def test_a_line_that_makes_a_sheet_doubtful_is_asked_about_once() -> None:
    found = _offered(MAGBLAST, "Ann", 'mag B1 at Bob B1 "Boom"\nend\nNot yet, wait!')
    assert found.orders == ['fire mag B1 at Bob B1 "Boom"', "end"]
    assert "Not yet, wait!" in found.asks
    assert not found.refused


@pytest.mark.parametrize("letter", ["D4 whirl NE", "F6! again"])
def test_whatever_is_refused_is_told_why(letter: str) -> None:
    found = _offered(ARENA, "Ann", letter)
    assert found.refused == [letter]
    (trouble,) = found.troubles
    assert "I do not understand" in trouble.message
