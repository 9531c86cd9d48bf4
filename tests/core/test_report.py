"""What a report says to whom."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.pages.counting import counted, listed
from pbem.pages.wording import environment, shared_words, words
from pbem.plugins.games import find
from pbem.protocol import Event, Fault, Outcome
from pbem.report import builder
from pbem.report.document import document
from pbem.report.model import Reader, render
from tests.support.records import replayed
from tests.toy.game import HANDFUL
from tests.toy.handful.events import Left

pytestmark = pytest.mark.usefixtures("toy")

ARENA = """Game: arena
Name: friday
Seats: Ann, Bob

Ann: fire C3
Bob: air F6
"""


def _page(text: str, whole: bool = False, **reader: Any) -> str:
    story, played = replayed(text)
    told = played if whole else None
    return render(builder.report(story, Reader(**reader), told, whole=whole))


def test_a_seat_is_told_what_it_may_do() -> None:
    page = _page(ARENA, seat="Ann")
    assert "friday has begun." in page
    assert "Your turn, Ann" in page
    assert "You can reach A1 to E5" in page


def test_whoever_has_spoken_is_told_what_was_sent() -> None:
    page = _page(ARENA + "Ann: D4 1NE\n", seat="Ann")
    assert "You have sent: D4 1NE." in page
    assert "Bob is awaited" in page
    assert "Your turn" not in page


def test_nobody_is_told_what_another_has_sent() -> None:
    assert "E5 1NW" in _page(ARENA + "Ann: E5 1NW\n", seat="Ann")
    for seat in ("Bob", None):
        assert "1NW" not in _page(ARENA + "Ann: E5 1NW\n", seat=seat)


def test_the_public_is_told_who_is_awaited() -> None:
    assert "Who is awaited\n\n  Bob.\n" in _page(ARENA + "Ann: -\n")


def test_a_refused_order_is_shown_with_a_caret_to_its_seat_alone() -> None:
    text = ARENA + "Ann: run away\n"
    page = _page(text, seat="Ann")
    assert "  run away\n  ^^^" in page
    assert "What I could not use" in page
    assert "run away" not in _page(text, seat="Bob")
    assert "run away" not in _page(text)
    assert "run away" in _page(text, moderator=True)


def test_a_refused_order_is_told_until_the_window_after_its_own_is_resolved() -> None:
    text = ARENA + "Ann: run away\nAnn: D4\nBob: -\n"
    assert "  run away\n  ^^^" in _page(text, seat="Ann")
    assert "run away" in _page(text, moderator=True)
    assert "run away" not in _page(text, seat="Bob")
    for reader in ({"seat": "Ann"}, {"moderator": True}):
        assert "run away" not in _page(text + "Ann: -\nBob: -\n", **reader)
        assert "run away" in _page(text + "Ann: -\nBob: -\n", whole=True, **reader)


def test_a_part_that_was_left_out_is_told_while_its_window_is_open() -> None:
    text = ARENA + "Ann: D4 9Q\n"
    assert "9Q\n     ^^" in _page(text, seat="Ann")
    for whole in (False, True):
        page = _page(text + "Bob: -\n", whole, seat="Ann")
        assert "What I could not use" not in page


def test_a_long_line_is_cut_round_its_fault() -> None:
    text = ARENA + "Ann: D4 " + "1NE " * 40 + "9Q " + "1NE " * 40 + "\n"
    page = _page(text, seat="Ann")
    caret = next(line for line in page.splitlines() if line.strip() == "^^")
    above = page.splitlines()[page.splitlines().index(caret) - 1]
    assert above[caret.index("^") :].startswith("9Q")
    assert all(len(line) <= 72 for line in page.splitlines())


def test_silence_is_told() -> None:
    page = _page(ARENA + "Ann: D4\n-- deadline --\n", seat="Ann")
    assert "Bob sent nothing in time." in page


def test_where_silence_is_a_secret_it_is_not_told() -> None:
    """In a discreet window nobody learns who has answered."""
    story, _ = replayed(HANDFUL + "-- deadline --\n")
    asked = story.awaited()
    some = asked[0]
    answered = replayed(HANDFUL + f"-- deadline --\n{some}: pass\n")[0]
    for seat in (None, *asked[1:]):
        reader = Reader(seat=seat)
        assert builder.awaited(answered, reader) == asked
        assert render(builder.report(answered, reader)) == render(
            builder.report(story, reader)
        )
    assert builder.awaited(answered, Reader(moderator=True)) == asked[1:]


def test_the_whole_story_has_a_chapter_for_each_turn() -> None:
    page = _page(ARENA + "Ann: D4\nBob: -\nAnn: -\nBob: -\n", whole=True)
    for heading in ("The start", "Turn 1", "Turn 2"):
        assert f"\n{heading}\n" in page


def test_before_the_first_turn_there_is_a_page_too() -> None:
    page = _page("Game: arena\nSeats: Ann, Bob\n", seat="Ann")
    assert "arena begins." in page
    assert "fire C3" in page


def test_the_opening_of_a_dealt_game_is_told() -> None:
    page = _page(HANDFUL, seat="Ann")
    assert page.count("You drew") == 3
    assert page.count("Bob drew a card.") == 3
    assert "You drew" not in _page(HANDFUL)


def test_the_document_has_all_keys_of_the_contract() -> None:
    story, played = replayed(ARENA + "Ann: D4 9Q\n")
    written = document(story, Reader(moderator=True), played)
    assert list(written) == [
        "game", "name", "seats", "serial", "window", "outcome", "state",
        "events", "faults",
    ]  # fmt: skip
    assert written["window"] == {
        "name": "orders", "seats": ["Ann", "Bob"], "awaited": ["Bob"],
        "closes": "all", "sealed": True,
    }  # fmt: skip
    state = json.loads(json.dumps(written["state"]))
    assert state["turn"] == 1
    ann = state["seats"]["Ann"]
    assert {key: ann[key] for key in ("types", "square", "hp", "mp", "out")} == {
        "types": ["fire"], "square": "C3", "hp": 20, "mp": 5, "out": None,
    }  # fmt: skip
    (fault,) = written["faults"]
    assert {**fault, "message": ""} == {
        "line": 7, "column": 9, "seat": "Ann", "code": "invalid.part",
        "text": "9Q", "message": "",
    }  # fmt: skip


def test_the_document_of_a_seat_holds_its_own_secrets_only() -> None:
    story, played = replayed(HANDFUL)
    for seat in (None, "Ann", "Bob"):
        written = document(story, Reader(seat=seat), played)
        drew = [event for event in written["events"] if event["type"] == "Drew"]
        told = {event["seat"] for event in drew if event["card"] is not None}
        assert told == ({seat} if seat else set())
        assert ("hand" in written["state"]) == (seat is not None)
        assert "hands" not in written["state"]
    truth = document(story, Reader(moderator=True), played)
    assert set(truth["state"]["hands"]) == {"Ann", "Bob", "Cid"}


def test_a_moderator_is_told_everything_once() -> None:
    story, played = replayed(HANDFUL)
    written = document(story, Reader(moderator=True), played)
    assert len([e for e in written["events"] if e["type"] == "Drew"]) == 9
    assert all(e["card"] for e in written["events"] if e["type"] == "Drew")


@pytest.mark.parametrize("form", ["text", "markdown", "bbcode", "html"])
def test_each_form_tells_the_same(form: str) -> None:
    story, _ = replayed(ARENA + "Ann: D4 1NE\nBob: - 1D4\n")
    page = render(builder.report(story, Reader()), form)
    for piece in ("Lightning on D4", "16 HP", "18 HP"):
        assert piece in page


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("text", "friday has begun."),
        ("markdown", "# friday has begun."),
        ("bbcode", "[b][size=130]friday has begun."),
        ("html", "<!DOCTYPE html>"),
    ],
)
def test_each_form_begins_in_its_own_way(form: str, begins: str) -> None:
    story, _ = replayed(ARENA)
    assert render(builder.report(story, Reader()), form).startswith(begins)


def test_headings_are_bold_on_a_terminal_alone() -> None:
    story, _ = replayed(ARENA)
    found = builder.report(story, Reader(seat="Ann"))
    assert "\033[1mYour turn, Ann\033[0m\n" in render(found, bold=True)
    assert "\033" not in render(found)


def test_html_stands_alone() -> None:
    story, _ = replayed(ARENA)
    page = render(builder.report(story, Reader()), "html")
    assert page.startswith("<!DOCTYPE html>")
    assert "http" not in page
    assert "<script" not in page


def test_templates_are_given_the_last_of_the_chapters() -> None:
    """Its events and its silent seats; none where there are no chapters."""
    story, played = replayed(ARENA + "Ann: D4 1NE\n-- deadline --\n")
    found = builder.report(story, Reader(), played)
    assert len(found.chapters) == 2
    context = found.context()
    assert context["events"] == found.chapters[-1].events
    assert context["missed"] == ("Bob",)
    bare = builder.report(replayed("Game: magma\nSeats: A, B\n")[0], Reader()).context()
    assert (bare["events"], bare["missed"]) == ((), ())


def test_only_templates_of_markup_escape_by_themselves() -> None:
    jinja = environment(find("arena"))
    assert callable(jinja.autoescape)
    names = ("page.html.j2", "board.svg.j2", "report.j2", "words.j2", None)
    assert [jinja.autoescape(name) for name in names] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_the_words_of_no_game_are_those_of_any() -> None:
    fault = Fault("record.empty")
    assert shared_words().fault(fault) == shared_words("magma").fault(fault)
    assert shared_words("arena").find("ending_last-standing") is None
    assert shared_words("handful").tell(Left(seat="Ann")) == "Ann leaves."


def test_words_that_are_missing_are_an_error_of_ours() -> None:
    own = words(find("arena"))
    with pytest.raises(LookupError, match="Event"):
        own.tell(Event())
    with pytest.raises(LookupError, match="ending_rain"):
        own.ending(Outcome((), "rain"), None)
    with pytest.raises(LookupError):
        own.fault(Fault("illegal.unheard-of"))


def test_lists_and_numbers_as_people_say_them() -> None:
    assert [listed(range(n)) for n in range(4)] == ["", "0", "0 and 1", "0, 1 and 2"]
    assert listed(["D4", "E5"], "or") == "D4 or E5"
    assert counted(0, "die", "dice") == "no dice"
    assert counted(1, "die", "dice") == "one die"
    assert counted(12, "turn") == "12 turns"
    assert counted(-2, "point") == "-2 points"


def test_a_doubt_is_told_below_what_could_not_be_used() -> None:
    """An order that counts as it stands is not among those that could not be used."""
    text = "Game: magma\nSeats: Ann, Bob\n\nBob: agree\nBob: agree\nBob: Z9-Z8\n"
    page = render(builder.report(replayed(text)[0], Reader(seat="Bob")))
    refused, doubt = page.partition("What to look at again")[::2]
    assert "What I could not use" in refused
    assert "Z9-Z8" in refused
    assert "Bob, line 5:" in doubt
    assert "You have asked to end the game already." in doubt
    assert "Z9" not in doubt
