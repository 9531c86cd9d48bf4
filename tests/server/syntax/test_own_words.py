"""What people write who know no command, as lines of ours."""

from __future__ import annotations

import pytest

from pbem.server.syntax import parser, words
from pbem.server.syntax.command import Command


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Yes, I'd love to play!", "yes"),
        ("Sure, why not. accept", "yes"),
        ("OK \u2013 count me in \U0001f600", "yes"),
        ("I\u2019d like to play", "yes"),
        ("Yes, but not before June", ""),
        ("Sure, if Bob plays", ""),
        ("yes, D4", ""),
        ("Yes?", ""),
        ("yes, bob@b.example", ""),
        ("I'd like to know more", ""),
        ("No thank you", "no"),
        ("Sorry, no time just now", "no"),
        ("No problem, I'll play", "yes"),
        ("OK, nice move! See you on Friday", ""),
        ("sure thing, let me ask my wife", ""),
        ("No idea", ""),
        ("thanks", ""),
        ("", ""),
    ],
)
def test_an_answer_in_own_words(line: str, meant: str) -> None:
    assert words.answer(line) == meant


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("hlep", "help"),
        ("standngs", "standings"),
        ("prees to Bob: hi", "press"),
        ("propse draw", "propose"),
        # Words of their own.
        ("what is HP", ""),
        ("I'll go with f", ""),
        ("same as last turn", ""),
        ("ACME Ltd.", ""),
        ("want to team up", ""),
        ("will do", ""),
    ],
)
def test_a_slip_is_a_letter_or_two(line: str, near: str) -> None:
    assert parser.similar_command(line) == near


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ("We go on holiday, sorry", "away"),
        ("I don\u2019t want to play anymore", "resign"),
        ("could I get one more day", "propose"),
        ("run away", ""),
        ("a drawing", ""),
        ("D4 1NE", ""),
    ],
)
def test_words_in_a_line_tell_what_it_is_about(line: str, about: str) -> None:
    assert words.hinted(line) == about


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("preview D4 1NE", ["preview", "D4 1NE"]),
        ("Preview: D4 1NE", ["preview", "D4 1NE"]),
        ("preview", ["preview"]),
        ("message to Bob: hello there", ["press"]),
        ("I'm away until Monday", ["away"]),
        ("SIGN OFF", ["SIGN OFF"]),
    ],
)
def test_a_line_may_hold_two(line: str, lines: list[str]) -> None:
    read = parser.read_lines(line)
    assert [one.name if isinstance(one, Command) else one for one in read] == lines
