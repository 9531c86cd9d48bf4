"""What of a letter's lines is an order: names, signatures, words of leave."""

from __future__ import annotations

import pytest

from pbem.record import replay, turn_file
from pbem.server.play import order_lines, orders
from pbem.server.play.offered import Offered

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
    assert [one.meant for one in found.respelt] == ["end turn"]
    assert found.text == "mag B1 at Bob B1.\nend turn"


def test_a_line_of_several_orders_is_a_sheet() -> None:
    shot = 'mag B1 at Bob B1 "Bum; bum!"'
    for line in (f"Ann: {shot}; end my turn!", f"{shot} and done."):
        found = _offered(MAGBLAST, "Ann", f"Hi Bob,\n{line}\nAnn")
        assert found.orders == [f"fire {shot}", "end"]
        assert (found.ignored, found.troubles) == (["Hi Bob,", "Ann"], [])
    (trouble,) = _offered(MAGBLAST, "Ann", "mag B1 at Bob B1; frobnicate").troubles
    assert trouble.caret == " " * 16 + "^"


def _offered(record: str, seat: str, letter: str) -> Offered:
    story = replay.play(turn_file.read(record))
    lines = order_lines.read_lines(
        story.game, letter.split("\n"), seat, story.header.seats
    )
    return orders.offer(story, seat, lines)


@pytest.mark.parametrize(
    ("letter", "asked"),
    [
        ("D4 1NE\noops, make that 1E", "oops, make that 1E"),
        ("D4 1NE no wait, E4 1NE", "D4 1NE no wait, E4 1NE"),
        ("D4 1NE\nThanks!\nScratch that: D3", "Scratch that: D3"),
        ("D4 1NE\nWhoops, I am late, sorry!", ""),
        ("Oops, late again.\nD4 1NE", ""),
        ("oops, D4 1NE", ""),
        ("D4 1NE\nWe eat at 8, wait for no one", ""),
        ("D4 1NE. Actually 1E.", "D4 1NE. Actually 1E."),
        ("D4, no, D3", "D4, no, D3"),
        ("D4 or rather stay", "D4 or rather stay"),
        ("D4 1NE. That is actually fun, the 2nd time", ""),
        ("D4 1NE\nSorry, 2 days late, no 3", "Sorry, 2 days late, no 3"),
        ("D4 1NE\nActually 2 of us like it", ""),
        ("D4, no magic for 2 turns", ""),
        ("D4, \N{DOUBLE LOW-9 QUOTATION MARK}no, D3\N{LEFT DOUBLE QUOTATION MARK}", ""),
    ],
)
def test_orders_that_their_writer_changes_are_asked_about(
    letter: str, asked: str
) -> None:
    found = _offered(ARENA, "Ann", letter)
    assert found.asks.startswith(f'You write "{asked}".' if asked else "")
    assert bool(found.asks) == bool(asked)


def test_a_noise_changes_no_order() -> None:
    noise = 'mag B1 at Bob B1 "Oops, 1 more!"'
    assert not _offered(MAGBLAST, "Ann", noise).asks
    asked = _offered(MAGBLAST, "Ann", f"{noise}\noops, end turn").asks
    assert asked.startswith('You write "oops, end turn". I would play "fire mag B1')
