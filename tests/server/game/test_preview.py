"""What-if tells nothing of what others have sent; of hands and decks neither
(tests/rules/secrecy.py)."""

from __future__ import annotations

from pbem.pages import page
from pbem.record import replay
from pbem.record.header import Header
from pbem.record.tried_orders import pieces
from pbem.record.turn_file import Record
from pbem.server.game import preview


def test_what_others_have_sent_changes_nothing() -> None:
    header = Header("arena", ("Ann", "Bob"), name="trial")
    story = replay.begin(Record(header, ("",), None, 1))
    story.order("Ann", pieces(["fire C3"]))
    story.order("Bob", pieces(["air F6"]))
    lines = ["E5 1NE"], {"Bob": ["E6"]}
    told = page.to_text(preview.preview_blocks(story, "Ann", *lines, "board"))
    story.order("Bob", pieces(["H8 1C3"]))
    assert page.to_text(preview.preview_blocks(story, "Ann", *lines, "board")) == told
    assert story.table.answers.keys() == {"Bob"}
    assert story.table.serial == 1
