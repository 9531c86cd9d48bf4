"""The body of a letter: parts, encodings, character sets, flowed lines."""

from __future__ import annotations

import pytest

from pbem.mail.message.charsets import CODECS, codec_of, decode
from pbem.mail.message.letter import Letter, read_letter, unflow
from pbem.mail.message.limits import LetterRefused, Limits

PLAIN = b"Content-Type: text/plain; charset=utf-8\n\n"
HTML = b"Content-Type: text/html; charset=utf-8\n\n"


def multipart(kind: str, *parts: bytes, boundary: str = "=_b") -> bytes:
    """A multipart of parts that bring their own heads."""
    mark = b"--" + boundary.encode()
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\nold reader?\n'
    inner = b"".join(mark + b"\n" + part + b"\n" for part in parts)
    return head.encode() + inner + mark + b"--\nafter\n"


def read(raw: bytes) -> Letter:
    """Read a letter from Ann with this rest."""
    return read_letter(b"From: ann@x.example\nMIME-Version: 1.0\n" + raw)


def test_plain_text_is_preferred_to_html() -> None:
    letter = read(multipart("alternative", PLAIN + b"A Par H", HTML + b"<p>other"))
    assert (letter.text, letter.from_html) == ("A Par H", False)


def test_html_where_plain_is_empty() -> None:
    letter = read(multipart("alternative", PLAIN + b" \n", HTML + b"<p>A Par H"))
    assert (letter.text, letter.from_html) == ("A Par H", True)


def test_text_around_a_picture() -> None:
    picture = b"Content-Type: image/png\n\nx"
    letter = read(multipart("mixed", PLAIN + b"A", picture, PLAIN + b"B"))
    assert letter.text.split() == ["A", "B"]


def test_attachments_are_not_read() -> None:
    attached = b"Content-Disposition: attachment\n" + PLAIN + b"A Bur H"
    named = b"Content-Disposition: inline; filename=o.txt\n" + PLAIN + b"A Mar H"
    passed = b"Content-Type: message/rfc822\n\nFrom: x\n\nA Lon H"
    letter = read(multipart("mixed", attached, named, passed, PLAIN + b"A Par H"))
    assert letter.text == "A Par H"


def test_parts_inside_parts() -> None:
    inner = multipart("alternative", PLAIN + b"A Par H", HTML + b"x", boundary="in")
    letter = read(multipart("mixed", multipart("related", inner, boundary="mid")))
    assert letter.text == "A Par H"
    assert "multipart/mixed;" in letter.kinds


def test_boundary_that_begins_another() -> None:
    inner = multipart("alternative", PLAIN + b"A Par H", boundary="=_b2")
    assert read(multipart("mixed", inner)).text == "A Par H"


def test_last_boundary_is_missing() -> None:
    raw = multipart("mixed", PLAIN + b"A Par H").partition(b"\n--=_b--")[0]
    assert read(raw).text == "A Par H"


def test_boundary_that_never_comes() -> None:
    raw = b"Content-Type: multipart/mixed; boundary=zz\n\nA Par H\n"
    assert read(raw).text.strip() == "A Par H"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("text/plain; boundary=zz", "--zz\n\nA Par H\n--zz--"),
        ("multipart/mixed; boundary=zz", "A Par H"),
        ("multipart/mixed", ""),
        ("nonsense", "--zz\n\nA Par H\n--zz--"),
    ],
)
def test_parts_are_parted_where_kind_and_boundary_say_so(kind: str, text: str) -> None:
    raw = f"Content-Type: {kind}\n\n--zz\n\nA Par H\n--zz--\n"
    assert read(raw.encode()).text.strip() == text


def test_the_end_of_a_line_before_a_boundary_belongs_to_it() -> None:
    for end in ("\n", "\r\n"):
        raw = multipart("mixed", PLAIN + b"A Par H", PLAIN + b"F Bre H").decode()
        letter = read(raw.replace("\n", end).encode())
        assert letter.text.replace("\r", "") == "A Par H\nF Bre H"


def test_parts_of_a_digest_are_letters_and_are_not_opened() -> None:
    assert read(multipart("digest", b"\nA Par H")).text == ""
    typed = b"Content-Type: text/plain\n\nA Par H"
    assert read(multipart("digest", typed)).text == "A Par H"


@pytest.mark.parametrize(
    ("encoding", "raw", "text"),
    [
        ("quoted-printable", b"Gr=C3=BC=\n=C3=9Fe =3D", "Grüße ="),
        ("quoted-printable", b"a=ZZ=", "a=ZZ"),
        ("base64", b"R3LD\nvMOfZQ==", "Grüße"),
        ("BASE64", b"R3LDvMOfZQ", "Grüße"),
        ("base64", b"R3LDvMOfZ", "Grüß"),
        ("base64", b"!R3LDv MOfZQ=\n=", "Grüße"),
        ("8bit", "Grüße".encode(), "Grüße"),
        ("x-unknown", b"A Par H", "A Par H"),
    ],
)
def test_transfer_encodings(encoding: str, raw: bytes, text: str) -> None:
    head = f"Content-Transfer-Encoding: {encoding}\n".encode()
    assert read(head + PLAIN + raw).text.rstrip() == text


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("iso-8859-1", "Grüße €"),
        ("windows-1250", "Zażółć"),
        ("koi8-r", "Ход"),
        ("windows-1251", "Ход"),
        ("iso-8859-7", "κίνηση"),
        ("windows-1255", "מהלך"),
        ("windows-1256", "حركة"),
        ("shift_jis", "手番"),
        ("iso-2022-jp", "手番"),
        ("euc-jp", "手番"),
        ("gb2312", "回合"),
        ("big5", "回合"),
        ("euc-kr", "차례"),
        ("tis-620", "ตาเดิน"),
        ("utf-16", "Grüße"),
    ],
)
def test_character_sets(label: str, text: str) -> None:
    codec = codec_of(label)
    assert codec is not None
    assert decode(text.encode(codec), label) == (text, False)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16])
