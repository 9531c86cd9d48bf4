"""What a reader is told of a window, of a game that is over, and of now."""

from __future__ import annotations

from dataclasses import make_dataclass
from typing import Any

import pytest

from pbem.referee import Played
from pbem.report import builder
from pbem.report.document import document
from pbem.report.model import Reader, Report, render
from tests.support.records import replayed
from tests.toy.game import HANDFUL

pytestmark = pytest.mark.usefixtures("toy")

ARENA = "Game: arena\nName: friday\nSeats: Ann, Bob\n\nAnn: fire C3\nBob: air F6\n"
OVER = HANDFUL + "Ann: leave\nBob: leave\n"


def _kinds(events: Any) -> list[str]:
    return [type(event).__name__ for event in events]


def _told(report: Report) -> list[list[str]]:
    """The kinds of events of each chapter."""
    return [_kinds(chapter.events) for chapter in report.chapters]


@pytest.mark.parametrize("seat", [None, "Ann", "Cid"])
def test_a_game_that_is_over_waits_for_nobody(seat: str | None) -> None:
    story, _ = replayed(OVER)
    found = builder.report(story, Reader(seat=seat))
    assert found.window is None
    assert found.awaited == ()
    assert found.outcome is not None
    assert found.outcome.winners == ("Cid",)
    written = document(story, Reader(seat=seat))
    assert written["window"] is None
    assert written["outcome"]["winners"] == ("Cid",)


def test_what_ended_a_game_between_windows_is_told() -> None:
    for text, serial in (
        (OVER, 0),
        (HANDFUL + "-- deadline --\nBob: leave\nCid: leave\n", 1),
    ):
        story, played = replayed(text)
        found = builder.report(story, Reader())
        assert found.chapters[-1].view == found.view
        assert _told(found)[-1][-2:] == ["Left", "Left"]
        assert "Bob leaves." in render(found)
        assert _told(builder.report(story, Reader(), played))[-1][-2:] == ["Left"] * 2
        events = document(story, Reader())["events"][-2:]
        assert [(one["type"], one["serial"]) for one in events] == [
            ("Left", serial)
        ] * 2


def test_what_is_done_aside_is_told_with_the_window_that_it_came_in() -> None:
    story, _ = replayed(HANDFUL + "Cid: leave\n")
    assert "Left" not in _told(builder.report(story, Reader()))[-1]
    left = [one["type"] for one in document(story, Reader())["events"]]
    assert "Left" not in left
    story, _ = replayed(HANDFUL + "Cid: leave\n-- deadline --\n")
    assert _told(builder.report(story, Reader()))[-1][0] == "Left"


def test_the_opening_is_told_before_the_first_window_and_in_the_whole_story() -> None:
    drew = ["Drew"] * 9
    story, played = replayed(HANDFUL)
    assert _told(builder.report(story, Reader())) == [drew]
    assert builder.report(story, Reader()).chapters[0].window is None
    assert _told(builder.report(story, Reader(), played)) == [drew]
    story, played = replayed(HANDFUL + "-- deadline --\n== 2 ==\n")
    assert drew not in _told(builder.report(story, Reader()))
    assert drew not in _told(builder.report(story, Reader(), played[-1:]))
    whole = builder.report(story, Reader(), played, whole=True)
    assert _told(whole)[0] == drew
    assert [one.serial for one in whole.chapters] == [-1, 0, 1]


def test_of_several_windows_only_what_is_new_is_told() -> None:
    """A letter tells of all that was resolved at once, and of nothing before."""
    story, played = replayed(HANDFUL + "-- deadline --\n== 2 ==\nBob: 99\n== 4 ==\n")
    found = builder.report(story, Reader(seat="Bob"), played[2:])
    assert [one.serial for one in found.chapters] == [2, 3]
    assert len(found.troubles) == 1
    assert not builder.report(story, Reader(seat="Bob"), played[3:]).troubles
    both = builder.report(story, Reader(seat="Bob"), played[:2])
    assert [one.serial for one in both.chapters] == [0, 1]


def test_the_document_holds_the_last_window_or_those_that_are_asked_for() -> None:
    story, played = replayed(HANDFUL + "== 2 ==\n")

    def serials(some: list[Played] | None) -> list[int]:
        events = document(story, Reader(moderator=True), some)["events"]
        return sorted({event["serial"] for event in events})

    assert serials(None) == [1]
    assert serials(played) == [0, 1]
    assert serials(played[:1]) == [0]
    opening = document(replayed(HANDFUL)[0], Reader(seat="Ann"))["events"]
    assert [one["type"] for one in opening].count("Drew") == 9
    assert {one["serial"] for one in opening} == {0}
    assert opening[0]["known_to"] == ["Ann"]
    assert opening[0]["card"]
    hidden = next(one for one in opening if one["seat"] != "Ann")
    assert hidden["card"] is None
    assert "known_to" not in hidden


def test_a_report_of_then_shows_what_was_then() -> None:
    story, played = replayed(ARENA + "Ann: D4 1NE\nBob: -\nAnn: E5\nBob: -\n")
    for serial, one in enumerate(played):
        found = builder.report_after(story, Reader(seat="Ann"), one)
        assert (found.serial, found.reader.seat) == (serial + 1, "Ann")
        assert found.view == story.game.rules.view(one.after, "Ann")
        assert [chapter.serial for chapter in found.chapters] == [serial]
        assert found.awaited == ("Ann", "Bob")
        assert found.truth is None
        assert found.name == "friday"
    truth = builder.report_after(story, Reader(moderator=True), played[0]).truth
    assert truth == story.game.rules.view(played[0].after, None)
    over, ends = replayed(
        HANDFUL.replace("\n\n", "\nOptions: rounds=1\n\n") + "== 9 ==\n"
    )
    last = builder.report_after(over, Reader(), ends[-1])
    assert (last.window, last.awaited) == (None, ())
    assert last.outcome == over.game.rules.outcome(over.table.state)


