"""How far the head above an older letter goes, and what is no such head."""

from __future__ import annotations

import pytest

from pbem.mail.reply.header_blocks import header_block

SENDER, ADDRESS = "From: Ann", "From: Ann <a@x.org>"
RULE = "_" * 16


def _block(text: str, at: int = 0) -> int:
    return header_block(text.split("\n"), at)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"{ADDRESS}\nSubject: x", 2),
        (f"{ADDRESS}\nTo: Bo", 2),
        (f"{SENDER}\nTo: Bo <b@x.org>", 2),
        (f"{SENDER}\nTo: Bo", 0),
        (f"{SENDER}\nSubject: x", 0),
        (f"{ADDRESS}", 0),
        (f"{ADDRESS}\nCc: Bo", 0),
        (f"{SENDER}\nDate: 20:01", 2),
        (f"{SENDER}\nDate: 3 May 2024", 2),
        (f"{SENDER}\nDate: May 2024", 0),
        (f"{SENDER}\nDate:\n3 May 2024, 20:01", 2),
        ("Date: 3 May 2024 20:01\nTo: Bo <b@x.org>", 2),
        ("Date: 3 May 2024\nTo: Bo <b@x.org>", 0),
        ("Date: 3 May 2024 20:01\nTo: Bo", 0),
        ("Date: 3 May 2024 20:01\nSubject: <b@x.org>", 0),
        (f"| {ADDRESS} |\n| Subject: x |", 0),
        ("| From | Ann <a@x.org> |\n| Subject | x |", 2),
        ("From： Ann <a@x.org>\nSubject： x", 2),
        (f"*{ADDRESS}*\n*Subject:* x", 2),
        (f"{ADDRESS}\n{'x' * 31}: 1\nD4", 0),
        ("no label\nSubject: x", 0),
        ("Date: 20:01\nTo: Bo <b@x.org>", 0),
        (f"{ADDRESS} To: Bo Cc: x Y: z", 0),
        (f"{ADDRESS} Subject: x: y: z", 0),
        (f"{ADDRESS} Subject: x Cc: y: z", 0),
        (f"{SENDER} Sent: 3 May 2024 To: Bo Subject: x", 1),
        (f"{SENDER} Sent: now To: Bo Subject: x", 0),
        ("To: Ann <a@x.org> Sent: 3 May 2024 To: Bo Subject: x", 0),
        (f"To: Burgundy\nTo: Ann <a@x.org>\n{ADDRESS}\nDate: 20:01", 0),
        (f"To: Burgundy\n\n{ADDRESS}\nDate: 20:01", 0),
        (f"{ADDRESS}\n\nDate: 20:01\n\n\nTo: x", 3),
        (f"{ADDRESS}\nDate: 20:01\nCc: x\nCc: y", 4),
        (f"{ADDRESS}\nDate: 20:01\n folded\n folded\n folded\n folded", 5),
        (f"{ADDRESS}\nDate: 20:01\n\tfolded\n<x>\nnot", 4),
        (f"{ADDRESS}\nx\ny\nz\nDate: 20:01", 5),
        (f"{ADDRESS}\nx\ny\nz\nw\nDate: 20:01", 0),
        ("Wer: Ann <a@x.org>\nSubject: x\nD4", 0),
        ("Was wo wie: Ann <a@x.org>\nSubject: x\nFrom: y", 3),
        ("Was wo wie wer: Ann <a@x.org>\nSubject: x\nFrom: y", 0),
        (f"Wer: Ann\nSubject: x\n{ADDRESS}", 0),
        (f"Subject: x\n{ADDRESS}", 2),
        (f"{ADDRESS}\nSubject: {'x' * 991}\nD4", 2),
        (f"{ADDRESS}\nSubject: {'x' * 992}", 0),
        ("\n".join([ADDRESS, *["Cc: b"] * 10, "Subject: x"]), 12),
        ("\n".join([ADDRESS, *["Cc: b"] * 11, "Subject: x"]), 0),
        ("|From|Ann <a@x.org>|\n|Subject|x|", 2),
        ("From@x: Ann <a@x.org>\nSubject: x", 0),
        (f"{ADDRESS}\nSent: \nSubject: ", 3),
    ],
)
def test_a_head_holds_a_sender_and_what_else_tells_it(text: str, lines: int) -> None:
    assert _block(text) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Wer: Ann <a@x.org>\nWann: 3 May 2024 20:01\nWas: x\nD4", 2),
        ("Wer: Ann (a@x.org)\nWann: 3 May 2024 20:01\nWas: x\nD4", 2),
        ("Wer: Ann a@x.org\nWann: 3 May 2024 20:01\nWas: x", 0),
        ("Wer: Ann <a@x.org>\nWann: 3 May 2024\nWas: x", 0),
        ("Wer: Ann <a@x.org>\nWann: 20:01\nWas: x", 0),
        ("Wer: Ann <a@x.org>\nWann: 3 May 2024 20:01\nD4", 0),
        ("Wer: Ann\nWann: 3 May 2024 20:01\nWas: <a@x.org>", 0),
    ],
)
def test_a_head_in_no_language_that_is_known(text: str, lines: int) -> None:
    assert _block(text) == lines


