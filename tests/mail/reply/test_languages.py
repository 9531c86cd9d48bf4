"""Answers in many languages: what is around them is taken away, nothing of them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pbem.mail.reply.reply import new_text

SAMPLES = tomllib.loads(Path(__file__).with_name("samples.toml").read_text("utf-8"))
ORDERS = "A Par - Bur\nF Bre H"
OLD = "Spring 1901\nA Mar H"
ATTRIBUTIONS = [
    pytest.param(line, id=f"{language}-{number}")
    for language, sample in SAMPLES.items()
    for number, line in enumerate(sample["attributions"])
]
EACH = [pytest.param(sample, id=language) for language, sample in SAMPLES.items()]


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_answer_above_a_marked_quote(line: str) -> None:
    assert new_text(f"{ORDERS}\n\n{line}\n\n{quoted(OLD)}\n").text == ORDERS


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_answer_below_a_marked_quote(line: str) -> None:
    assert new_text(f"{line}\n{quoted(OLD)}\n\n{ORDERS}\n").text == ORDERS


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_answer_right_above_an_unmarked_quote(line: str) -> None:
    assert new_text(f"{ORDERS}\n{line}\n\n{OLD}\n").text == ORDERS


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_attribution_broken_at_its_address(line: str) -> None:
    broken = line.replace("<ref@", "<\nref@")
    assert new_text(f"{ORDERS}\n\n{broken}\n\n{quoted(OLD)}\n").text == ORDERS


@pytest.mark.parametrize("sample", EACH)
def test_header_block_ends_the_answer(sample: dict[str, list[str]]) -> None:
    block = "\n".join(sample["header"])
    bold = "\n".join(
        "*" + line.replace(":", ":*", 1).replace("：", "：*", 1)
        for line in sample["header"]
    )
    for shown in (block, "_" * 32 + "\n" + block, bold, block.replace("\n", "\n\n")):
        assert new_text(f"{ORDERS}\n\n{shown}\n\n{OLD}\n").text == ORDERS


@pytest.mark.parametrize("sample", EACH)
def test_dashed_title_ends_the_answer(sample: dict[str, str]) -> None:
    assert new_text(f"{ORDERS}\n\n{sample['original']}\n{OLD}\n").text == ORDERS


@pytest.mark.parametrize("sample", EACH)
def test_device_line_is_not_new(sample: dict[str, str]) -> None:
    device = sample["device"]
    assert new_text(f"{ORDERS}\n\n{device}\n").text == ORDERS
    above = f"{ORDERS}\n\n{device}\n\n{quoted(OLD)}\n\nA Mar S A Par\n"
    assert new_text(above).text == f"{ORDERS}\n\nA Mar S A Par"


@pytest.mark.parametrize("sample", EACH)
def test_words_of_a_letter_are_not_taken_for_its_frame(sample: dict[str, str]) -> None:
    """The same words as part of a sentence stay."""
    text = f"I think {sample['device']} is what they {sample['original'].strip('- ')}"
    assert new_text(f"{text}\n{ORDERS}").text == f"{text}\n{ORDERS}"
