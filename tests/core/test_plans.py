"""Plans: read, followed, fired; what a turn file makes of them."""

from __future__ import annotations

import pytest

from pbem.plans.first_words import begins, lacks_colon
from pbem.plans.syntax import PlanSyntaxError, lines_of, read, stood
from pbem.plugins.games import find
from pbem.record import replay, turn_file
from pbem.record.firing import fire
from pbem.record.imagined import imagined
from pbem.record.plan_trial import try_plan
from pbem.record.replay import Story
from pbem.record.turn_file import Piece
from pbem.report.plans import plan_markup
from tests.rules.magblast.duel import DUEL

LAVA = "Game: lava\nSeats: Ann, Bob\nSeed: 000102030405060708090a0b0c0d0e0f\n\n"
PLAN = """Plan of Ann:
  if Bob: b 0,1 then a 0,2
    if bob: 0,3 b then a@0,4
    else h 1,2
  else pass
"""
ARENA = (
    "Game: arena\nSeats: Ann, Bob, Cid\n\nAnn: fire C3\nBob: water F6\nCid: air A8\n"
)


def _story(text: str) -> Story:
    return replay.play(turn_file.read(text))


def _say(story: Story, seat: str, text: str) -> list[str]:
    """Return what plans play after an order of somebody; the story goes on."""
    assert not story.order(seat, [Piece(text, 0, 1)]).refused
    return _fire(story)


def _fire(story: Story, *, closing: bool = False) -> list[str]:
    fired = fire(story, closing=closing)
    for one in fired:
        if one.story is not None:
            story.table, story.plans = one.story.table, one.story.plans
    return [f"{one.seat} {one.line}: {one.text or one.why}" for one in fired]


def test_a_plan_answers_whatever_the_spelling() -> None:
    story = _story(LAVA + "Ann: e 0,0\n" + PLAN)
    assert story.table.serial == 1
    assert _say(story, "Bob", "0,1 B") == ["Ann 1: a 0,2"]
    assert _say(story, "Bob", "RgRg 0,3") == ["Ann 2: a@0,4"]
    assert story.plans["Ann"].ended is not None
    assert story.plans["Ann"].ended.why == "done"


def test_the_rest_of_a_plan_is_for_else() -> None:
    story = _story(LAVA + "Ann: e 0,0\n" + PLAN + "Bob: b 0,1\nAnn: a 0,2\n")
    # What its owner plays as the plan says is a step of the plan.
    assert story.plans["Ann"].fired == 1
    legal = story.game.rules.legal(story.table.state, "Bob")
    other = next(str(one) for one in legal if str(one) not in ("b 0,3", "resign"))
    found = _say(story, "Bob", other)
    assert found == ["Ann 3: h 1,2"] or found == ["Ann 3: refused"]


def test_whoever_plays_otherwise_leaves_his_plan() -> None:
    story = _story(LAVA + "Ann: e 0,0\n" + PLAN + "Bob: b 0,1\n")
    legal = story.game.rules.legal(story.table.state, "Ann")
    other = next(str(one) for one in legal if str(one) != "a 0,2")
    story.order("Ann", [Piece(other, 0, 1)])
    ended = story.plans["Ann"].ended
    assert ended is not None
    assert (ended.why, ended.line) == ("otherwise", 1)


def test_a_line_that_is_not_heard_ends_the_plan_there() -> None:
    plan = "Plan of Ann:\n  if Bob: b 0,1 then a 0,2\n"
    story = _story(LAVA + "Ann: e 0,0\n" + plan)
    legal = story.game.rules.legal(story.table.state, "Bob")
    other = next(str(one) for one in legal if str(one) not in ("b 0,1", "resign"))
    assert _say(story, "Bob", other) == ["Ann 1: unmet"]


def test_in_a_sealed_window_a_plan_waits_for_everybody_else() -> None:
    plan = (
        "Plan of Ann:\n  if Cid: A7 and Bob: F5 then C5\n"
        "Plan of Bob:\n  if Ann: C4 then F4\n"
    )
    story = _story(ARENA + plan)
    assert _say(story, "Ann", "C4") == _say(story, "Bob", "F5") == []
    # Nobody has answered the next turn yet, so plans do not close it alone.
    assert _say(story, "Cid", "A7") == []
    assert _say(story, "Cid", "A6") == ["Ann 1: C5", "Bob 1: F4"]
    assert story.table.serial == 3


