"""Plans in posts: taken as they are meant, asked about where that is in doubt."""

from __future__ import annotations

import pytest

from pbem.forum.markup import bbcode, html_body
from pbem.forum.scan.answers import AnswerRefused
from pbem.forum.scan.plan_answers import spelt_plan
from pbem.forum.scan.plan_lines import Finder
from pbem.forum.scan.question_text import markup, plan_note, question_words
from pbem.forum.scan.questions import Scan, spelt
from pbem.forum.thread import Post
from pbem.plugins.games import find
from tests.forum.said import asked, entries, opened, post, read, report

LAVA = "Game: lava\nName: duel\nSeats: Ann, Bob\n\n== 0 ==\nAnn: e 0,0\n"
MAGBLAST = """Game: magblast
Name: duel
Seats: Ann, Bob
Seed: 00112233445566778899aabbccddeeff

== 0 ==
"""
PLAN = "if Bob: E6 then C5\n- if Bob: D6 then C4\n- else C6"
DEEP = "if Bob: E6 then C5 / - if Bob: D6 then C4 / - else C6"
FLAT = PLAN.replace("- ", "")


def block(found: Scan) -> list[str]:
    """The last plan of a record, with the line above it."""
    lines = found.text.splitlines()
    at = max(n for n, line in enumerate(lines) if line.startswith("Plan of "))
    end = next(
        (n for n in range(at + 1, len(lines)) if not lines[n].startswith(" ")),
        len(lines),
    )
    return lines[at - 1 : end]


def turn(number: int, serial: int, *orders: str) -> tuple[Post, ...]:
    """Orders of Ann, Bob and Cid from a post on, and the report behind them."""
    told = [
        post(number + at, who, text)
        for at, (who, text) in enumerate(
            zip(("Ann", "Bob", "Cid"), orders, strict=True)
        )
    ]
    return (*told, report(number + len(told), serial))


def test_it_stands_above_the_order_of_its_post_and_fires() -> None:
    posts = opened(*turn(6, 2, f"D4 1NE\n{PLAN}", "E6", "A7"))
    found = read(posts)
    assert asked(found) == []
    assert block(found)[0].startswith(
        "# plan in post 6 by Ann, 2026-11-20 12:06 UTC [6@"
    )
    assert block(found)[1:] == [
        "Plan of Ann:",
        "  if Bob: E6 then C5",
        "    if Bob: D6 then C4",
        "    else C6",
    ]
    assert found.text.index("Plan of Ann") < found.text.index("Ann: D4 1NE")
    (plan,) = found.plans
    assert (plan.seat, plan.serial, plan.how, plan.sealed) == ("Ann", 1, "new", True)
    assert "* line 2 :: you go to C4" in plan.markup
    # Once read, it is known again, and the next posts set it off.
    again = read(posts, text=found.text)
    assert (again.text, again.plans) == (found.text, ())
    more = (post(10, "Bob", "d6"), post(11, "Cid", "A6"), report(12, 3))
    last = read(
        (*posts, *more, post(13, "Bob", "D5"), post(14, "Cid", "A5")), text=found.text
    )
    assert "# by the plan of Ann, line 1\nAnn: C5\n" in last.text
    told = markup(last, find("arena"), written=True)
    assert "== What plans have played\n\n- Ann's plan plays C5 (its line 1).\n" in told
    assert "# by the plan of Ann, line 2\nAnn: C4\n" in last.text
    assert asked(last) == []


