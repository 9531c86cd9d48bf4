"""Positions that cannot stand, for the tests of every game."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from pbem.pages.wording import shared_words
from pbem.record.replay import Story, play
from pbem.record.turn_file import Unreadable, read


class Refusal(NamedTuple):
    """What is wrong with a position, and with which words of which of its lines."""

    code: str
    line: int  #: of the position, from 1; 0: of none
    words: str  #: empty where the whole line is meant
    given: dict[str, object]


def placed(head: str, *lines: str) -> Story:
    """The game that starts from a position."""
    return play(read("\n".join((head, "== Position ==", *lines, ""))))


def refusal(head: str, *lines: str) -> Refusal:
    """Why a game cannot start from a position; players are told in words."""
    with pytest.raises(Unreadable) as caught:
        placed(head, *lines)
    error = caught.value
    assert shared_words(error.game).fault(error.fault, error.source)
    start, end = error.fault.span
    words = error.source.strip()[start:end]
    number = error.line - len(head.splitlines()) - 2 if error.line else 0
    if number:
        assert error.source == lines[number - 1]
        assert error.source[error.column - 1 :].startswith(words)
    return Refusal(error.fault.code, number, words, dict(error.fault.given))
