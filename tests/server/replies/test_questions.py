"""What of a handbook a question means, and what is a question at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games import find
from pbem.server.play.order_lines import read_lines
from pbem.server.replies import questions

BOOK = """# The Garden

Everybody grows plants.

## Water

Watering a plant takes a bucket and a turn.

- A bucket holds four spoons.
- Frost breaks buckets.

## Harvest

Plants are ripe after three turns. A ripe plant is worth a coin.

A plant counts.
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "README.md"
    path.write_text(BOOK, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("question", "heading", "said"),
    [
        ("What does frost do?", "Water", "Frost breaks buckets."),
        ("How many spoons has a bucket?", "Water", "A bucket holds four spoons."),
        ("when are plants RIPE", "Harvest", "Plants are ripe after three turns."),
        ("what is a coin worth?", "Harvest", "A ripe plant is worth a coin."),
        # Of two that share as much, the first.
        ("does a bucket leak?", "Water", "takes a bucket and a turn."),
        ("turns?", "Water", "takes a bucket and a turn."),
        ("who grows everybody?", "The Garden", "Everybody grows plants."),
        # A word that stands in few places tells more than two that stand in many.
        ("can plants, a plant, stand frost?", "Water", "Frost breaks buckets."),
    ],
)
def test_the_passage_that_shares_most_comes_back(
    book: Path, question: str, heading: str, said: str
) -> None:
    above, found = questions.passage(book, question)
    assert above.lines == (heading,)
    assert said in " ".join(found.lines)
    assert len([line for line in BOOK.split("\n") if said in line]) == 1


@pytest.mark.parametrize(
    ("question", "names"),
    [("What about dragons?", ""), ("How does that do it?", ""), ("Frost?", "Al Frost")],
)
def test_where_nothing_is_shared_nothing_comes_back(
    book: Path, question: str, names: str
) -> None:
    assert questions.passage(book, question, names) == []


def test_what_stands_below_no_heading_comes_alone(tmp_path: Path) -> None:
    path = tmp_path / "bare.md"
    path.write_text("Frost breaks buckets.\n", encoding="utf-8")
    (found,) = questions.passage(path, "frost?")
    assert found.lines == ("Frost breaks buckets.",)


@pytest.mark.parametrize(
    ("lines", "asks"),
    [
        (["Can I move twice?"], True),
        (["I am lost.", "What happens in a tie?"], True),
        (["How do I win? I have no idea."], True),
        (["Tell me? please do."], False),  # begins like no question
        (["can I move twice"], False),
        (["D4 1NE", "What happens in a tie?"], False),  # an order is among them
        (["D4 1NE"], False),
    ],
)
def test_a_question_holds_no_order(lines: list[str], asks: bool) -> None:
    arena = find("arena")
    assert questions.asks(arena, read_lines(arena, lines)) is asks
