"""Lines that a mail program broke are whole again where its HTML says so."""

from __future__ import annotations

import pytest

from pbem.mail.message.rejoin import broken, rejoin
from pbem.mail.sandbox.read import read


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("x" * 60, "y" * 4, False),
        ("x" * 60, "y" * 5, True),
        ("x" * 60, "y" * 5 + " z", True),
        ("x" * 60 + "   ", "y" * 4, False),
        ("x" * 60, "yy " + "z" * 70, False),
        (">" + "x" * 60, "y" * 5, False),
        ("x" * 80, "", False),
        ("x" * 80, "  ", False),
    ],
)
def test_a_line_is_broken_where_the_next_word_had_no_room(
    first: str, second: str, found: bool
) -> None:
    assert broken([first, second], 0) is found


def test_the_last_line_is_not_broken() -> None:
    assert not broken(["x" * 80], 0)
    assert not broken(["D4", "x" * 80], 1)


def _lines(count: int) -> list[str]:
    return [f"{number:02} " + "x" * 66 for number in range(count)]


@pytest.mark.parametrize(("count", "whole"), [(2, True), (12, True), (13, False)])
def test_so_many_lines_are_put_together(count: int, whole: bool) -> None:
    lines = ["before", *_lines(count), "after"]
    markup = ["before", " ".join(_lines(count)), "after"]
    joined = "\n".join(markup if whole else lines)
    assert rejoin("\n".join(lines), markup) == joined


def test_only_what_is_whole_in_the_markup_is_joined() -> None:
    one, two, three = _lines(3)
    plain = "\n".join((one, two, three))
    assert rejoin(plain, [f"{one} {two}", three]) == f"{one} {two}\n{three}"
    assert rejoin(plain, [one, f"{two} {three}"]) == f"{one}\n{two} {three}"
    assert rejoin(plain, [f"{one} {three}"]) == plain
    assert rejoin(plain, []) == plain
    # A line that stands there by itself is not joined to the next.
    assert rejoin(plain, [one, f"{one} {two}", three]) == plain
    spaced = plain.replace(" ", "  ")
    assert rejoin(spaced, [f"{one} {two} {three}"]) == f"{one} {two} {three}"


LETTER = """From: ann@x.example
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

{plain}
--b
Content-Type: text/html

<p>{markup}</p>
{more}--b--
"""
MORE = "--b\nContent-Type: text/html\n\n<p>else</p>\n"


def test_a_letter_is_read_with_its_long_lines_whole() -> None:
    one, two = _lines(2)
    whole = LETTER.format(plain=f"{one}\n{two}", markup=f"{one} {two}", more="")
    assert read(whole.encode()).letter.text == f"{one} {two}"
    other = LETTER.format(plain=f"{one}\n{two}", markup=f"{one}<br>{two}", more="")
    assert read(other.encode()).letter.text == f"{one}\n{two}"
    twice = LETTER.format(plain=f"{one}\n{two}", markup=f"{one} {two}", more=MORE)
    assert read(twice.encode()).letter.text == f"{one}\n{two}"
