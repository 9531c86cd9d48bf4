"""Which passages of a handbook a question means."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.plugins.games import find
from pbem.report import passages

BOOK = """# The Garden

Everybody grows plants.

## Water

Watering a plant takes a bucket and a turn.

- A bucket holds four spoons.
- Frost breaks buckets.

## Harvest

Plants are ripe after three moons, said the gardener who had seen many of them. A ripe
plant is worth a coin.

A plant counts.
"""
BUCKET = "takes a bucket"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "README.md"
    path.write_text(BOOK, encoding="utf-8")
    return path


def found(book: Path, question: str, names: str = "") -> list[tuple[str, ...]]:
    """The headings and the lines of what is found."""
    return [block.lines for block in passages.about(book, question, names)]


@pytest.mark.parametrize(
    ("question", "heading", "said"),
    [
        ("What does frost do?", "Water", "Frost breaks buckets."),
        ("How many spoons has a bucket?", "Water", "A bucket holds four spoons."),
        ("when are plants RIPE", "Harvest", "Plants are ripe after three moons"),
        ("what is a coin worth?", "Harvest", "is worth a coin."),
        ("who grows plants?", "The Garden", "Everybody grows plants."),
        # "water" and "watering", "break" and "breaks" are one word each.
        ("Do I water each plant?", "Water", BUCKET),
        ("Can it break?", "Water", "Frost breaks buckets."),
        # Only what is asked is looked up.
        ("My coin is here. Does frost matter?", "Water", "Frost breaks buckets."),
        # One that speaks of more is meant sooner.
        ("Is there frost in a bucket?", "Water", "Frost breaks buckets."),
    ],
)
def test_the_passage_that_speaks_of_most_comes_back(
    book: Path, question: str, heading: str, said: str
) -> None:
    above, lines = found(book, question)
    assert above == (heading,)
    assert said in " ".join(lines)


def test_of_several_the_first_comes_and_the_one_that_says_least_else(
    book: Path,
) -> None:
    said = [" ".join(lines) for lines in found(book, "what about a plant?")]
    assert said == [
        "The Garden",
        "Everybody grows plants.",
        "Harvest",
        "A plant counts.",
    ]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What about dragons?", ""),
        ("How does that do it?", ""),
        ("Frost?", "Al Frost"),
        ("Is a turn of mine still to come today?", ""),  # of the game as it stands
        ("Does frost help against dragons and wild hounds?", ""),  # it is hardly so
    ],
)
def test_where_nothing_is_meant_nothing_comes_back(
    book: Path, question: str, names: str
) -> None:
    assert found(book, question, names) == []


def test_what_stands_below_no_heading_comes_alone(tmp_path: Path) -> None:
    path = tmp_path / "bare.md"
    path.write_text("Frost breaks buckets.\n", encoding="utf-8")
    assert found(path, "frost?") == [("Frost breaks buckets.",)]


def test_without_an_index_nothing_comes_back(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passages, "_INDEX", "CREATE VIRTUAL TABLE part USING none(a)")
    assert found(book, "What does frost do?") == []


@pytest.mark.parametrize(
    ("game", "question", "said"),
    [
        ("arena", "Does healing cost magic points?", "healing            7"),
        ("arena", "what is 1NE?", "stay, cast Flame Thrower"),
        ("arena", "What does A10 say?", "Flame Thrower begins on the next square"),
        ("lava", "What is a neck?", "each body in it is a neck"),
        ("magma", "Can I jump over my own piece?", "A jump goes straight over"),
        ("magblast", "How many cards do I draw?", "draw up to five cards"),
        ("magblast", "Can a bomber be shot down?", "Bombers: the zone"),
        ("mars", "What is a wild token for?", "three Wild tokens"),
        ("mars", "How do I build a dome?", "needs no colour: build a dome"),
    ],
)
def test_what_people_ask_is_in_the_handbooks(
    game: str, question: str, said: str
) -> None:
    book = find(game).handbook
    assert book is not None
    assert said in " ".join(" ".join(lines) for lines in found(book, question))
