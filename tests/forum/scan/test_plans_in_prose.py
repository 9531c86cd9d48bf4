"""If-then lines as people say them: found within a line, always asked about."""

from __future__ import annotations

import pytest

from tests.forum.said import asked, entries, post, read, report

PIT = "Game: lava\nName: pit\nSeats: Ann, Bob\n\n== 0 ==\n"
PLAN = "if Bob: b 0,1 then a 0,2"


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("e 0,0, and if Bob goes b 0,1 then a 0,2", PLAN),
        ("I go e 0,0 and if Bob: b 0,1 then a 0,2", PLAN),
        ("e 0,0\nIf Bob goes b 0,1 then a 0,2. Otherwise I'll see.", PLAN),
        (
            "e 0,0\nIf Bob goes b 0,1 then a 0,2. Otherwise h 1,2.",
            f"{PLAN} / else h 1,2",
        ),
        ("e 0,0\nIf Bob plays b 0,1, I play a 0,2", PLAN),
        ("e 0,0\noh and if bob goes b 0,1 then I go a 0,2", PLAN),
        ("e 0,0\nwhen Bob goes b 0,1 then a 0,2, please", PLAN),
        ("e 0,0\nif he plays b 0,1 then a 0,2", PLAN),
        ("e 0,0\nConditional: if Bob b 0,1 then a 0,2", PLAN),
    ],
)
def test_a_plan_in_prose_is_asked_about_beside_its_order(text: str, plan: str) -> None:
    found = read([report(1, 0), post(2, "Ann", text)], text=PIT)
    assert asked(found) == [(2, "plan-meant", plan)]
    assert entries(found) == ["Ann: e 0,0"]
    taken = read([report(1, 0), post(2, "Ann", text)], "2 plan = yes", text=PIT)
    assert f"  {plan.partition(' / ')[0]}" in taken.text.split("\n")


def test_what_is_no_plan_of_a_player_is_none() -> None:
    for text in ("if Bob goes there I am lost", "when Dotty goes b 0,1 then a 0,2"):
        found = read([report(1, 0), post(2, "Ann", f"e 0,0\n{text}")], text=PIT)
        assert [one.code in ("beside", "almost") for one in found.questions] == [True]
    three = PIT.replace("Bob", "Bob, Cid")
    he = post(2, "Ann", "e 0,0\nif he goes b 0,1 then a 0,2")
    assert asked(read([report(1, 0), he], text=three)) != []


def test_an_order_in_doubt_beside_a_plan_has_a_number_of_its_own() -> None:
    text = "e 0,0 as a gambit. If Bob goes b 0,1 then a 0,2."
    thread = [report(1, 0), post(2, "Ann", text), post(3, "Bob", "haha, no: b 0,1")]
    found = read(thread, text=PIT)
    told = [(one.number, one.code, one.asks) for one in found.questions]
    assert told == [
        ("2 plan", "plan-meant", True),
        ("2", "almost", True),
        ("3", "waits", False),
    ]
    after = read(thread, "2 = yes", "2 plan = no", text=PIT)
    assert entries(after) == ["Ann: e 0,0"]
    assert asked(after) == [(3, "almost", "b 0,1")]
