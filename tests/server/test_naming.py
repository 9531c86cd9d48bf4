"""What people are called."""

from __future__ import annotations

import pytest

from pbem.server import naming


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("ann.b@x.org", "Ann"),
        ("ann_b@x.org", "Ann"),
        ("ann-b@x.org", "Ann"),
        ("ANN+x@x.org", "ANN"),
        ("a@x.org", "A"),
        ("abcdefghijklmnopqrstuvwxyz@x.org", "Abcdefghijklmnopqrst"),
        ("4you@x.org", "Player 4you"),
        ("12345678901@x.org", "Player 1234567890"),
        ("_@x.org", "Player 1"),
        ("", "Player 1"),
    ],
)
def test_names_out_of_addresses(address: str, name: str) -> None:
    assert naming.from_address(address) == name


@pytest.mark.parametrize(
    ("display", "name"),
    [
        ("Ann B. Smith", "Ann"),
        ("'Ann' Smith", "Ann"),
        ('"Ann."', "Ann"),
        ("  ", ""),
        ("", ""),
        ("'", ""),
        ("A" * 20, "A" * 20),
        ("A" * 21, ""),
    ],
)
def test_first_names(display: str, name: str) -> None:
    assert naming.first_name(display) == name


def test_names_are_told_apart_by_numbers() -> None:
    taken = ["ANN", "Ann 2", "Bob"]
    assert naming.unique_name("Ann", taken) == "Ann 3"
    assert naming.unique_name("Cid", taken) == "Cid"


@pytest.mark.parametrize("name", ["\u0410nn", "ann", "\uff21nn", "\u00c1nn"])
def test_nobody_is_called_what_looks_like_another(name: str) -> None:
    assert naming.unique_name(name, ["Ann", "Bob"]) == f"{name} 2"
    assert naming.unique_name(name, ["Bob"]) == name


@pytest.mark.parametrize("name", ["Ann\ufe0f", "\u3164", "A\u034fnn", "A\u115fnn"])
def test_a_name_has_nothing_that_is_not_seen(name: str) -> None:
    assert not naming.is_name(name)
    assert naming.first_name(name) == ""
