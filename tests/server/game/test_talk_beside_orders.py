"""What stands around an order in a letter is no order, though its letters might be."""

from __future__ import annotations

import pytest

from pbem.record.replay import play
from pbem.record.turn_file import read
from pbem.server.game.orders import offer_text

SEED = "Seed: 000102030405060708090a0b0c0d0e0f\n"
LAVA = f"Game: lava\nSeats: Ann, Carl\n{SEED}\n== 0 ==\n"


@pytest.mark.parametrize(
    ("letter", "taken", "talk"),
    [
        ("e 0,0\n\nCarl", "e 0,0", ["Carl"]),
        ("e 0,0\nCheers,\nCarl", "e 0,0", ["Cheers,", "Carl"]),
        (
            "Hi Ann,\nnice opening!\ne 0,0\nBob",
            "e 0,0",
            ["Hi Ann,", "nice opening!", "Bob"],
        ),
        ("e 0,0\nthanks!", "e 0,0", ["thanks!"]),
        ("e 0,0\ne 0,0", "e 0,0", []),
        ("Hello\nCarl", "", ["Hello", "Carl"]),
    ],
)
def test_a_name_or_a_thank_you_is_no_die(
    letter: str, taken: str, talk: list[str]
) -> None:
    story = play(read(LAVA))
    (seat,) = story.awaited()
    found = offer_text(story, seat, letter)
    assert (found.text, found.refused, found.ignored) == (taken, [], talk)


def test_a_die_that_is_named_is_one() -> None:
    story = play(read(LAVA.replace(SEED, f"{SEED}Options: tumbling=yes\n")))
    (seat,) = story.awaited()
    found = offer_text(story, seat, "red\nCarl")
    assert (found.text, found.ignored) == ("red", ["Carl"])


def test_a_lone_word_is_answered() -> None:
    story = play(read(LAVA))
    (seat,) = story.awaited()
    found = offer_text(story, seat, "Carl")
    assert (found.unread, found.orders, found.ignored) == (True, [], ["Carl"])
