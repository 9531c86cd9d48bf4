"""Votes in a thread: asked, cast in many forms, taken back, told in the next post."""

from __future__ import annotations

import pytest

from pbem.forum.annotations.remembered import recall
from pbem.forum.detect import read_all
from pbem.forum.scan.ballots import ballot_blocks
from pbem.forum.scan.scan import scan
from pbem.pages.page import to_text
from pbem.record.turn_file import read
from tests.watch.real_game import START as FLEETS

RECORD = "Game: arena\nName: duel\nSeats: Ann, Bob, Cid\n\n== 0 ==\n"
ASKED = "#1 Gina\ngame duel #0\nVote: continue, draw or a break?\n"


def votes(posts: str, text: str = RECORD, asked: str = ASKED) -> dict[str, str]:
    """What each seat votes for."""
    found = scan(text, read_all([(asked + posts).encode()]))
    return dict(recall(found.text).votes)


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ("##vote draw", "draw"),
        ("[b]vote: draw[/b]", "draw"),
        ("[vote]draw[/vote]", "draw"),
        ("[color=red][b]Draw![/b][/color]", "draw"),
        ("I say [b]draw[/b] and thank you all", "draw"),
        ("I vote for a break.", "a break"),
        ("vote draw\nunvote\nvote: continue", "continue"),
        ("[list][*]continue[/list]", "continue"),
        ("[b]break[/b]", "a break"),
        ("##vote draw\n##unvote", None),
        ("[s]vote draw[/s]", None),
        ('[quote="Ann"]vote draw[/quote]', None),
        ("Nobody will vote draw here", None),
        ("- continue\n- draw", None),
        ("vote: the moderator", None),
    ],
)
def test_what_counts_as_a_vote(said: str, counts: str | None) -> None:
    assert votes(f"#2 Ann\n{said}\n").get("Ann") == counts


def test_what_is_unclear_is_told() -> None:
    thread = read_all([(ASKED + "#2 Ann\nvote: the moderator\n").encode()])
    found = scan(RECORD, thread)
    assert [(seat, text) for seat, (_, text) in found.unclear] == [
        ("Ann", "vote: the moderator")
    ]
    assert not found.questions or not any(one.asks for one in found.questions)


def test_the_next_post_tells_the_vote_and_asks_nothing_by_it() -> None:
    posts = "#2 Ann\n##vote draw\n#3 Bob\nfire C3\n[b]vote draw[/b]\n"
    found = scan(RECORD, read_all([(ASKED + posts).encode()]))
    assert "Bob: fire C3" in found.text
    told = to_text(ballot_blocks(recall(found.text), read(found.text).header))
    assert "draw       2 (Ann, Bob)" in told
    assert "Not voted  Cid" in told
    again = f"{ASKED}{posts}#4 Gina\n{told}\n#5 Cid\nvote break\n"
    assert votes(again, found.text, "") == {
        "Ann": "draw",
        "Bob": "draw",
        "Cid": "a break",
    }
    assert votes(again + "#6 Gina\nVote: closed\n", found.text, "") == {}


def test_players_vote_for_each_other_without_being_asked() -> None:
    begin = "#1 Gina\ngame duel #0\n"
    assert votes("#2 Ann\n##vote bob\n", asked=begin) == {"Ann": "Bob"}
    for_words = "#2 Ann\n##vote continue\n#3 Cid\n##vote draw\n"
    assert votes(for_words, asked=begin) == {"Ann": "continue", "Cid": "draw"}


def test_later_pages_alone_keep_the_votes_of_earlier_ones() -> None:
    first = scan(RECORD, read_all([(ASKED + "#2 Ann\n##vote draw\n").encode()]))
    assert votes("#3 Bob\n##vote continue\n", first.text, "") == {
        "Ann": "draw",
        "Bob": "continue",
    }


@pytest.mark.parametrize(
    ("asked", "count"), [("Vote: continue or draw", {"Ann": "draw"}), ("", {})]
)
def test_an_order_that_says_vote_is_a_vote_only_where_that_was_asked(
    asked: str, count: dict[str, str]
) -> None:
    """In Mag-Blast "vote draw" reads as an order of its own."""
    page = f"#1 Gina\ngame fleets #0\n{asked}\n#2 Ann\nplace Y1 G2 R3 B4\nvote draw\n"
    found = scan(FLEETS, read_all([page.encode()]))
    assert dict(recall(found.text).votes) == count
    assert ("vote draw" in found.text.partition("== 0 ==")[2]) == (not asked)


@pytest.mark.parametrize(
    ("said", "orders"),
    [
        ("##vote draw\nCome on people it is 1 am", ["vote draw"]),
        ("[b]vote draw[/b]\nA Par - Bur", ["vote draw", "A Par - Bur"]),
        ("##vote draw\n[b]A Par - Bur[/b]", ["vote draw", "A Par - Bur"]),
        ("##A Par - Bur\n##vote draw", ["A Par - Bur", "vote draw"]),
        ("##vote for a break", []),
    ],
)
def test_a_vote_that_is_an_order_of_the_game_opens_no_ballot(
    said: str, orders: list[str]
) -> None:
    text = RECORD.replace("arena", "diplomacy").replace(", Cid", "")
    text = text.replace("\n\n", "\nOptions: powers=France/Italy\n\n", 1)
    page = f"#1 Gina\ngame duel #0\n#2 Ann\n{said}\n"
    found = scan(text, read_all([page.encode()]))
    assert [line for one in found.accepted for x in one.sheet for line in x] == orders
    assert bool(recall(found.text).votes) == (not orders)
    assert [one.code for one in found.questions] == ["wish-vote"] * (not orders)
