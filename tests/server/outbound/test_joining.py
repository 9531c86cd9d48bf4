"""Two letters that waited as one: what of each is left, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.pages.page import Block
from pbem.server.outbound import joining
from pbem.server.outbound.joining import WaitingLetter, joined
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind

REPORT, NOTICE, PRESS = LetterKind.REPORT, LetterKind.NOTICE, LetterKind.PRESS
END = Block("p", ("Answer with your orders.",))


def _says(*words: str) -> list[Block]:
    return [Block("p", (word,)) for word in words]


def _letter(
    kind: LetterKind, name: str, body: list[Block], **more: Any
) -> WaitingLetter:
    message = Message(subject=name, title=f"<{name}>", ref=name, body=body, **more)
    return WaitingLetter(kind, message)


def _words(one: WaitingLetter) -> list[str]:
    return [line for block in one.message.body for line in block.lines if line]


@pytest.mark.parametrize(
    ("first", "second", "named"),
    [
        (REPORT, REPORT, "two"),
        (REPORT, NOTICE, "one"),
        (REPORT, PRESS, "one"),
        (NOTICE, REPORT, "two"),
        (PRESS, NOTICE, "two"),
        (NOTICE, NOTICE, "two"),
    ],
)
def test_it_is_named_by_its_last_report_and_answered_as_the_last(
    first: LetterKind, second: LetterKind, named: str
) -> None:
    one, two = _letter(first, "one", _says("a")), _letter(second, "two", _says("b"))
    found = joined(one, two)
    assert (found.message.subject, found.message.title) == (named, f"<{named}>")
    assert found.kind is (first if named == "one" else second)
    assert found.message.ref == "two"
    assert _words(found) == ["a", "b"]
    assert joining.unpack(joining.pack(found)) == found


@pytest.mark.parametrize(
    ("above", "below", "said"),
    [
        (["a", "b", "c"], ["d", "c"], ["a", "b", "d", "c"]),
        (["a", "b", "c"], ["c", "d"], ["a", "b", "c", "c", "d"]),
        # A letter of two blocks says little but that.
        (["a", "c"], ["b", "d", "c"], ["a", "c", "b", "d", "c"]),
    ],
)
def test_what_both_end_with_is_said_once(
    above: list[str], below: list[str], said: list[str]
) -> None:
    one, two = _letter(NOTICE, "x", _says(*above)), _letter(NOTICE, "y", _says(*below))
    assert _words(joined(one, two)) == said


def test_what_comes_along_comes_along_in_order() -> None:
    pictures: Any = {"pictures": (("1", b"a"),)}, {"pictures": (("2", b"b"),)}
    one = _letter(REPORT, "x", _says("a"), calendar=b"old", **pictures[0])
    two = _letter(REPORT, "y", _says("b"), calendar=b"new", **pictures[1])
    bare = _letter(NOTICE, "z", _says("c"))
    found = joined(one, two).message
    assert (found.pictures, found.calendar) == ((("1", b"a"), ("2", b"b")), b"new")
    assert joined(one, bare).message.calendar == b"old"
    assert joined(bare, one).message.calendar == b"old"
    assert joined(bare, bare).message.html == ""


PAGE = '<html><div class="page">{}</div><p>foot</p></html>'
LEAD = '<p class="lead">cut here</p>'


@pytest.mark.parametrize(
    ("one", "two", "said"),
    [
        # The line that is cut at stands above all, once.
        (f"{LEAD}<p>a</p>", f"{LEAD}<p>b</p>", f"{LEAD}<p>a</p><p>b</p>"),
        ("<p>a</p>", f" {LEAD}<p>b</p>", f" {LEAD}<p>a</p><p>b</p>"),
        (f"{LEAD}<p>a</p>", "<p>b</p>", "<p>a</p><p>b</p>"),
        # What stands above it is no such line.
        ("<p>a</p>", f"<p>b</p>{LEAD}", f"<p>a</p><p>b</p>{LEAD}"),
    ],
)
def test_pages_are_one_page(one: str, two: str, said: str) -> None:
    above = _letter(REPORT, "x", _says("a", "b", "c"), html=PAGE.format(one))
    below = _letter(REPORT, "y", _says("d", "c"), html=PAGE.format(two))
    found = joined(above, below).message
    assert found.html == PAGE.format(said)
    # A page has its end, whatever the text repeats.
    assert _words(WaitingLetter(REPORT, found)) == ["a", "b", "c", "d", "c"]


def test_a_letter_without_a_page_gets_one_beside_one_that_has() -> None:
    page = _letter(REPORT, "x", _says("a"), html=PAGE.format("<p>one</p>"))
    bare = _letter(NOTICE, "y", _says("in words"))
    for first, second in ((page, bare), (bare, page)):
        html = joined(first, second).message.html
        at = [html.index("<p>one</p>"), html.index("in words")]
        assert at == (sorted(at) if first is page else sorted(at, reverse=True))
        assert html.count('class="page"') == 1
        assert html.count("answer above this line") == (second is bare)
