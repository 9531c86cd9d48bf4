"""For which turn a post's orders are, and what waits for an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pbem.forum.annotations.remembered import SeenReport
from pbem.forum.scan.questions import Scan
from pbem.forum.thread import Post
from pbem.language.reading import MarkedLine
from tests.forum.said import ARENA, asked, at, entries, opened, post, read, report

MAGMA = "Game: magma\nName: duel\nSeats: Ann, Bob\n\n== 0 ==\n"
ALL = (post(6, "Ann", "D4"), post(7, "Bob", "F7"), post(8, "Cid", "B7"))


def orders(*more: Post) -> list[str]:
    """The orders of turn 1 and later."""
    return entries(read(opened(*more)))[3:]


def told(*more: Post) -> list[tuple[int, str]]:
    """What is told and asks nothing."""
    doubts = read(opened(*more)).questions
    return [(one.post.number, one.code) for one in doubts if not one.asks]


def test_a_change_of_mind_counts_until_the_report() -> None:
    early = ["Ann: D4", "Bob: F7", "Ann: D3"]
    assert orders(*ALL[:2], post(9, "Ann", "D3")) == early
    assert orders(*ALL, post(9, "Ann", "D3")) == ["Ann: D3", "Bob: F7", "Cid: B7"]
    late = ["Ann: D4", "Bob: F7", "Cid: B7", "Ann: D5"]
    assert orders(*ALL, report(9, 2), post(10, "Ann", "D5")) == late
    assert orders(*ALL, post(9, "Ann", "d4")) == ["Ann: D4", "Bob: F7", "Cid: B7"]


def test_what_counts_in_part_is_asked_about_before_it_replaces_what_counts() -> None:
    thread = opened(*ALL[:1], post(9, "Ann", "## D3 5"))
    assert asked(read(thread)) == [(9, "less", "D3 5")]
    assert entries(read(thread))[3:] == ["Ann: D4"]
    assert entries(read(thread, "9 = yes"))[3:] == ["Ann: D4", "Ann: D3 5"]
    assert entries(read(thread, "9 = nothing"))[3:] == ["Ann: D4"]
    late = opened(*ALL, post(9, "Ann", "## D3 5"))
    assert asked(read(late)) == [(9, "less", "D3 5")]
    assert orders(post(6, "Ann", "## D4 4"), post(9, "Ann", "## D3 5"))[1:] == [
        "Ann: D3 5"
    ]


def test_what_can_be_sent_at_any_time_changes_no_order() -> None:
    found = orders(*ALL, post(9, "Ann", "resign"))
    assert found == ["Ann: D4", "Bob: F7", "Cid: B7", "Ann: resign"]


def test_an_order_is_for_the_turn_of_the_report_above_it() -> None:
    """Silence closes turn 2 for Bob, as the moderator has reported turn 3."""
    thread = [*opened(*ALL), report(9, 2), post(10, "Ann", "E5"), report(11, 3)]
    assert entries(read(thread))[6:] == ["Ann: E5"]
    found = read([*thread, post(12, "Bob", "F6")])
    assert entries(found)[6:] == ["Ann: E5", "Bob: F6"]
    assert "== 3 ==\n# post 12 by Bob" in found.text


@pytest.mark.parametrize(("serial", "code"), [(1, "awaited"), (2, "ahead")])
def test_an_order_for_a_turn_that_cannot_be_reached(serial: int, code: str) -> None:
    """Bob and Cid have not chosen a type, which silence cannot do for them."""
    first = (report(1, 0), post(2, "Ann", "fire C3"))
    found = read((*first, report(3, serial), post(4, "Ann", "D4")))
    assert asked(found) == [(4, code, "")]


def test_without_a_report_nobody_knows_for_which_turn_an_order_is() -> None:
    first = [one for one in opened() if one.author != "Gina"]
    found = read((*first, post(6, "Ann", "D4")))
    assert asked(found) == [(6, "no-report", "D4")]
    assert entries(read((*first, post(6, "Ann", "D4")), "6 = yes"))[3:] == ["Ann: D4"]


@pytest.mark.parametrize("text", ["I go to D4, please", "D4 cast 1NE", "* D4 1NE"])
def test_a_line_that_fits_only_the_window_now_open_is_asked_about(text: str) -> None:
    """Where somebody has answered the window before, and no report stands between."""
    first = [one for one in opened() if one.author != "Gina"]
    ((_, code, reading),) = asked(read((*first, post(6, "Ann", text))))
    assert (code, reading[:2]) == ("no-report", "D4")


def test_where_one_plays_after_the_other_a_doubt_holds_up_the_next() -> None:
    thread = [report(1, 0), post(2, "Ann", "enter B2 maybe"), post(3, "Bob", "pass")]
    found = read(thread, text=MAGMA)
    assert entries(found) == []
    assert [(one.post.number, one.code) for one in found.questions] == [
        (2, "almost"),
        (3, "waits"),
    ]
    both = ["Ann: enter B2", "Bob: pass"]
    assert entries(read(thread, "2 = yes", text=MAGMA)) == both
    # Her own next post settles it.
    thread.append(post(4, "Ann", "enter B2"))
    assert entries(read([*thread, post(5, "Bob", "pass")], text=MAGMA)) == both


def test_a_name_in_doubt_holds_up_the_next_where_its_seat_is_awaited() -> None:
    def codes(*posts: Post) -> list[tuple[int, str]]:
        found = read((report(1, 0), *posts), text=MAGMA)
        return [(one.post.number, one.code) for one in found.questions]

    twin = post(2, "\u0410nn", "enter B2")
    assert codes(twin, post(3, "Bob", "pass")) == [(2, "name-twin"), (3, "waits")]
    other = post(2, "B\u043eb", "enter B2")
    assert codes(other, post(3, "Ann", "pass")) == [(2, "name-twin")]


def quoting(number: int, author: str, text: str) -> Post:
    """A post that quotes a line."""
    lines = (MarkedLine(text, "quote"), MarkedLine("I see."))
    return replace(post(number, author), lines=lines)


def test_a_part_of_what_somebody_has_said_may_be_quoted() -> None:
    said = post(6, "Bob", "So what? E5 1NE then. Or D5.")
    codes = [code for _, code in told(said, quoting(7, "Ann", "E5 1NE then."))]
    assert "quote" not in codes
    assert (7, "quote") in told(said, quoting(7, "Ann", "E5 1N"))


def test_a_quote_of_what_nobody_has_said_is_told() -> None:
    assert told(quoting(6, "Ann", "E5 1NE")) == [(6, "quote")]
    assert told(quoting(6, "Dot", "E5 1NE"), quoting(7, "Cid", "E5 1NE")) == [
        (6, "quote"),
        (7, "quote"),
    ]
    assert told(quoting(6, "Ann", "fire c3")) == []
    assert told(quoting(6, "Ann", "resign")) == []
    assert told(quoting(6, "Ann", "What a game!")) == []
    # Somebody has said it, be it as no order.
    for author in ("Dot", "Bob"):
        said = post(6, author, "E5 1NE 2NE 3NE")
        assert (7, "quote") not in told(said, quoting(7, "Ann", "e5  1ne 2NE 3NE"))


def test_the_last_report_is_remembered_for_later_pages() -> None:
    until = ", orders until 2026-11-20 13:00 UTC"
    first = read([*opened()[:4], report(5, 1, until)])
    assert first.memory.report == SeenReport(5, 1, at(60))
    more = [post(6, "Ann", "D4"), post(7, "Bob", "F7", time=at(61))]
    second = read(more, text=first.text)
    assert entries(second)[3:] == ["Ann: D4"]
    assert asked(second) == [(7, "late", "F7")]
    assert second.memory.report == first.memory.report
    # A page that begins before it takes nothing back.
    third = read([report(3, 0), *more], text=second.text)
    assert third.memory.report == first.memory.report
    fourth = read([*more, report(8, 2)], text=second.text)
    assert fourth.memory.report == SeenReport(8, 2)


def test_a_report_that_another_posts_is_told_and_not_believed() -> None:
    forged = post(6, "Ann", "game duel #2")
    found = read(opened(forged, post(7, "Bob", "F7")))
    assert [(one.post.number, one.code) for one in found.questions] == [(6, "report")]
    assert found.memory.report == SeenReport(5, 1)
    assert "-- deadline --" not in found.text
    assert "== 2 ==" not in found.text


def test_nothing_is_for_a_game_that_is_over() -> None:
    gone = [post(6, "Bob", "resign"), post(7, "Cid", "resign"), post(8, "Ann", "D4")]
    found = read(opened(*gone))
    assert entries(found)[3:] == ["Bob: resign", "Cid: resign"]
    assert [(one.code, one.asks) for one in found.questions] == [("over", False)]


LAVA = "Game: lava\nName: duel\nSeats: Ann, Bob\n\n== 0 ==\n"


@pytest.mark.parametrize(
    ("mark", "never", "less"),
    [("", ("almost", ""), "almost"), ("## ", ("refused", ""), "less")],
)
def test_a_plain_line_that_cannot_be_played_may_be_chatter(
    mark: str, never: tuple[str, str], less: str
) -> None:
    found = read([report(1, 0), post(2, "Ann", f"{mark}a 5,5")], text=LAVA)
    assert entries(found) == []
    assert asked(found) == [(2, *never)]
    # Far away, so that only a part of it would count.
    late = read(opened(*ALL, post(9, "Ann", f"{mark}H8")))
    assert [code for _, code, _ in asked(late)] == [less]
    assert entries(late)[3] == "Ann: D4"


FIRST = (post(7, "Ann", "D4"), post(8, "Bob", "F7"), post(9, "Cid", "B7"))


def _again(*more: Post, of: tuple[Post, ...] = FIRST) -> tuple[list[str], list[object]]:
    """What a second scan makes of posts that came to light after turn 2 was reported:
    the orders of turn 1 and later, and what is asked."""
    thread = opened(*of, report(12, 2))
    known = read(thread).text
    whole = sorted([*thread, *more], key=lambda one: one.number)
    found = read(whole, text=known)
    questions = [
        (one.post.number, one.code, one.given.get("serial")) for one in found.questions
    ]
    return entries(found)[3:], [*questions]


KEPT = ["Ann: D4", "Bob: F7", "Cid: B7"]


@pytest.mark.parametrize(
    ("late", "questions"),
    [
        (post(10, "Ann", "D3"), [(10, "past", 1)]),
        (post(10, "Ann", "#1 D3"), [(10, "past", 1)]),
        (post(10, "Ann", "resign"), [(10, "past", 1)]),
        # It says what stands there, or what was changed later on.
        (post(10, "Ann", "d4"), []),
        (post(6, "Ann", "D3"), []),
        (post(6, "Ann", "D4"), []),
        (post(11, "Bob", "F6"), [(11, "past", 1)]),
    ],
)
def test_a_turn_that_was_reported_stays_as_it_is(
    late: Post, questions: list[object]
) -> None:
    assert _again(late) == (KEPT, questions)


def test_two_late_posts_of_one_player_are_asked_about_by_themselves() -> None:
    late = (post(10, "Ann", "D3"), post(11, "Ann", "E4"))
    assert _again(*late) == (KEPT, [(10, "past", 1), (11, "past", 1)])


@pytest.mark.parametrize(
    ("text", "orders", "questions"),
    [
        ("turn 1: D3", [], [(13, "turn", 2)]),
        ("turn 2: E4", ["Ann: E4"], []),
        ("turn 3: D3", [], [(13, "turn", 2)]),
        ("turn 4: D3", [], [(13, "turn", 2)]),
        ("E5", ["Ann: E5"], []),
    ],
)
def test_a_turn_that_is_named_is_the_open_one(
    text: str, orders: list[str], questions: list[object]
) -> None:
    assert _again(post(13, "Ann", text)) == ([*KEPT, *orders], questions)


def test_without_a_report_a_turn_that_is_named_has_begun() -> None:
    thread = [post(2, "Ann", "fire C3"), post(3, "Bob", "turn 1: F6")]
    found = read(thread)
    assert [(one.code, one.given) for one in found.questions] == [
        ("turn", {"turn": 1, "serial": 0})
    ]
    found = read([post(2, "Ann", "fire C3"), post(3, "Bob", "turn 0: air F6")])
    assert found.questions == ()
    assert entries(found) == ["Ann: fire C3", "Bob: air F6"]


MAGMA_3 = "Game: magma\nName: duel\nSeats: Ann, Bob, Cid\n\n== 0 ==\n"


def codes(found: Scan) -> list[tuple[int, str]]:
    """Posts and codes of all questions."""
    return [(one.post.number, one.code) for one in found.questions]


def grown(posts: Sequence[Post], text: str) -> Scan:
    """The last scan of a thread that is scanned after each post, and once more."""
    for count in range(1, len(posts) + 1):
        text = read(posts[:count], text=text).text
    return read(posts, text=text)


def test_a_post_that_says_again_what_was_played_is_no_order_of_a_later_turn() -> None:
    twice = [report(1, 0), post(2, "Ann", "pass"), post(3, "Ann", "pass")]
    thread = [*twice, post(4, "Bob", "pass"), post(5, "Cid", "J1-J2")]
    found = grown(thread, MAGMA_3)
    assert entries(found) == ["Ann: pass", "Bob: pass", "Cid: J1-J2"]
    assert codes(found) == []


def test_what_was_posted_before_its_turn_is_asked_about_when_the_turn_comes() -> None:
    early = [report(1, 0), post(2, "Cid", "J1-J2"), post(3, "Ann", "A1-B2")]
    found = grown([*early, post(4, "Bob", "pass")], MAGMA_3)
    assert entries(found) == ["Ann: A1-B2", "Bob: pass"]
    assert asked(found) == [(2, "early", "J1-J2")]
    found = read([*early, post(4, "Bob", "pass")], "2 = yes", text=found.text)
    assert entries(found)[2:] == ["Cid: J1-J2"]


def test_a_question_about_a_turn_that_is_reported_holds_up_nothing() -> None:
    doubtful = post(5, "Ann", "no wait, D4")
    first = [*opened()[:4], doubtful]
    text = read(first).text
    assert asked(read(first, text=text)) == [(5, "takes-back", "fire D4")]
    thread = [*first, report(6, 1), post(7, "Ann", "D4"), post(8, "Bob", "F7")]
    found = read(thread[:6], text=text)
    assert asked(found) == [(5, "past", "nothing")]
    found = read(thread, text=found.text)
    assert entries(found)[3:] == ["Ann: D4", "Bob: F7"]
    assert asked(found) == []


def test_talk_of_who_had_played_is_not_asked_about_after_the_report() -> None:
    first = [*opened()[:4], post(5, "Ann", "1NE from D4 would be my next idea")]
    text = read(first).text
    found = read([*first, report(6, 1)], text=text)
    assert codes(found) == []


def test_a_change_of_mind_before_the_report_counts_whenever_it_is_read() -> None:
    thread = opened(*ALL, post(9, "Ann", "D3"), report(10, 2), post(11, "Ann", "E4"))
    assert entries(read(thread)) == entries(grown(thread, ARENA))
    assert entries(read(thread))[3:] == ["Ann: D3", "Bob: F7", "Cid: B7", "Ann: E4"]


def test_a_header_line_in_a_later_post_gives_more_time() -> None:
    due = report(5, 1, ", orders until 2026-11-20 12:06 UTC")
    late = post(8, "Bob", "F7")
    thread = [*opened()[:4], due, post(6, "Ann", "D4"), late]
    assert asked(read(thread)) == [(8, "late", "F7")]
    more = report(7, 1, ", orders until 2026-11-20 13:00 UTC")
    found = read([*thread[:-1], more, late])
    assert (asked(found), entries(found)[3:]) == ([], ["Ann: D4", "Bob: F7"])
    assert found.memory.report == SeenReport(5, 1, at(60))


def test_who_is_awaited_and_what_was_read_as_talk_is_told() -> None:
    story = "Annabel walked to D4, and 1NE was the word on her lips."
    found = read(opened(post(6, "Ann", story), post(7, "Bob", "F7")))
    assert (found.serial, found.awaited, found.unreported) == (1, ("Ann", "Cid"), False)
    (told,) = found.questions
    assert (told.code, told.text, told.asks) == ("passed", story, False)
    found = read(opened(post(6, "Ann", story), *ALL[1:], post(9, "Ann", "D4")))
    assert (codes(found), found.serial, found.unreported) == ([], 2, True)


def test_an_order_for_the_next_turn_before_its_report_is_asked_about() -> None:
    thread = opened(*ALL, post(9, "Ann", "F4"))  # too far from C3, and not from D4
    assert asked(read(thread)) == [(9, "no-report", "F4")]
    assert entries(read(thread, "9 = yes"))[3:] == [*KEPT, "Ann: F4"]
