"""Reading any bytes: nothing is raised but LetterRefused, nothing is made up."""

from __future__ import annotations

import contextlib
import tomllib
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pbem.mail.message.html import to_text
from pbem.mail.message.limits import LetterRefused
from pbem.mail.reply.attributions import is_quoted
from pbem.mail.reply.reply import marker, new_text
from pbem.mail.reply.split_quotes import MAX_LINE_CHARS
from pbem.mail.sandbox.read import read

_LANGUAGES = tomllib.loads(
    (Path(__file__).parents[1] / "reply" / "samples.toml").read_text("utf-8")
).values()
_FRAMES = [
    line
    for sample in _LANGUAGES
    for line in (
        *sample["attributions"],
        *sample["header"],
        sample["original"],
        sample["device"],
    )
]
FRAME = st.sampled_from(
    [*_FRAMES, marker("g1.t3"), "\u200b", "-- ", "--", "", ">", "___", "[]"]
)
LINE = FRAME | st.text(max_size=40) | st.text("> :-_<>@#.0123456789a\t", max_size=30)
TEXT = st.lists(LINE, max_size=25).map("\n".join)
PIECE = st.sampled_from(
    [
        b"From: a@b.c\n",
        b"Content-Type: multipart/mixed; boundary=b\n",
        b"Content-Type: text/html; charset=",
        b"Content-Type: message/delivery-status\n",
        b"Content-Transfer-Encoding: base64\n",
        b"Subject: =?utf-8?q?x?=\n",
        b"Return-Path: <>\n",
        b"utf-16\n",
        b"format=flowed; ",
        b"Final-Recipient: rfc822; a@b.c\n",
        b"--b\n",
        b"--b--\n",
        b"\n\n",
        b"\r\n",
        b" ",
        b"<blockquote type=cite>",
        b"<p>",
        b"\0",
        b"\xff",
    ]
)
RAW = st.lists(PIECE | st.binary(max_size=30), max_size=25).map(b"".join)
relaxed = settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@relaxed
@given(RAW)
@example(b"Content-Type: text/plain; charset=\xff\n\n\xff")
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    with contextlib.suppress(LetterRefused):
        reading = read(raw)
        reading.letter.text.encode("utf-8", "surrogatepass")
        assert "\r" not in reading.letter.text


@relaxed
@given(TEXT)
def test_new_lines_were_there_and_were_not_quoted(text: str) -> None:
    lines = {line.rstrip("\r")[:MAX_LINE_CHARS] for line in text.split("\n")}
    for line in new_text(text).text.split("\n"):
        assert not is_quoted(line)
        assert line in lines or not line.strip()


@relaxed
@given(TEXT)
def test_reading_twice_changes_nothing_in_plain_orders(text: str) -> None:
    orders = "A Par - Bur\nF Bre H"
    assert new_text(orders + "\n\n" + marker("g1.t3") + "\n" + text).text == orders


@relaxed
@given(st.text(max_size=200) | st.text("<>/bdivp lockquote=\"' ", max_size=200))
def test_any_markup_is_text(markup: str) -> None:
    assert isinstance(to_text(markup), str)
