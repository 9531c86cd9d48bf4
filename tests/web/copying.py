"""A thread as a browser copies it: markup and text, pasted with one key."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

_POST = re.compile(r"^#(\d+) (.+)\n((?:(?!#\d+ ).*\n?)*)", re.MULTILINE)
_QUOTE = re.compile(r'\[quote="(\w+)"\](.*?)\[/quote\]')
_QUOTED = (
    r'<blockquote class="bbCodeBlock bbCodeBlock--quote" data-quote="\1">'
    r'<a class="bbCodeBlock-sourceJump">\1 said:</a>'
    r'<div class="bbCodeBlock-expandContent">\2</div></blockquote>'
)
_PASTE = """([markup, text]) => {
    const data = new DataTransfer();
    data.setData("text/html", markup);
    data.setData("text/plain", text);
    const event = new ClipboardEvent("paste",
        {clipboardData: data, bubbles: true, cancelable: true});
    document.activeElement.dispatchEvent(event);
}"""


def paste(page: Page, thread: str) -> None:
    """Paste posts, written `#N NAME` and lines below, as they stand in a forum."""
    posts = _POST.findall(thread)
    markup = "".join(
        f'<article class="message" data-author="{name}" id="js-post-{number}">'
        f'<a class="username">{name}</a>'
        f'<time datetime="2026-11-20T18:{int(number):02}:00+0000">Nov 20</time>'
        f'<div class="bbWrapper">{_marked(text)}</div></article>'
        for number, name, text in posts
    )
    text = "\n".join(f"{name}\n{text}" for _, name, text in posts)
    page.evaluate(_PASTE, [f"<html><body>{markup}</body></html>", text])
    page.keyboard.insert_text(text)


def _marked(text: str) -> str:
    text = _QUOTE.sub(_QUOTED, text.strip().replace("\n", "<br>"))
    return text.replace("[b]", "<b>").replace("[/b]", "</b>")
