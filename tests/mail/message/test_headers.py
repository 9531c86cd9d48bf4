"""The head of a letter: fields, encoded words, parameters, addresses."""

from __future__ import annotations

import pytest

from pbem.mail.message.addresses import addresses, normalize_address, writers
from pbem.mail.message.headers import decode_words, parameters, split_letter
from pbem.mail.message.letter import read_letter
from pbem.mail.message.limits import LetterRefused, Limits

ANN = "ann@x.example"


def letter_from(value: str) -> str:
    """The writer of a letter with this From field."""
    return read_letter(f"From: {value}\n\nA Par H\n".encode()).writer


@pytest.mark.parametrize(
    "value",
    [
        "ann@x.example",
        "<ann@x.example>",
        "Ann Lee <ann@x.example>",
        '"Lee, Ann" <Ann@X.Example>',
        "=?utf-8?b?w4Ru?= <ann@x.example>",
        '"eve@y.example" <ann@x.example>',
        "eve@y.example <ann@x.example>",
        "(eve@y.example) ann@x.example",
        "Ann [of X] <ann@x.example>",
        "Ann\n <ann@x.example>",
        "<@relay.example:ann@x.example>",
        "mailto:Ann@x.example",
        "<MAILTO:ann@x.example>",
        "Ann (the (first) one) <ann@x.example>",
        "Ann (a\\)b) <ann@x.example>",
        '"a \\" <eve@y.example>" <ann@x.example>',
    ],
)
def test_an_address_is_read_from_a_from_field_of_any_form(value: str) -> None:
    assert letter_from(value) == ANN


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Ann",
        "ann@x.example@eve.example",
        "<ann@x.example@eve.example>",
        "ann@x.example <>",
        "ann@x.example, eve@y.example",
        "ann@x.example, Eve",
        "<ann@x.example> <eve@y.example>",
        "<eve@y.example> ann@x.example <eve@z.example>",
        "undisclosed-recipients:;",
        "=?utf-8?q?ann=40x.example?=",
        "ann @x.example",
        "<a@b@c>, ann@x.example",
    ],
)
def test_nobody_is_sure_who_wrote(value: str) -> None:
    assert letter_from(value) == ""


def test_two_from_fields_are_nobody() -> None:
    letter = read_letter(b"From: ann@x.example\nFrom: eve@y.example\n\n")
    assert letter.writers == (ANN, "eve@y.example")
    assert letter.writer == ""


def test_letters_that_look_alike_differ() -> None:
    assert letter_from("\u0430nn@x.example") != ANN  # a Cyrillic a
    assert (
        normalize_address("\u212aate@x.example") != "kate@x.example"
    )  # the sign for Kelvin
    assert normalize_address("\u0130nn@x.example") != normalize_address("inn@x.example")


def test_groups_and_lists() -> None:
    assert [a for _, a in addresses("g: a@x.y, B <b@x.y>;, c@x.y")] == [
        "a@x.y",
        "b@x.y",
        "c@x.y",
    ]
    assert writers("Ann <ann@x.example>, junk") == [ANN, ""]


def test_everybody_it_was_sent_or_delivered_to() -> None:
    letter = read_letter(
        b"To: Ref <REF+g1.k@h.example>\nCc: b@x.y, ref+g1.k@h.example\n"
        b"Delivered-To: ref+g1.k@h.example\nX-Original-To: z@h.example\n"
        b"X-Delivered-To: y@h.example\n\n"
    )
    assert letter.to == ("ref+g1.k@h.example", "b@x.y", "z@h.example", "y@h.example")


@pytest.mark.parametrize(
    "subject",
    [
        "a =?utf-8?q?=0D=0ABcc:_eve@y?= b",
        "a =?utf-8?b?DQpCY2M6IGV2ZUB5?= b",
        "a \x00\x1f Bcc: eve@y \x7fb",
        "a =?utf-8?q?=E2=80=A8Bcc:_eve@y=00?= b",
        "a\r\n Bcc: eve@y b",
    ],
)
def test_a_subject_is_one_line(subject: str) -> None:
    letter = read_letter(f"Subject: {subject}\nFrom: {ANN}\n\nx".encode())
    assert len(letter.subject.splitlines()) == 1
    assert letter.subject.isprintable()
    assert "Bcc: eve@y" in letter.subject
    assert not list(letter.all("bcc"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("=?iso-8859-1?q?Gr=FC=DFe?=", "Grüße"),
        ("=?utf-8?b?w4Q=?= =?utf-8?b?w5Y=?=", "ÄÖ"),
        ("=?utf-8?b?w4Q=?= a =?utf-8?q?b_c?=", "Ä a b c"),
        ("=?koi8-r?B?88/I?=", "Сох"),
        ("=?utf-8*en?q?x?=", "x"),
        ("=?zip?q?x?=", "x"),
        ("=?utf-8?b?a?= x", "=?utf-8?b?a?= x"),
        ("a =? b ?= c", "a =? b ?= c"),
    ],
)
def test_encoded_words(value: str, text: str) -> None:
    assert decode_words(value) == text


