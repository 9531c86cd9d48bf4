"""Each line of a post has its kind, in whatever markup it was written."""

from __future__ import annotations

import pytest

from pbem.forum.markup import bbcode, html_body
from pbem.forum.markup.html_body import MAX_DEPTH
from pbem.forum.thread import MAX_LINE_CHARS, MAX_POST_CHARS, MAX_POST_LINES
from pbem.language.reading import MarkedLine


def kinds(lines: tuple[MarkedLine, ...]) -> list[tuple[str, str]]:
    """What was read."""
    return [(line.kind, line.text) for line in lines if line.text]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('[quote="[url=x]Bob[/url]"]E5[/quote]', [("quote", "E5")]),
        ("[QUOTE=Bob time=5]E5[/quote]D4", [("quote", "E5"), ("new", "D4")]),
        ('[q="Bob"]a[q]E5[/q]b[/q]', [("quote", "a"), ("quote", "E5"), ("quote", "b")]),
        ("> E5\n>> F6\nD4", [("quote", "E5"), ("quote", "F6"), ("new", "D4")]),
        ("[code][quote]E5[/quote][/code]", [("new", "[quote]E5[/quote]")]),
        ("[o]D4[/o] [-]E5[/-]", [("spoiler", "D4"), ("struck", "E5")]),
        ("||D4|| ~~E5~~ F6", [("spoiler", "D4"), ("struck", "E5"), ("new", "F6")]),
        ("[/quote]D4", [("new", "D4")]),
        ("[unknown]D4[/unknown]", [("new", "[unknown]D4[/unknown]")]),
        ("game my\\_game \\#3", [("new", "game my_game #3")]),
        ("[code]a[b]c[/b][/code][b]D4[/b]", [("new", "a[b]c[/b]"), ("new", "D4")]),
        ("[list][*]D4[*]E5[/list]F6", [("new", t) for t in ("• D4", "• E5", "F6")]),
        ("[quote]E5[/quote][/quote]D4", [("quote", "E5"), ("new", "D4")]),
        ("a[hr]D4", [("new", "a"), ("new", "D4")]),
    ],
)
def test_typed_markup(text: str, wanted: list[tuple[str, str]]) -> None:
    assert kinds(bbcode.lines_of(text)[0]) == wanted


@pytest.mark.parametrize(
    ("markup", "wanted"),
    [
        (
            "<blockquote>E5<blockquote>F6</blockquote></blockquote>D4",
            [("quote", "E5"), ("quote", "F6"), ("new", "D4")],
        ),
        (
            '<aside class="quote"><div>E5</div></aside>D4',
            [("quote", "E5"), ("new", "D4")],
        ),
        (
            '<aside><blockquote class="spoiler-body">D4</blockquote></aside>',
            [("spoiler", "D4")],
        ),
        (
            '<span style="text-decoration: line-through">E5</span> D4',
            [("struck", "E5"), ("new", "D4")],
        ),
        (
            "<details><summary>More</summary>D4</details>",
            [("spoiler", "More"), ("spoiler", "D4")],
        ),
        ('<div class="signature">E5</div>D4', [("signature", "E5"), ("new", "D4")]),
        ("<pre>D4\n  1NE</pre>", [("new", "D4"), ("new", "1NE")]),
        ("<ul><li>D4</li></ul><ol><li>E5</li></ol>", [("new", "• D4"), ("new", "E5")]),
        ("D4&nbsp;&nbsp;1NE<br>E5", [("new", "D4 1NE"), ("new", "E5")]),
    ],
)
def test_rendered_markup(markup: str, wanted: list[tuple[str, str]]) -> None:
    assert kinds(html_body.lines_of(markup)[0]) == wanted


