"""Lines out of pieces: which kind holds, what is set off, and blank lines between."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.forum.markup import bbcode, html_body
from pbem.forum.markup.lines import LineBuilder
from pbem.forum.thread import MAX_POST_CHARS, MAX_POST_LINES
from pbem.language.reading import LineKind, MarkedLine

RANKS: tuple[LineKind, ...] = ("quote", "signature", "struck", "spoiler")


def test_what_stands_in_a_quote_is_quoted_whatever_else_it_is() -> None:
    out = LineBuilder()
    for kind in reversed(RANKS):
        out.open(kind)
        assert out.kind() == kind
    for kind, then in zip(RANKS, (*RANKS[1:], "new"), strict=True):
        out.close(kind)
        assert out.kind() == then


def test_a_stretch_ends_as_often_as_it_began() -> None:
    out = LineBuilder()
    out.close("quote")
    assert out.depth("quote") == 0
    out.open("quote")
    out.open("quote")
    out.close("quote")
    assert (out.depth("quote"), out.kind()) == (1, "quote")
    out.close("quote")
    assert (out.depth("quote"), out.kind()) == (0, "new")


def test_of_one_line_there_is_a_line_for_each_kind() -> None:
    out = LineBuilder()
    assert out.empty
    out.write("D4")
    assert not out.empty
    out.open("struck")
    out.write("E5")
    out.close("struck")
    out.write("1N")
    out.end()
    assert out.empty
    assert out.finished() == ((MarkedLine("D4 1N"), MarkedLine("E5", "struck")), ())


@pytest.mark.parametrize(
    ("pieces", "bold"),
    [
        (["*a", " ", "*b", "c"], ("a b",)),
        (["*a", "b", "*c"], ("a", "c")),
        (["a", "* "], ()),
        (["a", " ", "*b ", "* c"], ("b c",)),
    ],
)
def test_what_is_set_off_with_but_blanks_between_is_one(
    pieces: list[str], bold: tuple[str, ...]
) -> None:
    out = LineBuilder()
    for piece in pieces:
        out.bold = int(piece.startswith("*"))
        out.write(piece.lstrip("*"))
    ((line,), _) = out.finished()
    assert line.bold == bold


def test_blank_lines_stand_between_others_and_once() -> None:
    out = LineBuilder()
    for text in ("", "", "a", "", " \u00a0", "b", "c", "", ""):
        out.write(text)
        out.end(even_empty=True)
    lines, odd = out.finished()
    assert [line.text for line in lines] == ["a", "", "b", "c"]
    assert odd == ()
    out = LineBuilder()
    out.write("a")
    out.end()
    out.end()
    out.write("b")
    assert [line.text for line in out.finished()[0]] == ["a", "b"]


def test_a_blank_line_is_of_the_kind_that_holds() -> None:
    lines, _ = bbcode.lines_of("[quote]a\n\nb[/quote]\n\nc")
    assert [line.kind for line in lines] == ["quote", "quote", "quote", "new", "new"]


def test_a_post_is_full_to_the_character_and_to_the_line() -> None:
    out = LineBuilder()
    out.write("x" * (MAX_POST_CHARS - 1))
    assert not out.full
    out.end()
    out.end(even_empty=True)  # a line end is a character too
    assert out.full
    out.end(even_empty=True)
    assert len(out.done) == 2
    out.write("y")
    assert out.odd == {"cut": None}
    assert out.empty
    out = LineBuilder()
    for _ in range(MAX_POST_LINES):
        assert not out.full
        out.end(even_empty=True)
    assert out.full


def texts(markup: str, *, html: bool = True) -> list[str]:
    """The lines that are read, blank ones too."""
    lines, _ = html_body.lines_of(markup) if html else bbcode.lines_of(markup)
    return [line.text for line in lines]


@pytest.mark.parametrize(
    ("markup", "wanted"),
    [
        ("<div>a</div><div>b</div>", ["a", "b"]),
        ("<p>a</p><p>b</p>", ["a", "", "b"]),
        ("<h2>a</h2>b", ["a", "", "b"]),
        ("a<br>b<br><br>c", ["a", "b", "", "c"]),
        ("<pre>a\n\nb\n c</pre>d", ["a", "", "b", "c", "", "d"]),
        ("<pre>a\nb</pre>c\nd", ["a", "b", "", "c d"]),
        ("a\n  b", ["a b"]),
        ("<b>a</b> <i>b</i>", ["a b"]),
        (
            "<table><tr><td>a</td><th>b</th></tr><tr><td>c</td></tr></table>",
            ["a b", "c"],
        ),
        ("<ul><li>a</li><li>b</li></ul>", ["• a", "• b"]),
        ("<ol><li>a</li></ol>b", ["a", "", "b"]),
        ("<script>x</script>a<!-- y --><button>z</button>", ["a"]),
        ("a<span class=quote>b</span>c", ["a", "b", "c"]),
        ("<div>a<div>b</div>c</div>", ["a", "b", "c"]),
    ],
)
def test_a_page_has_the_lines_that_are_seen(markup: str, wanted: list[str]) -> None:
    assert texts(markup) == wanted


@pytest.mark.parametrize(
    "style",
    ["display:none", "visibility : hidden", "FONT-SIZE:0", "opacity: 0;color:red"],
)
def test_what_nobody_sees_is_no_line_and_told(style: str) -> None:
    lines, odd = html_body.lines_of(f'<p>a</p><p style="{style}">b</p>')
    assert [line.text for line in lines] == ["a"]
    assert odd == ("hidden",)
    folded = html_body.lines_of(f'<p class="spoiler" style="{style}">b</p>')
    assert folded == ((MarkedLine("b", "spoiler"),), ())


@pytest.mark.parametrize("style", ["font-size:0.9em", "opacity:0.5", "display:block"])
def test_what_is_only_small_or_pale_is_seen(style: str) -> None:
    assert html_body.lines_of(f'<p style="{style}">b</p>') == ((MarkedLine("b"),), ())


@pytest.mark.parametrize(
    ("markup", "wanted"),
    [
        ("a\n\n\nb", ["a", "", "b"]),
        ("a\r\nb\rc", ["a", "b", "c"]),
        ("a[quote]b[/quote]c", ["a", "b", "c"]),
        ("a[code]b[/code]c", ["a", "b", "c"]),
        ("a[list][*]b[li]c[/li][/list]d", ["a", "• b", "• c", "d"]),
        ("a[hr]b", ["a", "b"]),
        (">  a\n > b", ["a", "b"]),
    ],
)
def test_typed_text_has_the_lines_that_are_seen(markup: str, wanted: list[str]) -> None:
    assert texts(markup, html=False) == wanted


def test_a_tree_may_be_so_deep() -> None:
    deep = 2 * html_body.MAX_DEPTH
    for depth, cut in ((deep, 0), (deep + 1, 1), (deep + 7, 7)):
        page = "<b>" * depth + "D4" + "</b>" * depth + "<br><img>"
        kept = html_body.shallow(page)
        assert kept.count("<b>") == kept.count("</b>") == depth - cut
        assert kept.endswith("<br><img>")
    assert html_body.shallow("</b>" * 5 + "<b>" * deep).count("<b>") == deep


def test_tags_in_the_text_of_a_page_are_read() -> None:
    body = LexborHTMLParser("<p>[s]D4[/s]</p><p>E5</p>").body
    assert body is not None
    lines, _ = html_body.node_lines(body)
    assert lines[0] == MarkedLine("D4", "struck")
