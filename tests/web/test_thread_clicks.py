"""What the Thread page shows is what it writes: for a doubt, an edit, a correction, a
name, after all sequences of two clicks, for a doubt of three, "Check again" among them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pbem.workspace.folder import Folder
from tests.web.conftest import Served, Window
from tests.web.site import BEGUN

CLICKS = {"a doubt": 3}  #: 2 for the others
AGAIN, TYPE = "Check again", "type"
TYPED = "fire E5"


@dataclass(frozen=True)
class Kind:
    """A post of Ann's about which something is to be said."""

    first: str  #: what is written of the thread before; empty: nothing
    thread: str
    post: str
    read: str  #: what counts where nothing is said: the order in the file


KINDS = {
    "a doubt": Kind("", "#1 Gina\ngame duel #0\n#2 Ann\nMaybe fire C3?\n", "2", ""),
    "an edit": Kind(
        "#1 Gina\ngame duel #0\n#2 Ann\nfire C3\n",
        "#1 Gina\ngame duel #0\n#2 Ann\nfire D3\n",
        "2",
        "fire C3",
    ),
    "a correction": Kind(
        "", "#1 Gina\ngame duel #0\n#2 Ann\nfire C3\n", "2", "fire C3"
    ),
    "a name": Kind("", "#1 Gina\ngame duel #0\n#2 Annie\nfire C3\n", "2", ""),
}
#: What a post shows: what is chosen, the text of that choice, the field; all choices.
SHOWN = """(key) => {
    const post = document.getElementById(`post-${key}`);
    const radios = [...post.querySelectorAll("input[type=radio]")];
    const label = (one) => one.closest("label").querySelector("b")?.textContent;
    return {
        chosen: radios.filter((one) => one.checked).map(
            (one) => [one.name, one.value, label(one) ?? ""]),
        text: post.querySelector("textarea")?.value ?? "",
        choices: radios.map((one) => [one.name, one.value]),
    };
}"""


class Desk:
    """The page of one kind of post in a browser, from the beginning again each time."""

    def __init__(self, served: Served, window: Window, kind: Kind) -> None:
        self.site, self.window, self.kind = served.site, window, kind
        self.site.game(BEGUN)
        if kind.first:
            self.site.follow("game/duel/thread", {"pasted": kind.first})
            page = self.site.get("game/duel/thread")
            seen = re.search(r'name="seen" value="([^"]*)"', page)
            assert seen is not None
            self.site.follow("game/duel/posts", {"seen": seen[1], "write": "1"})
        self.site.follow("game/duel/thread", {"pasted": kind.thread})
        self.before = self.site.text()

    def after(self, path: tuple[Any, ...]) -> dict[str, Any]:
        """What the post shows after some clicks on a fresh page."""
        if self.site.text() != self.before:
            self.site.game(self.before)
        page = self.window.open("game/duel/thread")
        for click in path:
            page.evaluate(
                "document.querySelectorAll('details').forEach((one) => one.open = true)"
            )
            if click == AGAIN:
                with page.expect_navigation():
                    page.click(f"text={AGAIN}")
            elif click == TYPE:
                page.fill(f"#order-{self.kind.post}", TYPED)
            else:
                name, value = click
                page.check(f"input[name='{name}'][value='{value}']")
        found: dict[str, Any] = page.evaluate(SHOWN, self.kind.post)
        return found

    def written(self) -> str:
        """What is in the file of Ann's after a click on the first button."""
        with self.window.page.expect_navigation():
            self.window.page.click("button[name=write]")
        found = re.findall(r"^Ann: (.*)$", self.site.text(), re.MULTILINE)
        assert len(found) <= 1
        return found[0] if found else ""


def _wanted(kind: Kind, shown: dict[str, Any]) -> str:
    """The order that is to be written of what a post shows."""
    for name, value, label in shown["chosen"]:
        if name.startswith("who-"):
            if value != "Ann":
                return ""
            continue
        if value.startswith("reading-") or value.isdecimal():
            return str(label)
        if value == "use":
            return str(shown["text"])
        if value == "nothing":
            return ""
        if value == "keep":
            return kind.read
    named = any(x[:2] == [f"who-{kind.post}", "Ann"] for x in shown["chosen"])
    return "fire C3" if named else kind.read


@pytest.mark.parametrize("name", KINDS)
def test_what_the_page_shows_is_what_it_writes(
    name: str, served: Served, window: Callable[..., Window]
) -> None:
    """Paths that lead to the same form go on from there as one; of two choices in a
    row that exclude each other the latter counts."""
    kind = KINDS[name]
    desk = Desk(served, window(), kind)
    assert isinstance(served.site.state.folder, Folder)
    paths: list[tuple[Any, ...]] = [()]
    known: set[str] = set()
    tried = 0
    while paths:
        path = paths.pop(0)
        shown = desk.after(path)
        last = [one for one in path if isinstance(one, tuple)]
        for group, value in {click[0]: click for click in last}.values():
            typed = TYPE in path[path.index(last[-1]) :] if last else False
            if not typed:
                assert [group, value] in [x[:2] for x in shown["chosen"]], path
        key = json.dumps([shown, AGAIN in path])
        if key in known:
            continue
        known.add(key)
        tried += 1
        assert desk.written() == _wanted(kind, shown), (path, shown)
        if len(path) < CLICKS.get(name, 2):
            clicks = [tuple(one) for one in shown["choices"]]
            fields = [TYPE] * (name != "a name" and bool(shown["choices"]))
            group = path[-1][0] if last and path[-1] == last[-1] else ""
            clicks = [one for one in clicks if one[0] != group]
            again = [AGAIN] * (path[-1:] != (AGAIN,))
            paths += [(*path, click) for click in (*clicks, *again, *fields)]
    assert tried > 4
