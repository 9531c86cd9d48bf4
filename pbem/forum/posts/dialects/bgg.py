"""BoardGameGeek: BBCode of its own, which drops all that follows a `<`.

It has no lists, and its [c] may run blanks together.
"""

from __future__ import annotations

import re

from pbem.forum.posts.dialect import Dialect
from pbem.pages.page import Block

_TAG = re.compile(r"\[(?=\s*/?\s*[a-zA-Z*_-]+[\]=\s])|\[(?=\*\])")


def _text(text: str) -> str:
    text = text.replace("<", "‹").replace(">", "›")
    return _TAG.sub("[\u200b", text)


def _block(block: Block) -> str:
    match block.kind:
        case "|":
            lines = (_text(line).replace(" ", "\u00a0") for line in block.lines)
            return "[c]" + "\n".join(lines) + "[/c]"
        case "=":
            lines = (_text(line.replace(" :: ", " - ")) for line in block.lines)
            return "\n".join(f"[b][size=14]{line}[/size][/b]" for line in lines)
        case "==":
            return "\n".join(f"[b]{_text(line)}[/b]" for line in block.lines)
        case "-":
            return "\n".join(f"• {_text(line)}" for line in block.lines)
        case "*":
            rows = (line.partition(" :: ") for line in block.lines)
            return "\n".join(
                f"• [b]{_text(a.strip())}[/b]{': ' * bool(b)}{_text(c.strip())}"
                for a, b, c in rows
            )
    return _text(" ".join(block.lines))


def _hide(title: str, text: str) -> str:
    return f"[b]{_text(title)}[/b]\n[o]{text}[/o]"


DIALECT = Dialect(
    title="BoardGameGeek",
    rank=40,
    max_chars=30_000,
    block=_block,
    hide=_hide,
    link=lambda address, words: f"[url={address}]{words}[/url]",
)