@pytest.mark.parametrize(
    ("above", "lines"),
    [
        (RULE, 2),
        (RULE[1:], 0),
        (f"{RULE}\n\n\n", 2),
        (f"{RULE}\n\n\n\n", 0),
        (f"{RULE}\nD4", 0),
    ],
)
def test_a_long_stroke_announces_a_head(above: str, lines: int) -> None:
    head = f"{SENDER}\nSubject: x"
    assert _block(f"{above}\n{head}", above.count("\n") + 1) == lines


@pytest.mark.parametrize(
    ("below", "lines"),
    [
        ("\n b\n c\n d\nD4", 5),
        ("\n b\n c\n d\n e", 5),
        ("\n<b@x.org>\nD4", 3),
        ("\nD4", 2),
        ("\n b\n\n c", 3),
        ("\n\nD4", 2),
        ("\n\nTo: Bo\n\nD4", 4),
        ("\n\n\nTo: Bo", 2),
    ],
)
def test_what_is_folded_belongs_to_the_last_field(below: str, lines: int) -> None:
    assert _block(f"{ADDRESS}\nSubject: x{below}") == lines


def test_a_head_has_so_many_fields_at_most() -> None:
    copies = [f"Cc: p{number}@x.org" for number in range(20)]
    assert header_block([ADDRESS, "Subject: x", *copies], 0) == 12


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("From: Ann <a@x.org> Sent: Monday To: Bo Subject: x", 1),
        ("From: Ann <a@x.org> To: Bo Subject: x", 0),
        ("From: Ann Sent: 3 May 2024 To: Bo Subject: x", 1),
        ("From: Ann Sent: Monday To: Bo Subject: x", 0),
        ("Ann: <a@x.org> Sent: Monday To: Bo Subject: x", 0),
        ("From: Ann <a@x.org> q: r: s: Subject: x", 0),
        ("From: Ann <a@x.org> To: Bo Cc: Cid: x: y", 0),
        ("From: Ann <a@x.org> Date: 3 To: Bo a: x", 1),
    ],
)
def test_a_head_in_one_line(line: str, lines: int) -> None:
    assert header_block([line, "D4"], 0) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"{ADDRESS}\nTo: Bo\n\nSubject: x\nTo: Burgundy", 2),
        (f"{ADDRESS}\nTo: Bo\nSubject: x\n\nTo: Burgundy", 3),
        (f"{ADDRESS}\nTo: Bo\nSubject: x\nTo: Burgundy", 4),
        (f"{ADDRESS}\nCc: Bo\nSubject: x\nCc: Cid", 4),
    ],
)
def test_what_comes_again_below_a_blank_line_is_no_part_of_the_head(
    text: str, lines: int
) -> None:
    assert _block(text) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"To: Burgundy\n{ADDRESS}\nTo: Bo\nSubject: x", 1),
        (f"To: Burgundy\n\n{ADDRESS}\nTo: Bo\nSubject: x", 1),
    ],
)
def test_an_order_that_looks_like_a_field_is_no_part_of_the_head(
    text: str, lines: int
) -> None:
    assert _block(text) == 0
    assert _block(text, text.split("\n").index(ADDRESS)) == 3
