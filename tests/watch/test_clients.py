"""Forums by their handbooks: imitations that answer as Discourse, NodeBB 3 and phpBB
are said to."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import parse_qs

import httpx
import pytest

from pbem.watch.client import Client, known_clients, recognised
from pbem.watch.clients.discourse import Discourse
from pbem.watch.clients.flaskbb import FlaskBB
from pbem.watch.clients.nodebb import NodeBB
from pbem.watch.clients.phpbb import PhpBB
from pbem.watch.session import HttpSession
from pbem.watch.settings import WatchSettings
from pbem.watch.trouble import Trouble

Answers = Callable[[httpx.Request], httpx.Response]


def client(kind: type[Client], thread: str, answers: Answers) -> Client:
    """A client of a forum that gives these answers."""

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/robots.txt":
            return httpx.Response(404)
        return answers(request)

    given = WatchSettings(thread, name="Gina", password="word", token="tok")
    session = HttpSession(thread, 0.0, transport=httpx.MockTransport(answer))
    return kind(session, given)


@pytest.mark.parametrize(
    ("address", "page", "name"),
    [
        ("https://x.org/topic/5/duel", '<div component="topic">', "nodebb"),
        ("https://x.org/f/topic/5-duel", "Powered by FlaskBB", "flaskbb"),
        ("https://x.org/t/duel/5", '<meta content="Discourse 3.2">', "discourse"),
        ("https://x.org/viewtopic.php?f=2&t=5", '<body id="phpbb">', "phpbb"),
        ("https://x.org/thread/5", "<html>", "page"),
    ],
)
def test_a_forum_is_known_by_its_address_and_its_page(
    address: str, page: str, name: str
) -> None:
    assert recognised(address, page) == name


def test_each_says_whether_it_was_tried() -> None:
    untried = [name for name, one in known_clients().items() if not one.tried]
    assert untried == ["discourse", "phpbb"]
    assert "handbook" in known_clients()["nodebb"].tried


class DiscourseForum:
    """Topics of 20 posts a page, keys in headers, posts and messages by posts.json."""

    def __init__(self) -> None:
        self.posts = [{"id": 100 + at, "cooked": f"<p>{at}</p>"} for at in range(45)]
        self.sent: list[dict[str, object]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        if path == "/t/57.json":
            page = int(request.url.params["page"]) - 1
            stream = {
                "posts": self.posts[page * 20 : page * 20 + 20],
                "stream": [one["id"] for one in self.posts],
            }
            return httpx.Response(200, json={"post_stream": stream})
        if request.headers.get("api-key") != "tok":
            return httpx.Response(403, json={"errors": ["You are not permitted."]})
        assert request.headers["api-username"] == "Gina"
        if path == "/posts.json":
            self.sent.append(json.loads(request.content))
            return httpx.Response(200, json={"id": 200, "post_url": "/t/duel/57/46"})
        if path == "/topics/private-messages-sent/Gina.json":
            titles = [one["title"] for one in self.sent if "title" in one]
            topics = [{"title": f"G{str(title)[1:]}"} for title in titles]
            return httpx.Response(200, json={"topic_list": {"topics": topics}})
        return httpx.Response(404)


def test_discourse_is_read_page_by_page_and_answered() -> None:
    forum = DiscourseForum()
    found = client(Discourse, "https://x.org/t/a-duel/57/12", forum)
    address, pages = found.first(), 0
    while address:
        pages += 1
        address = found.after(address, found.session.read(address).body)
    assert pages == 3
    found.enter()
    assert found.reply("game duel #1") == "/t/duel/57/46"
    assert forum.sent == [{"topic_id": 57, "raw": "game duel #1"}]
    assert found.sent("annie", "game duel #1, for Ann") is False
    found.message("annie", "game duel #1, for Ann", "Your hand")
    assert forum.sent[-1] == {
        "archetype": "private_message",
        "target_recipients": "annie",
        "title": "game duel #1, for Ann",
        "raw": "Your hand",
    }
    assert found.sent("annie", "game duel #1, for Ann") is True


def test_discourse_may_keep_a_post_back() -> None:
    def answers(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"action": "enqueued", "success": True})

    found = client(Discourse, "https://x.org/t/a-duel/57", answers)
    with pytest.raises(Trouble) as told:
        found.reply("x")
    assert told.value.code == "queued"


class NodeBB3:
    """Version 3 of the write API: status and response, chats with rooms."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, object]]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        if path == "/api/v3/ping":
            return self._ok({"pong": True})
        if path == "/api/user/ann-b":
            return httpx.Response(200, json={"uid": 7, "username": "Ann B"})
        if request.headers.get("authorization") != "Bearer tok":
            said = {"code": "not-authorised", "message": "Log in, please."}
            return httpx.Response(401, json={"status": said, "response": {}})
        if request.method == "POST":
            self.sent.append((path, json.loads(request.content)))
            return self._ok({"pid": 9, "roomId": 3, "messageId": 4})
        return httpx.Response(404)

    @staticmethod
    def _ok(response: dict[str, object]) -> httpx.Response:
        return httpx.Response(
            200, json={"status": {"code": "ok"}, "response": response}
        )