@pytest.mark.parametrize(
    ("condition", "played"),
    [
        ("not Bob: F5", False),
        ("not Bob: F6", True),
        ("others: F5", True),
        ("anybody: C4", True),
        ("others: C4", False),
        ("not others: C4", True),
    ],
)
def test_a_plan_waits_for_anybody_or_for_what_nobody_does(
    condition: str, played: bool
) -> None:
    story = _story(ARENA + f"Plan of Ann:\n  if {condition} then C5\n")
    for seat, text in (("Ann", "C4"), ("Bob", "F5"), ("Cid", "A7")):
        _say(story, seat, text)
    assert (_fire(story, closing=True) == ["Ann 1: C5"]) is played


@pytest.mark.parametrize(("second", "why"), [("anybody", "stuck"), ("others", "twice")])
def test_only_the_same_condition_is_one_that_was_named_before(
    second: str, why: str
) -> None:
    plan = f"Plan of Ann:\n  if others: C4 then C5\n  if {second}: C4 then C6\n"
    _, after = try_plan(_story(ARENA + plan), "Ann")
    assert after.why == why


def test_at_the_deadline_plans_answer_for_the_silent() -> None:
    story = _story(ARENA + "Plan of Ann:\n  if Bob: F5 then C5\n")
    for seat, text in (("Ann", "C4"), ("Bob", "F5"), ("Cid", "A7")):
        assert _say(story, seat, text) == []
    assert _fire(story, closing=True) == ["Ann 1: C5"]
    assert story.awaited() == ("Bob", "Cid")


IF = "if Bob: b 0,1 then a 0,2"


