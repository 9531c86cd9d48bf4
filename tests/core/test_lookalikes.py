"""Names that look like others are told apart; honest names of many languages pass."""

from __future__ import annotations

import pytest

from pbem.notation.lookalikes import skeleton, strange
from pbem.server.naming import is_name, means_others, unique_name

#: By what is used: a name, and the name that it looks like.
TWINS = {
    "Cyrillic": ("\u0410nn", "Ann"),
    "Cyrillic I": ("\u0406an", "Ian"),
    "Greek": ("\u0391\u039d\u039d\u0391", "Anna"),
    "Armenian": ("B\u0585b", "Bob"),
    "Lisu": ("\ua4ee\ua4e0\ua4e0", "Ann"),
    "Lisu I": ("\ua4f2\ua4ee\ua4e0", "Ian"),
    "Coptic": ("\u2c9e\u2ca7\u2ca7\u2c9f", "Otto"),
    "Georgian": ("Ro\u10e7", "Roy"),
    "Cherokee": ("\u13aannie", "Annie"),
    "mathematical": ("\U0001d400nn", "Ann"),
    "full width": ("\uff21nn", "Ann"),
    "Roman numeral": ("\u217fia", "Mia"),
    "digit": ("B0b", "Bob"),
    "Arabic digit": ("Ann \u0661", "Ann 1"),
    "digit of N'Ko": ("B\u07c0b", "Bob"),
    "Braille blank": ("Ann\u2800", "Ann"),
    "joiner": ("A\u200dnn", "Ann"),
    "filler": ("Ann\u3164", "Ann"),
    "direction": ("\u202eAnn", "Ann"),
    "accent": ("A\u0301nn", "Ann"),
    "apostrophe": ("O\u2019Neil", "O'Neil"),
    "small and large": ("\u0392\u039f\u0392", "\u03b2\u03bf\u03b2"),
}

HONEST = (
    *("Łukasz", "Søren", "Åsa", "Þór", "Ægir", "José", "Zoë", "Sinéad O’Brien"),
    *("Çağlar", "Işıl", "Șerban", "Őrsi", "Ždenka", "Jānis", "Nguyễn", "Đặng"),
    *("Ольга", "Їжак", "Мојца", "Ἀλέξης", "Γιώργος", "Գոհար", "ნინო", "דוד"),
    *("محمد", "अनुष्का", "தமிழ்", "ธนา", "李雷", "みゆき", "田中サクラ", "김민준"),
    *("Lee 李", "Núria", "Ali", "Eli", "Ila", "Lia", "Ian", "Lan", "Ann-Marie"),
)


@pytest.mark.parametrize("pair", TWINS.values(), ids=TWINS)
def test_who_looks_like_somebody_at_the_table_gets_another_name(
    pair: tuple[str, str],
) -> None:
    name, taken = pair
    assert skeleton(name) == skeleton(taken)
    assert unique_name(name, [taken]) != name


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_name_stays_as_it_is(name: str) -> None:
    others = [one for one in HONEST if one != name]
    assert is_name(name)
    assert unique_name(name, others) == name


@pytest.mark.parametrize(
    "name",
    [
        "\u0410nn",  # Cyrillic and Latin
        "B\u0585b",  # Armenian and Latin
        "Ro\u10e7",  # Georgian and Latin
        "\u039fль\u0433а",  # Greek and Cyrillic
        "Ann\u2800",
        "Ann\u200d",
        "\u2800",
        "\u2713Ann",
        "Ann\ue000",
    ],
)
def test_nobody_is_called_by_mixed_alphabets_or_signs_that_are_no_letters(
    name: str,
) -> None:
    assert not is_name(name)


def test_words_that_mean_others_are_known_in_any_alphabet() -> None:
    for word in ("\u0430ll", "\ua4ee\ua4e1\ua4e1", "a\u2800ll", "\U0001d41al\u217c"):
        assert means_others(word), word
    assert not means_others("Ali")


def test_a_letter_that_only_looks_like_another_is_named() -> None:
    assert strange("\u0585k C3") == ["ARMENIAN SMALL LETTER OH"]
    assert strange("Ann\u2800") == ["BRAILLE PATTERN BLANK"]
    for line in ("it’s “D4” – 1 NE …", "Łódź × 2", "naïve Ægir", "½ €"):
        assert not [one for one in strange(line) if "LETTER" in one], line
