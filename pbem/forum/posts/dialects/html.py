"""HTML, for forums that let a moderator write it."""

from __future__ import annotations

from markupsafe import escape

from pbem.forum.posts.dialect import Dialect
from pbem.pages import page


def _hide(title: str, text: str) -> str:
    return f"<details><summary>{escape(title)}</summary>\n{text}\n</details>"


def _picture(address: str, words: str) -> str:
    return f'<p><img src="{escape(address)}" alt="{escape(words)}"></p>'


DIALECT = Dialect(
    title="HTML",
    rank=60,
    block=lambda block: page.to_html([block._replace(shares=())]).rstrip("\n"),
    hide=_hide,
    picture=_picture,
    link=lambda address, words: (
        f'<p><a href="{escape(address)}">{escape(words)}</a></p>'
    ),
    ending="html",
)
