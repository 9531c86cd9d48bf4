"""Where a letter ends: marks, footers, visiting cards, and the lines of devices."""

from __future__ import annotations

import pytest

from pbem.mail.reply.signatures import contact_lines, footers, is_device, is_mark


def below(count: int) -> list[str]:
    """That many lines, with blank ones between."""
    return [line for number in range(count) for line in (f"line {number}", "")]


@pytest.mark.parametrize(
    ("mark", "count", "found"),
    [
        ("-- ", 0, True),
        ("-- ", 40, True),
        ("--", 0, True),
        ("--", 15, True),
        ("--", 16, False),
        ("--  ", 16, False),
        ("---", 2, False),
        (" --", 2, False),
    ],
)
def test_the_mark_of_a_signature(mark: str, count: int, found: bool) -> None:
    assert is_mark(["A Par H", mark, *below(count)], 1) is found


def test_a_signature_is_counted_to_the_quote_below_it() -> None:
    assert is_mark(["--", *below(15), "> A Mar H", *below(9)], 0)
    assert not is_mark(["--", *below(16), "> A Mar H"], 0)


CARD = ["Ann Lee", "ann@x.example", "+44 20 7946 0018"]


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (["A Par H", "", *CARD], 3),
        (["A Par H", "", *CARD, ""], 0),
        (CARD, 0),
        (["A Par H", *CARD], 0),
        (["A Par H", "", *CARD[1:]], 0),
        (["A Par H", "", "Ann Lee", "ann@x.example", "bob@x.example"], 0),
        (["A Par H", "", "Ann Lee", "ann@x.example", "www.x.example"], 3),
        (["A Par H", "", "Ann Lee", "Tel. 0123 456789", "Fax 0123 456780"], 3),
        (["A Par H", "", "Ann Lee", "ann@x.example"], 0),
        (["A Par H", "", *CARD, "Paris", "France"], 5),
        (["A Par H", "", *CARD, "Paris", "France", "Europe"], 0),
        (["A Par H", "", *CARD[:2], "x" * 54 + "+44 20 7946 0018"], 3),
        (["A Par H", "", *CARD[:2], "x" * 55 + "+44 20 7946 0018"], 0),
        (["A Par H", "", *CARD, *CARD[1:], *CARD[1:], "Fax 0123 456789"], 8),
        (["A Par H", "", *CARD, *CARD[1:], *CARD[1:], *CARD[1:]], 0),
    ],
)
def test_a_visiting_card(lines: list[str], count: int) -> None:
    assert contact_lines(lines) == count


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["-----", "Ann Lee", "www.x.example"], True),
        (["\u2014", "Ann Lee", "www.x.example"], True),
        (["Hello", "Ann Lee", "www.x.example"], False),
        (["-----", "www.x.example"], False),
        (["-----", "Ann Lee", "of Paris"], False),
        (["-----", "Ann", "Lee", "www.x.example"], True),
        (["-----", "Ann", "Lee", "Paris", "www.x.example"], False),
        (["-----", "Ann", "Lee", "Paris", "a@x.org", "Europe", "a@x.org"], True),
        (["-----", "Ann Lee", "www.x.example", "> A Mar H"], False),
        (["-----", "Ann Lee", "", "_____", "www.x.example"], True),
        (["-----", *["www.x.example"] * 14], True),
        (["-----", *["www.x.example"] * 15], False),
    ],
)
def test_a_footer(lines: list[str], found: bool) -> None:
    assert footers(lines)(0) is found


@pytest.mark.parametrize(
    ("line", "alone", "found"),
    [
        ("Sent from my iPhone", False, True),
        ("Sent from my fridge", False, True),
        ("Sent from my very old fridge", False, False),
        ("Sent from Paris to Rome", False, False),
        ("[Sent from my iPhone](http://x.example)", False, True),
        ("Sent from " + "x " * 44 + "iPhone", False, False),
        ("", False, False),
        ("Virus-free. www.x.example", False, True),
        ("Xy Outlook z Android", True, True),
        ("Xy Outlook z Android", False, False),
        ("Xy Outlook z Paris", True, False),
        ("Xy Paris z Android", True, False),
        ("Outlook is good. Android is not", True, False),
        ("Outlook? Android", True, False),
        (f"Outlook Android {'x' * 44}", True, True),
        (f"Outlook Android {'x' * 45}", True, False),
    ],
)
def test_a_line_of_a_device(line: str, alone: bool, found: bool) -> None:
    assert is_device(line, alone) is found
