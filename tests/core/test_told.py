"""What seats are told of events, and when two orders look the same."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pbem.protocol import Event, Step, secret
from pbem.protocol.alike import alike, seems
from pbem.protocol.events import visible_to
from pbem.record.replay import play
from pbem.record.turn_file import read


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(Event):
    """A card, known to some."""

    seat: str
    card: str | None = secret()


def test_a_secret_without_readers_is_told_to_nobody() -> None:
    with pytest.raises(TypeError, match="its secret card"):
        visible_to("Ann", Drawn(seat="Ann", card="jack"))
    open_ = Drawn(seat="Ann", card=None)
    assert visible_to("Bob", open_) is open_
    ours = Drawn(seat="Ann", card="jack", known_to=frozenset({"Ann"}))
    assert visible_to("Ann", ours) is ours
    assert visible_to("Bob", ours) == open_


def test_orders_that_come_to_the_same_are_alike() -> None:
    story = play(read("Game: arena\nSeats: Ann, Bob\n\nAnn: fire C3\nBob: air F6\n"))
    rules, state, parse = story.game.rules, story.table.state, story.game.notation.parse
    one, same, other = parse("D4 1NE"), parse("d4 1ne"), parse("D4 1SE")
    assert alike(rules, state, "Ann", one, same)
    assert not alike(rules, state, "Ann", one, other)


def test_an_order_seems_another_where_nobody_sees_a_difference() -> None:
    story = play(read("Game: lava\nSeats: Ann, Bob\n\n"))
    rules, state, parse = (
        story.game.rules,
        story.table.state,
        story.game.notation.parse,
    )
    (seat,) = story.awaited()
    one, other = parse("e 0,0"), parse("f 0,0")
    assert seems(rules, state, seat, one, {seat: one})
    assert seems(rules, state, seat, parse("0,0 e"), {seat: one})
    assert not seems(rules, state, seat, other, {seat: one})
    far = parse("e 9,9")
    assert not seems(rules, state, seat, far, {seat: one})
    assert not alike(rules, state, seat, far, far)


def test_a_step_tells_its_events_when_they_are_asked_for_and_once() -> None:
    asked = []

    def tell() -> tuple[Event, ...]:
        asked.append("once")
        return (Event(),)

    step = Step("state", tell=tell)
    assert step.state == "state"
    assert not asked
    assert step.events == step.events == (Event(),)
    assert asked == ["once"]
    assert step == Step("state", (Event(),))
    assert tuple(step) == ("state", (Event(),))
    assert hash(step) == hash(Step("state", (Event(),)))
    assert step != Step("state")
    assert step != Step("another", (Event(),))
    assert repr(Step("s", tell=tell)) == repr(Step("s", (Event(),)))
