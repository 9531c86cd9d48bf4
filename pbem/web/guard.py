"""Who may see the page: anyone who has its address, from this machine's browser.

The address holds a key, so there is no cookie that another page or another port
of this machine could use or read. The names that a request may call us by are
known, so no other site's name can be pointed at us. Forms carry a stamp, and
must come from our own pages.
"""

from __future__ import annotations

import hmac
import ipaddress
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

from pbem.web.app_state import AppState

#: Nothing but our own files: no script in a page, no other host, no frame.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
#: A picture's own style, and nothing else.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
#: A replay page is one file with its script inside; it may not reach this page.
REPLAY_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "img-src data:; sandbox allow-scripts allow-downloads"
)
MAX_REQUEST_BYTES = 72 << 20


def install(app: Flask, state: AppState) -> None:
    """Check every request: its host, its secret key, its size and, where it changes
    something, its origin and stamp. Others get status 403, 404, 413 or 421."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_REQUEST_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_REQUEST_BYTES
    app.config["MAX_FORM_PARTS"] = 20_000

    @app.before_request
    def check() -> None:
        if not knows_host(state, request.host):
            abort(421)
        key = (request.view_args or {}).pop("key", None)
        if key is None or not hmac.compare_digest(key.encode(), state.key.encode()):
            abort(404)
        if request.method not in ("GET", "HEAD"):
            _check_origin()
            stamp = request.form.get("stamp", "")
            if not hmac.compare_digest(stamp.encode(), state.stamp.encode()):
                abort(403)

    @app.url_defaults
    def with_key(_endpoint: str, values: dict[str, object]) -> None:
        values.setdefault("key", state.key)

    @app.after_request
    def with_headers(response: Response) -> Response:
        headers = response.headers
        headers.setdefault("Content-Security-Policy", POLICY)
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "same-origin"
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
        headers.setdefault("Cache-Control", "no-store")
        return response


def _check_origin() -> None:
    """Refuse forms of other pages, whatever they hold."""
    site = request.headers.get("Sec-Fetch-Site")
    if site not in (None, "same-origin"):
        abort(403)
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        abort(403)


def knows_host(state: AppState, host: str) -> bool:
    """Return whether a request may call us by this name.

    A name could be another site's that was pointed at us; an address in digits
    could not.
    """
    name = urlsplit(f"//{host}").hostname or ""
    if name in state.hosts:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return state.any_address or address.is_loopback
