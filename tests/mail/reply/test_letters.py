"""What is new in letters as mail programs and players write them."""

from __future__ import annotations

import pytest

from pbem.mail.reply.attributions import is_quoted
from pbem.mail.reply.reply import new_text
from tests.mail.reply.letter_files import FOLDER, Sample, samples

SAMPLES = [pytest.param(one, id=one.id) for one in samples()]

ATTRIBUTIONS = FOLDER.joinpath("attributions.lines").read_text("utf-8").splitlines()
"""Attributions, one a line; "~" is before one that only a marked quote gives away."""
ORDERS = "Fine, A Vie - Tri\nA Bud - Ser"


def said(text: str) -> tuple[str, ...]:
    return tuple(line.rstrip() for line in text.split("\n") if line.strip())


@pytest.mark.parametrize("one", SAMPLES)
def test_new_lines_are_kept_and_no_others(one: Sample) -> None:
    new = said(one.read().text)
    if "known" in one.tags:
        assert set(one.new) < set(new), "read well by now: take the tag away"
    else:
        assert new == one.new
    assert not any(map(is_quoted, new))


@pytest.mark.parametrize("one", [s for s in samples() if s.passed_on], ids=str)
def test_what_is_passed_on_is_press_only(one: Sample) -> None:
    reply = one.read()
    shown = [line for line in one.passed_on if not is_quoted(line)]
    assert set(shown) <= set(said(reply.with_quotes))
    assert not set(shown) & set(said(reply.text))


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_attributions(line: str) -> None:
    shown = line.removeprefix("~")
    quote = "> Spring is due.\n> A Vie H\n"
    assert new_text(f"{ORDERS}\n\n{shown}\n\n{quote}").text == ORDERS
    assert new_text(f"{shown}\n{quote}\n{ORDERS}\n").text == ORDERS
    if shown == line:
        assert new_text(f"{ORDERS}\n{shown}\n{quote}").text == ORDERS
        assert new_text(f"{ORDERS}\n\n{shown}\n\nold\nA Vie H\n").text == ORDERS


def test_there_are_letters_of_every_kind() -> None:
    tags = {tag for one in samples() for tag in one.tags}
    assert len(samples()) >= 400
    assert {"trap", "html", "eml", "inline", "bottom", "forward", "device"} <= tags
