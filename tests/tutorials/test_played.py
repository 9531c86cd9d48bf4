"""The games of the tutorials by mail, in a forum, and as a replay."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.append import command as append
from pbem.cli.replay import command
from pbem.plugins.games import find
from pbem.protocol import Closes, Compound, CompoundRules
from pbem.record import replay, turn_file
from pbem.report import builder
from pbem.report.model import Reader, render
from pbem.testing.matches import Match
from tests.support.tutorials import NAMES
from tests.toy.game import SEED

pytestmark = pytest.mark.usefixtures("games_of_the_pages")

MARCHES = "Game: marches\nSeats: Ann, Bob\n\n"
BLUFF = f"Game: bluff\nSeats: Ann, Bob, Cid\nSeed: {SEED}\n\n"


def _story(text: str) -> replay.Story:
    return replay.play(turn_file.read(text))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_reads_again_as_it_was_played(name: str, seed: int) -> None:
    match = Match(find(name), random.Random(seed))
    match.play(40)
    story = _story(match.record())
    assert story.table.state == match.state
    assert story.table.serial == match.table.serial
    for seat in (None, *match.seats):
        page = render(builder.report(story, Reader(seat=seat)))
        assert max(map(len, page.splitlines())) <= 72


def test_you_draw_is_said_to_the_player_and_not_to_the_game_master() -> None:
    story = _story(BLUFF)

    def told(**whom: object) -> str:
        return render(builder.report(story, Reader(**whom)))  # type: ignore[arg-type]

    assert told(seat="Ann").count("You draw a") == 2
    assert "Bob draws a card." in told(seat="Ann")
    master = told(moderator=True)
    assert "You draw" not in master
    assert "draws a card" not in master
    assert "Ann draws a " in master
    assert "Chance" not in master
    assert "Claim     none" in master


def test_good_lines_stand_and_bad_ones_are_told() -> None:
    story = _story(MARCHES + "Ann: Birch - Elm\n  Ash nowhere\n  Cedar - Isle\n")
    sent = story.table.answers["Ann"].order
    assert isinstance(sent, Compound)
    assert list(map(str, sent.lines)) == ["Birch - Elm"]
    told = [(one.fault.code, one.line, one.fault.part) for one in story.faults]
    assert sorted(told) == [
        ("illegal.too-far", 6, True),
        ("invalid.notation", 5, True),
    ]


def test_a_later_letter_amends_by_unit() -> None:
    first = "Ann: Birch - Elm\n  Cedar - Fen\n"
    story = _story(MARCHES + first + "Ann: Cedar holds\nAnn: Ash - Xanadu\n")
    sent = story.table.answers["Ann"].order
    assert set(str(sent).splitlines()) == {"Birch - Elm", "Cedar holds"}
    assert [one.fault.refuses for one in story.faults] == [True]
    story = _story(MARCHES + first + "Bob: Glen holds\n")
    assert story.table.state.armies["Elm"] == "Ann"
    assert story.table.state.armies["Fen"] == "Ann"


def test_where_no_line_is_good_nothing_is_sent() -> None:
    story = _story(MARCHES + "Ann: Isle - Heath\n  Xanadu holds\n")
    assert story.awaited() == ("Ann", "Bob")
    assert all(one.fault.refuses for one in story.faults)


def test_armies_of_a_silent_seat_hold_their_places() -> None:
    story = _story(MARCHES + "Ann: Birch - Elm\n-- deadline --\n")
    assert story.table.serial == 1
    assert story.table.state.armies["Elm"] == "Ann"


def test_a_plan_hears_orders_that_lie_open(tmp_path: Path) -> None:
    file = tmp_path / "bluff.txt"
    file.write_text(BLUFF + "Plan of Bob:\n  if Ann: MINE then doubt\n")
    for line in ("Ann: mine", "Cid: pass"):  # who doubts is a secret till the end
        done = CliRunner().invoke(append, [str(file), line])
        assert done.exit_code == 0, done.output
    assert "Bob's plan plays doubt" in done.output


def test_where_orders_are_secret_no_plan_waits_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bluff.txt"
    file.write_text(BLUFF)
    monkeypatch.setattr("pbem.plans.syntax.is_deaf", lambda rules: True)
    plan = "Plan of Bob: if Ann: mine then doubt"
    done = CliRunner().invoke(append, [str(file), plan])
    assert done.exit_code == 1
    assert "so that no plan can wait for it" in " ".join(done.output.split())
    assert file.read_text() == BLUFF


def test_one_doubt_is_enough_else_all_must_believe() -> None:
    claim = BLUFF + "Ann: mine\n"
    window = find("bluff").rules.window(_story(claim).table.state)
    assert window is not None
    assert window.closes is Closes.ENOUGH
    assert _story(claim + "Cid: doubt\n").table.serial == 2
    assert _story(claim + "Cid: pass\n").awaited() == ("Bob",)
    assert _story(claim + "Cid: pass\nBob: pass\n").table.serial == 2


def test_a_drawn_card_is_told_to_its_seat_alone() -> None:
    story = _story(BLUFF)
    for reader in (None, "Ann", "Bob"):
        dealt = builder.visible_events(story.opening, Reader(seat=reader))
        known = {one.seat for one in dealt if one.card is not None}  # type: ignore[attr-defined]
        assert known == ({reader} if reader else set())
        assert len(dealt) == 6


def test_compound_rules_answer_for_each_line() -> None:
    rules = find("marches").rules
    assert isinstance(rules, CompoundRules)
    state = _story(MARCHES).table.state
    lines = [*rules.legal_lines(state, "Ann")]
    whole = Compound(lines=(lines[0], lines[-1]))
    assert rules.bind(state, "Ann", whole).order == whole
    theirs = rules.bind(state, "Bob", whole)
    assert theirs.order is None
    assert all(one.refuses for one in theirs.faults)
    mixed = Compound(lines=(lines[0], *[*rules.legal_lines(state, "Bob")][:1]))
    bound = rules.bind(state, "Ann", mixed)
    assert bound.order == Compound(lines=(lines[0],))
    assert [one.part for one in bound.faults] == [True]


def test_it_is_replayed_on_a_page(tmp_path: Path) -> None:
    file, page = tmp_path / "duel.txt", tmp_path / "duel.html"
    file.write_text("Game: breakthrough\nSeats: Ann, Bob\n\nAnn: B2-B3\nBob: C7-C6\n")
    done = CliRunner().invoke(command, [str(file), "--out", str(page)])
    assert done.exit_code == 0, done.output
    assert "Ann moves from B2 to B3." in page.read_text()
