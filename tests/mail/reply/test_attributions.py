"""How much may stand in an attribution before it is a sentence of the writer's."""

from __future__ import annotations

import pytest

from pbem.mail.reply.reply import new_text

SIGNS = ("2024-05-02 20:01", "<ann@x.example>")


def _name(words: int) -> str:
    return " ".join(f"Name{number}" for number in range(words))


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(("words", "old"), [(1, True), (8, True), (9, False)])
def test_so_many_words_stand_before_the_signs_of_an_attribution(
    sign: str, words: int, old: bool
) -> None:
    text = f"A Par H\n\n{_name(words)} {sign} wrote:\n\nold"
    assert new_text(text).text == ("A Par H" if old else text)


@pytest.mark.parametrize(("words", "old"), [(1, True), (7, True), (8, False)])
def test_so_many_words_stand_after_them(words: int, old: bool) -> None:
    text = f"2024-05-02 20:01 {_name(words)}:\n> old\n\nA Par H"
    kept = "" if old else f"2024-05-02 20:01 {_name(words)}:\n\n"
    assert new_text(text).text == f"{kept}A Par H"