def test_message_ids() -> None:
    letter = read_letter(
        b"Message-ID:\n <a.1@x>\nIn-Reply-To: <b@x> (of Monday)\n"
        b"References: <c@x>\n\t<b@x> <<d@x>\n\n"
    )
    assert letter.message_id == "a.1@x"
    assert letter.in_reply_to == ("b@x", "c@x", "d@x")
    assert read_letter(b"Message-ID: none\n\n").message_id == ""


@pytest.mark.parametrize(
    ("head", "path"),
    [(b"", None), (b"Return-Path: <>\n", ""), (b"Return-Path: <A@b.c>\n", "a@b.c")],
)
def test_the_return_path_of_a_letter_is_read(head: bytes, path: str | None) -> None:
    assert read_letter(head + b"From: a@b.c\n\n").return_path == path


def test_parameters_of_a_content_type_are_read() -> None:
    kind, found = parameters(
        'Multipart/Mixed ; BOUNDARY="a;\\"b" ; charset = utf-8 (x); junk; name="'
    )
    assert kind == "multipart/mixed"
    assert found["boundary"] == 'a;"b'
    assert found["charset"] == "utf-8"
    assert parameters("")[0] == ""


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_line_ends(end: bytes) -> None:
    raw = end.join([b"A: b", b" c", b"D:e", b"", b"body", b"more"])
    fields, body = split_letter(raw)
    assert fields == [("a", "b c"), ("d", "e")]
    assert body.split() == [b"body", b"more"]


@pytest.mark.parametrize("raw", [b"hello\nthere", b"\n\nhello", b"", b" x: y\n"])
def test_no_head_at_all(raw: bytes) -> None:
    assert split_letter(raw)[0] == []
    assert read_letter(raw).text.strip() == raw.decode().strip()


def test_mailbox_line_is_skipped() -> None:
    fields, body = split_letter(b"From ann@x Mon May 3\nA: b\n\nbody")
    assert (fields, body) == ([("a", "b")], b"body")


def test_limits_of_the_head() -> None:
    limits = Limits(header_bytes=40, header_lines=3, words=1)
    for raw, code in (
        (b"A: " + b"b" * 60, "headers"),
        (b"A: b\n" * 4 + b"\nx", "headers"),
        (b"A: =?utf-8?q?a?= =?utf-8?q?b?=\n\n", "words"),
    ):
        with pytest.raises(LetterRefused) as refused:
            read_letter(raw, limits)
        assert refused.value.code == code
    assert read_letter(b"A: =?utf-8?q?a?=\n\nx", limits).text == "x"


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (r"(a \) b) ann@x.org", [("", "ann@x.org")]),
        (r"(a \( b) ann@x.org", [("", "ann@x.org")]),
        ("(a (b) c) ann@x.org", [("", "ann@x.org")]),
        ("(a (b c) ann@x.org", []),
        ("(a\\", []),
        ("ann@x.org(a)", [("", "ann@x.org")]),
        ("ann(a)@x.org", []),
        ("Ann <ann@x.org", [("Ann", "ann@x.org")]),
        ("Ann <ann@x.org> <bo@x.org>", []),
        ("Ann <@a.org,@b.org:ann@x.org>", [("Ann", "ann@x.org")]),
        ("mailto:ann@x.org", [("", "ann@x.org")]),
        ("<MAILTO:ann@x.org>", [("", "ann@x.org")]),
        ('"Ann" ann@x.org', []),
        ("ann @x.org", []),
        ("Friends: ann@x.org; bo@y.org", [("", "ann@x.org"), ("", "bo@y.org")]),
        ("Ann <ann@x.org>:", [("Ann :", "ann@x.org")]),
        ('  Ann   "B. C"  <ann@x.org> ', [("Ann B. C", "ann@x.org")]),
        (f"{'a' * 64}@x.org", [("", f"{'a' * 64}@x.org")]),
        (f"{'a' * 65}@x.org", []),
        (f"a@{'x' * 255}", [("", f"a@{'x' * 255}")]),
        (f"a@{'x' * 256}", []),
        (",;,", []),
    ],
)
def test_addresses_of_a_field(value: str, found: list[tuple[str, str]]) -> None:
    assert addresses(value) == found


def test_so_many_addresses_are_looked_at() -> None:
    many = ", ".join(f"p{number}@x.org" for number in range(501))
    assert len(addresses(many)) == 500
    assert addresses(many, 1) == [("", "p0@x.org")]
