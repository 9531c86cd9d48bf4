"""`pbem game check` finds what only shows while a game is played."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.game.check import command
from pbem.testing import run
from tests.support import outside
from tests.support.tutorials import ENTRIES, NAMES, PACKAGE, files

BLUFF, BOARD, MAP = "bluff.py", "breakthrough.py", "marches.py"

#: What an author does wrong: the game, file, text, its replacement, what is said.
PLANTED = [
    ("breakthrough", BOARD, '("SW", "S", "SE") if me else ("NW", "N", "NE")',
     '("S",) if me else ("N",)', "the game is stuck in the window"),
    ("bluff", "templates/bluff/words.j2", 'g.known | listed("or") }}.',
     'g.known | listed("or") }}',
     'the words of "illegal.whom" lack a full stop at their end: '),
    ("bluff", "templates/bluff/words.j2", 'e.card or "card"', "e.card",
     "words.j2, line 1"),
    ("breakthrough", BOARD, "seat != state.seats[state.turn % 2]", "False",
     "legal orders and automatic ones are taken"),
    ("breakthrough", BOARD, "turn=state.turn + 1", "turn=state.trun + 1",
     "has no attribute 'trun'"),
    ("breakthrough", BOARD, "if self.outcome(state):", "if state.resigned:",
     "a window is open unless the game is over"),
    ("marches", MAP, "armies = {at: seat for at, seat in state.armies.items()"
     " if at not in went}", "armies = state.armies", "marches.py, line"),
    ("marches", MAP, "if near in state.armies:", "if near not in state.armies:",
     "which bind refuses"),
    ("bluff", BLUFF, "known_to=frozenset({seat})", "", "everybody its secret card"),
    ("bluff", "templates/bluff/board.svg.j2", 'font-size="22"', 'font-size="22',
     "board.svg.j2, line 7: what it comes to is no XML"),
    ("bluff", "templates/bluff/board.svg.j2", 'x="30" y="{{ y + 80 }}"',
     'x="580" y="{{ y + 80 }}"', 'is out of the frame: it goes from x 580'),
    ("bluff", "templates/bluff/board.svg.j2", "length * 150", "length * 120",
     "out of the frame: it goes from y"),
    ("bluff", BLUFF, "known_to=frozenset({seat})", "known_to=frozenset(state.seats)",
     "is told what its view does not show: Dealt.card"),
    ("bluff", BLUFF, "(deck), chance, seats[0]", '(deck), Chance(b"x"), seats[0]',
     "State.chance is of a key of its own"),
    ("bluff", BLUFF, "        if state.claim is None:\n            ((seat, act),)",
     '        state.chance.below(6, "luck")\n'
     "        if state.claim is None:\n            ((seat, act),)",
     '"luck" is drawn twice by the same chance'),
    ("breakthrough", BOARD, "@dataclass(frozen=True, slots=True)\nclass State",
     "@dataclass(slots=True)\nclass State",
     "State can be changed: write @dataclass(frozen=True) at State"),
    ("breakthrough", BOARD, "pawns=tuple(pawns)", "pawns=pawns",
     "State.pawns is a list, which can be changed: write a tuple"),
    ("breakthrough", BOARD, "(state.seats[state.turn % 2],))\n",
     "[state.seats[state.turn % 2]])\n",
     "window, as its seats, gave back a list, and should give a tuple"),
    ("breakthrough", BOARD, "View(state.size, pawns, state.seats[state.turn % 2])",
     "pawns", "view gave back a dict, and should give a dataclass"),
    ("breakthrough", BOARD, 'return f"{self.origin}-{self.target}"',
     'return f"{self.origin}={self.target}"', "which the grammar does not read"),
    ("bluff", BLUFF, "sorted(unseen)", "unseen", "hangs on nothing hidden"),
    ("bluff", BLUFF, "sorted(unseen)", "unseen", "what is imagined for "),
    ("bluff", BLUFF, "state.piles.discards, claim\n", "state.piles.deck, claim\n",
     "changes nothing for it"),
    ("bluff", BLUFF, "*seen, state.hands[seat]", "*seen, state.hands[state.mover]",
     "may not see: OwnView.hand"),
    ("bluff", BLUFF, "mixed, chance = chance.shuffled(tuple(sorted(unseen)), "
     '"imagined")', "return state", "imagine always gives the true state back"),
    ("bluff", BLUFF, "            return Bound(order)\n", "            return order\n",
     "bind gave back an Act, and should give a Bound"),
    ("bluff", BLUFF, "_done(table, act)\n            return table.step()",
     "_done(table, act)\n            return table.state", "and should give a Step"),
    ("bluff", BLUFF, 'return Act(what="work") if state.claim is None else Pass()',
     "return Pass()", "the default pass is refused (illegal.nothing-to-doubt)"),
    ("bluff", "games/bluff/game.toml", 'chance = "always"', 'chance = "never"',
     "This raised AssertionError: assert chance is not None"),
]  # fmt: skip
#: What shows only where other processes play.
ELSEWHERE = [
    ("bluff", BLUFF, "deck, chance = chance.shuffled(DECK,",
     "deck, chance = chance.shuffled(tuple(set(DECK)) + DECK,", "bluff.py, line 167"),
    ("bluff", BLUFF, "*seen, state.hands[seat]", "*seen, tuple({*state.hands[seat]})",
     "a set has no order of its own"),
    ("bluff", "grammars/bluff.lark", "NAME: /[^\\s,]+([ \\t]+[^\\s,]+)*/",
     "NAME: /([^\\s,]+)+!/", "bluff.lark, line 9: NAME takes seconds for a long text"),
]  # fmt: skip


def _said(site: Path, name: str, games: int = 10) -> tuple[int, str]:
    with outside.installed(site):
        done = CliRunner().invoke(command, [name, "--games", str(games)])
    return done.exit_code, done.output


def _trouble(
    site: Path, name: str, told: str, games: int, *, elsewhere: bool = False
) -> str:
    """What is found wrong, up to what is looked for: nothing is tried after that."""
    said = []
    with outside.installed(site):
        tried = run.tried(name, games, 10, ())
        with closing(run.checked(name, games) if elsewhere else tried) as found:
            for one in found:
                if isinstance(one, run.WrongResult):
                    said.append(f"{one.what}: {one.why}")
                    if told in said[-1]:
                        break
    return "\n".join(said)


_QUICK = 1  #: that are planted in every run of the tests


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "told"),
    [
        *PLANTED[:_QUICK],
        *(
            pytest.param(*one, marks=pytest.mark.slow)
            for one in (*PLANTED[_QUICK:], *ELSEWHERE)
        ),
    ],
)
def test_a_mistake_that_shows_in_play_is_told(
    game: str, file: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    made = dict(files())
    name = f"{PACKAGE}/{file}"
    assert old in made[name], old
    made[name] = made[name].replace(old, new)
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    # Few random games of Breakthrough come to an end, and few armies of Marches go.
    games = 40 if "window is open" in told else 10 if file == MAP else 4
    elsewhere = (game, file, old, new, told) in ELSEWHERE
    said = _trouble(tmp_path, game, told, games, elsewhere=elsewhere)
    assert told in said, said


@pytest.mark.slow
def test_a_card_that_everybody_is_told_of_is_found(tmp_path: Path) -> None:
    """Its author has forgotten that it is a secret."""
    made = dict(files())
    rules = f"{PACKAGE}/{BLUFF}"
    made[rules] = made[rules].replace("card: str | None = secret()", 'card: str = ""')
    made[rules] = made[rules].replace(", known_to=frozenset({seat})", "")
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    told = "is told what its view does not show"
    assert told in _trouble(tmp_path, "bluff", told, 1)


@pytest.mark.slow
def test_orders_that_look_alike_may_not_sound_otherwise(tmp_path: Path) -> None:
    made = dict(files())
    rules = f"{PACKAGE}/{BLUFF}"
    for old, new in (
        ("what=act.what, whom=act.whom", 'what="claim", whom=""'),
        ('claim = f"{state.mover}: {state.claim}" if', "claim = state.mover if"),
    ):
        assert old in made[rules]
        made[rules] = made[rules].replace(old, new)
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    told = "looks the same to the public: see Overheard.hears"
    assert told in _trouble(tmp_path, "bluff", told, 1)


CASE = """CASE B1.1: work is paid
Seats: Ann, Bob
Seed: 00112233445566778899aabbccddeeff