def test_nodebb_3_is_answered_by_its_newer_api() -> None:
    forum = NodeBB3()
    found = client(NodeBB, "https://x.org/topic/57/a-duel", forum)
    found.enter()
    assert found.reply("game duel #1") == "/post/9"
    found.message("Ann B", "game duel #1, for Ann", "Your hand")
    found.message("Ann B", "game duel #1, part 2 of 2, for Ann", "More")
    assert [path for path, _ in forum.sent] == [
        "/api/v3/topics/57",
        "/api/v3/chats",
        "/api/v3/chats/3",
        "/api/v3/chats/3",
    ]
    assert forum.sent[1][1] == {"uids": [7]}
    assert forum.sent[2][1] == {"message": "game duel #1, for Ann\n\nYour hand"}


LOGIN = """<form action="./ucp.php?mode=login" method="post"><input name="username">
<input type="password" name="password"><input type="hidden" name="sid" value="a1">
<input type="hidden" name="form_token" value="t1"><input type="submit" name="login"
value="Login"></form>"""
WRITE = """<form action="./posting.php?mode=reply&amp;t=57" method="post">
<input name="subject" value="Re: Duel"><textarea name="message"></textarea>
<input type="hidden" name="form_token" value="t2"><input type="submit" name="preview"
value="Preview"><input type="submit" name="post" value="Submit"></form>"""
COMPOSE = """<form action="./ucp.php?i=pm&amp;mode=compose" method="post">
<textarea name="username_list"></textarea><input type="submit" name="add_to"
value="Add">{to}<input name="subject" value=""><textarea name="message"></textarea>
<input type="hidden" name="form_token" value="t3">
<input type="submit" name="post" value="Submit"></form>"""
TO = '<input type="hidden" name="address_list[u][7]" value="to">'


PHPBB = '<dl class="postprofile">{0}</dl><div class="postbody"><p>{0}</p></div>{1}'
FLASKBB = '<div class="post-content" id="pid1">{0}</div><ul class="pagination">{1}</ul>'


class PhpBBForum:
    """Forms with tokens, one of which is made anew for each page."""

    def __init__(self, password: str = "word") -> None:
        self.password = password
        self.sent: list[dict[str, str]] = []
        self.member = False

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path, query = request.url.path, request.url.params
        given = {k: v[0] for k, v in parse_qs(request.content.decode()).items()}
        if path == "/viewtopic.php":
            return httpx.Response(200, text=_topic(int(query.get("start", "0"))))
        if query.get("mode") == "login":
            if not given:
                return httpx.Response(200, text=LOGIN)
            right = given["password"] == self.password
            self.member = right and given["form_token"] == "t1" and "login" in given
            wrong = f'<div class="error">No such password.</div>{LOGIN}'
            return httpx.Response(200, text="Welcome" if self.member else wrong)
        if not self.member:
            return httpx.Response(200, text=LOGIN)
        if path == "/posting.php":
            if not given:
                return httpx.Response(200, text=WRITE)
            self.sent.append(given)
            return httpx.Response(200, text='<a href="./viewtopic.php?p=9#p9">View</a>')
        if "post" in given:
            self.sent.append(given)
            return httpx.Response(200, text="Sent")
        if query.get("mode") == "compose":
            known = given.get("username_list") == "annie"
            return httpx.Response(200, text=COMPOSE.format(to=TO if known else ""))
        titles = "".join(
            f'<a class="topictitle" href="#">{one["subject"]}</a>'
            for one in self.sent
            if query.get("folder") == "outbox"
        )
        return httpx.Response(200, text=titles)


