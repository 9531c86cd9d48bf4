"""What is new, in the ways that mail programs quote."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pbem.mail.message.html import to_text
from pbem.mail.reply.reply import MARKER, MAX_LINES, marker, new_text

STYLES = tomllib.loads(Path(__file__).with_name("styles.toml").read_text("utf-8"))
M = marker("g1.t3")
QUOTE = "On 2 May 2024, Referee <ref@host.example> wrote:\n> A Mar H\n"


def lines(text: str) -> list[str]:
    """The lines that say something."""
    return [line.rstrip() for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize(
    "style", [pytest.param(style, id=style["name"]) for style in STYLES["style"]]
)
def test_what_is_new_is_found_in_a_reply_of_each_style(style: dict[str, str]) -> None:
    text = style.get("text") or to_text(style["html"].replace("{M}", M))
    reply = new_text(text.replace("{M}", M))
    assert lines(reply.text) == lines(style["new"])


def test_marker_is_plain_and_short() -> None:
    assert M.isascii()
    assert len(marker("g123456.t1234.abcdefgh")) < 70
    assert "{ref}" in MARKER
    assert new_text(f"a\n{M}\nb").text == "a"


def test_marker_names_the_game() -> None:
    assert new_text(f"A\n\n> {M}\n> x\n").ref == "g1.t3"
    assert new_text(f"A\n{M}\n\n> {marker('g2.t9')}\n").ref == "g1.t3"
    assert new_text("A\n").ref is None


@pytest.mark.parametrize(
    ("text", "rule"),
    [(f"A\n{M}\nx", "marker"), (f"A\n{QUOTE}", "quote"), ("A\nB", "whole")],
)
def test_the_rule_is_told(text: str, rule: str) -> None:
    assert new_text(text).rule == rule


def test_an_answer_below_an_unquoted_marker_is_buried() -> None:
    reply = new_text(f"Referee wrote on 2024-05-02 20:01:\n{M}\nA Mar H\nA Par - Bur\n")
    assert (reply.text, reply.buried) == ("", True)
    assert not new_text(f"A Par H\n{M}\nA Mar H\n").buried
    assert not new_text(f"> {M}\n> A Mar H\nA Par H\n").buried


@pytest.mark.parametrize("before", ["", "> ", "| ", "\ufeff", "  ", "*"])
@pytest.mark.parametrize("after", ["", " ", "*", "\u200b"])
def test_marker_with_something_around_it(before: str, after: str) -> None:
    text = f"A Par H\n\n{before}{M}{after}\n{before}A Mar H\n"
    reply = new_text(text)
    assert reply.ref == "g1.t3"
    assert reply.text == "A Par H"


@pytest.mark.parametrize("mark", ["", "> ", ">", ">> ", "> > "])
@pytest.mark.parametrize("at", [at for at, char in enumerate(M) if char == " "])
def test_a_marker_that_was_wrapped_at_one_of_its_blanks(mark: str, at: int) -> None:
    """The last blank stands before "-##"."""
    broken = f"{mark}{M[:at]}\n{mark}{M[at + 1 :]}"
    above = new_text(f"A Par H\n\n{broken}\n{mark}A Mar H\n")
    assert (above.ref, above.rule, above.text) == ("g1.t3", "marker", "A Par H")
    if mark:
        below = new_text(f"{broken}\n{mark}A Mar H\n\nA Par H\n")
        assert (below.ref, below.text) == ("g1.t3", "A Par H")


def test_a_marker_on_three_lines_is_none() -> None:
    assert new_text("A\n##- answer\nabove this\nline (g1.t3) -##").ref is None


def test_orders_with_the_marks_of_the_marker() -> None:
    text = "##- A\n-## B\n## C -"
    assert new_text(text).text == text


def test_long_letters_are_cut_and_say_so() -> None:
    reply = new_text("a\n" * (MAX_LINES + 10))
    assert reply.cut
    assert reply.text.count("a") == MAX_LINES
    assert not new_text("a\n" * 100).cut


def test_a_long_line_is_kept_to_its_limit() -> None:
    assert new_text("A Par H\n" + "x" * 9000 + "\nF Bre H").text.split("\n")[::2] == [
        "A Par H",
        "F Bre H",
    ]


@pytest.mark.parametrize("mark", ["--", "-- "])
def test_signature_marks(mark: str) -> None:
    assert new_text(f"A Par H\n{mark}\nAnn\nA Mar H\n").text == "A Par H"


def test_signature_ends_where_the_quote_begins() -> None:
    text = "A Par H\n\n-- \nAnn\n\n> Fleet?\n\nF Bre H\n"
    assert lines(new_text(text).text) == ["A Par H", "F Bre H"]


def test_a_stroke_between_orders_is_no_signature() -> None:
    text = "A Par H\n-----\nF Bre H\n_____\nA Mar H"
    assert new_text(text).text == text


def test_a_quoted_line_is_never_new() -> None:
    for text in ("> A", ">A\nB", "\t> A", "\xa0> A", f"{M}\n> A", "x\n---\n> A"):
        assert "A" not in new_text(text).text


def test_direction_marks_do_not_hide_an_attribution() -> None:
    text = (
        "A Par H\n\n\u202bOn 2 May 2024, Referee <r@h.example> wrote:\u202c\u200e\nold"
    )
    assert new_text(text).text == "A Par H"


SAID = [
    ("> Peace?\n\nYes.\n", "> Peace?\n\nYes."),
    ("> Peace?\n\nYes.\n\n> Ann\n", "> Peace?\n\nYes."),
    (f"{QUOTE}\nYes.\n", "Yes."),
    (f"{QUOTE}\nYes.\n\n> War?\n\nNo.\n", "> A Mar H\n\nYes.\n\n> War?\n\nNo."),
    (f"> {M}\n> Peace?\nYes.\n> War?\nNo.\n", "Yes.\nNo."),
    (f"Yes.\n\n{QUOTE}", "Yes."),
    ("> On 2 May 2024, Bo <b@y.example> wrote:\n> Peace?\n\nYes.\n", "Yes."),
    ("> Peace?\n", "> Peace?"),
    (
        "> On 2 May 2024, Bo <b@y.example> wrote:\n> Peace?\n\nYes.\n\n> War?\n",
        "Yes.",
    ),
]


def test_a_letter_passed_on_is_press_and_no_order() -> None:
    title = "---------- Forwarded message ----------"
    reply = new_text(f"A Par H\n\n{title}\nFrom: Bo\n\nF Bre H\n> A Mar H\n")
    assert reply.text == "A Par H"
    assert lines(reply.with_quotes) == ["A Par H", title, "From: Bo", "F Bre H"]
    assert new_text(f"{title}\nF Bre H\n").text == ""


@pytest.mark.parametrize(("text", "said"), SAID)
def test_quotes_that_are_answered_are_said(text: str, said: str) -> None:
    reply = new_text(text)
    assert reply.with_quotes == said
    assert lines(reply.text) == [ln for ln in lines(said) if not ln.startswith(">")]


def test_a_header_block_above_everything_leaves_what_is_below() -> None:
    block = "From: Bo <b@y.example>\nSent: 2 May 2024\nSubject: x\n\n"
    assert new_text(f"{block}A Par H\n").text == "A Par H"
    assert new_text(f"{block}{M}\nA Par H\n").text == ""


def test_an_attribution_glued_to_an_order() -> None:
    text = "A Par H--- On 2 May 2024 at 20:01, b@y.example wrote:\n> A Mar H\n"
    assert new_text(text).text == "A Par H"


@pytest.mark.parametrize("strange", ["\u200b", "\ufeff", "\u200e:", "*_-", "--:", ":"])
def test_lines_of_nothing(strange: str) -> None:
    assert "A Par H" in new_text(f"A Par H\n{strange}\n{strange}\n> x").text