Ann: work
THEN
  coins.Ann = 7
END
"""


@pytest.mark.slow
def test_a_case_that_does_not_hold_is_told(tmp_path: Path) -> None:
    made = {**files(), f"{PACKAGE}/games/bluff/cases/pay.txt": CASE}
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    told = "the case B1.1: pay.txt, line 7: "
    assert told in _trouble(tmp_path, "bluff", told, 1)


def test_a_case_at_which_a_game_fails_is_told_with_its_line(tmp_path: Path) -> None:
    """Its author has forgotten who may know a card, and a case asks for events."""
    case = CASE.replace("  coins.Ann = 7", "  1 events Earned")
    made = {**files(), f"{PACKAGE}/games/bluff/cases/pay.txt": case}
    rules = f"{PACKAGE}/{BLUFF}"
    made[rules] = made[rules].replace(", known_to=frozenset({seat})", "")
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    status, said = _said(tmp_path, "bluff", 1)
    assert status == 1
    assert "tells everybody its secret card" in said
    assert "bluff.py, line " in said


@pytest.mark.slow
def test_what_has_one_cause_is_told_once(tmp_path: Path) -> None:
    made = dict(files())
    words = f"{PACKAGE}/templates/bluff/words.j2"
    made[words] = made[words].replace("g.known | listed", "g.knwon | listed")
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    status, said = _said(tmp_path, "bluff", 1)
    assert status == 1
    assert said.count("no attribute 'knwon'") == 1
    assert "breaks these checks too: " in said


@pytest.mark.parametrize(
    "game",
    [
        "race",
        *(pytest.param(x, marks=pytest.mark.slow) for x in NAMES if x != "bluff"),
    ],
)
def test_a_game_of_the_guides_is_sound_as_it_stands_there(
    game: str, tmp_path: Path
) -> None:
    """Every file of it is a block of a page, copied; Bluff's test is the next."""
    made, entries = (
        (outside.race(), {"race": "pbem_race.rules:RULES"})
        if game == "race"
        else (files(), ENTRIES)
    )
    outside.write(tmp_path, "pbem-guide", entries, made)
    status, said = _said(tmp_path, game, 1)
    assert status == 0, said


