"""The markup of each forum: what a block of a report becomes in a post there.

Nothing that a player has written can act as markup; drawings keep their width.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pbem.report import page
from pbem.report.page import Block

_TAG = re.compile(r"\[(?=/?[a-zA-Z*_-]+[\]= ])|\[(?=\*\])")
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;", "~": "&#126;"}
_AT_START = re.compile(r"^([-+=])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Flavour:
    """How a forum wants its posts."""

    name: str
    limit: int  #: characters of a post, as the forum is shipped
    block: Callable[[Block], str]
    hide: Callable[[str, str], str] | None = None  #: title and text to a spoiler
    picture: Callable[[str, str], str] | None = None  #: address and words
    private: str = "txt"  #: how files are called


def _markdown(block: Block) -> str:
    """As page.py has it, and no line of talk begins a list by chance.

    Older forums know no backslash before some characters, but all know entities.
    """
    text = page.to_markdown([block]).rstrip("\n")
    if block.kind == "|":
        return text
    text = re.sub(r"\\(.)", lambda found: _ENTITIES.get(found[1], found[0]), text)
    return _AT_START.sub(r"\\\1", text) if block.kind == "" else text


def _bare(block: Block) -> str:
    """As _markdown, but no language behind a fence: FlaskBB then cuts blanks off."""
    return re.sub(r"^(`{3,})text$", r"\1", _markdown(block), count=1, flags=re.M)


def _details(title: str, text: str) -> str:
    safe = re.sub(r'["\[\]]', "", title)
    return f'[details="{safe}"]\n\n{text}\n\n[/details]'


def _bbcode(block: Block) -> str:
    """As page.py has it; in [code] only its own end has to be kept apart."""
    if block.kind != "|":
        return page.to_bbcode([block]).rstrip("\n")
    lines = (re.sub(r"\[(?=/code)", "[\u200b", x, flags=re.I) for x in block.lines)
    return "\n".join(("[code]", *lines, "[/code]"))


def _geek(text: str) -> str:
    """Text on BoardGameGeek, which drops all that follows a `<`."""
    text = text.replace("<", "‹").replace(">", "›")
    return _TAG.sub("[\u200b", text)


def _bgg(block: Block) -> str:
    """BoardGameGeek has no lists, and its [c] may run blanks together."""
    match block.kind:
        case "|":
            lines = (_geek(line).replace(" ", "\u00a0") for line in block.lines)
            return "[c]" + "\n".join(lines) + "[/c]"
        case "=":
            lines = (_geek(line.replace(" :: ", " - ")) for line in block.lines)
            return "\n".join(f"[b][size=14]{line}[/size][/b]" for line in lines)
        case "==":
            return "\n".join(f"[b]{_geek(line)}[/b]" for line in block.lines)
        case "-":
            return "\n".join(f"• {_geek(line)}" for line in block.lines)
        case "*":
            rows = (line.partition(" :: ") for line in block.lines)
            return "\n".join(
                f"• [b]{_geek(a.strip())}[/b]{': ' * bool(b)}{_geek(c.strip())}"
                for a, b, c in rows
            )
    return _geek(" ".join(block.lines))


def _plain(block: Block) -> str:
    return page.to_text([block]).rstrip("\n")


def _html(block: Block) -> str:
    return page.to_html([block]).rstrip("\n")


def _html_details(title: str, text: str) -> str:
    from markupsafe import escape

    return f"<details><summary>{escape(title)}</summary>\n{text}\n</details>"


def _image(address: str, words: str) -> str:
    words = re.sub(r"[\[\]\\`*_<>]", "", words)
    return f"![{words}]({address})"


def _img(address: str, words: str) -> str:
    return f"[img]{address}[/img]"


def _geek_spoiler(title: str, text: str) -> str:
    return f"[b]{_geek(title)}[/b]\n[o]{text}[/o]"


FLAVOURS: Mapping[str, Flavour] = {
    one.name: one
    for one in (
        Flavour("phpbb", 60_000, _bbcode, None, _img),
        Flavour("discourse", 32_000, _markdown, _details, _image, "md"),
        Flavour("nodebb", 32_767, _markdown, None, _image, "md"),
        Flavour("bgg", 30_000, _bgg, _geek_spoiler, None),
        Flavour("markdown", 60_000, _bare, None, _image, "md"),
        Flavour("html", 60_000, _html, _html_details, None, "html"),
        Flavour("plain", 60_000, _plain),
    )
}
"""The forums by name; `markdown` is for others that take it, as FlaskBB and Misago."""

NAMES: Sequence[str] = tuple(FLAVOURS)
