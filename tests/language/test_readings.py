"""The same words come to the same in every channel: readings.txt has them."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from pbem.language.reading import Asking, MarkedLine
from pbem.language.text import read_text
from pbem.plugins.games import find
from pbem.record import replay, tried_orders, turn_file
from pbem.server.game import orders
from tests.language.channels import CHANNELS, NOTHING, RECORDS, canonical

ROWS = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("readings.txt").read_text("utf-8").split("\n")
    if "\t" in line
]
MANY = 600  #: rows, over all games
MOST_SECONDS = 60  #: of the processor, for all rows in all channels


@pytest.mark.parametrize("game", RECORDS)
def test_it_is_the_same_in_every_channel(game: str) -> None:
    wrong, began = [], process_time()
    for text, meant in [(row[1], row[2]) for row in ROWS if row[0] == game]:
        said = text.replace("\\n", "\n")
        expected = meant if meant == NOTHING else canonical(game, meant)
        for name, channel in CHANNELS.items():
            if name == "page" and "\n" in said:
                continue  # what a page's field holds is one line
            if (found := channel(game, said)) != expected:
                wrong.append(f"{name}: {text!r}: {found}, not {expected}")
    assert not wrong, "\n".join(wrong)
    assert process_time() - began < MOST_SECONDS / len(RECORDS)


def test_there_are_many_rows_of_every_game_and_none_comes_twice() -> None:
    assert len(ROWS) >= MANY
    assert {row[0] for row in ROWS} == set(RECORDS)
    said = [(row[0], " ".join(row[1].split())) for row in ROWS]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    ("game", "text", "offer"),
    [
        ("arena", "Bob told me that he goes to D6, so I'm off to E5, 1N", "E5 1N"),
        ("arena", "no idea what Cid does, anyway I go to D4, see you", "D4"),
        ("arena", "D4, flames to S and W", "D4 flame thrower S flame thrower W"),
        ("lava", "I have thought about it and in the end I lay b at (0,1)", "b 0,1"),
        ("magma", "enter B2 (a new piece over A1 to B2)", "enter B2"),
        ("dip", "Par-Bur, Mar-Bur (bounce)", "Par - Bur ;; Mar - Bur"),
        ("dip", "mar somewhere south, Par-Bur", "Par - Bur"),
        (
            "dip",
            "oops. new orders:\nPar-Bur\nMar H",
            "new orders ;; Par - Bur ;; Mar H",
        ),
        ("mars", "A leaf, please, then wait two", "make leaf, wait 2"),
    ],
)
def test_what_is_meant_is_offered(game: str, text: str, offer: str) -> None:
    story = replay.play(turn_file.read(RECORDS[game][0]))
    found = orders.offer_text(story, RECORDS[game][1], text)
    assert found.asks
    assert " ;; ".join(found.orders).casefold() == canonical(game, offer)


def test_a_condition_in_brackets_is_in_no_offer() -> None:
    line = MarkedLine("Par-Bur, Mar holds (unless Italy comes, then Mar-Pie)")
    (found,) = read_text([line], Asking(find("diplomacy")))
    assert found.orders == ()
    assert found.offers == (("Par-Bur, Mar holds",),)
    assert found.left == ("(unless Italy comes, then Mar-Pie)",)


def test_a_line_that_begins_with_an_order_is_asked_about_beside_another() -> None:
    story = replay.play(turn_file.read(RECORDS["dip"][0]))
    lines = [MarkedLine("A Par - Bur"), MarkedLine("Mar S Par-Bur <-- can it?")]
    sure, asked = read_text(lines, tried_orders.asking(story, "Ann"))
    assert sure.orders == ("A Par - Bur",)
    assert asked.offers == (("Mar S Par-Bur",),)


def test_an_order_with_a_remark_in_brackets_is_asked_about() -> None:
    line = MarkedLine("63: bar/22*, 13/7*  (double hit)")
    order = ("bar/22*, 13/7*",)
    game = Asking(find("backgammon"), plays=lambda orders: tuple(orders) == order)
    (asked,) = read_text([line], game)
    assert asked.offers == (order,)
    assert asked.left == ("(double hit)",)


@pytest.mark.parametrize(
    ("last", "refused"),
    [
        ("Jean", []),
        ("Best, Jean", []),
        ("Holld", ["Holld"]),
        ("Jean Mar", ["Jean Mar"]),
    ],
)
def test_a_name_below_orders_signs_them(last: str, refused: list[str]) -> None:
    story = replay.play(turn_file.read(RECORDS["dip"][0]))
    found = orders.offer_text(story, "Ann", f"A Par-Bur\n{last}")
    assert [*found.refused] == refused
    assert not found.notable