def _topic(start: int) -> str:
    more = "".join(
        f'<a href="./viewtopic.php?t=57&amp;sid=x&amp;start={at}">{at}</a>'
        for at in (0, 10, 20)
        if at != start
    )
    return f'<body id="phpbb"><div class="postbody">x</div>{more}</body>'


def phpbb(forum: PhpBBForum) -> Client:
    """A member of a phpBB."""
    return client(PhpBB, "https://x.org/viewtopic.php?f=2&t=57&start=10", forum)


def test_phpbb_is_read_page_by_page_and_answered_as_a_member() -> None:
    forum = PhpBBForum()
    found = phpbb(forum)
    address, pages = found.first(), []
    while address:
        pages.append(address.rpartition("=")[2])
        address = found.after(address, found.session.read(address).body)
    assert pages == ["57", "10", "20"]
    found.enter()
    assert found.reply("game duel #1").endswith("#p9")
    assert forum.sent[0]["form_token"] == "t2"
    assert forum.sent[0]["subject"] == "Re: Duel"
    assert "preview" not in forum.sent[0]
    assert found.sent("annie", "game duel #1") is False
    forum.sent.clear()
    found.message("annie", "game duel #1", "Your hand")
    (sent,) = forum.sent
    assert sent["address_list[u][7]"] == "to"
    assert (sent["subject"], sent["message"]) == ("game duel #1", "Your hand")
    assert found.sent("annie", "game duel #1") is True


@pytest.mark.parametrize(
    ("kind", "thread", "page"),
    [
        (PhpBB, "https://x.org/viewtopic.php?t=57", PHPBB),
        (FlaskBB, "https://x.org/topic/57-a-duel", FLASKBB),
    ],
)
def test_what_members_write_leads_to_no_page(
    kind: type[Client], thread: str, page: str
) -> None:
    def answers(request: httpx.Request) -> httpx.Response:
        return httpx.Response(404)

    found = client(kind, thread, answers)
    theirs = '<a href="/viewtopic.php?t=57&amp;start={0}&amp;page={0}">x</a>'
    for number in ("2", "1" * 5000):
        inside = page.format(theirs.format(number), "").encode()
        assert found.after(found.first(), inside) == ""
    assert found.after(found.first(), page.format("", theirs.format(2)).encode())


def test_a_topic_of_nodebb_has_no_endless_number_of_pages() -> None:
    found = client(NodeBB, "https://x.org/topic/57/a-duel", NodeBB3())
    page = b'{"pagination": {"currentPage": 1, "pageCount": 1e999}}'
    assert found.after(found.first(), page) == ""


def test_phpbb_says_why_it_lets_nobody_in() -> None:
    with pytest.raises(Trouble) as told:
        phpbb(PhpBBForum("another")).enter()
    assert (told.value.code, told.value.given["said"]) == ("login", "No such password.")


def test_phpbb_sends_no_message_to_somebody_unknown() -> None:
    forum = PhpBBForum()
    found = phpbb(forum)
    found.enter()
    with pytest.raises(Trouble) as told:
        found.message("nobody", "game duel #1", "Your hand")
    assert told.value.code == "no-member"
    assert forum.sent == []


def test_a_member_who_was_forgotten_is_told_of_and_enters_anew() -> None:
    forum = PhpBBForum()
    found = phpbb(forum)
    found.enter()
    forum.member = False
    with pytest.raises(Trouble) as told:
        found.reply("game duel #1")
    assert (told.value.code, told.value.sure) == ("login-page", True)
    found.enter()
    assert found.reply("game duel #1")
