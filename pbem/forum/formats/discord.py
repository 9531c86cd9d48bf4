"""Discord: a channel as DiscordChatExporter saves it, as JSON, HTML or text."""

from __future__ import annotations

import re
from typing import Any

from pbem.forum.clock.clock import clock_of, utc
from pbem.forum.markup import bbcode
from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads
from pbem.forum.thread import Post, Thread, clean_name, post_of
from pbem.forum.thread_file import ThreadFile

RANK = 22
_HEAD = re.compile(r"\[(?P<when>[^\[\]\n]{6,40})\] (?P<name>\S[^\n]{0,60})")
_TAIL = re.compile(r"\{(?:Attachments|Embed|Stickers|Reactions)\}")

PAGE = Marks(
    posts=".chatlog__message-container, .chatlog__message[data-message-id], "
    ".chatlog__messages > .chatlog__message",
    bodies=(".chatlog__content", ".chatlog__message-primary > .chatlog__markdown"),
    authors=places(
        ".chatlog__author@title", ".chatlog__author", ".chatlog__author-name"
    ),
    shown=places(".chatlog__author", ".chatlog__author-name"),
    times=places(
        ".chatlog__timestamp@title",
        ".chatlog__timestamp",
        ".chatlog__short-timestamp@title",
        ".chatlog__short-timestamp",
    ),
    edits=places(
        ".chatlog__edited-timestamp@title",
    ),
    numbers=places("@data-message-id", "@id", "[data-message-id]@data-message-id"),
    titles=(".preamble__entry:nth-of-type(2)", ".info__channel-name", "title"),
    quotes=".chatlog__markdown-quote, .chatlog__reply, .quote",
    drops=".chatlog__edited-timestamp",
    unless=".chatlog__message-container:has(.chatlog__system-notification-content)",
    joined=True,
)
_page = reads(PAGE)


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of an export."""
    document = file.json
    if document is not None:
        return _document(document)
    if (page := _page(file)) is not None:
        return page
    return _text(file) if file.raw.lstrip().startswith(b"=====") else None


def _document(document: Any) -> Thread | None:
    if not isinstance(document, dict) or not isinstance(document.get("messages"), list):
        return None
    found = [one for one in document["messages"] if isinstance(one, dict)]
    found = [one for one in found if "content" in one and "author" in one]
    if not found or "channel" not in document:
        return None
    channel = document["channel"]
    title = channel.get("name") if isinstance(channel, dict) else channel
    posts = (_post(one, at) for at, one in enumerate(found, 1))
    return Thread(clean_name(title), tuple(posts))


def _post(one: dict[str, Any], at: int) -> Post:
    author: Any = one["author"]
    author = author if isinstance(author, dict) else {"name": author}
    number = str(one.get("id", ""))
    return post_of(
        int(number) if re.fullmatch(r"[0-9]{1,20}", number) else at,
        author.get("name"),
        bbcode.lines_of(str(one["content"] or "")),
        shown=author.get("nickname"),
        time=utc(one.get("timestamp")),
        edited=utc(one.get("timestampEdited")),
    )


def _text(file: ThreadFile) -> Thread | None:
    """Read an export as text: `[time] name` above what was said."""
    lines = file.text.replace("\r\n", "\n").split("\n")
    channel = next((x for x in lines[:8] if x.startswith("Channel:")), "")
    heads = [(at, head) for at, x in enumerate(lines) if (head := _HEAD.fullmatch(x))]
    if not heads:
        return None
    clock = clock_of((head["when"] for _, head in heads), file.saved)
    heads = [one for one in heads if clock.read(one[1]["when"])]
    posts = []
    ends = [at for at, _ in heads[1:]] + [len(lines)]
    for index, ((at, head), end) in enumerate(zip(heads, ends, strict=True), 1):
        body = lines[at + 1 : end]
        cut = next((n for n, x in enumerate(body) if _TAIL.fullmatch(x)), len(body))
        rule = (n for n, x in enumerate(body[:cut]) if re.fullmatch("={20,}", x))
        posts.append(
            post_of(
                index,
                re.sub(r" \(pinned\)$|#\d{4}$", "", head["name"]),
                bbcode.lines_of("\n".join(body[: next(rule, cut)])),
                clocked=clock.read(head["when"]),
            )
        )
    title = channel.partition(":")[2].rpartition("/")[2]
    return Thread(clean_name(title), tuple(posts))
