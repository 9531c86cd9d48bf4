"""Hostile letters: each is refused or read within the reader's own limits.

A reader gives a letter 0.4 seconds of processor time, then refuses it: so
what is slow to read shows as a refusal, and nothing is timed here.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.mail.message.limits import LetterRefused
from pbem.mail.sandbox.reader import LetterReader
from tests.support.mail.attacks import ATTACKS, CHARSETS, body

CODES = {"size", "headers", "words", "depth", "parts", "time", "memory"}


@pytest.fixture(scope="module")
def reader() -> Iterator[LetterReader]:
    with LetterReader() as reader:
        reader.read(body(b"A Par H\n"))
        yield reader


def outcome(reader: LetterReader, raw: bytes) -> str:
    try:
        reader.read(raw)
    except LetterRefused as refused:
        return refused.code
    return "read"


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_ends_and_the_next_letter_is_read(
    reader: LetterReader, name: str
) -> None:
    assert outcome(reader, ATTACKS[name]) in CODES | {"read"}
    assert reader.read(body(b"A Par - Bur\n")).reply.text == "A Par - Bur"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("multipart, 500 deep", "depth"),
        ("10 thousand parts", "parts"),
        ("a million parts", "size"),
        ("2000 encoded words", "words"),
        ("100000 parameters", "headers"),
        ("10000 header lines", "headers"),
        ("one folded field", "headers"),
    ],
)
def test_limits_have_their_codes(reader: LetterReader, name: str, code: str) -> None:
    assert outcome(reader, ATTACKS[name]) == code


@pytest.mark.parametrize("label", CHARSETS)
def test_no_codec_is_run_that_is_not_a_character_set(
    reader: LetterReader, label: str
) -> None:
    letter = reader.read(ATTACKS[f"charset {label}"]).letter
    assert letter.text.startswith("\\x41 Par H")
    assert letter.guessed
