"""Only who has the address gets anything, and only from our own pages."""

from __future__ import annotations

import re

import pytest

from pbem.web.app_state import AppState
from pbem.web.guard import knows_host
from tests.web.site import DUEL, HOST, Site, plain

PAGES = (
    "",
    "new",
    "game/duel",
    "game/duel/thread",
    "game/duel/report",
    "game/duel/report?for=*&form=html",
    "game/duel/history",
    "game/duel/back/0",
    "game/duel/override/11",
    "game/duel/file",
)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/game/duel",
        "/static/page.js",
        "/x/",
        "/x/game/duel",
        "/x/look.css",
    ],
)
def test_without_the_key_there_is_nothing(site: Site, path: str) -> None:
    response = site.client.get(path, base_url=f"http://{HOST}")
    assert response.status_code == 404
    assert response.text == "404\n"
    assert "duel" not in str(response.headers)


def test_the_key_is_long_and_new_each_time(site: Site) -> None:
    other = AppState(site.state.folder, site.clock)
    assert other.key != site.state.key
    assert len(other.key) >= 32


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8377", True),
        ("localhost:8377", True),
        ("[::1]:8377", True),
        ("evil.example", False),
        ("evil.example:8377", False),
        ("127.0.0.1.evil.example", False),
        ("192.168.1.7:8377", False),
        ("", False),
        ("@", False),
    ],
)
def test_the_name_that_a_request_calls_us_by(
    site: Site, host: str, known: bool
) -> None:
    assert knows_host(site.state, host) is known


def test_another_sites_name_that_points_here_is_refused(site: Site) -> None:
    response = site.ask("GET", "", base_url="http://evil.example:8377")
    assert response.status_code == 421
    assert response.text == "421\n"


def test_an_address_in_digits_is_enough_when_told_to_listen_outside(site: Site) -> None:
    site.state.any_address = True
    assert knows_host(site.state, "192.168.1.7:8377")
    assert not knows_host(site.state, "evil.example")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_forms_of_other_pages_are_refused(site: Site, headers: dict[str, str]) -> None:
    before = site.text()
    was = site.state.folder.read("duel").digest
    form = {"stamp": site.state.stamp, "was": was, "seat": "Bob", "text": "D6"}
    response = site.ask("POST", "game/duel/order", data=form, headers=headers)
    assert response.status_code == 403
    assert "Nothing was done" in plain(response.text)
    assert site.text() == before


@pytest.mark.parametrize("stamp", ["", "x", "\u00e9"])
def test_forms_without_the_stamp_are_refused(site: Site, stamp: str) -> None:
    before = site.text()
    was = site.state.folder.read("duel").digest
    form = {"stamp": stamp, "was": was, "seat": "Bob", "text": "D6"}
    assert site.ask("POST", "game/duel/order", data=form).status_code == 403
    assert site.text() == before


def test_reading_changes_nothing(site: Site) -> None:
    before = site.text()
    for path in PAGES:
        site.get(path)
    assert site.text() == before


@pytest.mark.parametrize("path", PAGES)
def test_a_page_runs_only_our_own_files(site: Site, path: str) -> None:
    runs_only_our_own_files(site, path)


def runs_only_our_own_files(site: Site, path: str) -> None:
    """Fail where a page has a script, a style or an address that is not ours."""
    response = site.ask("GET", path)
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cache-Control"] == "no-store"
    assert not response.headers.getlist("Set-Cookie")
    text = response.text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"<[^>]*\s(?:style|on[a-z]+|hx-on[^=]*)=", text)
    for where in re.findall(r'(?:src|href|action)="([^"]*)"', text):
        assert where.startswith(("/" + site.state.key, "#")), where


@pytest.mark.parametrize(("length", "status"), [(72 << 20, 400), (1 + (72 << 20), 413)])
def test_what_is_too_much_is_refused(site: Site, length: int, status: int) -> None:
    """What says that it is small enough is read, and ends before it should."""
    said = {"CONTENT_LENGTH": str(length)}
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    response = site.ask(
        "POST", "game/duel/file", environ_overrides=said, headers=form, data=b"text=x"
    )
    assert response.status_code == status


@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_a_turn_file_of_half_a_megabyte_is_taken(site: Site, kind: str) -> None:
    text = DUEL + f"# {'x' * 998}\n" * 505
    was = site.state.folder.read("duel").digest
    form = {"stamp": site.state.stamp, "was": was, "text": text, "reason": "long"}
    response = site.ask("POST", "game/duel/file", data=form, content_type=kind)
    assert response.status_code == 303
    assert site.text() == text


@pytest.mark.parametrize(
    "name", ["..%2f..%2fetc%2fpasswd", "..", "nothing", ".hidden", "a%00b"]
)
def test_names_lead_nowhere_else(site: Site, name: str) -> None:
    assert site.ask("GET", f"game/{name}").status_code in (404, 308)
    assert site.ask("GET", f"game/{name}/file").status_code in (404, 308)
