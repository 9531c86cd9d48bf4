"""Each line of a post has its kind, in whatever markup it was written."""

from __future__ import annotations

import pytest

from pbem.forum.markup import bbcode, html_body
from pbem.forum.thread import PostLine


def kinds(lines: tuple[PostLine, ...]) -> list[tuple[str, str]]:
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
