"""Pages as a browser uses them: their forms filled in, their links followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pbem.watch.session import HttpResponse, HttpSession
from pbem.watch.trouble import Trouble


def submit(
    session: HttpSession,
    page: HttpResponse,
    holds: str,
    given: Mapping[str, str],
    button: str = "",
) -> HttpResponse:
    """Send the form of a page that has a field; what it holds already stays.

    `button` names the one that is pressed. Raises Trouble.
    """
    form = form_with(page.text, holds)
    if form is None:
        raise Trouble("no-form", address=page.address)
    fields = {**fields_of(form, button), **given}
    target = form.attributes.get("action") or page.address
    return session.send(
        session.inside(page.address, urljoin(page.address, target)),
        fields=fields,
        headers={"Referer": page.address},
    )


def form_with(page: str, name: str) -> LexborNode | None:
    """Return the form that has a field of this name."""
    for form in LexborHTMLParser(page).css("form"):
        if form.css_first(f'[name="{name}"]') is not None:
            return form
    return None


def fields_of(form: LexborNode, button: str = "") -> dict[str, str]:
    """Return what a form sends as it is, with one of its buttons."""
    found: dict[str, str] = {}
    for one in form.css("input[name], textarea[name], button[name]"):
        about = one.attributes
        name, kind = about.get("name") or "", (about.get("type") or "text").lower()
        if one.tag == "button" or kind in ("submit", "image"):
            if name == button:
                found[name] = about.get("value") or ""
        elif kind in ("checkbox", "radio"):
            if "checked" in about:
                found[name] = about.get("value") or "on"
        elif kind not in ("file", "reset", "button"):
            text = one.text() if one.tag == "textarea" else about.get("value")
            found[name] = text or ""
    for one in form.css("select[name]"):
        chosen = one.css_first("option[selected]") or one.css_first("option")
        if chosen is not None:
            value = chosen.attributes.get("value")
            found[one.attributes.get("name") or ""] = (
                chosen.text(strip=True) if value is None else value
            )
    return found


def links_outside(page: bytes, posts: str) -> Iterator[str]:
    """Return where the links of a page lead, without those that members wrote: they
    are in what a selector finds."""
    tree = LexborHTMLParser(page.decode("utf-8", "replace"))
    for one in tree.css(posts):
        one.decompose()
    return (one.attributes.get("href") or "" for one in tree.css("a[href]"))


def asks_password(page: bytes) -> bool:
    """Return whether a page has a field for a password."""
    tree = LexborHTMLParser(page.decode("utf-8", "replace"))
    return tree.css_first("input[type=password]") is not None


def next_page(address: str, page: bytes) -> str:
    """Return the address of the next page that a page links to; "" on the last."""
    tree = LexborHTMLParser(page.decode("utf-8", "replace"))
    link = tree.css_first("link[rel~=next][href], a[rel~=next][href]")
    target = (link.attributes.get("href") or "") if link is not None else ""
    found = urljoin(address, target).partition("#")[0] if target else ""
    return found if found != address else ""
