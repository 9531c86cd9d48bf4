"""A moderator's evenings in a real forum, done in a browser as docs/evening.md says."""

from __future__ import annotations

import os
import re
import shlex
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.watch import watch
from pbem.watch.session import HttpSession
from tests.docs import consoles
from tests.docs.walkthrough import Step, shows, steps
from tests.forum import members
from tests.support.browser import axe
from tests.support.servers import PASSWORD
from tests.web.conftest import Window, serving
from tests.web.site import Site
from tests.web.test_browser import AXE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

GUIDE = Path(__file__).parents[2] / "docs" / "evening.md"
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SEATS = ("Ann", "Bob", "Cid", "Dan")
Parts = tuple[str, ...]  #: an address, and what stands over and on parts of its page
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


class Evening:
    """The moderator at the desk, with a page of the folder in a browser."""

    def __init__(
        self, forum: members.Forum, site: Site, window: Window, looked: set[Parts]
    ) -> None:
        self.forum, self.site, self.window = forum, site, window
        self.looked = looked
        self.page = window.page
        self.printed = ""
        self.faults: list[Any] = []
        now = datetime.now(UTC)
        monday = now + timedelta(days=7 - now.weekday())
        self.monday = monday.replace(hour=0, minute=0, second=0, microsecond=0)
        secret = forum.tokens["Gina"] if isinstance(forum, members.NodeBB) else PASSWORD
        self.words = {"(the secret)": secret}

    def do(self, step: Step) -> None:
        """Do one step, or see what it tells."""
        getattr(self, step.kind)(step.what, step.where)

    def moment(self, what: str, _where: str) -> None:
        """Wait until a day and an hour; the page is as it was left."""
        day, hour, minute = re.findall(r"(\w+), (\d+):(\d+)", what)[0]
        ahead = timedelta(DAYS.index(day), hours=int(hour), minutes=int(minute))
        self.forum.set_clock((self.monday + ahead).timestamp())

    def run(self, what: str, _where: str) -> None:
        """Type commands in the folder."""
        for step in consoles.steps(f"```console\n{what}\n```"):
            self.printed = consoles.run(step, self.site.path)
            assert consoles.agrees(step.shown, self.printed), self.printed
            assert shlex.split(step.command)[0] == "pbem"

    def text(self, what: str, _where: str) -> None:
        """Have people write in the thread, which begins with what was printed."""
        if self.printed:
            self.forum.begin("Gina", "Four fleets meet", self.printed)
            self.words["(the thread)"] = self.forum.address
            self.printed = ""
        names = "|".join(members.MEMBERS)
        for name, text in re.findall(rf"(?ms)^({names}): (.*?)(?=^\w+: |\Z)", what):
            self.forum.reply(name, text.strip().replace("\n", "\n\n"))

    def click(self, what: str, where: str) -> None:
        """Click on a button, a link, a choice or a line that opens."""
        if self.page.url == "about:blank":
            self.window.open("")
        part: Any = self.page
        if where in members.MEMBERS:
            of = re.compile(rf"^\s*{where}")  # a player, or a post
            part = self.page.locator("section, [id^=post-]").filter(has_text=of)
        said = re.compile(rf"^\s*{re.escape(what)}")
        found = part.locator("a, button, summary, label").filter(has_text=said)
        found.locator("visible=true").first.click()
        self.page.wait_for_load_state()

    def typed(self, what: str, where: str) -> None:
        """Fill in a field, or choose in it."""
        field: Locator = self.page.get_by_label(where).locator("visible=true").first
        what = self.words.get(what, what)
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(label=what)
        else:
            field.fill(what)

    def seen(self, what: str, where: str) -> None:
        """Find a quote on the page, in the thread, or in somebody's messages."""
        told = self.page.locator("body").inner_text()
        if "the thread" in where:
            told = self.thread()
        elif found := re.search(r"(\w+) gets? a message", where):
            assert isinstance(self.forum, members.NodeBB)
            told = "\n".join(map(plain, self.forum.letters(found[1])))
        else:
            self.look()
        assert shows(what, told), f"{what}\n--\n{told}"

    def thread(self) -> str:
        """What the thread shows to everybody."""
        pages = [LexborHTMLParser(raw.decode()) for raw in self.forum.pages()]
        return "\n".join(page.body.text(separator="\n") for page in pages if page.body)

    def look(self) -> None:
        """Look at the page as on a desk and as on a phone, once with these parts;
        nobody is shut out."""
        found = self.page.locator("h2, label, summary, button").all_inner_texts()
        parts = (self.page.url.removeprefix(self.window.root), *found)
        if parts in self.looked:
            return
        self.looked.add(parts)
        for size in (PHONE, DESK):
            self.page.set_viewport_size(size)  # type: ignore[arg-type]
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], self.page.url
            if folder := os.environ.get("PBEM_PICTURES"):
                count = len([*Path(folder).glob("*.png")])
                name = f"{type(self.forum).__name__}-{count:02}-{size['width']}.png"
                self.page.screenshot(path=f"{folder}/{name}", full_page=True)
        self.page.evaluate(axe())
        for found in self.page.evaluate(AXE)["violations"]:
            nodes = [node["html"][:120] for node in found["nodes"]]
            self.faults.append((self.page.url, found["id"], nodes[:3]))


def plain(html: str) -> str:
    """What a message says."""
    return unescape(re.sub(r"<[^>]*>", " ", html))


def moderates(
    forum: members.Forum,
    folder: Path,
    chromium: Browser,
    patched: pytest.MonkeyPatch,
    looked: set[Parts],
) -> None:
    """Do all that the guide says, and see what it says is seen. Pages that were
    `looked` at in another forum are not looked at again."""
    folder.mkdir()
    site = Site(folder, forum.clock)  # type: ignore[arg-type]

    def session(thread: str, pause: float) -> HttpSession:
        return HttpSession(thread, pause=0.0)

    patched.setattr(watch, "HttpSession", session)
    place = type(forum).__name__
    with serving(site) as served:
        context = chromium.new_context(viewport=DESK)  # type: ignore[arg-type]
        context.set_default_timeout(60_000)
        window = Window(context.new_page(), served.root)
        one = Evening(forum, site, window, looked)
        for step in steps(GUIDE, place):
            try:
                one.do(step)
            except Exception as error:
                error.add_note(f"{place}: {step}")
                raise
        assert window.wrong == []
        assert one.faults == []
        context.close()
    if isinstance(forum, members.NodeBB):
        for name, seat in {**{x: x for x in SEATS}, "Eve": "Dan"}.items():
            got = [x for x in map(plain, forum.letters(name)) if "game fleets" in x]
            assert got
            assert all(f", for {seat} (" in x for x in got), f"to {name}: {got}"