@pytest.mark.slow
def test_a_sound_game_is_said_to_be_one(tmp_path: Path) -> None:
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, files())
    status, said = _said(tmp_path, "bluff")
    assert status == 0, said
    assert "10 random games, and nothing is wrong." in said
    ended = said.partition("How they ended: ")[2].partition("\n")[0]
    ended = ended.replace("after 100 turns", "")
    assert sum(map(int, re.findall(r" (\d+)", ended))) == 10


def test_what_does_not_hold_is_told_by_its_line() -> None:
    number, other = 3, "x" * 200
    with pytest.raises(AssertionError) as caught:
        assert number == len(other)
    told = "assert number == len(other) with number = 3"
    assert run.what_failed(caught.value) == told


LOOPS = {
    "a loop": "while True: pass",
    "a call into C": "sum(__import__('itertools').repeat(0))",
}


@pytest.mark.parametrize(
    "loop",
    [
        LOOPS["a loop"],
        pytest.param(LOOPS["a call into C"], marks=pytest.mark.slow),
    ],
    ids=LOOPS,
)
def test_a_loop_without_an_end_is_stopped(
    loop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SECONDS", 3.0)  # a busy machine reads files slowly
    made = dict(files())
    rules = f"{PACKAGE}/{BLUFF}"
    made[rules] = made[rules].replace(
        "        doubters = [", f"        {loop}\n        doubters = ["
    )
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    status, said = _said(tmp_path, "bluff")
    assert status == 1
    line = made[rules].split("\n").index(f"        {loop}") + 1
    assert f"bluff.py, line {line}" in said
    assert "is it a loop without an end?" in said


@pytest.mark.slow
def test_a_game_that_ends_the_process_is_told(tmp_path: Path) -> None:
    made = dict(files())
    rules = f"{PACKAGE}/{BLUFF}"
    made[rules] = made[rules].replace(
        "        doubters = [",
        "        __import__('os')._exit(0)\n        doubters = [",
    )
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    status, said = _said(tmp_path, "bluff")
    assert status == 1
    assert "the child process ended" in said


def test_what_is_missing_is_told_before_anything_is_played(tmp_path: Path) -> None:
    made = dict(files())
    words = f"{PACKAGE}/templates/bluff/words.j2"
    made[words] = made[words].replace("macro Lost", "macro Lots")
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    status, said = _said(tmp_path, "bluff")
    assert status == 1
    assert "bluff.py, line" in said
    assert "Lost" in said
    assert "random" not in said


def test_a_name_that_no_game_has(tmp_path: Path) -> None:
    status, said = _said(tmp_path, "lawa")
    assert status == 2
    assert "lava" in said
