"""What is new in letters as mail programs and players write them."""

import pytest

from pbem.mail.quotes import is_quoted
from tests.mail.letter_files import Sample, samples

SAMPLES = [pytest.param(one, id=one.id) for one in samples()]


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
    assert set(shown) <= set(said(reply.said))
    assert not set(shown) & set(said(reply.text))


def test_there_are_letters_of_every_kind() -> None:
    tags = {tag for one in samples() for tag in one.tags}
    assert len(samples()) >= 400
    assert {"trap", "html", "eml", "inline", "bottom", "forward", "device"} <= tags
