"""Lines of a quote that were broken out of it, and other borders of a letter."""

from __future__ import annotations

import pytest

from pbem.mail.reply.reply import new_text


def full(width: int, end: str = "word") -> str:
    """A quoted line of a width."""
    return "> " + "x" * (width - 3 - len(end)) + " " + end


@pytest.mark.parametrize(
    ("above", "line", "below", "new"),
    [
        (full(68), "rest of it", "> more", False),
        (full(67), "rest of it", "> more", True),
        (full(68), "Rest of it", "> more", True),
        (full(68), "7 of it", "> more", True),
        (full(68), "rest of it", "more", True),
        (full(68), "rest of it", "", True),
        (full(70, "I"), "rest of it", "> more", False),
        (full(70, "it,"), "rest of it", "> more", False),
        (full(70, "it."), "rest of it", "> more", True),
        (full(70, "it,"), "rest of it", "", False),
        (full(70, "it,"), "rest of it", "more", True),
        ("> see", "https://x.org/a", "> more", False),
        ("> see", "<https://x.org/a>", "> more", False),
        ("> see", "https://x.org/a and b", "> more", True),
        ("> see", "https://x.org/a", "more", True),
        ("> https://x.org/a", "b?c=1&d=2", "> more", False),
        ("> www.x.org/a", "b?c=1", "> more", False),
        ("> https://x.org/a", "b c", "> more", True),
        ("> https://x.org/a", "resign", "> more", True),
        ("> https://x.org/a", "resign.", "> more", True),
        ("> https://x.org/a", "a" * 20, "> more", True),
        ("> https://x.org/a", "a" * 21, "> more", False),
        ("see", "https://x.org/a", "> more", True),
    ],
)
def test_the_rest_of_a_quoted_line(
    above: str, line: str, below: str, new: bool
) -> None:
    found = new_text(f"A Par H\n\n{above}\n{line}\n{below}\n\nF Bre H\n").text
    assert (line in found.split("\n")) is new
    assert found.startswith("A Par H\n")
    assert found.endswith("F Bre H")


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("[image: map.png]", False),
        ("[cid:part1.abc@x]", False),
        ("<image001.png>", False),
        ("[imagine that]", True),
        ("[image: map.png] and more", True),
        ("<image1.png>", True),
    ],
)
def test_the_places_of_pictures(line: str, kept: bool) -> None:
    assert (line in new_text(f"A Par H\n{line}\nF Bre H").text) is kept


@pytest.mark.parametrize(
    ("text", "buried"),
    [
        ("", False),
        ("> A Mar H\n", False),
        ("On 2 May 2024, Bo <b@y.example> wrote:\n> A Mar H\n", False),
        ("##- answer above this line (g1.t3) -##\nA Mar H\n", True),
        ("\n> x\n##- answer above this line (g1.t3) -##\n", True),
        ("A Par H\n##- answer above this line (g1.t3) -##\n", False),
        ("A Par H\n> ##- answer above this line (g1.t3) -##\n", False),
        ("> ##- answer above this line (g1.t3) -##\n", False),
    ],
)
def test_an_answer_is_buried_below_an_unquoted_marker_alone(
    text: str, buried: bool
) -> None:
    assert new_text(text).buried is buried


def test_five_thousand_lines_are_read() -> None:
    whole = "\n".join(["a"] * 5000)
    assert new_text(whole).text == whole
    assert not new_text(whole).cut
    longer = new_text(whole + "\nb")
    assert (longer.text, longer.cut) == (whole, True)
