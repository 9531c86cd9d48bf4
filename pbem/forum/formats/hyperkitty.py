"""Mailman 3: a thread of HyperKitty, as saved from a browser."""

from __future__ import annotations

from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads

RANK = 45

MARKS = Marks(
    posts="div.email:has(.email-body), section.email:has(.email-body)",
    bodies=(".email-body",),
    authors=places(".email-author .name", ".name", ".email-author a", ".email-author"),
    times=places(
        ".time span[title]@title",
        ".email-date@title",
        ".email-date [title]@title",
        ".email-date",
        ".time",
    ),
    numbers=(),
    links=places(".messagelink@href", "a[name]@href", "a[href*='/message/']@href"),
    titles=(".thread-header h3", "h3", "h1"),
    quotes=".quoted-text, blockquote, .email-quoted, .quoted-switch",
    signatures=".email-signature, .signature",
    drops=".quoted-switch",
    needs=".email-body",
)

read = reads(MARKS)
