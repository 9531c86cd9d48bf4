"""Text that its writer has struck out: it counts nowhere."""

from __future__ import annotations

import re

_TAGS = frozenset({"s", "strike", "del"})
_STYLE = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,80}\bline-through\b")
#: Strokes that people type: Markdown, BBCode, and characters with a stroke over each.
_TYPED = re.compile(
    r"(?:(?<!~)~~(?=[^\s~])(?:[^~\n]|\n(?!\s*\n)){1,500}(?<=\S)~~(?!~)"
    r"|\[(?P<tag>s|strike|del)\](?:[^\[]|\[(?!/?(?P=tag)\])){1,500}\[/(?P=tag)\]"
    r"|(?:[^\n][\u0335\u0336])+)(?P<after>[ \t]?)",
    re.IGNORECASE,
)


def strikes(tag: str, style: str) -> bool:
    """Return whether an element of HTML strikes its text; the style in lower case.

    >>> strikes("del", ""), strikes("span", "text-decoration: underline line-through")
    (True, True)
    """
    return tag in _TAGS or bool(style and _STYLE.search(style))


def without_struck(text: str) -> str:
    r"""Return a text without what typed marks strike out.

    >>> without_struck("D4 ~~1N~~ 1NE"), without_struck("[s]D4 1N\nE5[/s] F6")
    ('D4 1NE', '\nF6')
    >>> without_struck("~~~~~ D4 ~~ 1\u0336N\u0336E")
    '~~~~~ D4 ~~ E'
    """
    return _TYPED.sub(_left, text)


def _left(found: re.Match[str]) -> str:
    """Return what stays of a stretch: its ends of lines, and no blank twice."""
    ends = "\n" * found[0].count("\n")
    before = found.string[found.start() - 1 : found.start()]
    return ends if ends or not before or before.isspace() else found["after"]
