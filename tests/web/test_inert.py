"""Whatever people write, wherever it is shown: it is text, and nothing else."""

from __future__ import annotations

import pytest

from tests.web.site import Site

MARK = "<i/id=planted>"  #: one word, for faults quote words
EVIL = f"{MARK}'\"{{{{10**9+7}}}}"
GAME = f"""Game: arena
Name: {EVIL}
Seats: {EVIL}, Bob

# {EVIL}
== 0 ==
{EVIL}: fire C3
Bob: air C5

== 1 ==
{EVIL}: D4 {MARK}
Bob: {MARK}
"""
THREAD = f"""#1 {MARK}Gina
{EVIL}
#2 Bob
[b]air {MARK}[/b] {EVIL}
[quote="{MARK}"]air C5 {MARK}[/quote]
[s]{MARK}[/s] [spoiler]{MARK}[/spoiler]
#3 {MARK}Bob
[b]air C5[/b]
"""


@pytest.fixture
def planted(site: Site) -> Site:
    """A game in which every name and order is markup."""
    site.game(GAME, "evil")
    return site


def inert(text: str, told: bool = True) -> None:
    """Nothing planted has become an element, and no template has run it."""
    assert MARK not in text
    assert "1000000007" not in text
    assert not told or "planted" in text


@pytest.mark.parametrize(
    "path",
    [
        "",
        "game/evil",
        "game/evil/thread",
        "game/evil/report",
        "game/evil/report?form=html&for=*",
        "game/evil/report?form=markdown&display=list&turn=0",
        "game/evil/history",
        "game/evil/back/1",
        "game/evil/override/12",
        "game/evil/override/11",
        "game/evil/file",
        "game/evil/replay",
        "game/evil/board.svg",
    ],
)
def test_hostile_names_and_posts_run_nothing_in_a_page(
    planted: Site, path: str
) -> None:
    if path.endswith("thread"):
        planted.post(path, {"pasted": THREAD})
    inert(planted.get(path), told=path not in ("", "game/evil/history"))


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("game/evil/order", {"seat": "Bob", "text": EVIL, "note": EVIL}),
        ("game/evil/order", {"seat": EVIL, "text": f"D4 {EVIL}", "look": "1"}),
        ("game/evil/reading", {"seat": EVIL, "text": f"D4 {EVIL}"}),
        ("game/evil/close", {"reason": EVIL, "look": "1"}),
        ("game/evil/override/12", {"text": EVIL, "reason": EVIL}),
        ("game/evil/back/1", {"reason": ""}),
        ("game/evil/file", {"text": EVIL, "reason": EVIL}),
        ("game/evil/thread", {"pasted": EVIL}),
        ("game/evil/posts", {"look": "1", "order-2": EVIL, "says-2": "use"}),
        ("new", {"kind": EVIL, "name": EVIL, "seats": EVIL}),
        ("new/thread", {"pasted": EVIL}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_typed_into_a_form_runs_nothing_in_the_page(
    planted: Site, path: str, form: dict[str, str]
) -> None:
    if path.endswith("posts"):
        planted.post("game/evil/thread", {"pasted": THREAD})
        form = {**form, "seen": planted.state.folder.thread_digest("evil")}
    inert(planted.post(path, form).text)


def test_a_conflict_of_two_moderators_shows_hostile_text_inert(planted: Site) -> None:
    was = planted.state.folder.read("evil").digest
    planted.game(GAME + f"# {EVIL}\n", "evil")
    inert(planted.post("game/evil/order", {"seat": "Bob", "text": EVIL}, was).text)


def test_what_was_done_is_told(planted: Site) -> None:
    planted.follow("game/evil/override/12", {"strike": "1", "reason": EVIL})
    planted.follow("game/evil/order", {"seat": EVIL, "text": "D4", "note": EVIL})
    inert(planted.get("game/evil/history"))
    for version in planted.state.folder.versions("evil"):
        inert(planted.get(f"game/evil/version/{version.digest}"))


def test_a_file_that_cannot_be_read(planted: Site) -> None:
    planted.game(GAME + EVIL + "\n", "evil")
    inert(planted.ask("GET", "game/evil").text)
    inert(planted.get(""), told=False)