@pytest.mark.parametrize(
    ("body", "plans"),
    [
        ("if Bob: E6 then C5<br>else C6", ["if Bob: E6 then C5 / else C6"]),
        ("<b>If Bob:</b> E6 <b>then</b> C5.", ["If Bob: E6 then C5"]),
        ("Plan: if @bobby: E6 then C5", ["if Bob: E6 then C5"]),
        ("My plan:<br>• if bob: E6 then C5", ["if Bob: E6 then C5"]),
        (PLAN.replace("\n", "<br>\n"), [DEEP]),
        (PLAN.replace("- ", "&nbsp; ").replace("\n", "<br>\n"), [DEEP]),
        (f"<pre><code>{PLAN.replace('- ', '  ')}</code></pre>", [DEEP]),
        (
            "<ul><li>if Bob: E6 then C5<ul><li>if Bob: D6 then C4</li>"
            "<li>else C6</li></ul></li></ul>",
            [DEEP],
        ),
        (
            "<p>1. if Bob: E6 then C5<br>1.1 if Bob: D6 then C4<br>1.2 else C6</p>"
            .replace("1.1 ", "1.1) ").replace("1.2 ", "1.2) "),
            [DEEP],
        ),
        (
            "if Bob: E6 then C5<br>– if Bob: D6 then C4<br>— then C6",
            ["if Bob: E6 then C5 / - if Bob: D6 then C4 / -- then C6"],
        ),
        ("if Bob: E6 then C5<br>otherwise, C6", ["if Bob: E6 then C5 / else C6"]),
        (
            "if Bob: E6 then C5<br>elif Cid: A7 then C6<br>else C4",
            ["if Bob: E6 then C5 / else if Cid: A7 then C6 / else C4"],
        ),
        ("if Bob: E6<br>then C5<br>then C6", ["if Bob: E6 / - then C5 / -- then C6"]),
        # What a forum may have flattened could have stood in several ways.
        (
            FLAT.replace("\n", "<br>\n"),
            [DEEP.replace("- ", ""), DEEP, "- else".join(DEEP.split("- else"))
             .replace("- else", "else")],
        ),
        # None of these is somebody's plan.
        ("<blockquote>if Bob: E6 then C5</blockquote>D4", []),
        ("<s>if Bob: E6 then C5</s>", []),
        ("if Bob hurries we are done by Friday, then we can start anew", []),
        ("Then again: who knows?<br>else nothing", []),
    ],
)  # fmt: skip
def test_lines_stand_as_the_forum_shows_them(body: str, plans: list[str]) -> None:
    exactly = {"bob": "Bob", "bobby": "Bob", "cid": "Cid"}
    finder = Finder(
        find("arena"),
        ["Ann", "Bob", "Cid"],
        {},
        lambda name: exactly.get(name.casefold(), ""),
    )
    lines, _ = html_body.lines_of(body)
    _, said = finder.split([one for one in lines if one.kind == "new"])
    assert [spelt_plan(one) for one in said.readings if one] == plans


def test_markup_that_was_typed_keeps_its_depth() -> None:
    text = "[list][*]if Bob: E6 then C5[list][*]else C6[/list][/list]\n  D4"
    lines, _ = bbcode.lines_of(text)
    assert [(one.text, one.indent) for one in lines if one.text] == [
        ("• if Bob: E6 then C5", 4), ("• else C6", 8), ("D4", 2),
    ]  # fmt: skip


def test_several_ways_to_stand_are_asked_about_and_nothing_is_taken() -> None:
    posts = opened(post(6, "Ann", f"D4\n{FLAT}"))
    found = read(posts)
    ((number, code, proposal),) = asked(found)
    assert (number, code) == (6, "plan-depth")
    assert proposal == DEEP.replace("- ", "")
    assert "Plan of" not in found.text
    assert entries(found)[-1] == "Ann: D4"
    told = markup(found, find("arena"), written=False)
    assert f'| --answer "6 plan = {DEEP}"' in told
    assert '| --answer "6 plan = yes"' in told
    assert "* line 3 :: you go to C6" in told
    taken = read(posts, f"6 plan = {DEEP}", text=found.text)
    assert block(taken)[2:] == [
        "  if Bob: E6 then C5", "    if Bob: D6 then C4", "    else C6",
    ]  # fmt: skip
    assert read(posts, text=taken.text).text == taken.text
    assert asked(read(posts, "6 = no", text=found.text)) == []
    with pytest.raises(AnswerRefused):
        read(posts, "7 plan = yes", text=found.text)