def test_the_view_of_a_report_is_that_of_now() -> None:
    story, played = replayed(ARENA + "Ann: D4\nBob: -\nAnn: E5\nBob: -\n")
    now = story.game.rules.view(story.table.state, "Ann")
    for some in (None, played, played[-1:], played[:1]):
        assert builder.report(story, Reader(seat="Ann"), some).view == now
    old = builder.report(story, Reader(seat="Ann"), played[:1]).chapters[-1]
    assert old.view == story.game.rules.view(played[0].after, "Ann")


def test_lines_in_store_are_shown_to_their_seat_alone() -> None:
    hands = replayed(HANDFUL)[0].table.state.hands
    low, high = [card for card in hands["Ann"] if card.isdecimal()][:2]
    story, _ = replayed(HANDFUL + f"Ann: play {low}\n  pass\n  play {high}\n")
    mine = builder.report(story, Reader(seat="Ann"))
    assert (mine.sent, mine.held) == (f"play {low}", ("pass", f"play {high}"))
    for reader in (Reader(seat="Bob"), Reader(), Reader(moderator=True)):
        other = builder.report(story, reader)
        assert (other.sent, other.held) == ("", ())


def test_who_was_silent_in_secret_is_told_to_nobody_else() -> None:
    story, played = replayed(HANDFUL + "-- deadline --\n-- deadline --\n")
    secret = played[1]
    assert secret.window.discreet
    some, *others = secret.missed
    assert others
    assert builder.chapter(story, secret, Reader(seat=some)).missed == (some,)
    assert builder.chapter(story, secret, Reader()).missed == ()
    everything = Reader(moderator=True)
    assert builder.chapter(story, secret, everything).missed == secret.missed
    assert builder.chapter(story, played[0], Reader()).missed == played[0].missed


def test_who_has_answered_in_secret_is_awaited_no_more_for_itself() -> None:
    opened = replayed(HANDFUL + "-- deadline --\n")[0]
    first, second = opened.awaited()
    story, _ = replayed(HANDFUL + f"-- deadline --\n{first}: pass\n")
    assert builder.awaited(story, Reader(seat=first)) == (second,)
    assert builder.awaited(story, Reader(seat=second)) == (first, second)
    assert builder.awaited(story, Reader()) == (first, second)
    written = document(story, Reader(seat=first))
    assert written["window"]["awaited"] == [second]
    assert written["window"]["seats"] == [first, second]


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [(3, 55, 3), (3, 56, 3), (20, 80, 20), (21, 80, 20), (70, 39, 20), (70, 8, 50)],
)
def test_a_long_line_is_cut_to_sixty_columns(
    before: int, after: int, shown: int
) -> None:
    """The caret stands below the fault, however much is cut away."""
    order = "D4 " + " " * (before - 3) + "9Q" + " " * (after - 3) + "1NE"
    story, _ = replayed(ARENA + f"Ann: {order}\n")
    trouble = builder.fault_message(story, story.faults[0])
    assert len(trouble.source) == 60
    assert trouble.caret == " " * shown + "^^"
    assert trouble.source[shown : shown + 2] == "9Q"
    assert (trouble.seat, trouble.line) == ("Ann", 7)


def test_a_fault_wider_than_the_page_has_a_caret_as_far_as_the_page() -> None:
    story, _ = replayed(ARENA + f"Ann: D4 {'Q' * 90}\n")
    trouble = builder.fault_message(story, story.faults[0])
    assert (len(trouble.source), trouble.caret) == (60, "   " + "^" * 57)
    story, _ = replayed(ARENA + "Ann:\n")
    assert builder.fault_message(story, story.faults[0]).caret == "^"


def test_a_game_that_begins_with_nothing_has_no_chapter_for_it() -> None:
    story, played = replayed(
        "Game: magma\nSeats: Ann, Bob\n\nAnn: enter B2\nBob: pass\n"
    )
    assert story.opening == ()
    found = builder.report(story, Reader(), played)
    assert [one.serial for one in found.chapters] == [0, 1]
    assert (
        builder.report(replayed("Game: magma\nSeats: A, B\n")[0], Reader()).chapters
        == []
    )


def test_the_story_of_two_windows_tells_what_was_refused_in_both() -> None:
    text = ARENA + "Ann: run\nAnn: D4\nBob: -\nAnn: hide\nAnn: -\nBob: -\n"
    story, played = replayed(text)

    def refused(some: list[Played] | None) -> list[str]:
        found = builder.report(story, Reader(seat="Ann"), some)
        return [trouble.source for trouble in found.troubles]

    assert refused(None) == ["hide"]
    assert refused(played[2:]) == ["hide"]
    assert refused(played[1:]) == ["run", "hide"]
    assert refused(played) == ["run", "hide"]


def test_sets_of_a_view_are_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python has 8 before 1, and words in another order in each run."""
    story, _ = replayed(ARENA)
    view = make_dataclass("View", ["seen", "by"])
    seen = view(frozenset({8, 1}), {"Ann": ({8, 1}, "b")})
    monkeypatch.setattr(type(story.game.rules), "view", lambda *given: seen)
    written = document(story, Reader())
    assert written["state"] == {"seen": [1, 8], "by": {"Ann": ([1, 8], "b")}}
