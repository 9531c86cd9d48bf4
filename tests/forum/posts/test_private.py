"""What a player is told privately: what everybody has read already is left out."""

from __future__ import annotations

from pbem.forum.posts.post import _beyond
from pbem.pages.page import Block

TITLE = Block("=", ("duel #1 :: Ann",))
PUBLIC = [
    Block("=", ("duel #1",)),
    Block("==", ("News",)),
    Block("", ("Ann goes to D4.", "Bob stays.")),
    Block("|", (". . .", "a . b")),
]


def test_lines_that_everybody_has_read_are_left_out_and_pictures_stay_whole() -> None:
    mine = [
        TITLE,
        Block("==", ("Board",)),
        Block("|", (". . .", "a . b")),
        Block("==", ("News",)),
        Block("", ("Ann goes to D4.", "You hold a laser.")),
        Block("|", (". . .", "a c b")),
        Block("*", ("Bob stays.",)),
        Block("==", ("What you can do",)),
    ]
    assert _beyond(mine, PUBLIC) == [
        TITLE,
        Block("==", ("News",)),
        Block("", ("You hold a laser.",)),
        Block("|", (". . .", "a c b")),
    ]


def test_nothing_is_left_of_what_everybody_has_read() -> None:
    assert _beyond([TITLE, *PUBLIC[1:]], PUBLIC) == [TITLE]
    assert _beyond([TITLE], PUBLIC) == [TITLE]