def test_every_part_of_iso_8859_is_known(n: int) -> None:
    for label in (f"ISO-8859-{n}", f"iso_8859-{n}", f"8859-{n}", f"iso-8859-{n}-i"):
        assert codec_of(label) == f"iso8859-{n}"
    assert codec_of("iso-8859-1") == "cp1252"
    assert codec_of("iso-8859-9") == "cp1254"
    assert codec_of("iso-8859-12") is None


def test_every_listed_codec_exists() -> None:
    for codec in set(CODECS.values()):
        assert "a".encode(codec).decode(codec) == "a"


@pytest.mark.parametrize("label", ["utf-7", "idna", "unicode_escape", "x", "", "\0"])
def test_unknown_sets_are_guessed(label: str) -> None:
    assert decode("ü".encode(), label) == ("ü", True)
    assert decode(b"\xfc", label) == ("ü", True)


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        ("<a@x>", ["a@x"]),
        ("<a@x> (Ann) <b@x>\n <a@x>", ["a@x", "b@x"]),
        ("<a\n @x>", ["a@x"]),
        ("<<a@x>", ["a@x"]),
        ("a@x", []),
        ("<a@x", []),
        ("<> < >", []),
        ("<a@x> <b@x", ["a@x"]),
        (f"<{'a' * 998}>", ["a" * 998]),
        (f"<{'a' * 999}> <b@x>", ["b@x"]),
    ],
)
def test_identifiers_are_read_out_of_references(value: str, ids: list[str]) -> None:
    assert list(read(f"References: {value}\n\nx".encode()).in_reply_to) == ids
    letter = read(f"Message-ID: {value}\n\nx".encode())
    assert letter.message_id == (ids[0] if ids else "")


def test_an_answer_names_a_hundred_letters_at_most() -> None:
    many = "\n ".join(f"<{number}@x>" for number in range(101))
    found = read(f"In-Reply-To: <0@x>\nReferences: {many}\n\nx".encode()).in_reply_to
    assert found == tuple(f"{number}@x" for number in range(100))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_one_part_that_is_guessed_makes_the_letter_a_guess(
    order: tuple[int, ...],
) -> None:
    parts = (PLAIN + b"A", b"Content-Type: text/plain; charset=x\n\nZ\xfcge")
    for kind in (b"text/plain", b"text/html"):
        some = [parts[at].replace(b"text/plain", kind) for at in order]
        assert read(multipart("mixed", *some)).guessed
        assert not read(multipart("mixed", some[order.index(0)])).guessed


def test_utf_8_under_another_name() -> None:
    assert decode("手番".encode(), "big5")[0] == "手番"
    assert decode("Züge".encode(), "us-ascii")[0] == "Züge"


def test_flowed_lines_are_joined() -> None:
    head = b"Content-Type: text/plain; format=flowed\n\n"
    assert read(head + b"A Par - \nBur\nF Bre H\n").text == "A Par - Bur\nF Bre H\n"
    joined = b"Content-Type: text/plain; format=flowed; delsp=yes\n\n"
    assert read(joined + b"A Pa \nr H\n").text == "A Par H\n"


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("a \nb\n", "a b\n"),
        ("> a \n> b\nc \nd", "> a b\nc d"),
        ("> a \nb", "> a \nb"),
        (">> a \n> b", ">> a \n> b"),
        ("a ", "a "),
        ("> a \n>> b \n> c", "> a \n>> b \n> c"),
        ("a \n-- \nb", "a \n-- \nb"),
        ("a\n-- \nAnn \nLee", "a\n-- \nAnn Lee"),
        ("a \n-- \nAnn", "a \n-- \nAnn"),
        (" > a\n From b", "> a\nFrom b"),
        ("a \n", "a \n"),
    ],
)
def test_unflow_joins_lines_that_end_with_a_blank(text: str, joined: str) -> None:
    assert unflow(text).rstrip("\n") == joined.rstrip("\n")


def test_limits_of_the_body() -> None:
    deep = PLAIN + b"x"
    for level in range(4):
        deep = multipart("mixed", deep, boundary=f"b{level}")
    for raw, limits, code in (
        (deep, Limits(depth=3), "depth"),
        (multipart("mixed", *[PLAIN] * 5), Limits(parts=4), "parts"),
        (PLAIN + b"x" * 100, Limits(size=50), "size"),
    ):
        with pytest.raises(LetterRefused) as refused:
            read_letter(raw, limits)
        assert refused.value.code == code
    assert read_letter(deep, Limits(depth=4)).text == "x"
