"""A sentence that many letters have is written down once, not in every conversation."""

from __future__ import annotations

import re
from collections import Counter

from tests.support.server.conversation import FOLDER
from tests.support.server.passages import (
    PASSAGES,
    WHOLE,
    folded,
    paragraphs,
    passage_in,
)

TEXTS = {file.stem: file.read_text("utf-8") for file in sorted(FOLDER.glob("*.txt"))}
MOST = 120  #: lines that the change of one sentence may change in all conversations
#: What differs from letter to letter: numbers, names, what is in brackets, days.
_VARIES = re.compile(
    r"\(.*?\)|\d+|\b[0-9a-f]{20}\b|\b(?:Ann|Bob|Cid|Dot|Eve|Host)\b|\b\w+day\b|\b(?:friday|arena|lava)\b"
)


def test_greetings_and_footers_are_in_full_in_one_conversation() -> None:
    wholes = [text for text in TEXTS.values() if WHOLE in text.split("\n")]
    assert wholes
    seen = {
        found[0]
        for text in wholes
        for paragraph in paragraphs(text)
        if (found := passage_in(paragraph))
    }
    assert [one.mark for one in PASSAGES if one not in seen] == []
    assert any("\n           A  B  C  D" in text for text in wholes)


def test_no_sentence_is_in_so_many_conversations_that_its_change_hides_others() -> None:
    lines: Counter[str] = Counter()
    for text in TEXTS.values():
        for paragraph in paragraphs(text):
            words = " ".join(line.strip() for line in paragraph)
            if re.search("[a-z]{3}", words) and not words.startswith(("{", "To ")):
                lines[_VARIES.sub("N", words)] += len(paragraph)
    assert {words: count for words, count in lines.items() if count > MOST} == {}


def test_a_conversation_keeps_what_a_letter_says_of_its_own() -> None:
    letter = """# One.

> Ann answers: D4

    To ann@a.example: friday #1: your letter

    ##- answer above this line (g1.t1) -##

    Got it, Ann.                                              game friday #1

      D4  you go to D4

      This stands. You may send something else until Thursday 16 November,
      22:13 (UTC), in 48 hours; the last letter counts. "clear" takes it
      back.

    --------------------------------------------------------------------
"""
    assert folded(letter).split("\n")[4:-1] == [
        "    To ann@a.example: friday #1 {answer}",
        "",
        "    {g1.t1}",
        "    {got it, friday #1}",
        "",
        "      D4  you go to D4",
        "",
        "    {stands until Thursday 16 November, 22:13 (UTC), in 48 hours}",
        "",
        "    --------------------------------------------------------------------",
    ]
    assert folded(f"{WHOLE}\n{letter}") == f"{WHOLE}\n{letter}"