def test_nobody_moves_past_a_plan_that_is_asked_about() -> None:
    plan = "if Bob: b 0,1 then a 0,2\nif Bob: c 0,1 then a 0,2"
    posts = [report(1, 1), post(2, "Ann", plan), post(3, "Bob", "b 0,1")]
    found = read(posts, text=LAVA)
    assert [one.code for one in found.questions] == ["plan-depth", "waits"]
    assert entries(found) == ["Ann: e 0,0"]
    taken = read(posts, "2 plan = yes", text=found.text)
    assert entries(taken)[-2:] == ["Bob: b 0,1", "Ann: a 0,2"]
    assert not taken.plans[0].sealed
    assert "hidden" not in plan_note(taken.plans[0], find("lava"))


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (
            "if Bbo: E6 then C5",
            'Line 1 of it, "if Bbo: E6 then C5": Nobody called "Bbo"',
        ),
        (
            "if Bob: E6 then zap",
            'Line 1 of it, "if Bob: E6 then zap": I do not understand',
        ),
        (
            "if Bob: E6 then C5\nthen D5\nelse",
            'Line 3 of it, "else": This line says nothing',
        ),
        ("if Ann: E6 then C5", "That is you; a plan listens to others."),
        ("if Bob: E6", "This line says nothing to play"),
    ],
)
def test_a_faulty_plan_is_told_by_its_line(plan: str, said: str) -> None:
    posts = opened(post(6, "Ann", f"D4\n{plan}"))
    found = read(posts)
    (one,) = [one for one in found.questions if one.asks]
    assert said in question_words(one, find("arena"))
    assert "Plan of" not in found.text
    mended = read(posts, "6 plan = if Bob: E6 then C5", text=found.text)
    assert block(mended)[1:] == ["Plan of Ann:", "  if Bob: E6 then C5"]


def test_a_plan_in_other_words_is_asked_about() -> None:
    posts = opened(post(6, "Ann", "D4\nIf Bob goes to E6, then I'll play C5!"))
    assert asked(read(posts)) == [(6, "plan-meant", "if Bob: E6 then C5")]
    assert "Plan of" not in read(posts).text


def test_a_plan_that_waits_for_a_unit_is_asked_about() -> None:
    record = "Game: diplomacy\nName: duel\nSeats: Ann, Bob\n\n== 0 ==\n"
    plan = "if A Mun moves to Bur: A Par H; else A Par - Bur"
    found = read([post(1, "Ann", f"A Par H\n{plan}")], text=record)
    meant = "if anybody: A Mun moves to Bur then A Par H / else A Par - Bur"
    assert asked(found) == [(1, "plan-meant", meant)]


def test_a_later_plan_takes_its_place_and_clear_takes_it_back() -> None:
    first = post(6, "Ann", "D4\nif Bob: E6 then C5")
    posts = opened(first, post(7, "Ann", "if Bob: E7 then C4"))
    found = read(posts)
    assert [one.how for one in found.plans] == ["new", "replaced"]
    assert block(found)[2:] == ["  if Bob: E7 then C4"]
    gone = read((*posts, post(8, "Ann", "Plan clear.")), text=found.text)
    assert [one.how for one in gone.plans] == ["cleared"]
    assert block(gone)[1:] == ["Plan of Ann:"]
    assert (
        gone.text == read((*posts, post(8, "Ann", "Plan clear.")), text=gone.text).text
    )
    (none,) = read(opened(post(6, "Ann", "plan clear"))).questions
    assert (none.code, none.asks) == ("plan-none", False)


def test_one_that_was_changed_is_asked_about() -> None:
    posts = opened(post(6, "Ann", "D4\nif Bob: E6 then C5"))
    found = read(posts)
    now = opened(post(6, "Ann", "D4\nif Bob: E7 then C5", edited=None))
    assert asked(read(now, text=found.text)) == [
        (6, "plan-edited", "if Bob: E7 then C5")
    ]
    taken = read(now, "6 plan = yes", text=found.text)
    assert block(taken)[2:] == ["  if Bob: E7 then C5"]
    kept = read(now, "6 plan = keep", text=found.text)
    assert block(kept)[2:] == ["  if Bob: E6 then C5"]
    gone = opened(post(6, "Ann", "D4"))
    assert asked(read(gone, text=found.text)) == [(6, "plan-edited", "nothing")]
    assert block(read(gone, "6 plan = yes", text=found.text))[1:] == ["Plan of Ann:"]


def test_one_that_comes_when_all_have_ordered_is_for_their_turn() -> None:
    """The report is not there yet: it still hears what they ordered."""
    done = (post(6, "Ann", "D4"), post(7, "Bob", "E6"), post(8, "Cid", "A7"))
    found = read(opened(*done, post(9, "Ann", "if Bob: E6 then C5")))
    assert found.text.index("Plan of Ann") < found.text.index("Cid: A7")
    late = (report(10, 2), post(11, "Bob", "E5"), post(12, "Cid", "A6"))
    posts = opened(*done, post(9, "Ann", "if Bob: E6 then C5"), *late)
    assert entries(read(posts, text=found.text))[-1] == "Ann: C5"
    assert entries(read(posts))[-1] == "Ann: C5"


