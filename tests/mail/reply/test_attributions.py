"""How much may stand in an attribution before it is a sentence of the writer's."""

from __future__ import annotations

import pytest

from pbem.mail.reply.attributions import (
    attribution,
    is_above,
    is_quoted,
    is_rule,
    title,
)
from pbem.mail.reply.header_blocks import header_block
from pbem.mail.reply.reply import new_text
from pbem.mail.reply.signatures import is_device

SIGNS = ("2024-05-02 20:01", "<ann@x.example>")


def _name(words: int) -> str:
    return " ".join(f"Name{number}" for number in range(words))


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(("words", "old"), [(1, True), (8, True), (9, False)])
def test_so_many_words_stand_before_the_signs_of_an_attribution(
    sign: str, words: int, old: bool
) -> None:
    text = f"A Par H\n\n{_name(words)} {sign} wrote:\n\nold"
    assert new_text(text).text == ("A Par H" if old else text)


@pytest.mark.parametrize(("words", "old"), [(1, True), (7, True), (8, False)])
def test_so_many_words_stand_after_them(words: int, old: bool) -> None:
    text = f"2024-05-02 20:01 {_name(words)}:\n> old\n\nA Par H"
    kept = "" if old else f"2024-05-02 20:01 {_name(words)}:\n\n"
    assert new_text(text).text == f"{kept}A Par H"


@pytest.mark.parametrize(
    ("above", "kept"),
    [("\n", "A Par H"), ("\n\n", "A Par H"), ("", "A Par H\nThe Referee")],
)
def test_a_name_above_an_address_belongs_to_it_where_it_stands_apart(
    above: str, kept: str
) -> None:
    text = f"A Par H\n{above}The Referee\n<ref@host.example> wrote:\n> A Mar H\n"
    assert new_text(text).text == kept


@pytest.mark.parametrize(
    ("line", "kind", "found"),
    [
        ("-----Original Message-----", "original", True),
        ("-----Original Message a-----", "original", True),
        ("-----Original Message ab-----", "original", False),
        ("-----Original Message from 2 May 2024-----", "original", True),
        ("-----Original Message: mine-----", "original", True),
        ("Original Message", "original", False),
        ("-Original Message", "original", True),
        ("-----Original-----", "original", True),
        ("----Original-----", "original", False),
        ("> Original Message", "original", True),
        ("-" * 146 + "Original Message", "original", False),
        ("-" * 144 + "Original Message", "original", True),
        ("-----Forwarded message-----", "forwarded", True),
        ("-----Original Message-----", "forwarded", False),
    ],
)
def test_titles_above_an_older_letter(line: str, kind: str, found: bool) -> None:
    assert title(line, kind) is found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("--", True),
        ("-", False),
        ("____", True),
        ("- - -", True),
        ("****", False),
        ("*****", True),
        ("*--*", True),
        ("--a", False),
        ("", False),
    ],
)
def test_a_line_of_strokes_is_a_rule(line: str, found: bool) -> None:
    assert is_rule(line) is found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("> a", True),
        (" \t> a", True),
        ("\xa0\ufeff>", True),
        ("a > b", False),
        ("", False),
    ],
)
def test_marks_of_a_quote(line: str, found: bool) -> None:
    assert is_quoted(line) is found


@pytest.mark.parametrize(("length", "old"), [(150, True), (151, False)])
def test_a_stamp_is_short(length: int, old: bool) -> None:
    line = f"2024-05-02 20:01 {'x' * (length - 31)} ann@x.example"
    assert len(line) == length
    assert attribution([line], 0, False) == old


LINES = [
    "On Thursday, 2 May 2024, at 8:01 in the evening,",
    "The Referee of the game",
    "of all games",
    "(whom you know)",
    "<ref@host.example> wrote:",
]


@pytest.mark.parametrize("lost", range(4))
def test_an_attribution_is_broken_into_five_lines_at_most(lost: int) -> None:
    kept = LINES[:1] + LINES[1 + lost :]
    assert attribution(kept, 0, True) == 5 - lost
    more = [*kept[:1], *["and some more"] * lost, "and more", *kept[1:]]
    assert attribution(more, 0, True) == 0


@pytest.mark.parametrize(
    ("lines", "old"),
    [
        ("2024-05-02 20:01 ann@x.example", True),
        ("2024-05-02\n20:01 ann@x.example", False),
    ],
)
def test_a_stamp_alone_stands_on_one_line(lines: str, old: bool) -> None:
    text = f"A Par H\n\n{lines}\nold"
    assert new_text(text).text == ("A Par H" if old else text)


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("##- Please type your reply above this line -##", True),
        ("##- Please type your reply above this line.", False),
        ("(Please type your reply above this line)", False),
        ("## Please type your reply above this line", False),
        ("a# Please type your reply above this line ##", False),
        ("#" * 129 + "type your reply above this line".ljust(31, "#") + "#", False),
        ("#" * 128 + "type your reply above this line".ljust(31, "#") + "#", True),
        ("--- 此行上方 ----", True),
        ("--- 此行上方 ---", True),
        ("---此行上方 ---", False),
    ],
)
def test_who_asks_to_answer_above_a_line_sets_it_between_strokes(
    line: str, asks: bool
) -> None:
    assert is_above(line) is asks


