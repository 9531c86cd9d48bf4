"""Lines that go elsewhere than by mail: to a hook of Discord, Slack, Mattermost, Matrix
or ntfy, or of anybody who takes JSON.

Players name the addresses, so nobody may read the network of this machine through us:
a name is resolved, each of its addresses must be public, the connection goes to the
one that was checked, and redirects are not followed.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from pbem import __version__
from pbem.server.settings.tables import Notify
from pbem.server.states import HookService

MAX_URL_CHARS = 900
MAX_ANSWER_BYTES = 20_000  #: that are read of what a service says
MAX_SECONDS = 15.0  #: for one request, to the last byte of its answer
_PORTS = (443, 8443, 8448)
_NAT64 = IPv6Network("64:ff9b::/96")
_HEADERS = {"User-Agent": f"pbem/{__version__} (referee; tells whose turn it is)"}
#: Answers after which a hook is not asked again.
_GONE = frozenset({400, 401, 403, 404, 405, 410})


class Forbidden(Exception):
    """An address that is not asked; the message is a word for the template."""


@dataclass(frozen=True, slots=True)
class HookResponse:
    """What became of a request."""

    status: int  #: 0: none came
    body: bytes = b""
    again: float = 0.0  #: seconds that the service wants us to wait
    why: str = ""

    @property
    def done(self) -> bool:
        """Whether the service accepted the request."""
        return 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """Whether there is no use in asking again."""
        return self.status in _GONE or 300 <= self.status < 400


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, before it is made."""

    method: str
    url: str
    content: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


def is_there(notify: Notify) -> bool:
    """Return whether lines can go anywhere."""
    return notify.on and find_spec("httpx") is not None


def service_of(url: str) -> HookService:
    """Return whose hook an address is, by its looks.

    >>> service_of("https://discord.com/api/webhooks/1/a").value
    'discord'
    >>> service_of("https://chat.example.org/hooks/abc").value
    'mattermost'
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if "/api/webhooks/" in parts.path and host.startswith("discord"):
        return HookService.DISCORD
    if "/_matrix/client/" in parts.path:
        return HookService.MATRIX
    if host == "hooks.slack.com":
        return HookService.SLACK
    if parts.path.startswith("/hooks/"):
        return HookService.MATTERMOST
    return HookService.NTFY if host.startswith("ntfy.") else HookService.ANY


def check(notify: Notify, url: str) -> None:
    """Raise Forbidden for an address that hooks may not call, judged by the address
    alone."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Forbidden("odd") from None
    own = host in notify.private
    if not host or len(url) > MAX_URL_CHARS or not url.isascii() or "@" in parts.netloc:
        raise Forbidden("odd")
    if parts.scheme != "https" and not (own and parts.scheme == "http"):
        raise Forbidden("https")
    if notify.hosts and host not in (*notify.hosts, *notify.private):
        raise Forbidden("host")
    if not own and (port or 443) not in _PORTS:
        raise Forbidden("odd")