def test_one_for_a_turn_that_was_reported_is_told() -> None:
    posts = opened(*turn(6, 2, "D4", "E6", "A7"), *turn(11, 3, "D5", "E5", "A6"))
    text = read(posts).text
    late = [*posts[:8], post(10, "Ann", "if Bob: E6 then C5"), *posts[8:]]
    found = read(late, text=text)
    assert [one.code for one in found.questions] == ["plan-past"]
    assert found.plans == ()


def test_one_after_the_deadline_is_asked_about() -> None:
    posts = (*opened()[:-1], report(5, 1, ", orders until 2026-11-20 12:10 UTC"))
    found = read((*posts, post(11, "Ann", "if Bob: E6 then C5")))
    assert asked(found) == [(11, "plan-late", "if Bob: E6 then C5")]


def test_orders_below_one_may_be_its_own_where_lines_wait_for_each_other() -> None:
    text = "if Bob: pass then draw\nend turn"
    posts = [report(1, 0), post(2, "Ann", text)]
    found = read(posts, text=MAGBLAST)
    ((_, code, proposal),) = asked(found)
    assert (code, proposal) == ("plan-depth", "if Bob: pass then draw / - end turn")
    assert found.accepted == ()


def test_a_stranger_with_a_plan_is_asked_about() -> None:
    found = read(opened(post(6, "Dotty", "if Bob: E6 then C5")))
    assert [one.code for one in found.questions] == ["name-unknown"]
    named = read(opened(post(6, "Dotty", "if Bob: E6 then C5")), "Dotty = Ann")
    assert block(named)[1:] == ["Plan of Ann:", "  if Bob: E6 then C5"]


@pytest.mark.parametrize(
    ("text", "asks", "orders"),
    [
        # (what Ann writes, what is asked about with what would be taken, her orders)
        ("D4 1NE; if Bob: E6 then C5", ("plan-meant", "if Bob: E6 then C5"), "D4 1NE"),
        ("T2: if Bob: E6 then C5", ("plan-meant", "if Bob: E6 then C5"), ""),
        ("D4\nmaybe if Bob: E6 then C5", ("plan-meant", "if Bob: E6 then C5"), "D4"),
        ("D4\nif Bob: E6 then C5?", ("plan-meant", "if Bob: E6 then C5?"), "D4"),
        ("D4\nif Bob: E6 -> C5", ("plan-meant", "if Bob: E6 then C5"), "D4"),
        (
            "D4\nif Bob: E6 then C5 probably",
            ("plan-less", "if Bob: E6 then C5 probably"),
            "D4",
        ),
        ("D4\nif Bob: E99 then C5", ("plan-less", "if Bob: E99 then C5"), "D4"),
    ],
)
def test_doubts_about_a_plan_are_asked(
    text: str, asks: tuple[str, str], orders: str
) -> None:
    found = read(opened(post(6, "Ann", text)))
    assert asked(found) == [(6, *asks)]
    assert "Plan of" not in found.text
    assert [spelt(one.sheet) for one in found.accepted[3:]] == [orders] * bool(orders)


def test_a_line_with_else_is_two() -> None:
    found = read(opened(post(6, "Ann", "D4\n## If Bob: E6 then C5, else C6.")))
    # What each would do is told from where the order of the post leads to.
    assert block(found)[2:] == ["  If Bob: E6 then C5", "  else C6"]
    assert "you go to C6" in found.plans[0].markup


def test_nobody_plans_for_somebody_else() -> None:
    found = read(opened(post(6, "Ann", "D4\nPlan of Bob:\nif Cid: A7 then E5")))
    assert [(one.code, one.asks) for one in found.questions] == [("plan-other", False)]
    assert "Plan of" not in found.text
    own = read(opened(post(6, "Ann", "D4\nPlan of Ann:\nif Cid: A7 then C5")))
    assert block(own)[1:] == ["Plan of Ann:", "  if Cid: A7 then C5"]


def test_words_that_may_take_a_plan_back_are_asked_about() -> None:
    posts = opened(post(6, "Ann", "D4\nif Bob: E6 then C5"))
    more = (*posts, post(7, "Ann", "I take back my plan"))
    assert asked(read(more)) == [(7, "plan-drop", "clear")]
    gone = read(more, "7 plan = yes")
    assert [one.how for one in gone.plans] == ["new", "cleared"]
    kept = read(more, "7 plan = no")
    assert [one.how for one in kept.plans] == ["new"]
    assert asked(read(opened(post(6, "Ann", "I take back my plan")))) == []
