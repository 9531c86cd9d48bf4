"""Orders in somebody's own words that stand on several lines of a letter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.language import labels
from pbem.language.own_order import orders_nothing
from pbem.protocol import Seat
from pbem.record.replay import Story
from pbem.record.respelling import lay
from pbem.server.game.order_lines import MAX_CLEANED

FEW = 3  #: words of a greeting, or a name


class Meant(NamedTuple):
    """An order in somebody's own words, and the lines that it stands on."""

    text: str
    parts: tuple[str, ...]


def parts_in(story: Story, lines: Sequence[str], good: Sequence[int]) -> list[int]:
    """Return which lines can be read, or hold a part of an order; few words without a
    number are looked at no further."""
    game, seats = story.game, story.header.seats
    return [
        at
        for at, one in enumerate(lines[:MAX_CLEANED])
        if at in good
        or (
            (len(one.split()) > FEW or any(char.isdecimal() for char in one))
            and not orders_nothing(game, seats, one)
        )
    ]


def meant(
    story: Story,
    seat: Seat,
    lines: Sequence[str],
    parts: Sequence[int],
    exact: Sequence[int],
) -> Meant | None:
    """Return the one order that lines come to which are none as they stand, all those
    together that hold parts of it ("My move: D4", "Magic: 1NE"), or one alone."""
    if len(parts) > 1 and any(at not in exact for at in parts):
        said = tuple(lines[at] for at in parts)
        text = " ".join(labels.item(one) or one for one in said)
        on = lay(story, seat, [text])
        if on.respelt or not on.offer.faults:
            return Meant(text, said)
    if exact:
        return None
    tried = lines[:MAX_CLEANED]
    found = [one for one in tried if lay(story, seat, [one]).respelt]
    return Meant(found[0], (found[0],)) if len(found) == 1 else None
