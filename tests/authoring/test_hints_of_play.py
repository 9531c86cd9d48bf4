"""What random games show and may be right: hints, with the places they are about."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import make_dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.plugins import games
from pbem.testing.hemmed import hemmed_in
from pbem.testing.holdings import Holdings
from pbem.testing.kinds import wrong_kind
from pbem.testing.matches import Match
from pbem.testing.pictures import off_board
from pbem.testing.places import SourceLines
from pbem.testing.tally import Tally, stuck, without_line
from tests.support import outside
from tests.support.tutorials import ENTRIES, PACKAGE, files

RACE = "pbem_race/rules.py"
BOARD, MAP = f"{PACKAGE}/breakthrough.py", f"{PACKAGE}/marches.py"
CARDS = f"{PACKAGE}/bluff.py"
RACE_WORDS = "pbem_race/templates/race/words.j2"
GAMES = 24  #: of each

#: The game, a file, what stands there, its replacement, and what is said.
HINTED = [
    ("race", RACE, "state.seats[(state.turn - 1) % len(state.seats)],), ",
     "state.seats[0],), ", "seat 1 of 2 won"),
    ("race", RACE, "(state.turn - 1) % len", "state.turn % len",
     "whoever sent it has not won"),
    ("race", RACE, "return Step(State(state.seats, state.goal, total, state.turn + 1),",
     "return Step(state,", 'the window "turn" left everything as it was'),
    ("race", RACE, "in (1, 2, 3):", "in (1, 2) if state.turn % 2 else (1, 2, 3):",
     'bind takes "add 3"'),
    ("race", RACE, "state.total < state.goal", "state.total < 1000",
     "of 24 random games came to an end"),
    ("race", RACE, '"goal")', '"goal", {x: x != state.seats[(state.turn - 1) % '
     'len(state.seats)] for x in state.seats})', "whoever has the fewest points"),
    ("breakthrough", BOARD, "squares.name(at, state.size) for at in sorted(own))",
     "squares.name((at + 1) % state.size**2, state.size) for at in sorted(own))",
     "View.pawns has the neighbours"),
    ("breakthrough", BOARD, "names = [squares.name(at, size) for at in way]",
     "names = [squares.name((at + 1) % size**2, size) for at in way]",
     "Moved.origin always names a neighbour"),
    ("breakthrough", BOARD, "            yield Move(origin=origin, target=target)\n",
     '            if origin[0] != "D":\n'
     "                yield Move(origin=origin, target=target)\n", 'bind takes "D'),
    ("marches", MAP, "return line.army\n", 'return "army"\n', "unit gave the same"),
    ("marches", MAP, "    def resolve(", "    def default(self, state, seat):\n"
     "        return None\n\n    def resolve(", "default answers None"),
    ("marches", f"{PACKAGE}/templates/marches/words.j2", '"Birch - Elm", "Ced',
     '"Birch @ Elm", "Ced', "name an order that the notation does not read: Birch @ E"),
    ("marches", MAP, "year=state.year + 1)", "year=state.year)",
     'the window "orders" left everything as it was'),
    ("race", RACE, "% len(state.seats)],))", "% len(state.seats)],), discreet=True)",
     "is discreet and not sealed"),
    ("race", RACE_WORDS, "example: {{ example }}", "example: plus 2 please",
     "name an order that the notation does not read: plus 2 please"),
    ("race", RACE_WORDS, "example: {{ example }}", "example: add 7",
     "cannot send: add 7; as prompt_turn(view, seat, example)"),
    ("marches", MAP, "Closes.ALL, sealed=True)", "Closes.ALL)",
     "waits for all and is not sealed"),
    ("bluff", CARDS, "isinstance(order, Doubt) for order in orders.values())",
     "isinstance(order, Act) for order in orders.values())", "enough closed none"),
    ("bluff", CARDS, "known_to=frozenset({seat})", "known_to=frozenset()",
     "Dealt is known to nobody"),
    ("bluff", CARDS, "what=act.what, whom=act.whom",
     "what=act.what, whom=state.piles.deck[0]", "Claimed tells everybody what no view"),
    ("bluff", CARDS, "unseen = [*state.piles.deck, ",
     "unseen = [*state.piles.deck, *state.piles.discards, ", "imagine for "),
]  # fmt: skip


def _view(**held: Any) -> Any:
    """A view with these fields."""
    return make_dataclass("View", [*held])(**held)


def _installed(game: str, changes: Mapping[str, str], site: Path) -> None:
    made = {**outside.race(), **files(), **changes}
    package = {name: text for name, text in made.items() if name.startswith("pbem_")}
    entries = {"race": "pbem_race.rules:RULES"} if game == "race" else ENTRIES
    outside.write(site, "pbem-try", entries, package)


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "told"), HINTED, ids=[one[4] for one in HINTED]
)
def test_what_random_games_show_is_hinted_at(
    game: str, file: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    made = {**outside.race(), **files()}
    assert old in made[file], old
    _installed(game, {file: made[file].replace(old, new)}, tmp_path)
    with outside.installed(tmp_path):
        opened = games.find(game)
        tally = Tally(opened)
        seats = ("Ann", "Bob", "Cid") if game == "bluff" else ("Ann", "Bob")
        for seed in range(GAMES):
            match = Match(opened, random.Random(seed), seats)
            for _ in range(12 if game == "breakthrough" else 40):
                tally.look(match)
                match.play(1)
            tally.take(match)
        (hint,) = [one for one in tally.hints() if told in one]
        first, *_ = SourceLines(opened).about(hint)
        assert first.file == file
        assert first.line > 0


def test_how_an_order_begins_or_goes_on_is_no_example(tmp_path: Path) -> None:
    whole = ", ".join(f'"{word} {at}"' for word in ("add", "ADD") for at in (1, 2, 3))
    new = f'Send {whole}; "add" begins all, "+ 3" goes on.'
    words = outside.race()[RACE_WORDS]
    old = "Send a number, for example: {{ example }}"
    assert old in words
    _installed("race", {RACE_WORDS: words.replace(old, new)}, tmp_path)
    with outside.installed(tmp_path):
        tally = Tally(games.find("race"))
        tally.look(Match(tally.game, random.Random(1), ("Ann", "Bob")))
        assert tally.example == ""


@pytest.mark.parametrize("game", ["race", "breakthrough", "marches", "bluff"])
def test_a_sound_game_gets_no_hint_but_of_endings(game: str, tmp_path: Path) -> None:
    _installed(game, {}, tmp_path)
    with outside.installed(tmp_path):
        tally = Tally(games.find(game))
        for seed in range(GAMES):
            match = Match(games.find(game), random.Random(seed), ("Ann", "Bob"))
            for _ in range(30):
                tally.look(match)
                match.play(1)
            tally.take(match)
        assert [one for one in tally.hints() if "ended with" not in one] == []


@pytest.mark.parametrize(("shown", "hints"), [("null", 1), ('"tired"', 0)])
def test_an_ending_that_a_case_shows_needs_no_random_game(
    shown: str, hints: int, tmp_path: Path
) -> None:
    facts = outside.race()["pbem_race/games/race/game.toml"]
    case = f"CASE A1.1: x\nSeats: Ann, Bob\nTHEN\n  outcome.reason = {shown}\nEND\n"
    changes = {
        "pbem_race/games/race/game.toml": facts.replace('"goal"]', '"goal", "tired"]'),
        "pbem_race/games/race/cases/ends.txt": case,
    }
    _installed("race", changes, tmp_path)
    with outside.installed(tmp_path):
        tally = Tally(games.find("race"))
        tally.ends["goal"] = GAMES
        assert len([*tally.hints()]) == hints


def test_the_place_of_a_fault_is_two_numbers(tmp_path: Path) -> None:
    old = '"illegal.no-pawn", spans[0],'
    rules = files()[BOARD]
    assert old in rules
    changed = rules.replace(old, old.replace("[0]", ""))
    _installed("breakthrough", {BOARD: changed}, tmp_path)
    with outside.installed(tmp_path):
        opened = games.find("breakthrough")
        told = str(wrong_kind(opened))
        assert told.startswith('the fault "illegal.no-pawn" has the span ((')
        line = changed[: changed.index('"illegal.no-pawn"')].count("\n") + 1
        assert SourceLines(opened).about(told)[0] == (BOARD, line)


@pytest.mark.parametrize(
    ("teams", "told"),
    [
        ("((a, b), (b,))", "with 'Seat 2' in two teams"),
        ("((a, 'Zed'),)", "with 'Zed' who is no seat"),
        ("((a,), (b,))", None),
    ],
)
def test_a_seat_is_in_one_team(teams: str, told: str | None, tmp_path: Path) -> None:
    rules = outside.race()[RACE]
    for old, new in (
        ("Rules[Terms, State, Add, int])", "Rules[Terms, State, Add, int], Teams)"),
        ("    Window,\n)", "    Window,\n    Teams,\n)"),
        (
            "    def resolve(",
            "    def teams(self, state):\n"
            f"        a, b = state.seats\n        return {teams}\n\n    def resolve(",
        ),
    ):
        assert old in rules
        rules = rules.replace(old, new)
    _installed("race", {RACE: rules}, tmp_path)
    with outside.installed(tmp_path):
        found = wrong_kind(games.find("race"))
        assert found is None if told is None else told in str(found)


def test_a_game_that_cannot_go_on_is_stuck(tmp_path: Path) -> None:
    rules = outside.race()[RACE]
    old = "        for number in (1, 2, 3):"
    assert old in rules
    changed = rules.replace(
        old, "        for number in (1,) if state.total < 2 else ():"
    )
    _installed("race", {RACE: changed}, tmp_path)
    with outside.installed(tmp_path):
        match = Match(games.find("race"), random.Random(1), ("Ann", "Bob"))
        assert stuck(match) is None
        match.send("Ann", "add 1")
        match.send("Bob", "add 1")
        assert "legal lists no order of" in str(stuck(match))


def test_a_seat_that_random_games_never_hem_in_is_found(tmp_path: Path) -> None:
    """Where all add 1 there is a number less each turn, and none in the ninth."""
    rules = outside.race()[RACE]
    fewer = "range(1, 9 - (state.turn if state.total == state.turn else 0)):"
    far = ("state.goal - state.total", "8"), ("number <= state.goal", "number")
    for old, new in (("(1, 2, 3):", fewer), ("min(3, ", "min(8, "), *far):
        assert old in rules
        rules = rules.replace(old, new)
    _installed("race", {RACE: rules}, tmp_path)
    with outside.installed(tmp_path):
        game = games.find("race")
        for seed in range(GAMES):
            match = Match(game, random.Random(seed), ("Ann", "Bob"))
            match.play(40)
            assert stuck(match) is None
        told = str(hemmed_in(game, 200))
        assert "legal lists no order of" in told
        assert told.endswith("add 1, add 1, add 1, add 1, add 1, add 1, add 1, add 1")
        line = rules[: rules.index("def legal")].count("\n") + 1
        assert (RACE, line) in SourceLines(game).about(told)


def test_a_unit_that_no_line_is_for_is_named(tmp_path: Path) -> None:
    old = "    def resolve("
    new = (
        "    def lacking(self, state, seat, order):\n"
        "        told = {line.army for line in order.lines}\n"
        "        return tuple(x for x in ('Ash', 'Nowhere') if x not in told)\n\n" + old
    )
    _installed("marches", {MAP: files()[MAP].replace(old, new)}, tmp_path)
    with outside.installed(tmp_path):
        match = Match(games.find("marches"), random.Random(1), ("Ann", "Bob"))
        assert str(without_line(match)).startswith("lacking names Nowhere of Ann")


def test_winners_that_always_hold_the_fewest_of_something_are_named() -> None:
    holdings = Holdings()
    match: Any = SimpleNamespace(state=None, seats=("Ann", "Bob"))
    view = _view(cards={"Ann": ("a", "b"), "Bob": ()}, coins={"Ann": 1, "Bob": 1})
    match.game = SimpleNamespace(rules=SimpleNamespace(view=lambda *_: view))
    for _ in range(3):
        holdings.take(match, "last", {"Bob"})
    (hint,) = holdings.hints({"last"}, 3)
    assert 'ended with "last" outcome names whoever has the fewest View.cards' in hint
    assert not [*holdings.hints(set(), 3)]


PIECES = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600">
<rect x="40" y="40" width="480" height="480"/>
<circle cx="70" cy="70" r="20"/><circle cx="{x}" cy="130" r="20"/></svg>"""


@pytest.mark.parametrize(("x", "found"), [(490, False), (550, True)])
def test_a_piece_next_to_the_board_is_found(x: int, found: bool) -> None:
    assert (off_board(PIECES.format(x=x)) is not None) == found
