"""What a bot thinks: the same again, better than chance, and told when it was cut."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from pbem import referee
from pbem.bots.levels import EASY, FAIR, LEVELS, STRONG, Level
from pbem.bots.search import think
from pbem.chance import Chance
from pbem.plugins.games import find
from pbem.protocol import AnyRules, Hidden
from tests.bots.matches import play
from tests.support.same import in_every_process

GAMES = ("lava", "magblast", "mars")

THINK = """
from tests.bots.test_search import GAMES, opening, think
from pbem.bots.levels import EASY

for name in GAMES:
    rules, state = opening(name)
    print(name, think(rules, state, "Ann", EASY.part(30), b"7"))
"""


def opening(name: str) -> tuple[AnyRules, Any]:
    """The rules and the first state of a game."""
    game = find(name)
    options = game.read_options({})
    chance = Chance(b"key") if game.needs_chance(options) else None
    seats = ("Ann", "Bob")
    return game.rules, referee.begin(game.rules, seats, options, chance).state


def test_it_thinks_the_same_in_every_process() -> None:
    said = in_every_process(THINK)
    assert [line.split()[0] for line in said.splitlines()] == [*GAMES]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_see_makes_no_difference(name: str) -> None:
    rules, state = opening(name)
    assert isinstance(rules, Hidden)
    level = Level("short", 12, 1000.0)
    for number in range(6):
        window = rules.window(state)
        if window is None:
            assert number
            break
        orders = {}
        for seat in window.seats:
            other = rules.imagine(state, seat, Chance(b"other"))
            thought = think(rules, state, seat, level, b"7")
            assert thought == think(rules, other, seat, level, b"7")
            assert thought.order is not None
            orders[seat] = rules.bind(state, seat, thought.order).order
        state = rules.resolve(state, orders).state


def test_an_easy_one_beats_chance() -> None:
    won = 0
    for number in range(10):
        mine = ("Ann", "Bob")[number % 2]
        level = EASY.part(30)
        levels = {seat: level if seat == mine else None for seat in ("Ann", "Bob")}
        outcome = play("lava", levels, str(number))
        won += outcome is not None and outcome.winners == (mine,)
    assert won >= 8


def ticking() -> Callable[[], float]:
    """A clock that is a second further whenever it is looked at."""
    seconds = count()
    return lambda: float(next(seconds))


def test_seconds_cut_a_thought_off_and_that_is_said() -> None:
    rules, state = opening("lava")
    looks = len([*rules.legal(state, "Ann")])
    for seconds, done in ((looks + 2, 3), (looks - 2, 1)):
        level = Level("short", looks, seconds)
        thought = think(rules, state, "Ann", level, b"", ticking())
        assert thought.order is not None
        assert (thought.playouts, thought.cut) == (done, True)
    whole = think(rules, state, "Ann", FAIR.part(30), b"")
    assert (whole.playouts, whole.cut) == (FAIR.playouts // 30, False)
    in_time = Level("long", FAIR.playouts // 30, 1000)
    assert think(rules, state, "Ann", in_time, b"", ticking()) == whole


@pytest.mark.parametrize(
    ("name", "playouts", "steps", "done"),
    [
        ("arena", 1600, 10, 220),  # eleven rounds of eighty
        ("mars", 4000, 1, 0),  # two of four plans
        ("mars", 4000, 4, 2000),  # these, and one of two games with each
    ],
)
def test_seconds_cut_a_search_of_the_games_own_between_its_steps(
    name: str, playouts: int, steps: int, done: int
) -> None:
    rules, state = opening(name)
    if name == "arena":
        read = find(name).notation.parse
        starts = {"Ann": read("fire C3"), "Bob": read("air A8")}
        bound = {seat: rules.bind(state, seat, it).order for seat, it in starts.items()}
        state = rules.resolve(state, bound).state
    level = Level("short", playouts, steps)
    thought = think(rules, state, "Ann", level, b"", ticking())
    assert (thought.playouts, thought.cut) == (done, True)
    assert thought.order is not None
    assert not rules.bind(state, "Ann", thought.order).faults
    whole = think(rules, state, "Ann", level, b"")
    assert (whole.playouts, whole.cut) == (playouts, False)
    in_time = level._replace(seconds=1000)
    assert think(rules, state, "Ann", in_time, b"", ticking()) == whole


def test_levels_think_more_and_more() -> None:
    assert [*LEVELS] == ["easy", "fair", "strong"]
    for less, more in zip([*LEVELS.values()][:-1], [*LEVELS.values()][1:], strict=True):
        assert less.playouts * 3 <= more.playouts
        assert less.seconds < more.seconds <= 30


def test_a_seat_that_is_not_asked_has_nothing_to_think_about() -> None:
    rules, state = opening("lava")
    assert think(rules, state, "Bob", EASY, b"").order is None


def won(game: str, levels: tuple[Level, Level], games: int) -> float:
    """The share of games that the first of two levels wins, from either seat."""
    found = 0.0
    for number in range(games):
        first, other = levels if number % 2 == 0 else levels[::-1]
        mine = ("Ann", "Bob")[number % 2]
        outcome = play(game, {"Ann": first, "Bob": other}, f"{game} {number}")
        assert outcome is not None
        found += (mine in outcome.winners) / max(1, len(outcome.winners))
    return found / games


def test_who_thinks_more_wins_more() -> None:
    easy, fair = EASY.part(30), FAIR.part(30)
    assert won("lava", (fair, easy), 8) >= 0.75
    assert won("arena", (fair, easy), 10) >= 0.6
    # Here it is not enough to count: the strong one guesses where others go.
    assert won("arena", (STRONG.part(30), fair), 6) >= 0.75
