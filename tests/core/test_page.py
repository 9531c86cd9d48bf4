"""One page in four forms, and nothing that a player writes acts as markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.pages import page

PAGE = """= Friday, turn 3 is done. :: game friday #3

Cid is out.
Nobody expected it.

|    A  B
| 2  .  :

== What everybody did

- one thing
* Ann :: goes to D4
* Bartholomew :: stays
"""


def test_a_page_as_text() -> None:
    assert page.to_text(page.blocks(PAGE)).splitlines() == [
        "Friday, turn 3 is done." + " " * 35 + "game friday #3",
        "",
        "  Cid is out. Nobody expected it.",
        "",
        "     A  B",
        "  2  .  :",
        "",
        "What everybody did",
        "",
        "  - one thing",
        "",
        "  Ann          goes to D4",
        "  Bartholomew  stays",
    ]


def test_a_page_as_markdown() -> None:
    assert page.to_markdown(page.blocks(PAGE)) == (
        "# Friday, turn 3 is done. - game friday \\#3\n\n"
        "Cid is out. Nobody expected it.\n\n"
        "```text\n   A  B\n2  .  :\n```\n\n"
        "## What everybody did\n\n- one thing\n\n"
        "- **Ann**: goes to D4\n- **Bartholomew**: stays\n"
    )


def test_a_page_as_bbcode() -> None:
    text = page.to_bbcode(page.blocks(PAGE))
    assert "[code]\n   A  B\n2  .  :\n[/code]" in text
    assert "[b]What everybody did[/b]" in text
    assert "[list]\n[*][b]Ann[/b]: goes to D4\n" in text


def test_a_page_as_html() -> None:
    text = page.to_html(page.blocks(PAGE))
    assert "<pre>   A  B\n2  .  :</pre>" in text
    assert "<h2>What everybody did</h2>" in text
    assert "<dt>Ann</dt><dd>goes to D4</dd>" in text


def test_a_bar_is_in_html_alone() -> None:
    markup = "*8/20 Ann :: 8 HP\n* Bob :: gone\n*0/0 Cid :: <none>\n"
    found = page.blocks(markup)
    assert found[0].shares == (40, None, 0)
    plain = page.blocks(re.sub(r"(?m)^\*\S*", "*", markup))
    for form in (page.to_text, page.to_markdown, page.to_bbcode):
        assert form(found) == form(plain)
    drawn, sent = page.to_html(found), page.to_html(found, letter=True)
    assert drawn.count("<tr>") == 3
    assert drawn.count("<rect") == 1
    assert '<rect width="40"' in drawn
    assert "&lt;none&gt;" in drawn
    assert "<svg" not in sent
    assert 'width="40%"' in sent
    assert 'width="0%"' not in sent


@pytest.mark.parametrize("width", [20, 40, 72])
@given(st.text(max_size=400))
def test_no_line_is_wider_than_asked(width: int, text: str) -> None:
    lines = page.wrap(text, width)
    assert all(len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_word_wider_than_the_page_is_broken() -> None:
    assert page.wrap("ab " + "x" * 25 + " cd", 10) == [
        "ab",
        "x" * 10,
        "x" * 10,
        "xxxxx cd",
    ]


@given(st.text(max_size=60))
def test_no_text_of_a_player_begins_a_block(text: str) -> None:
    """What stands behind a mark of ours stays in that block."""
    markup = "\n".join(("| " + " ".join(text.split()), "", "end"))
    found = page.blocks(markup)
    assert [block.kind for block in found][-2:] == ["|", ""] or not text.split()
    assert len(found) <= 2


@pytest.mark.parametrize("end", "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
def test_other_ends_of_lines_end_none(end: str) -> None:
    (block,) = page.blocks(f"| D4{end}== The game is over")
    assert block.kind == "|"


@pytest.mark.parametrize("mark", "\x1b\x07\x00\x9b\u202e\u2066\u200f\t")
def test_nothing_unseen_comes_through(mark: str) -> None:
    blocks = page.blocks(f"Ann{mark}[31m says")
    forms = (page.to_text, page.to_markdown, page.to_bbcode, page.to_html)
    for form in forms:
        assert mark not in form(blocks)


class _Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert not attrs
        self.tags.append(tag)


@given(st.text(alphabet="<>&\"'/abscript =`[]*_#|-", max_size=60))
def test_html_holds_only_our_own_tags(text: str) -> None:
    words = " ".join(text.split())
    tags = _Tags(page.to_html(page.blocks(f"- {words}\n\n| {words}"))).tags
    assert set(tags) <= {"ul", "li", "pre"}


@given(st.text(alphabet="[]/codebiu* =`", max_size=60))
def test_bbcode_holds_only_our_own_tags(text: str) -> None:
    words = " ".join(text.split())
    made = page.to_bbcode(page.blocks(f"| {words}"))
    assert re.findall(r"\[/?[a-z*]+", made) in ([], ["[code", "[/code"])


@given(st.text(alphabet="`a ~", max_size=40))
@example("```")
@example("a ````` b ``` ~~~~~~~")
def test_a_fence_is_not_closed_from_inside(text: str) -> None:
    words = " ".join(text.split())
    made = page.to_markdown(page.blocks(f"| {words}")).strip().splitlines()
    fence = made[-1]
    assert set(fence) == {"`"}
    assert made[0] == fence + "text"
    assert not any(line.strip().startswith(fence) for line in made[1:-1])


def test_markdown_marks_are_plain() -> None:
    text = page.to_markdown(page.blocks("1. *not* a [list](x) of `code` <b>"))
    assert text == "1\\. \\*not\\* a \\[list\\](x) of \\`code\\` \\<b\\>\n"


def test_headings_are_set_off_on_a_terminal_only() -> None:
    blocks = page.blocks("== News")
    assert page.to_text(blocks) == "News\n"
    assert page.to_text(blocks, bold=True) == "\033[1mNews\033[0m\n"
    blocks = page.blocks("== Turn 3\n\nAll is well.\n\n- one")
    assert page.to_text(blocks, bold=True) == (
        "\033[1mTurn 3\033[0m\n\n  All is well.\n\n  - one\n"
    )


def test_a_long_item_goes_on_below_its_own_words() -> None:
    words = "one two three four five six seven eight nine ten"
    text = page.to_text(page.blocks(f"- {words}\n\n* Ann :: {words}\n* Bo\n"), 30)
    assert text == (
        "  - one two three four five\n"
        "    six seven eight nine ten\n"
        "\n"
        "  Ann  one two three four five\n"
        "       six seven eight nine\n"
        "       ten\n"
        "  Bo\n"
    )


def test_a_long_term_takes_no_room_from_its_text() -> None:
    """Texts stand at most 24 columns from the left, and have at least 20."""
    text = page.to_text(page.blocks(f"* {'x' * 30} :: one two\n* Ann :: three\n"), 40)
    assert text == f"  {'x' * 30}  one two\n  {'Ann':20}  three\n"
    narrow = page.to_text(page.blocks("* Bartholomew :: one two three four five\n"), 20)
    assert narrow == "  Bartholomew  one two three four\n" + " " * 15 + "five\n"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("abcd efgh", ["abcd efgh"]),
        ("abcd efghi", ["abcd", "efghi"]),
        ("ab cd efgh", ["ab cd", "efgh"]),
        ("a bcdefghij", ["a", "bcdefghij"]),
        ("abcdefghi jk", ["abcdefghi", "jk"]),
        ("abcdefghij k", ["abcdefghi", "j k"]),
        ("", [""]),
    ],
)
def test_where_nine_columns_end(text: str, lines: list[str]) -> None:
    assert page.wrap(text, 9) == lines


@pytest.mark.parametrize(
    ("gap", "lines"), [(2, ["Turn 3  game duel"]), (1, ["Turn 3", "game duel"])]
)
def test_what_stands_on_the_right_of_a_title_has_room(
    gap: int, lines: list[str]
) -> None:
    made = page.to_text(page.blocks("= Turn 3 :: game duel"), 15 + gap)
    assert made.splitlines() == lines


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("= a", "="),
        ("== a", "=="),
        ("=== a", ""),
        ("=a", ""),
        ("==", "=="),
        ("| a", "|"),
        ("|", "|"),
        ("|a", ""),
        ("- a", "-"),
        ("-a", ""),
        ("* a", "*"),
        ("** a", ""),
        (" - a", ""),
    ],
)
def test_the_mark_of_a_block_is_followed_by_a_blank(line: str, kind: str) -> None:
    (block,) = page.blocks(line)
    assert block.kind == kind


def test_lines_of_one_kind_are_one_block_until_a_blank_one() -> None:
    found = page.blocks("- a\n- b \n\n- c\nd\ne\n|  f\n")
    assert found == [
        page.Block("-", ("a", "b")),
        page.Block("-", ("c",)),
        page.Block("", ("d", "e")),
        page.Block("|", (" f",)),
    ]


def test_what_a_player_writes_is_plain_in_each_form() -> None:
    """Every kind of block escapes what stands in it."""
    kinds = ("= {} :: {}", "== {}", "- {}", "* {} :: {}", "{}")
    for markup in kinds:
        found = page.blocks(markup.format("a<b>", "c*d"))
        assert "<b>" not in page.to_html(found)
        assert "c*d" not in page.to_markdown(found)
        assert "a<b" not in page.to_markdown(found)
        squares = page.to_bbcode(page.blocks(markup.format("[b]", "[i]")))
        assert "[\u200bb]" in squares
        assert "[i]" not in squares
    assert page.to_html(page.blocks("| a<b>")) == "<pre>a&lt;b&gt;</pre>\n"
    assert page.to_bbcode(page.blocks("| [b]")) == "[code]\n[\u200bb]\n[/code]\n"
    assert page.to_html(page.blocks("= a :: b")) == "<h1>a <small>b</small></h1>\n"
    assert page.to_bbcode(page.blocks("= a :: b")) == "[b][size=130]a - b[/size][/b]\n"
    assert page.to_html(page.blocks("a\nb\n\nc")) == "<p>a b</p>\n<p>c</p>\n"
    assert page.to_html(page.blocks("- a\n- b")) == (
        "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"
    )
    assert page.to_bbcode(page.blocks("- a\n- b")) == "[list]\n[*]a\n[*]b\n[/list]\n"
    assert page.to_markdown(page.blocks("- 1. a\n\n12) b")) == "- 1\\. a\n\n12\\) b\n"
