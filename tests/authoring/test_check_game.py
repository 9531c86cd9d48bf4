"""`pbem check-game` finds what only shows while a game is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.check_game import command
from pbem.testing import run
from tests.support import outside
from tests.support.tutorials import ENTRIES, PACKAGE, files

BLUFF, BOARD, MAP = "bluff.py", "breakthrough.py", "marches.py"

#: What an author does wrong: the game, file, text, its replacement, what is said.
PLANTED = [
    ("breakthrough", BOARD, "seat != state.seats[state.turn % 2]", "False",
     "legal orders and automatic ones are taken"),
    ("breakthrough", BOARD, 'return f"{self.origin}-{self.target}"',
     'return f"{self.origin}={self.target}"', "reads as it is written"),
    ("breakthrough", BOARD, "turn=state.turn + 1", "turn=state.trun + 1",
     "has no attribute 'trun'"),
    ("breakthrough", BOARD, "if self.outcome(state):", "if state.resigned:",
     "a window is open unless the game is over"),
    ("marches", MAP, "armies = {at: seat for at, seat in state.armies.items()"
     " if at not in went}", "armies = state.armies", "changes nothing it was given"),
    ("marches", MAP, "if near in state.armies:", "if near not in state.armies:",
     "which bind refuses"),
    ("bluff", BLUFF, "known_to=frozenset({seat})", "", "everybody its secret card"),
    ("bluff", "templates/bluff/board.svg.j2", 'font-size="22"', 'font-size="22',
     "every picture is drawn"),
    ("bluff", BLUFF, "deck, chance = chance.shuffled(DECK,",
     "deck, chance = chance.shuffled(DECK[:9],", "bluff.py, line"),
    ("bluff", BLUFF, "sorted(unseen)", "unseen", "hangs on nothing hidden"),
    ("bluff", BLUFF, "*seen, state.hands[seat]", "*seen, state.hands[state.mover]",
     "changes nothing for it"),
    ("bluff", BLUFF, "state.piles.discards, claim\n", "state.piles.deck, claim\n",
     "changes nothing for it"),
    ("bluff", BLUFF, "*seen, state.hands[seat]", "*seen, state.hands[state.mover]",
     "hangs on what is hidden: OwnView.hand"),
    ("bluff", BLUFF, "mixed, chance = chance.shuffled(tuple(sorted(unseen)), "
     '"imagined")', "return state", "imagine always gives the true state back"),
    ("bluff", BLUFF, "            return Bound(order)\n", "            return order\n",
     "bind gave back a Act, and should give a Bound"),
    ("bluff", BLUFF, "_done(table, act)\n            return table.step()",
     "_done(table, act)\n            return table.state", "and should give a Step"),
    ("bluff", BLUFF, 'return Act(what="work") if state.claim is None else Pass()',
     "return Pass()", "the default pass is refused (illegal.nothing-to-doubt)"),
]  # fmt: skip


def _said(site: Path, name: str, games: int = 10) -> tuple[int, str]:
    with outside.installed(site):
        done = CliRunner().invoke(command, [name, "--games", str(games)])
    return done.exit_code, done.output


@pytest.mark.parametrize(("game", "file", "old", "new", "told"), PLANTED)
def test_a_mistake_that_shows_in_play_is_told(
    game: str, file: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    made = dict(files())
    name = f"{PACKAGE}/{file}"
    assert old in made[name], old
    made[name] = made[name].replace(old, new)
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    # Few random games of Breakthrough come to an end.
    status, said = _said(tmp_path, game, 40 if "window is open" in told else 10)
    assert status == 1, said
    assert told in said, said


def test_a_sound_game_is_said_to_be_one(tmp_path: Path) -> None:
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, files())
    status, said = _said(tmp_path, "bluff")
    assert status == 0, said
    assert "10 random games, and nothing is wrong." in said
    ended = said.partition("How they ended: ")[2].replace("after 100 turns", "")
    assert sum(map(int, re.findall(r" (\d+)", ended))) == 10


def test_what_does_not_hold_is_told_by_its_line() -> None:
    number, other = 3, "x" * 200
    with pytest.raises(AssertionError) as caught:
        assert number == len(other)
    told = "assert number == len(other) with number = 3"
    assert run.what_failed(caught.value) == told


def test_a_loop_without_an_end_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SECONDS", 0.5)
    made = dict(files())
    rules = f"{PACKAGE}/{BLUFF}"
    made[rules] = made[rules].replace(
        "        doubters = [", "        while True: pass\n        doubters = ["
    )
    outside.write(tmp_path, "pbem-tutorials", ENTRIES, made)
    status, said = _said(tmp_path, "bluff")
    assert status == 1
    assert "bluff.py, line" in said
    assert "is it a loop without an end?" in said


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
