"""A letter of ours as bytes: its head, its parts, and nothing that could break them."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest

from pbem.pages import page
from pbem.server.outbound.message import Envelope, Message, compose

ENVELOPE = Envelope(
    "referee@x.example", "The referee", "ann@a.example", "referee+t@x.example",
    "<9@x.example>", 1_700_000_000.0,
)  # fmt: skip


def letter(
    html: bool = False, name: str = "The referee", root: str = "", **more: Any
) -> EmailMessage:
    """A letter, composed and read again."""
    given: dict[str, Any] = {"subject": "hello", "body": page.blocks("A line.")}
    raw = compose(
        Message(**{**given, **more}), replace(ENVELOPE, name=name, root=root), html=html
    )
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    found = message_from_bytes(raw, _class=EmailMessage, policy=policy.default)
    assert isinstance(found, EmailMessage)
    assert not found.defects
    return found


def test_a_head_says_who_when_and_that_a_machine_writes() -> None:
    found = letter()
    assert {name: str(value) for name, value in found.items()} == {
        "From": "The referee <referee@x.example>",
        "To": "ann@a.example",
        "Reply-To": "The referee <referee+t@x.example>",
        "Subject": "hello",
        "Date": "Tue, 14 Nov 2023 22:13:20 -0000",
        "Message-ID": "<9@x.example>",
        "List-Id": '"The referee" <referee.x.example>',
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Loop": "referee@x.example",
        "MIME-Version": "1.0",
        "Content-Type": 'text/plain; charset="us-ascii"',
        "Content-Transfer-Encoding": "7bit",
    }
    assert found.get_content().strip() == "A line."


@pytest.mark.parametrize(
    ("answers", "thread", "reply_to", "references"),
    [
        ("", "", None, None),
        ("a@b", "", "<a@b>", "<a@b>"),
        ("", "t@x", None, "<t@x>"),
        ("a@b", "t@x", "<a@b>", "<t@x> <a@b>"),
        ("a b", "t@x", None, "<t@x>"),
        ("a>b", "", None, None),
        ("a\r\nBcc: x", "t@x", None, "<t@x>"),
        ("a" * 499, "", f"<{'a' * 499}>", f"<{'a' * 499}>"),
        ("a" * 500, "", None, None),
    ],
)
def test_a_letter_names_those_that_it_belongs_to(
    answers: str, thread: str, reply_to: str | None, references: str | None
) -> None:
    found = letter(answers=answers, root=thread)
    assert found["In-Reply-To"] == reply_to
    told = found["References"]
    assert (None if told is None else " ".join(told.split())) == references
    assert found["Bcc"] is None


@pytest.mark.parametrize("text", ["Grüße", "a\u202eb", 'say "hi" \\ there', "🂡🂡"])
def test_names_come_out_as_they_went_in(text: str) -> None:
    (sender,) = letter(name=text)["From"].addresses
    assert sender.addr_spec == "referee@x.example"
    assert sender.display_name == text.replace("\u202e", " ")


@pytest.mark.parametrize("text", ["Grüße", "a\x00b", "=?utf-8?q?x?=", "é" * 300])
def test_subjects_come_out_as_they_went_in(text: str) -> None:
    assert letter(subject=text)["Subject"] == text.replace("\x00", " ")


def test_a_long_plain_subject_is_cut() -> None:
    assert len(letter(subject="x" * 899)["Subject"]) == 899
    assert len(letter(subject="x" * 2000)["Subject"]) == 900


@pytest.mark.parametrize(
    ("line", "coding", "charset"),
    [
        ("plain", "7bit", "us-ascii"),
        ("x" * 890, "7bit", "us-ascii"),
        ("x" * 2000, "quoted-printable", "us-ascii"),
        ("Grüße = 1", "quoted-printable", "utf-8"),
        ("x" * 80 + " é =20", "quoted-printable", "utf-8"),
    ],
)
def test_a_text_is_encoded_where_it_must_be(
    line: str, coding: str, charset: str
) -> None:
    found = letter(body=[page.Block("|", (line, "next"))])
    assert found["Content-Transfer-Encoding"] == coding
    assert found.get_content_charset() == charset
    text = found.get_content().replace("\r\n", "\n")
    assert [one.strip() for one in text.split("\n") if one.strip()] == [line, "next"]


def test_parts_of_a_letter_and_what_each_is() -> None:
    def kinds(found: EmailMessage) -> list[str]:
        return [part.get_content_type() for part in found.walk()]

    assert kinds(letter(html=True)) == [
        "multipart/alternative", "text/plain", "text/html",
    ]  # fmt: skip
    pictured = letter(html=True, pictures=[("board@x", b"\x89PNG")])
    assert kinds(pictured) == [
        "multipart/alternative", "text/plain", "multipart/related", "text/html",
        "image/png",
    ]  # fmt: skip
    *_, picture = pictured.walk()
    assert picture["Content-ID"] == "<board@x>"
    assert picture.get_payload(decode=True) == b"\x89PNG"
    assert picture.get_content_disposition() == "inline"
    assert kinds(letter(pictures=[("board@x", b"\x89PNG")])) == ["text/plain"]
    for file, method in ((b"METHOD:CANCEL\r\n", "CANCEL"), (b"x", "PUBLISH")):
        dated = letter(calendar=file)
        assert kinds(dated) == ["multipart/mixed", "text/plain", "text/calendar"]
        *_, entry = dated.walk()
        assert entry.get_param("method") == method
        assert entry.get_filename() == "deadline.ics"
        assert entry.get_payload(decode=True) == file


def test_the_line_above_which_answers_stand_comes_first() -> None:
    assert letter(ref="g1.t1").get_content().startswith("##- answer above this line")
    assert "##-" not in letter().get_content()
    html = letter(html=True, ref="g1.t1").get_body(("html",))
    assert html is not None
    assert "answer above this line" in html.get_content()
