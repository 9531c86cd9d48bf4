"""A polite session with one forum: slow, bound, and only with that forum."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx

from pbem import __version__
from pbem.system.cutting import cut_off
from pbem.watch.robots import AGENT, Robots
from pbem.watch.trouble import Trouble, by_status

USER_AGENT = f"{AGENT}/{__version__} (referee for games by forum; reads one thread)"
PAUSE_SECONDS = 2.0  #: between two requests, at least
MAX_BYTES = 16 << 20  #: of one answer
MAX_WAIT_SECONDS = 24 * 3600.0  #: that a forum can make us wait
MAX_SECONDS = 60.0  #: for one answer, to its last byte
_HOPS = 5


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """What came back: a page of the forum, or that it is as it was (304)."""

    address: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    moved: str = ""  #: where the page lies from now on

    @property
    def same(self) -> bool:
        """Whether the page has not changed."""
        return self.status == 304

    @property
    def text(self) -> str:
        """The page as text."""
        return self.body.decode("utf-8", "replace")

    def json(self) -> dict[str, Any]:
        """Return the document. Raises Trouble, not sure: what was asked may be done."""
        try:
            found = json.loads(self.body)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise Trouble("no-json", sure=False, address=self.address)
        return found


@dataclass
class HttpSession:
    """Requests to one forum, one after the other, with a pause between two.

    `home` is any address of it; no other server is ever asked. `clock` gives seconds,
    `sleep` waits, `transport` is for tests.
    """

    home: str
    pause: float = PAUSE_SECONDS
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    transport: httpx.BaseTransport | None = None
    robots: Robots | None = None
    headers: dict[str, str] = field(default_factory=dict)  #: of a member
    _last: float | None = None

    def __post_init__(self) -> None:
        self._client = httpx.Client(
            headers={"User-Agent": USER_AGENT, "Accept-Language": "en"},
            timeout=30.0,
            # Seconds lie between two requests, and minutes between two looks.
            limits=httpx.Limits(max_keepalive_connections=0),
            transport=self.transport,
            follow_redirects=False,
        )

    def close(self) -> None:
        """Let go of the connection."""
        self._client.close()

    def cookie(self, word: str) -> str:
        """Return the first cookie whose name holds a word."""
        jar = self._client.cookies.jar
        return next((one.value for one in jar if word in one.name), None) or ""

    def read(self, address: str, *, etag: str = "", modified: str = "") -> HttpResponse:
        """Return a page of the thread, or that it is as it was. Raises Trouble.

        Redirects are followed on the same forum only; robots.txt is held to.
        """
        if self.robots is None:
            self.robots = self._robots()
        return self._followed(address, self.robots, etag, modified)

    def fetch(self, address: str) -> HttpResponse:
        """Return a page that a member opens to write, or that is his own.

        Raises Trouble. That is no reading of what others wrote, so robots.txt, which
        may well close such pages to robots, is not asked.
        """
        return self._followed(address, Robots(""))

    def _followed(
        self, address: str, robots: Robots, etag: str = "", modified: str = ""
    ) -> HttpResponse:
        headers = {"If-None-Match": etag} if etag else {}
        if modified:
            headers["If-Modified-Since"] = modified
        moved = ""
        for _ in range(_HOPS):
            if not robots.allows(address):
                raise Trouble("robots", address=address)
            answer = self._ask("GET", address, headers=headers)
            if answer.status not in (301, 302, 303, 307, 308):
                return HttpResponse(
                    address, answer.status, answer.headers, answer.body, moved
                )
            address = self.inside(address, answer.headers.get("location", ""))
            moved = address if answer.status in (301, 308) else moved
        raise Trouble("circle", address=address)

    def send(
        self,
        address: str,
        *,
        fields: Mapping[str, str] | None = None,
        document: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> HttpResponse:
        """Post form fields or a JSON document; redirects are followed. Raises
        Trouble."""
        given: dict[str, Any] = {"headers": dict(headers or {})}
        if fields is not None:
            given["data"] = dict(fields)
        if document is not None:
            given["json"] = dict(document)
        answer = self._ask("POST", address, **given)
        if answer.status in (301, 302, 303, 307, 308):
            try:
                address = self.inside(address, answer.headers.get("location", ""))
                return self._ask("GET", address)
            except Trouble as trouble:
                trouble.sure = False
                raise
        return answer

    def inside(self, address: str, target: str) -> str:
        """Return where a link leads. Raises Trouble where that is another server."""
        found = urljoin(address, target)
        if origin(found) != origin(self.home):
            raise Trouble("leads-away", address=address, to=found)
        return found

    def _robots(self) -> Robots:
        """Return what robots.txt says; where there is none, all is allowed."""
        address = urljoin(self.home, "/robots.txt")
        try:
            for _ in range(_HOPS):
                answer = self._ask("GET", address, headers={"Authorization": ""})
                if not 300 <= answer.status < 400:
                    return Robots(answer.text[:500_000])
                address = self.inside(address, answer.headers.get("location", ""))
        except Trouble as trouble:
            if trouble.code in ("unreachable", "slow", "too-many", "broken", "cut"):
                raise
        return Robots("")

    def _ask(self, method: str, address: str, **given: Any) -> HttpResponse:
        if origin(address) != origin(self.home):
            raise Trouble("leads-away", address=self.home, to=address)
        pause = max(self.pause, self.robots.delay if self.robots else 0.0)
        if self._last is not None:
            self.sleep(max(0.0, self._last + pause - self.clock()))
        headers = {**self.headers, **given.pop("headers", {})}
        headers = {key: value for key, value in headers.items() if value}
        try:
            with (
                cut_off(MAX_SECONDS) as trace,
                self._client.stream(
                    method,
                    address,
                    headers=headers,
                    extensions={"trace": trace},
                    **given,
                ) as got,
            ):
                found = HttpResponse(address, got.status_code, got.headers, _body(got))
        except httpx.ConnectTimeout:
            raise Trouble("slow", host=_host(address)) from None
        except (httpx.ConnectError, httpx.UnsupportedProtocol) as error:
            why = str(error) or "nobody answers"
            raise Trouble("unreachable", host=_host(address), why=why) from None
        except httpx.TimeoutException:
            raise Trouble("slow", sure=method == "GET", host=_host(address)) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = str(error) or type(error).__name__
            raise Trouble("cut", sure=False, host=_host(address), why=why) from None
        finally:
            self._last = self.clock()
        if found.status >= 400:
            wait = retry_after(found.headers.get("retry-after", ""), datetime.now(UTC))
            raise by_status(found.status, wait=wait, reason=_error_text(found))
        return found


def _body(got: httpx.Response) -> bytes:
    if len(got.headers.get_list("content-encoding", split_commas=True)) > 1:
        # Packed twice, a few bytes are as many as anybody likes.
        raise Trouble("too-big", sure=False, most=MAX_BYTES >> 20)
    parts, size = [], 0
    for part in got.iter_bytes():
        size += len(part)
        if size > MAX_BYTES:
            raise Trouble("too-big", sure=False, most=MAX_BYTES >> 20)
        parts.append(part)
    return b"".join(parts)


def origin(address: str) -> tuple[str, str, int | None]:
    """Return whom an address speaks to: scheme, host and port."""
    try:
        parts = urlsplit(address)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return ("", "", None)
    return (parts.scheme, (parts.hostname or "").lower(), port)


def _host(address: str) -> str:
    return urlsplit(address).netloc.rpartition("@")[2]


def _error_text(answer: HttpResponse) -> str:
    """Return what a forum says of an error, if it says so in a few words."""
    if not answer.headers.get("content-type", "").startswith("application/json"):
        return ""
    try:
        return words_in(json.loads(answer.body))[:300]
    except (ValueError, RecursionError):
        return ""


def words_in(found: Any) -> str:
    """Return the words in what a forum answers, wherever it puts them.

    >>> words_in({"errors": ["Body is too short", "Slow down"]})
    'Body is too short; Slow down'
    """
    if isinstance(found, str):
        return " ".join(found.split())
    if isinstance(found, list):
        return "; ".join(one for one in map(words_in, found[:5]) if one)
    if isinstance(found, dict):
        for key in ("message", "errors", "detail", "error", "description"):
            if words := words_in(found.get(key)):
                return words
        if status := found.get("status"):
            return words_in(status)
        return "; ".join(one for one in map(words_in, list(found.values())[:5]) if one)
    return ""


def retry_after(text: str, now: datetime) -> float:
    """Return the seconds that Retry-After asks for, a day at most; 0: nothing.

    >>> retry_after("120", datetime(2026, 11, 20, tzinfo=UTC))
    120.0
    >>> retry_after("Fri, 20 Nov 2026 00:01:00 GMT", datetime(2026, 11, 20, tzinfo=UTC))
    60.0
    """
    text = text.strip()
    if text.isascii() and text.isdecimal():
        return min(float(text[:9]), MAX_WAIT_SECONDS)
    try:
        when = parsedate_to_datetime(text)
        seconds = (when.replace(tzinfo=when.tzinfo or UTC) - now).total_seconds()
    except (ValueError, TypeError, OverflowError):
        return 0.0
    return min(max(seconds, 0.0), MAX_WAIT_SECONDS)