@pytest.mark.parametrize(
    ("text", "bold"),
    [
        ("[b]D4[/b] and [B]E5[/B]", ("D4", "E5")),
        ("[b]D4[/b][b] 1NE[/b]", ("D4 1NE",)),
        ("[b]D4[/b] [b]1NE[/b]", ("D4 1NE",)),
        ("[/b][/b][b]D4[/b] E5", ("D4",)),
        ("[b][b]D4[/b] 1NE[/b] E5", ("D4 1NE",)),
        ("**D4** E5", ("D4",)),
        ("[code][b]D4[/b][/code]", ()),
        ("[b] [/b]D4", ()),
    ],
)
def test_what_is_set_off(text: str, bold: tuple[str, ...]) -> None:
    (line,) = bbcode.lines_of(text)[0]
    assert line.bold == bold


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        ("[quote]E5[/quote]", []),
        ("[quote]E5", ["unclosed"]),
        ("[code]E5", ["unclosed"]),
        ("[quote][quote]E5[/quote]", ["unclosed"]),
        ("[spoiler]E5", []),
        ("x" * MAX_POST_CHARS, ["cut"]),
        ("D4\n" + "x" * MAX_LINE_CHARS, []),
        ("D4\n" + "x" * (MAX_LINE_CHARS + 1), ["cut"]),
        ("D4\n" * (MAX_POST_LINES + 1), ["cut"]),
    ],
)
def test_what_is_odd_in_a_post(text: str, odd: list[str]) -> None:
    assert [*bbcode.lines_of(text)[1]] == odd


def test_lines_have_a_limit() -> None:
    (line,) = bbcode.lines_of("x" * (MAX_LINE_CHARS + 5))[0]
    assert line.text == "x" * MAX_LINE_CHARS
    assert len(bbcode.lines_of("D4\n" * (MAX_POST_LINES + 9))[0]) == MAX_POST_LINES


@pytest.mark.parametrize(
    ("markup", "wanted"),
    [
        ("[quote]E5[/quote]D4", [("quote", "E5"), ("new", "D4")]),
        (
            "<pre>[quote]E5[/quote]</pre>D4",
            [("new", "[quote]E5[/quote]"), ("new", "D4")],
        ),
    ],
)
def test_tags_in_the_text_of_a_page(markup: str, wanted: list[tuple[str, str]]) -> None:
    assert kinds(html_body.lines_of(markup)[0]) == wanted


def test_a_page_that_is_cut_says_so_once() -> None:
    comment = f"<p>D4</p><!--{'x' * 4 * MAX_POST_CHARS}-->"
    for page in ("x " * (2 * MAX_POST_CHARS + 1), comment, "<div>" * MAX_DEPTH + "D4"):
        assert html_body.lines_of(page)[1] == ("cut",)
    assert html_body.lines_of("<div>" * (MAX_DEPTH - 1) + "D4")[1] == ()


@pytest.mark.parametrize(
    ("markup", "bold"),
    [
        ("<strong>D4</strong> E5", ("D4",)),
        ('<span style="font-weight: 600">D4</span> E5', ("D4",)),
        ('<span style="font-weight: 500">D4</span> E5', ()),
        ("<h3>D4</h3>", ("D4",)),
        ("<i>D4</i>", ()),
    ],
)
def test_what_a_page_sets_off(markup: str, bold: tuple[str, ...]) -> None:
    (line,) = html_body.lines_of(markup)[0]
    assert line.bold == bold


@pytest.mark.parametrize(("more", "cut"), [(0, False), (1, True)])
def test_what_is_beyond_the_longest_post_is_cut(more: int, cut: bool) -> None:
    lines = ("x" * (MAX_LINE_CHARS - 1) + "\n") * (MAX_POST_CHARS // MAX_LINE_CHARS)
    assert len(lines) == MAX_POST_CHARS
    assert ("cut" in bbcode.lines_of(lines + "x" * more)[1]) is cut
    paragraph = f"<p>{'<b>xxxxxxxxxx</b> ' * 50}</p>"
    read, odd = html_body.lines_of(paragraph * (150 + 250 * more))
    assert ("cut" in odd) is cut
    assert sum(len(line.text) for line in read) <= MAX_POST_CHARS
