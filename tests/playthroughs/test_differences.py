"""A page that is written as a difference is the same page, to the last byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.testing.differences import difference, rebuild

PAGES = st.lists(st.sampled_from(["", "a", "b", "-a", "+b", "@@ -1 +1 @@", "c\r"]))


@given(PAGES, PAGES)
def test_a_difference_leads_to_its_page(old: list[str], new: list[str]) -> None:
    base, page = "\n".join(old), "\n".join(new)
    lines = difference(base, page)
    assert rebuild(base, lines) == page
    assert (lines == []) == (base == page)


def test_only_lines_that_differ_are_written() -> None:
    base = "one\ntwo\nthree\nfour\n"
    lines = ["@@ -1,0 +2 @@", "+and", "@@ -3,2 +4 @@", "-three", "-four", "+3"]
    assert difference(base, "one\nand\ntwo\n3\n") == lines
    assert rebuild(base, lines) == "one\nand\ntwo\n3\n"


@pytest.mark.parametrize("line", ["-three", "two", " two", "@@ two @@", ""])
def test_what_is_no_difference_from_a_page_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no difference"):
        rebuild("one\ntwo", ["@@ -2 +2 @@", line])
