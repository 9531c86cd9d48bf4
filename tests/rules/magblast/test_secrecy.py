"""What a seat cannot see changes nothing in what it is sent.

Everything hidden from a reader is shuffled: other hands, decks, ships dealt
or offered, standing orders, votes, lines in store, answers given in secret,
the seed itself. Windows, views, events and reports must stay as they are, to
the letter.

What counts is the long run: python -m tests.rules.magblast.test_secrecy 20000
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec import to_builtins

from pbem import protocol
from pbem.plugins.games import find
from pbem.protocol import Event, Step
from pbem.record import replay, turn_file
from pbem.referee import Played, Table
from pbem.report import builder, model
from pbem.report.document import document
from pbem.report.model import Reader
from pbem.rules.magblast import RULES
from pbem.rules.magblast.events.game import Drew
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import State
from pbem.testing.matches import bound
from tests.rules.magblast.secrets import shuffled
from tests.rules.magblast.table import play, read, written

SHARES, SHARE = 4, 16  #: games in a test
FORMS = ("markdown", "bbcode", "html")


def seen(state: State, reader: str | None) -> Any:
    """All that rules give away to a reader."""
    legal = []
    if reader is not None:
        legal = [str(order) for order in RULES.legal(state, reader)]
    window, view = RULES.window(state), RULES.view(state, reader)
    return window, view, RULES.outcome(state), legal, to_builtins(view)


def pages(table: Table[State], played: Played, reader: Reader) -> list[str]:
    """The report that a reader would get, as text and another form, and the JSON."""
    text = "Game: magblast\nName: masks\nSeats: " + ", ".join(
        fleet.seat for fleet in table.state.fleets
    )
    one = turn_file.read(text + "\nSeed: 00112233445566778899aabbccddeeff\n\n")
    game = find("magblast")
    options = game.read_options({})
    last = played._replace(step=Step(table.state, played.events), news=())
    story = replay.Story(game, one, options, table, last=last)
    page = builder.report(story, reader)
    forms = ("text", FORMS[table.serial % len(FORMS)])
    whole = [model.render(page, form) for form in forms]
    return [*whole, str(document(story, reader, [last]))]


def masked(
    luck: random.Random, table: Table[State], reader: str | None
) -> Table[State]:
    """A table with all that is hidden from a reader shuffled."""
    state = shuffled(luck, table.state, reader)
    window = RULES.window(state)
    answers = dict(table.answers)
    for seat in window.seats if window is not None else ():
        if seat == reader:
            continue
        if window is not None and window.discreet:
            answers.pop(seat, None)
            if luck.random() < 0.5:
                answers[seat] = written(o.Pass())
        elif seat in answers and window is not None and window.sealed:
            answers[seat] = written(o.Place())
    stored = {seat: lines for seat, lines in table.held.items() if seat == reader}
    for fleet in state.fleets:
        if fleet.seat != reader and luck.random() < 0.5:
            lines = luck.sample(["end", "flux", "draw", "if hit direct hit"], 2)
            stored[fleet.seat] = tuple(written(read(line)) for line in lines)
    return replace(table, state=state, answers=answers, held=stored)


#: Outcomes that open something hidden, and differ where that differs.
OPENING = ("Jammed", "Stole", "BridgeStruck", "Reshuffled", "NoneLeft",
           "Eliminated", "Resigned", "Joined", "ShipDrawn", "Deployed",
           "Opened", "Scrapped")  # fmt: skip


def told(events: Sequence[Event], reader: str | None) -> list[Event]:
    """The events that a reader is told of."""
    heard = (protocol.visible_to(reader, event) for event in events)
    return [event for event in heard if event is not None]


def cards_of(state: State, played: Played) -> set[int]:
    """The cards that the orders of a window may turn up, and so stay in place."""
    window = played.window
    if window.name == "reaction":
        keys = {o.Counter: ("flux", "evasive"), o.Defend: ("fighter",)}
        found = set()
        for seat, order in played.orders.items():
            hand = state.fleets[state.seat(seat)].cards
            if isinstance(order, o.JolNar):
                found |= set(hand)
            wanted = keys.get(type(order), ())
            found |= {card for card in hand if state.key(card) in wanted}
        return found
    mine = state.fleets[state.seat(window.seats[0])]
    return set(mine.cards)


def same_step(luck: random.Random, played: Played, reader: str | None) -> bool:
    """Whether a window resolves alike for a reader, whatever others hold.

    The cards that it turns up stay where they are; all others change places,
    those on top of the deck too where the reader draws none of them.
    False where it brought something to light that was hidden before.
    """
    if any(type(event).__name__ in OPENING for event in played.events):
        return False
    if played.window.name == "placing":
        return False
    before = played.before
    kept = cards_of(before, played)
    draws = any(isinstance(e, Drew) and e.seat == reader for e in played.events)
    top = 12 if draws else 0
    other = shuffled(luck, before, reader, kept, top=top, reseed=False)
    first = RULES.resolve(before, bound(RULES, before, played.orders))
    second = RULES.resolve(other, bound(RULES, other, played.orders))
    assert told(first.events, reader) == told(second.events, reader)
    assert seen(first.state, reader) == seen(second.state, reader)
    return True


def run(first: int, games: int) -> tuple[int, int, int]:
    """How many positions, pages and steps were compared."""
    counts = [0, 0, 0]
    for seed in range(first, first + games):
        luck = random.Random(seed)

        def watch(
            table: Table[State], played: Sequence[Played], luck: random.Random = luck
        ) -> None:
            seats: list[str | None] = [f.seat for f in table.state.fleets]
            for one in played:
                if luck.random() < 0.15:
                    counts[2] += same_step(luck, one, luck.choice([*seats, None]))
            if luck.random() > 0.08 or not played:
                return
            for reader in (luck.choice(seats), None):
                other = masked(luck, table, reader)
                assert seen(table.state, reader) == seen(other.state, reader)
                counts[0] += 1
                if luck.random() < 0.25:
                    who = Reader(seat=reader)
                    now = pages(table, played[-1], who)
                    then = pages(other, played[-1], who)
                    assert now == then
                    assert list(map(len, now)) == list(map(len, then))
                    counts[1] += 1

        options = {"rounds": 5 if seed % 5 else 30}
        play(seed, 2 + seed % 5, watch, **options)
    return counts[0], counts[1], counts[2]


@pytest.mark.parametrize("share", range(SHARES))
def test_what_a_seat_cannot_see_changes_nothing_for_it(share: int) -> None:
    positions, compared, steps = run(10_000 + share * SHARE, SHARE)
    assert positions > SHARE
    assert compared > SHARE // 4
    assert steps > SHARE


def test_the_test_would_notice() -> None:
    """A view that held another's hand would differ, so shuffling does shuffle."""
    luck = random.Random(1)
    changed = 0

    def watch(table: Table[State], played: Sequence[Played]) -> None:
        nonlocal changed
        other = masked(luck, table, "Ann")
        changed += RULES.truth(table.state).hands != RULES.truth(other.state).hands

    play(5, 3, watch, rounds=9)
    assert changed > 20


if __name__ == "__main__":
    print(run(0, int(sys.argv[1]) if len(sys.argv) > 1 else 20_000))