@pytest.mark.parametrize(
    ("lines", "index", "code", "spot"),
    [
        (["if Bob: b 0,1 a 0,2"], 0, "invalid.plan-answer", ""),
        (["if Bob: b 0,1"], 0, "invalid.plan-answer", ""),
        (["if Bobby: b 0,1 then a 0,2"], 0, "invalid.plan-name", "Bobby"),
        (["if Ann: b 0,1 then a 0,2"], 0, "invalid.plan-own", "Ann"),
        (["if Bob: b 0,1 then 3"], 0, "invalid.notation", "3"),
        (["else pass"], 0, "invalid.plan-else", ""),
        (["if Bob: b 0,1 then a 0,2", "hello"], 1, "invalid.plan-line", ""),
        (
            ["if Bob: b 0,1 then a 0,2", "    if Bob: b 0,3 then a 4,4", " else h"],
            2,
            "invalid.plan-indent",
            "",
        ),
        (["if Bob: resign then a 0,2"], 0, "invalid.plan-anytime", "resign"),
        (["if Bob: b 0,1 then a 0,2"] * 201, 200, "invalid.plan-long", ""),
        (["if Bob: then a 0,2"], 0, "invalid.plan-answer", ""),
        (["if Bob: b 0,1 then a 0,2" + "x" * 2000], 0, "invalid.plan-wide", ""),
        (["if Bob plays this or that then a 0,2"], 0, "invalid.plan-colon", "Bob"),
        (["When bob goes b 0,1 I'll go a 0,2."], 0, "invalid.plan-words", ""),
        (["If he goes b 0,1 then a 0,2"], 0, "invalid.plan-words", ""),
        ([IF, "  then h 1,2", f"  {IF}"], 2, "invalid.plan-then", ""),
        ([IF, f"  {IF}", "  then h 1,2"], 2, "invalid.plan-then", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_plan_is_told_with_its_place(
    lines: list[str], index: int, code: str, spot: str
) -> None:
    with pytest.raises(PlanSyntaxError) as raised:
        read(find("lava"), "Ann", ("Ann", "Bob"), stood(lines_of(lines)))
    error = raised.value
    start, end = error.fault.span
    assert (error.index, error.fault.code) == (index, code)
    assert not spot or lines[index].strip()[start:end] == spot


@pytest.mark.parametrize("word", ["He", "She", "They"])
def test_he_is_the_only_other_one_or_is_asked_about(word: str) -> None:
    game, he = find("lava"), stood([(f"if {word.lower()}: b 0,1 then a 0,2", 1)])
    assert read(game, "Bob", ("Ann", "Bob"), he)[0].heard[0].seat == "Ann"
    for text in (f"if {word}: b 0,1 then a 0,2", f"if {word} plays b 0,1 then a 0,2"):
        with pytest.raises(PlanSyntaxError) as raised:
            read(game, "Ann", ("Ann", "Bob", "Cid"), stood([(text, 1)]))
        fault = raised.value.fault
        assert fault.code == "invalid.plan-whom"
        assert fault.given == {"found": word, "known": ("Bob", "Cid")}


def test_words_of_a_game_that_begin_with_if_are_no_plan() -> None:
    seats = ("Ann", "Bob")
    assert not begins("if it hit: fire beam at Bob flagship", seats)
    block = read(
        find("magblast"),
        "Ann",
        seats,
        stood(lines_of(["if Bob: end then draw", "  if it hit: end", "  end"])),
    )
    assert block[0].answer == ("draw", "if it hit: end", "end")


def test_a_faulty_plan_in_a_file_is_told_and_nothing_else() -> None:
    story = _story(LAVA + "Ann: e 0,0\nPlan of Ann:\n  if Bob: b 0,1 then\n")
    (fault,) = story.faults
    assert (fault.fault.code, fault.line, fault.seat) == (
        "invalid.plan-answer",
        7,
        "Ann",
    )
    assert story.plans == {}


def test_a_fault_in_a_plan_is_told_at_its_own_line() -> None:
    lines = "  if Bob: b 0,1 then\n  if Bob: b 0,2 then a 3,3\n"
    (fault,) = _story(LAVA + "Ann: e 0,0\nPlan of Ann:\n" + lines).faults
    assert fault.line == 7


@pytest.mark.parametrize(
    ("lines", "line", "column", "text"),
    [
        ("if Bob: pass then enter\n    agree", 7, 5, "agree"),
        ("if Bob: pass then\n    agree", 7, 5, "agree"),
        ("if Bob: pass then A1-B2\n    B3\n    B4 pass", 8, 8, "pass"),
    ],
)
def test_a_fault_in_a_later_line_of_an_order_has_its_place(
    lines: str, line: int, column: int, text: str
) -> None:
    head = "Game: magma\nSeats: Ann, Bob\n\nAnn: pass\n"
    (fault,) = _story(f"{head}Plan of Ann:\n  {lines}\n").faults
    assert (fault.line, fault.column, fault.text) == (line, column, text)


def test_a_plan_without_lines_is_taken_back() -> None:
    assert _story(LAVA + "Ann: e 0,0\n" + PLAN + "Plan of Ann:\n").plans == {}


def test_each_line_is_played_out_for_its_owner() -> None:
    plan = PLAN + "  if Bob: b 9,9 then a 0,2\n"
    story = _story(LAVA + "Ann: e 0,0\n" + plan)
    found = [(one.branch.line, one.why) for one in try_plan(story, "Ann")]
    assert found[:2] == [(1, ""), (2, "")]
    # Lava knows no pass, and what stands below an "else" is never reached.
    assert found[-2:] == [(4, "answer"), (5, "else")]
    assert story.table.serial == 1


def test_what_lacks_a_colon_is_known_for_a_plan_all_the_same() -> None:
    game, seats = find("lava"), ("Ann", "Bob")
    meant = {
        line: lacks_colon(line, game, seats, "Ann")
        for line in (
            "if Bob plays b 0,1 then a 0,2",
            "If bob, b 0,1 then a 0,2",
            "if he goes b 0,1 I go a 0,2",
            "if she wins then I am sad",
            "if Bob wins then I am sad",
            "if Cid plays b 0,1 then a 0,2",
            "if Bob: b 0,1 then a 0,2",
        )
    }
    assert list(meant.values()) == [True] * 3 + [False] * 4


def test_what_hangs_on_a_guess_is_not_said_to_be_never() -> None:
    """Silence of both would end the game before the last line; a move does not."""
    plan = "Plan of Ann:\n  if Bob: M1-L2 then A1-B2\n  else A1-B2\n"
    story = _story("Game: magma\nSeats: Ann, Bob\n\n" + plan)
    first, second = try_plan(story, "Ann")
    assert (first.why, first.guessed) == ("", (("Ann", "pass", True),))
    assert second.why == "over"
    assert not second.sure
    story = _story("Game: magma\nSeats: Ann, Bob\n\nAnn: enter B3\n" + plan)
    first, second = try_plan(story, "Ann")
    assert (first.sure, second.sure) == (True, False)
    assert [one.seat for one in second.guessed] == ["Bob"]


def test_whoever_is_guessed_at_leaves_a_line_its_place() -> None:
    """The first die that Cid could lay lies where the line lays its own."""
    header = LAVA.replace("Ann, Bob", "Ann, Bob, Cid") + "Ann: e 0,0\n"
    story = _story(header + "Plan of Ann:\n  if Bob: b 0,1 then a 0,2\n")
    (line,) = try_plan(story, "Ann")
    assert line.why == ""
    assert [one.seat for one in line.guessed] == ["Cid"]


def test_what_was_heard_already_is_not_waited_for_once_more() -> None:
    plan = (
        "Plan of Ann:\n  if Cid: B7 then D4\n  if Bob: E6 and Cid: A7 then C4\n"
        "  else C3\n"
    )
    story = _story(ARENA + plan + "Ann: C3\nBob: e6\nCid: a7\n")
    passed, due, rest = try_plan(story, "Ann")
    assert (due.why, due.guessed) == ("", ())
    assert due.before is not None
    assert due.before.table.serial == story.table.serial
    assert rest.why == "holds"
    assert passed.why == "missed"
    legal = "Plan of Ann:\n  if Bob: b 0,1 then a 0,2\n  else h 0,-1\n"
    lava = _story(LAVA.replace("Ann, Bob", "Ann, Bob, Cid") + "Ann: e 0,0\n" + legal)
    assert _say(lava, "Bob", "b 0,1") == []
    first, last = try_plan(lava, "Ann")
    assert [one.seat for one in first.guessed] == ["Cid"]
    assert last.why == "holds"


MAGBLAST = f"""{DUEL}Plan of Bob:
  if Ann: mag B1 at Bob B1 "Boom" then evade
"""


def test_a_card_is_heard_by_what_it_is_and_answered_as_the_last() -> None:
    story = _story(MAGBLAST)
    # It was the first card of a hand that Bob has never seen.
    assert _say(story, "Ann", 'fire 1 B1 at Bob B1 "Bang"') == []
    assert story.awaited() == ("Bob",)
    assert _fire(story, closing=True) == ["Bob 1: evade"]
    story = _story(MAGBLAST)
    assert _say(story, "Ann", "end") == ["Bob 1: unmet"]


def test_a_number_in_a_hand_is_not_heard() -> None:
    story = _story(MAGBLAST.replace("Ann: mag B1", "Ann: fire 1 B1"))
    assert _say(story, "Ann", 'fire 1 B1 at Bob B1 "Bang"') == []
    assert _fire(story, closing=True) == []


def test_what_others_hold_is_dealt_in_several_ways_for_the_owner_and_not_told() -> None:
    by = "B1 at Bob B1"
    story = _story(MAGBLAST.replace('mag B1 at Bob B1 "Boom"', f"beam {by}"))
    held = imagined(story, "Bob")
    assert held is not None
    assert "beam" not in {
        held.table.state.key(x) for x in held.table.state.fleets[0].hand
    }
    assert try_plan(story, "Bob")[0].why != "heard"
    # No Dreadnought fires a laser, whatever is dealt.
    story = _story(MAGBLAST.replace('mag B1 at Bob B1 "Boom"', f"laser {by}"))
    told = plan_markup(story, "Bob")
    assert (
        "in none of the ways in which I dealt what is hidden could Ann do that" in told
    )
    assert "would be told" not in told


def test_a_line_that_can_only_be_meant_to_last_is_told_the_word_for_that() -> None:
    line = "if Bob: blasts of 3 or more at flagship then evade"
    story = _story(MAGBLAST)
    fault = story.plan("Ann", [Piece(line, 0, 1)])
    assert fault is not None
    assert fault.fault.code == "invalid.plan-lasting"
    assert fault.text == "blasts of 3 or more at flagship"
    assert story.game.notation.reads(fault.fault.given["lasting"])
    # What can be heard is a plan, as ever.
    assert story.plan("Ann", [Piece("if Bob: mag then evade", 0, 1)]) is None