def public_address(notify: Notify, host: str, port: int) -> str:
    """Return the address that a name leads to, which is connected to. Raises Forbidden
    where any of its addresses is not public, OSError where it has none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]).partition("%")[0] for one in found]
    if host not in notify.private and not all(map(is_public, addresses)):
        raise Forbidden("private")
    return addresses[0]


def is_public(text: str) -> bool:
    """Return whether an address is one of the open net, in whatever it is wrapped.

    >>> [is_public(one) for one in ("1.1.1.1", "10.0.0.1", "::ffff:127.0.0.1", "::1")]
    [True, False, False, False]
    >>> is_public("64:ff9b::7f00:1"), is_public("2002:7f00:1::"), is_public("224.0.0.1")
    (False, False, False)
    """
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            inner = ip_address(address.packed[-4:])  # type: ignore[assignment]
        if inner is not None:
            return is_public(str(inner))
        if address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast


def posts(service: HookService, url: str, text: str, key: str) -> Asked:
    """Return the request that shows a line; `key` tells it from all others."""
    if service is HookService.MATRIX:
        address, headers = _matrix(url)
        message = {"msgtype": "m.text", "body": text}
        return Asked("PUT", f"{address}/{key}", _json(message), headers)
    if service is HookService.NTFY:
        return Asked("POST", url, text.encode(), {"Content-Type": "text/plain"})
    if service is HookService.DISCORD:
        mark = "&" if "?" in url else "?"
        return Asked("POST", f"{url}{mark}wait=true", _silent(text), _JSON)
    both: dict[str, object] = {"text": text}
    if service is HookService.ANY:
        both |= {"content": text, "message": text}
    return Asked("POST", url, _json(both), _JSON)


def edits(
    service: HookService, url: str, text: str, remote: str, key: str
) -> Asked | None:
    """Return the request that changes a line that is shown; None: none can."""
    if not remote:
        return None
    if service is HookService.DISCORD:
        return Asked("PATCH", _message(url, remote), _silent(text), _JSON)
    if service is HookService.MATRIX:
        address, headers = _matrix(url)
        new = {"msgtype": "m.text", "body": text}
        relates = {"rel_type": "m.replace", "event_id": remote}
        whole = {**new, "body": f"* {text}", "m.new_content": new}
        message = whole | {"m.relates_to": relates}
        return Asked("PUT", f"{address}/{key}", _json(message), headers)
    return None


def removes(service: HookService, url: str, remote: str, key: str) -> Asked | None:
    """Return the request that takes back a line that is shown; None: none can."""
    if not remote:
        return None
    if service is HookService.DISCORD:
        return Asked("DELETE", _message(url, remote))
    if service is HookService.MATRIX:
        address, headers = _matrix(url)
        room = address.partition("/send/")[0]
        return Asked("PUT", f"{room}/redact/{remote}/{key}", b"{}", headers)
    return None


def remote_of(service: HookService, body: bytes) -> str:
    """Return what a service calls the line that it shows; "" where it does not say."""
    names = {HookService.DISCORD: "id", HookService.MATRIX: "event_id"}
    if service not in names:
        return ""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    value = found.get(names[service], "") if isinstance(found, dict) else ""
    odd = not isinstance(value, str) or len(value) > 200 or set(value) & set("/?#\\ ")
    return "" if odd else str(value)


_JSON = {"Content-Type": "application/json"}


def _json(data: Mapping[str, object]) -> bytes:
    return json.dumps(data).encode()


def _silent(text: str) -> bytes:
    """Return a line for Discord that calls nobody by name."""
    return _json({"content": text, "allowed_mentions": {"parse": []}})


def _message(url: str, remote: str) -> str:
    address, _, query = url.partition("?")
    return f"{address}/messages/{remote}" + (f"?{query}" if query else "")


def _matrix(url: str) -> tuple[str, dict[str, str]]:
    """Return the address of a room's messages, and a head with the token in it."""
    address, _, query = url.partition("?")
    token = dict(parse_qsl(query)).get("access_token", "")
    return address.rstrip("/"), {**_JSON, "Authorization": f"Bearer {token}"}


def ask(notify: Notify, asked: Asked) -> HookResponse:
    """Make a request, and return what became of it. Raises Forbidden."""
    import httpx

    from pbem.system.cutting import cut_off

    check(notify, asked.url)
    url = httpx.URL(asked.url)
    port = url.port or (443 if url.scheme == "https" else 80)
    try:
        address = public_address(notify, url.host, port)
        head = {**_HEADERS, **asked.headers, "Host": url.netloc.decode("ascii")}
        body = b""
        with (
            cut_off(MAX_SECONDS) as trace,
            httpx.Client(timeout=10.0, trust_env=False) as client,
            client.stream(
                asked.method,
                url.copy_with(host=address),
                content=asked.content,
                headers=head,
                follow_redirects=False,
                extensions=_extensions(url.host, trace),
            ) as answer,
        ):
            for piece in answer.iter_raw():
                body += piece
                if len(body) > MAX_ANSWER_BYTES:
                    break
    except (OSError, httpx.HTTPError, UnicodeError) as error:
        return HookResponse(0, why=type(error).__name__)
    again = answer.headers.get("retry-after", "")
    seconds = float(again) if again.replace(".", "", 1).isdecimal() else 0.0
    why = f"it answers {answer.status_code}"
    return HookResponse(answer.status_code, body[:MAX_ANSWER_BYTES], seconds, why)


def _extensions(host: str, trace: Any) -> dict[str, Any]:
    # The certificate must be that of the name, as the connection is to an address.
    return {"sni_hostname": host, "trace": trace}
