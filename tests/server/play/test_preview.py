"""What-if tells no secret: it is the same whatever lies in hands and decks."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from pbem.record import replay
from pbem.record.header import Header
from pbem.record.replay import Story
from pbem.record.trial import pieces
from pbem.record.turn_file import Record
from pbem.report import page
from pbem.server.play import preview
from tests.rules.magblast import secrets as magblast
from tests.rules.mars import secrets as mars

SEED = bytes(range(32))
SECRETS: dict[str, Callable[[Any, str | None, random.Random], Any]] = {
    "magblast": magblast.permuted,
    "mars": mars.permuted,
}


def _story(kind: str, luck: random.Random, turns: int) -> Story:
    header = Header(kind, ("Ann", "Bob", "Cid"), name="trial", seed=SEED)
    story = replay.begin(Record(header, ("",), None, 1))
    rules = story.game.rules
    for _ in range(turns):
        if rules.window(story.table.state) is None:
            break
        for seat in story.awaited():
            legal = [
                order
                for order in islice(rules.legal(story.table.state, seat), 40)
                if not order.anytime
            ]
            if legal and seat in story.awaited():
                story.order(seat, pieces([str(luck.choice(legal))]))
    return story


@pytest.mark.parametrize("kind", sorted(SECRETS))
@pytest.mark.parametrize("number", range(6))
def test_what_is_hidden_changes_nothing(kind: str, number: int) -> None:
    luck = random.Random(f"{kind} {number}")
    story = _story(kind, luck, number * 3)
    rules = story.game.rules
    assert story.awaited()
    others = 0
    for seat in story.awaited():
        legal = [
            str(order)
            for order in islice(rules.legal(story.table.state, seat), 20)
            if not order.anytime
        ]
        own = [luck.choice(legal)] if legal else []
        told = page.to_text(preview.preview_blocks(story, seat, own, {}, "board"))
        for _ in range(3):
            state = SECRETS[kind](story.table.state, seat, luck)
            others += state != story.table.state
            other = story.copy()
            other.table = replace(story.table, state=state)
            assert (
                page.to_text(preview.preview_blocks(other, seat, own, {}, "board"))
                == told
            )
    assert others > 1


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
