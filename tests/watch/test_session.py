"""A session with a forum: with that forum alone, slowly, and never too much."""

from __future__ import annotations

import gzip
import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress

import httpx
import pytest

from pbem.watch import session as module
from pbem.watch.robots import Robots
from pbem.watch.session import HttpSession
from pbem.watch.trouble import Trouble
from pbem.watch.words import words
from tests.support.processes import HOST as HERE

HOME = "https://forum.example/topic/1"


def talk(
    *answers: httpx.Response | Exception, robots: str = ""
) -> tuple[HttpSession, list]:  # type: ignore[type-arg]
    """A session with a forum that gives these answers, and what it was asked."""
    waiting, asked = list(answers), []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        if request.url.path == "/robots.txt":
            return httpx.Response(200 if robots else 404, text=robots)
        found = waiting.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    return HttpSession(HOME, 0.0, transport=httpx.MockTransport(answer)), asked


def refused(*answers: httpx.Response | Exception, robots: str = "") -> Trouble:
    """What reading comes to."""
    session, _ = talk(*answers, robots=robots)
    with pytest.raises(Trouble) as told:
        session.read(HOME)
    assert "\n" not in words(told.value.code, told.value.given)
    assert len(words(told.value.code, told.value.given)) > 30
    return told.value


@pytest.mark.parametrize(
    ("status", "code", "sure"),
    [
        (400, "refused", True),
        (401, "unknown-member", True),
        (403, "forbidden", True),
        (404, "missing", True),
        (410, "missing", True),
        (418, "status", True),
        (429, "too-many", True),
        (500, "broken", False),
        (503, "broken", False),
    ],
)
def test_a_status_is_told_in_words(status: int, code: str, sure: bool) -> None:
    said = httpx.Response(status, json={"errors": ["Not today"]})
    found = refused(said)
    assert (found.code, found.sure) == (code, sure)
    if code != "missing":
        assert "Not today" in words(found.code, found.given)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (httpx.ConnectError("Name or service not known"), "unreachable"),
        (httpx.ConnectTimeout("x"), "slow"),
        (httpx.ReadTimeout("x"), "slow"),
        (httpx.ReadError("reset"), "cut"),
        (httpx.RemoteProtocolError("no HTTP"), "cut"),
    ],
)
def test_a_line_that_fails_is_told_in_words(error: Exception, code: str) -> None:
    assert refused(error).code == code


def test_a_login_for_another_server_is_not_sent_there() -> None:
    away = httpx.Response(302, headers={"Location": "https://evil.example/topic/1"})
    session, asked = talk(away)
    session.headers["Authorization"] = "Bearer secret"
    with pytest.raises(Trouble) as told:
        session.read(HOME)
    assert told.value.code == "leads-away"
    assert "evil.example" in words(told.value.code, told.value.given)
    assert {request.url.host for request in asked} == {"forum.example"}


@pytest.mark.parametrize(
    "target",
    [
        "http://forum.example/x",
        "https://forum.example:444/x",
        "//x.example",
        "file:///x",
    ],
)
def test_another_port_or_scheme_is_another_server(target: str) -> None:
    away = httpx.Response(301, headers={"Location": target})
    assert refused(away).code == "leads-away"


def test_a_moved_thread_is_followed_and_told() -> None:
    moved = httpx.Response(301, headers={"Location": "/topic/1/other-name"})
    session, _ = talk(moved, httpx.Response(200, text="x"))
    found = session.read(HOME)
    assert found.moved == "https://forum.example/topic/1/other-name"


def test_a_circle_is_left() -> None:
    round_ = [httpx.Response(302, headers={"Location": HOME})] * 9
    assert refused(*round_).code == "circle"


def test_robots_are_obeyed_everywhere_on_the_way() -> None:
    rules = "User-agent: *\nDisallow: /private\n"
    moved = httpx.Response(302, headers={"Location": "/private/1"})
    assert refused(moved, robots=rules).code == "robots"
    assert refused(robots="User-agent: pbem\nDisallow: /\n").code == "robots"


def test_robots_may_ask_others_to_stay_away() -> None:
    rules = "User-agent: *\nDisallow: /\n\nUser-agent: pbem\nAllow: /\n"
    session, _ = talk(httpx.Response(200, text="x"), robots=rules)
    assert session.read(HOME).text == "x"


def test_robots_see_no_token() -> None:
    session, asked = talk(httpx.Response(200, text="x"))
    session.headers["Authorization"] = "Bearer secret"
    session.read(HOME)
    assert "authorization" not in asked[0].headers
    assert asked[1].headers["authorization"] == "Bearer secret"


def test_a_page_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", 1000)
    assert refused(httpx.Response(200, content=b"x" * 1001)).code == "too-big"


@pytest.mark.parametrize("head", [b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\n\r\n"])
def test_an_answer_that_comes_byte_by_byte_is_cut(
    monkeypatch: pytest.MonkeyPatch, head: bytes
) -> None:
    """Its head as well, though each byte comes in time."""
    monkeypatch.setattr(module, "MAX_SECONDS", 0.3)
    with socket.create_server((HERE, 0)) as server:

        def dribble() -> None:
            line, _ = server.accept()
            with line, suppress(OSError):
                line.recv(9999)
                line.sendall(head)
                for byte in b"X: " + b"x" * 300:
                    line.sendall(bytes([byte]))
                    time.sleep(0.02)
                line.sendall(b"\r\n\r\n")

        thread = threading.Thread(target=dribble)
        thread.start()
        address = f"http://{HERE}:{server.getsockname()[1]}/topic/1"
        session = HttpSession(address, 0.0, robots=Robots(""))
        with closing(session), pytest.raises(Trouble) as told:
            session.read(address)
        thread.join()
    assert told.value.code == "slow"


def test_a_page_that_is_packed_twice_is_not_unpacked() -> None:
    bomb = gzip.compress(gzip.compress(bytes(1 << 20)))

    class Stream(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            yield bomb

    for kinds in (["gzip, gzip"], ["gzip", "gzip"]):
        head = [("Content-Encoding", kind) for kind in kinds]
        found = refused(httpx.Response(200, headers=head, stream=Stream()))
        assert found.code == "too-big"
    once = httpx.Response(200, headers=head[:1], content=gzip.compress(b"a page"))
    session, _ = talk(once)
    assert session.read(HOME).text == "a page"


@pytest.mark.parametrize("depth", [500, 100_000])
def test_an_error_that_is_nested_without_end_is_told(depth: int) -> None:
    said = httpx.Response(
        403,
        headers={"Content-Type": "application/json"},
        content=b"[" * depth + b"]" * depth,
    )
    assert refused(said).code == "forbidden"


def test_a_form_that_leads_away_may_have_been_taken() -> None:
    away = httpx.Response(302, headers={"Location": "https://evil.example/"})
    session, _ = talk(away)
    with pytest.raises(Trouble) as told:
        session.send(HOME, fields={"a": "b"})
    assert not told.value.sure


def test_no_log_holds_a_secret(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="httpx")
    session, _ = talk(httpx.Response(401))
    session.headers["Authorization"] = "Bearer secret-1f2e"
    with pytest.raises(Trouble) as told:
        session.read(HOME)
    assert "secret-1f2e" not in caplog.text + repr(told.value.given)
