"""Games with hidden hands: orders as people write them, and what they come to."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.bots.levels import Level
from pbem.bots.search import think
from pbem.chance import Chance
from pbem.library import fleets
from pbem.library.hands import Counted, Revealed, Scored, Shot, Taken
from pbem.plugins.games import find
from pbem.protocol import Bound, Event

SEATS = ("Ann", "Bob")
FLEET = "A1-A5, C3-F3, H8-J8, E6-E8, J1-J2"


def _begun(name: str, seats: tuple[str, ...] = SEATS, **options: Any) -> Any:
    rules: Any = find(name).rules
    chance = None if name == "battleship" else Chance(b"key")
    return rules.setup(seats, rules.options(**options), chance).state


def _bound(name: str, state: Any, text: str, seat: str = "") -> Bound[Any]:
    game = find(name)
    rules: Any = game.rules
    seat = seat or rules.window(state).seats[0]
    bound: Bound[Any] = rules.bind(state, seat, game.notation.parse(text))
    return bound


def _played(name: str, state: Any, *texts: str) -> tuple[Any, tuple[Event, ...]]:
    """The state after turns; those of all players at once are joined by a slash."""
    rules: Any = find(name).rules
    events: tuple[Event, ...] = ()
    for text in texts:
        seats, several = rules.window(state).seats, text.split("/")
        orders = {}
        for seat, one in zip(seats, several, strict=True):
            bound = _bound(name, state, one, seat)
            assert bound.order is not None, (one, bound.faults)
            orders[seat] = bound.order
        state, step = rules.resolve(state, orders)
        events += step
    return state, events


@pytest.mark.parametrize(
    ("name", "before", "written", "read"),
    [
        ("liars-dice", (), "three fives", "3 fives"),
        ("liars-dice", (), "I bid 3x5", "3 fives"),
        ("liars-dice", (), "3 5's", "3 fives"),
        ("liars-dice", (), "1 six", "1 six"),
        ("liars-dice", ("2 ones",), "I call liar!".rstrip("!"), "liar"),
        ("liars-dice", ("2 ones",), "i doubt it", "liar"),
        ("goofspiel", (), "play the ace", "A"),
        ("goofspiel", (), "12", "Q"),
        ("kuhn-poker", (), "pass", "check"),
        ("kuhn-poker", ("bet",), "pass", "fold"),
        ("leduc-poker", ("bet",), "raises", "raise"),
        ("battleship", (), FLEET.lower().replace("-", " to "), FLEET),
        ("battleship", (), "carrier: A5-A1 battleship: C3-F3 cruiser H8-J8 "
         "cruiser E6-E8 destroyer: J1-J2", FLEET),
        ("battleship", (f"{FLEET}/{FLEET}",), "shoot at d4", "D4"),
    ],
)  # fmt: skip
def test_turns_are_read_as_people_write_them(
    name: str, before: tuple[str, ...], written: str, read: str
) -> None:
    state, _ = _played(name, _begun(name), *before)
    bound = _bound(name, state, written)
    assert bound.order is not None
    assert sorted(bound.order.text.split(", ")) == sorted(read.split(", "))


@pytest.mark.parametrize(
    ("name", "before", "written", "code"),
    [
        ("kuhn-poker", (), "call", "illegal.no-such-move"),
        ("kuhn-poker", ("bet",), "raise", "illegal.no-such-move"),
        ("liars-dice", (), "liar", "illegal.bid"),
        ("liars-dice", ("3 fives",), "3 fours", "illegal.bid"),
        ("goofspiel", ("7/K",), "7", "illegal.no-such-move"),
        ("battleship", (), "D4", "illegal.not-now"),
        ("battleship", (), FLEET.replace("J1-J2", "J1-J3"), "illegal.fleet"),
        ("battleship", (), FLEET.replace("J1-J2", "J8-J9"), "illegal.fleet"),
        ("battleship", (), FLEET.replace(", J1-J2", ""), "illegal.fleet"),
        ("battleship", (f"{FLEET}/{FLEET}", "D4", "A1"), "d4", "illegal.shot-there"),
        ("battleship", (f"{FLEET}/{FLEET}",), FLEET, "illegal.not-now"),
    ],
)
def test_what_cannot_be_played_is_answered_with_the_reason(
    name: str, before: tuple[str, ...], written: str, code: str
) -> None:
    state, _ = _played(name, _begun(name), *before)
    (fault,) = _bound(name, state, written).faults
    assert fault.code == code


def test_chips_go_to_the_better_card_and_another_player_begins_the_next_deal() -> None:
    state = _begun("kuhn-poker", deals=2)
    rules: Any = find("kuhn-poker").rules
    hands = {seat: rules.view(state, seat).hand[0] for seat in SEATS}
    after, events = _played("kuhn-poker", state, "check", "bet", "call")
    ranks = ("jack", "queen", "king")
    best = max(SEATS, key=lambda seat: ranks.index(hands[seat]))
    (scored,) = (one for one in events if isinstance(one, Scored))
    assert scored.points == {seat: 2 if seat == best else -2 for seat in SEATS}
    shown = {x.seat: x.things[0] for x in events if isinstance(x, Revealed)}
    assert shown == hands
    assert rules.window(after).seats == ("Bob",)


def test_who_folds_shows_nothing() -> None:
    _, events = _played("leduc-poker", _begun("leduc-poker"), "bet", "fold")
    assert not [one for one in events if isinstance(one, Revealed)]


def test_a_bid_is_counted_with_all_sixes() -> None:
    state = _begun("liars-dice", deals=1)
    rules: Any = find("liars-dice").rules
    dice = [x for seat in SEATS for x in rules.view(state, seat).hand]
    count = sum(x in ("2", "6") for x in dice)
    _, events = _played("liars-dice", state, f"{count} twos", "liar")
    (counted,) = (one for one in events if isinstance(one, Counted))
    assert (counted.count, counted.true, counted.bidder) == (count, True, "Ann")


def test_equal_cards_take_no_prize_and_the_last_ones_are_played_at_once() -> None:
    state = _begun("goofspiel", cards=3)
    state, events = _played("goofspiel", state, "2/2", "A/3")
    taken = [one for one in events if isinstance(one, Taken)]
    assert [one.winner for one in taken] == ["", "Bob", "Ann"]
    assert taken[-1].cards == {"Ann": "3", "Bob": "A"}
    assert find("goofspiel").rules.outcome(state) is not None


def test_a_ship_is_sunk_by_its_last_square_and_the_last_ship_ends_the_game() -> None:
    state, _ = _played("battleship", _begun("battleship"), f"{FLEET}/{FLEET}")
    rules: Any = find("battleship").rules
    targets = ["J1", "J2", "A1", "A2", "A3", "A4", "A5", "C3", "D3", "E3", "F3",
               "H8", "I8", "J8", "E6", "E7", "E8"]  # fmt: skip
    water = iter([f"{row}{column}" for row in "BG" for column in range(1, 11)])
    shots: list[Shot] = []
    for target in targets:
        state, events = _played("battleship", state, target)
        shots += [one for one in events if isinstance(one, Shot)]
        if rules.window(state) is not None:
            state, _ = _played("battleship", state, next(water))
    assert [one.sunk for one in shots if one.sunk] == [
        "destroyer", "carrier", "battleship", "cruiser", "cruiser"
    ]  # fmt: skip
    outcome = rules.outcome(state)
    assert (outcome.winners, outcome.reason) == (("Ann",), "sunk")


def test_imagined_fleets_fit_every_shot() -> None:
    rng = random.Random(1)
    truth, chance = fleets.placed(fleets.Known(), Chance(b"truth"))
    water, hits, sunk = set[int](), list[int](), dict[int, int]()
    for square in rng.sample(range(100), 70):
        at = next((x for x, cells in enumerate(truth) if square in cells), None)
        if at is None:
            water.add(square)
            continue
        hits.append(square)
        if {*hits} >= {*truth[at]}:
            sunk[at] = square
        known = fleets.Known(frozenset(water), tuple(hits), sunk)
        found, chance = fleets.placed(known, chance)
        used = [x for cells in found for x in cells]
        assert len({*used}) == 17
        assert {*used} >= {*hits}
        assert not {*used} & water
        assert {x for x, cells in enumerate(found) if {*hits} >= {*cells}} == {*sunk}


def test_a_bot_places_its_own_fleet_and_goes_on_where_it_has_hit() -> None:
    rules, level = find("battleship").rules, Level("tried", 300, 0)
    state = _begun("battleship")
    one, two = (think(rules, state, "Ann", level, key).order for key in (b"1", b"2"))
    assert str(one) != str(two)
    state, _ = _played("battleship", state, f"{FLEET}/{FLEET}", "D3", "A1")
    near = {"C3", "E3", "D2", "D4"}
    assert str(think(rules, state, "Ann", level, b"1").order) in near


def test_a_bot_doubts_what_can_hardly_be_true() -> None:
    rules, level = find("liars-dice").rules, Level("tried", 300, 0)
    state, _ = _played("liars-dice", _begun("liars-dice"), "9 sixes")
    assert str(think(rules, state, "Bob", level, b"1").order) == "liar"
