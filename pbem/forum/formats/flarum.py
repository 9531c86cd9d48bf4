"""Flarum: a discussion as JSON (`/api/discussions/NUMBER`), or a saved page."""

from __future__ import annotations

from typing import Any

from pbem.forum.clock.clock import utc
from pbem.forum.markup import html_body
from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads
from pbem.forum.thread import Post, Thread, clean_name, post_of
from pbem.forum.thread_file import ThreadFile

RANK = 24
JsonObject = dict[str, Any]

PAGE = Marks(
    posts=".PostStream-item[data-type=comment], .PostStream-item:has(.CommentPost), "
    "article.CommentPost",
    bodies=(".Post-body",),
    authors=places(
        ".PostUser .username",
        ".PostUser-name",
        ".item-user .username",
        ".PostUser a[href*='/u/']",
        ".username",
    ),
    times=places(
        "@data-time",
        ".PostMeta time@datetime",
        ".Post-header time@datetime",
        "time@title",
        ".PostMeta",
    ),
    edits=places(".PostEdited time@datetime", ".PostEdited@title"),
    numbers=places("@data-number", "@data-index"),
    links=places(
        ".PostMeta-permalink@value",
    ),
    titles=(".DiscussionHero-title", "h1"),
    quotes="blockquote",
    drops=".Post-quoteButtonContainer, .PostQuoteButton",
)
_page = reads(PAGE)


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of a discussion."""
    document = file.json
    if document is None:
        return _page(file)
    if not isinstance(document, dict) or not isinstance(
        document.get("data"), dict | list
    ):
        return None
    main = document["data"]
    things = [
        *(main if isinstance(main, list) else [main]),
        *_list(document, "included"),
    ]
    things = [one for one in things if isinstance(one, dict)]
    users = {
        str(one.get("id")): _of(one) for one in things if one.get("type") == "users"
    }
    posts = [
        _post(one, at, users)
        for at, one in enumerate(_posts(things), 1)
        if "contentHtml" in _of(one) or isinstance(_of(one).get("content"), str)
    ]
    if not posts:
        return None
    titles = (
        _of(one).get("title") for one in things if one.get("type") == "discussions"
    )
    posts.sort(key=lambda post: post.number)
    return Thread(clean_name(next(titles, "")), tuple(posts))


def _posts(things: list[JsonObject]) -> list[JsonObject]:
    """Return what was written and is shown."""
    return [
        one
        for one in things
        if one.get("type") == "posts"
        and _of(one).get("contentType", "comment") == "comment"
        and not _of(one).get("isHidden")
    ]


def _post(one: JsonObject, at: int, users: dict[str, JsonObject]) -> Post:
    fields = _of(one)
    link = one.get("relationships")
    for step in ("user", "data", "id"):
        link = link.get(step) if isinstance(link, dict) else None
    user = users.get(str(link), {})
    number = fields.get("number")
    return post_of(
        number if isinstance(number, int) and number > 0 else at,
        user.get("username"),
        html_body.lines_of(
            str(fields.get("contentHtml") or fields.get("content") or "")
        ),
        shown=user.get("displayName"),
        time=utc(fields.get("createdAt")),
        edited=utc(fields.get("editedAt")),
    )


def _of(one: JsonObject) -> JsonObject:
    found = one.get("attributes")
    return found if isinstance(found, dict) else {}


def _list(document: JsonObject, key: str) -> list[Any]:
    found = document.get(key)
    return found if isinstance(found, list) else []