def test_what_asks_to_answer_above_it_ends_a_letter_where_there_is_an_answer() -> None:
    line = "##- Please type your reply above this line -##"
    assert new_text(f"A Par H\n\n{line}\n\nA Mar H\n").text == "A Par H"
    assert new_text(f"{line}\n\nA Par H\n").text == f"{line}\n\nA Par H"


@pytest.mark.parametrize(
    ("line", "alone", "quoted"),
    [
        ("ann@x.org 2024-05-03 wrote:", 1, 1),
        ("ann@x.org 9:07 wrote:", 1, 1),
        ("On 3 May 2024 ann@x.org:", 1, 1),
        ("On 9:07 ann@x.org:", 1, 1),
        ("<ann@x.org> 20:01:", 0, 1),
        ("<ann@x.org> 2024-05-03:", 0, 1),
        ("Ann wrote:", 0, 1),
        ("Ann says this:", 0, 0),
        ("Ann (5 minutes ago):", 0, 1),
        ("2024-05-02 20:01 <a@x.org> Ann Lee:", 1, 1),
        ("On 2 May 2024 <a@x.org> Ann Lee:", 0, 1),
        ("On 2 May 2024 Ann Lee <a@x.org>:", 1, 1),
    ],
)
def test_less_evidence_will_do_above_a_quote(
    line: str, alone: int, quoted: int
) -> None:
    assert attribution([line], 0, False) == alone
    assert attribution([line], 0, True) == quoted


@pytest.mark.parametrize(
    ("lines", "width"),
    [
        (["On 3 May 2024 at 9:07, Ann Lee of the", "long name wrote:"], 2),
        (["On 3 May 2024", "Ann <a@x.org> wrote:"], 2),
        (["The Referee", "<ref@host.example> wrote:"], 2),
        (["On 2 May 2024 Prof. Lee <a@x.org> wrote:"], 1),
        (["On 2 sept. at 9:07 Ann <a@x.org> wrote:"], 1),
        (["On 2 May 2024 as told. Ann <a@x.org> wrote:"], 0),
        (["On 3 May 2024, Ann <a@x.org>", "", f"{'x' * 33} wrote:"], 3),
        (["On 3 May 2024, Ann <a@x.org>", "", f"{'x' * 34} wrote:"], 0),
        (["On 3 May 2024", "", "<a@x.org> wrote:"], 3),
        (["On 3 May 2024", "", "Ann <a@x.org> wrote:"], 0),
        (["You will see 2024-05-03 there", "", "<a@x.org> wrote:"], 0),
        (["On 2024-05-02 <a@x.org> wrote aaaaaaaaaa"], 1),
        (["On 2024-05-02 <a@x.org> wrote aaaaaaaaaaa"], 0),
        (["I saw that 2024-05-02 <a@x.org> wrote aaaaaaaaaa"], 0),
        (["On 3 May 2024, Ann <a@x.org", f"> {'b' * 51} wrote:"], 2),
        (["On 3 May 2024, Ann <a@x.org", f"> {'b' * 52} wrote:"], 0),
        (["On 3 May 2024, Ann <a@x.org>", "> it wrote:"], 0),
        (["On 3 May 2024 <a@x.org> Ann", "---"], 0),
        (["What I said 2024-05-03", "and so on", "On 3 May 2024 <a@x.org> wrote:"], 0),
        (["D4 to bo@y.org", "On 3 May 2024 <a@x.org> wrote:"], 0),
        (["D4 to <bo@y.org>", "On 3 May 2024 Ann wrote:"], 0),
        ([f"On 3 May 2024 {'x' * 250}", f"{'y' * 250} <a@x.org> wrote:"], 0),
        (["On 3 May 2024, Ann <", "a@x.org> wrote:"], 2),
        (["--- On 3 May 2024, Ann <a@x.org> ---"], 1),
        (["--- Ann <a@x.org> ---"], 0),
        (["--- On 3 May 2024, Ann", "<a@x.org> ---"], 2),
        (["2024-05-02 20:01 ann@x.o"], 1),
        (["2024-05-02 20:01 ann@x.org."], 0),
        (["2024-05-02 ann@x.org"], 0),
        (["at 2024-05-02 20:01 ann@x.org"], 0),
        (["2024-05-02 20:01 ann@x.org, Ann"], 0),
    ],
)
def test_where_an_attribution_ends_and_what_is_none(
    lines: list[str], width: int
) -> None:
    assert attribution(lines, 0, False) == width
    assert attribution(["D4", "", *lines], 2, False) == width


@pytest.mark.parametrize(("width", "lines"), [(0, 1), (1000, 1), (1001, 0)])
def test_a_head_in_one_line_is_no_longer_than_a_line(width: int, lines: int) -> None:
    line = "From: Ann <a@x.org> Sent: Monday, 3 May 2024 9:07 To: Bo Subject: x"
    assert header_block([line.ljust(width, "x")], 0) == lines


def test_no_device_adds_a_line_without_words() -> None:
    assert not any(is_device(line, True) for line in ("", "  ", "*", "---", "[<("))
