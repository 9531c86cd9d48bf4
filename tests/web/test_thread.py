"""Threads in: posts beside their orders, corrected, written, known again."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from pathlib import Path

import pytest

from tests.web.site import BEGUN, DUEL, THREADS, Site, plain

POST = re.compile(r'<li id="post-(\S+?)">(.*?)</li>', re.DOTALL)


def posts(page: str) -> dict[str, str]:
    """What stands beside each post of a page."""
    return {key: plain(text) for key, text in POST.findall(page)}


def fields(page: str) -> dict[str, str]:
    """What the form of the posts would send as it is."""
    found = {}
    for name, text in re.findall(
        r'<textarea[^>]*name="((?:order|plan)-[^"]*)"[^>]*>([^<]*)</textarea>', page
    ):
        found[unescape(name)] = unescape(text)
    for name, value in re.findall(
        r'<input type="radio" name="((?:says|who|part)-[^"]*)" value="([^"]*)"'
        r"(?: data-yes)? checked>",
        page,
    ):
        found[unescape(name)] = value
    for name, value in re.findall(
        r'<input type="hidden" name="((?:says|was|part)-[^"]*|seen)" value="([^"]*)">',
        page,
    ):
        found[unescape(name)] = unescape(value)
    for name, options in re.findall(
        r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', page, re.DOTALL
    ):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[unescape(name)] = chosen[1] if chosen else ""
    return found


@pytest.fixture
def begun(site: Site) -> Site:
    """A duel that nobody has sent anything for."""
    site.game(BEGUN)
    return site


def test_a_thread_is_pasted_looked_through_and_written(begun: Site) -> None:
    page = begun.follow("game/duel/thread", {"pasted": THREADS[0]})
    beside = posts(page)
    assert "you begin on C3 with fire magic" in beside["2"]
    assert "Nobody here is called Bobby77. Is it Bob?" in beside["3"]
    assert "Quoted: fire C3" in beside["3"]
    assert begun.text() == BEGUN
    form = {**fields(page), "who-3": "Bob"}
    look = begun.post("game/duel/posts", {**form, "look": "1"}).text
    assert "With them turn 0 is complete" in plain(look)
    assert "you begin on C5 with air magic" in posts(look)["3"]
    assert begun.text() == BEGUN
    page = begun.follow("game/duel/posts", {**fields(look), "write": "1"})
    assert "the turn was played" in plain(page)
    assert "Ann: fire C3\n" in begun.text()
    assert "# forum: alias Bobby77 = Bob\n" in begun.text()
    assert re.search(
        r"# post 3 by Bobby77 \[3@[0-9a-f]{10}\]\nBob: air C5\n", begun.text()
    )


def test_the_whole_duel_from_three_threads(begun: Site) -> None:
    thread = ""
    for number, more in enumerate(THREADS):
        thread += more
        page = begun.follow("game/duel/thread", {"pasted": thread})
        form = fields(page)
        if number == 0:
            form["who-3"] = "Bob"
        if number == 1:
            # Bob's hand slipped: nothing of it is guessed.
            assert "1C33" in posts(page)["6"]
            form |= {"order-6": "D6 1C3", "says-6": "use"}
        begun.follow("game/duel/posts", {**form, "close": "1"})
    page = plain(begun.get("game/duel/report"))
    assert "Bob" in page
    assert "The game is over" in plain(begun.get("game/duel"))
    assert "4 from Bob: Lightning. 4 HP - 4 = 0 HP." in page


def test_scanning_again_changes_nothing(begun: Site) -> None:
    page = begun.follow("game/duel/thread", {"pasted": THREADS[0]})
    begun.follow("game/duel/posts", {**fields(page), "who-3": "Bob", "write": "1"})
    written = begun.text()
    page = begun.follow("game/duel/thread", {"pasted": THREADS[0]})
    assert "There is nothing new in it" in plain(page)
    page = begun.follow("game/duel/posts", {**fields(page), "write": "1"})
    assert "There was nothing new to write" in plain(page)
    assert begun.text() == written


@pytest.mark.parametrize(
    ("says", "order", "found"),
    [
        ("use", "fire D4", "Ann: fire D4"),
        ("read", "fire D4", "Ann: fire D4"),
        ("read", "fire C3", "Ann: fire C3"),
        ("nothing", "fire C3", None),
    ],
)
def test_an_order_is_corrected_beside_its_post(
    begun: Site, says: str, order: str, found: str | None
) -> None:
    page = begun.follow("game/duel/thread", {"pasted": THREADS[0]})
    form = {**fields(page), "says-2": says, "order-2": order, "write": "1"}
    begun.follow("game/duel/posts", form)
    lines = begun.text().splitlines()
    assert [line for line in lines if line.startswith("Ann:")] == [found] * bool(found)
    # What was said is remembered: the same thread asks no more.
    page = begun.get("game/duel/thread")
    begun.follow("game/duel/posts", {**fields(page), "write": "1"})
    assert begun.text().splitlines() == lines


def test_an_order_that_was_missed_is_added(begun: Site) -> None:
    thread = "#1 Gina\nHello\n#2 Ann\nHave you seen my private message?\n"
    page = begun.follow("game/duel/thread", {"pasted": thread})
    assert "An order was missed here" in posts(page)["2"]
    begun.follow(
        "game/duel/posts", {**fields(page), "order-2": "fire C3", "write": "1"}
    )
    assert "\nAnn: fire C3\n" in begun.text()


def test_a_correction_that_cannot_be_used_is_told_and_kept(begun: Site) -> None:
    page = begun.follow("game/duel/thread", {"pasted": THREADS[0]})
    form = {**fields(page), "order-2": "fire Z9", "says-2": "use", "look": "1"}
    look = begun.post("game/duel/posts", form).text
    assert "Z9" in posts(look)["2"]
    assert fields(look)["order-2"] == "fire Z9"
    assert begun.text() == BEGUN


def test_somebody_may_be_nobody(begun: Site) -> None:
    page = begun.follow("game/duel/thread", {"pasted": THREADS[0]})
    begun.follow("game/duel/posts", {**fields(page), "who-3": "nobody", "write": "1"})
    assert "# forum: nobody Bobby77" in begun.text()
    assert "waits" not in plain(begun.get("game/duel/thread"))


def test_how_posts_are_read_is_chosen(begun: Site) -> None:
    page = begun.follow("game/duel/thread", {"pasted": THREADS[0]})
    form = {**fields(page), "policy-orders": "first", "moderator": "Gina"}
    begun.follow("game/duel/posts", {**form, "write": "1"})
    assert "# forum: orders first" in begun.text()
    assert begun.text().count("# forum: moderator Gina") == 1


def test_files_are_dropped_page_by_page(begun: Site) -> None:
    was = begun.state.folder.read("duel").digest
    pages = [(io.BytesIO(THREADS[n].encode()), f"page {n}.txt") for n in (0, 1)]
    for number, file in enumerate(pages):
        data = {"stamp": begun.state.stamp, "was": was, "files": file}
        if number:
            data["more"] = "1"
        response = begun.ask("POST", "game/duel/thread", data=data)
        assert response.status_code == 303
    assert [name for name, _ in begun.state.folder.thread("duel")] == [
        "page_0.txt",
        "page_1.txt",
    ]
    assert set(posts(begun.get("game/duel/thread"))) == set("123456")


def test_a_file_of_the_folder_is_chosen(begun: Site) -> None:
    (begun.path / "thread.html").write_text(THREADS[0])
    assert "thread.html</option>" in begun.get("game/duel/thread")
    page = begun.follow("game/duel/thread", {"chosen": "thread.html"})
    assert "you begin on C3" in page
    for name in ("../duel.txt", "duel.txt", ".pbem", "none.html", "/etc/passwd"):
        assert begun.post("game/duel/thread", {"chosen": name}).status_code == 404


@pytest.mark.parametrize("pasted", ["", "Just words without a name.", "{", "<?xml ?>"])
def test_what_is_no_thread_is_refused_with_words(begun: Site, pasted: str) -> None:
    response = begun.post("game/duel/thread", {"pasted": pasted})
    assert response.status_code == 422
    found = re.search(r'<p class="alarm" role="alert">(.+?)</p>', response.text)
    assert found
    assert len(found[1]) > 20
    assert pasted in unescape(response.text)
    assert begun.state.folder.thread("duel") == []


def test_orders_say_when_a_later_one_replaced_them(begun: Site) -> None:
    page = begun.follow("game/duel/thread", {"pasted": THREADS[0]})
    begun.follow("game/duel/posts", {**fields(page), "write": "1"})
    changed = THREADS[0].replace("[b]fire C3[/b]\n#3", "[b]fire D3[/b]\n#3", 1)
    page = begun.follow("game/duel/thread", {"pasted": changed})
    assert "was changed since the last scan" in posts(page)["2"]
    assert "Keep what was written" in posts(page)["2"]
    form = {**fields(page), "says-2": "use", "order-2": "fire D3"}
    begun.follow("game/duel/posts", {**form, "write": "1"})
    assert "\nAnn: fire D3\n" in begun.text()
    assert "# was: Ann: fire C3\n" in begun.text()


def test_orders_of_several_lines_stay_lines(site: Site) -> None:
    head = "Game: magblast\nSeats: Ann, Bob\nSeed: " + "ab" * 32 + "\n\n== 0 ==\n"
    site.game(head, "space")
    first = "place 1 yellow 2 green 3 red 4 blue"
    thread = f"#1 Gina\nHello\n#2 Ann\nMove:\n{first}\nend\n"
    page = site.follow("game/space/thread", {"pasted": thread})
    assert fields(page)["order-2"] == f"{first}\nend"
    assert "Dreadnought 11 in yellow" in posts(page)["2"]
    form = {**fields(page), "order-2": f"{first}\r\nend\r\nend", "says-2": "use"}
    site.follow("game/space/posts", {**form, "write": "1"})
    assert f"\nAnn: {first}\n  end\n  end\n" in site.text("space")


def test_a_game_is_made_of_the_first_post(site: Site) -> None:
    first = "#1 Gina\nGame: arena\nName: market\nSeats: Ann, Bob\nOptions: hp=9\n"
    page = site.follow("new/thread", {"pasted": first + "#2 Ann\n[b]fire C3[/b]\n"})
    assert "you begin on C3" in page
    assert site.text("market").startswith(
        "Game: arena\nName: market\nSeats: Ann, Bob\nOptions: hp=9\n"
    )
    response = site.post("new/thread", {"pasted": first})
    assert response.status_code == 422
    assert "There is a file of this name already" in plain(response.text)
    for wrong, why in (
        ("#1 Gina\nHello\n", "has a block with"),
        ("#1 Gina\nGame: bingo\nSeats: A, B\n", "bingo"),
        ("", ""),
    ):
        response = site.post("new/thread", {"pasted": wrong})
        assert response.status_code == 422
        assert why in plain(response.text)


def test_a_thread_of_discourse_is_given_as_it_was_saved(begun: Site) -> None:
    topic = {
        "id": 7,
        "title": "A duel",
        "slug": "a-duel",
        "post_stream": {
            "posts": [
                {
                    "id": 70 + n,
                    "post_number": n,
                    "username": who,
                    "cooked": text,
                    "created_at": f"2026-11-20T20:1{n}:00.000Z",
                    "updated_at": f"2026-11-20T20:1{n}:00.000Z",
                    "topic_slug": "a-duel",
                    "topic_id": 7,
                }
                for n, who, text in (
                    (1, "Gina", "<p>Welcome</p>"),
                    (2, "Ann", "<p><strong>fire C3</strong></p>"),
                )
            ]
        },
    }
    page = begun.follow("game/duel/thread", {"pasted": json.dumps(topic)})
    assert "The thread: A duel" in plain(page)
    assert "2026-11-20 20:12 UTC" in plain(page)


def test_another_thread_given_meanwhile_is_not_answered_for(begun: Site) -> None:
    page = begun.follow("game/duel/thread", {"pasted": THREADS[0]})
    form = {**fields(page), "order-2": "fire D4", "write": "1"}
    begun.follow("game/duel/thread", {"pasted": "#2 Bob\n[b]air C5[/b]\n"})
    response = begun.post("game/duel/posts", form)
    assert response.status_code == 409
    assert "Somebody has given another thread meanwhile" in plain(response.text)
    assert ">fire D4</pre>" in response.text
    assert begun.text() == BEGUN


HOSTILE = """#1 Gina
Welcome <script>parent.document.title = "broken"</script>
#2 Ann
[b]fire C3[/b] <img src=x onerror="document.title='broken'">
[url=javascript:alert(1)]look[/url] "><svg onload=alert(1)>
\u202eevil\u202c {{ 7*7 }} {% raw %} </textarea><script>alert(2)</script>
#3 <b onmouseover=alert(3)>Bob</b>
[b]air C5[/b]
#4 B\u200bob
[b]air C5[/b]
#5 B\u043eb
[b]air C6[/b]
#6 x
[quote="Bob"][b]air C7[/b][/quote]
nice
"""


def test_hostile_posts_are_inert_and_nothing_of_them_is_believed(begun: Site) -> None:
    page = begun.follow("game/duel/thread", {"pasted": HOSTILE})
    assert "<script>parent" not in page
    assert "<img src=x" not in page
    assert "<svg onload" not in page
    assert "javascript:" not in re.sub(r">[^<]*<", "><", page)
    assert "</textarea><script>" not in page
    assert "\u202e" not in page
    assert "\u200b" not in page
    assert "{{ 7*7 }}" in unescape(page)
    beside = posts(page)
    assert "the name only looks so" in beside["4"]
    assert "the name only looks so" in beside["5"]
    begun.follow("game/duel/posts", {**fields(page), "write": "1"})
    written = [x for x in begun.text().splitlines() if x.startswith(("Ann", "Bob"))]
    assert all(not line.startswith("Bob") for line in written)


def test_a_post_of_ten_megabytes_and_a_bomb_of_tags(begun: Site) -> None:
    bomb = "[quote]" * 300_000 + "[b]fire C3[/b]"
    long = "x" * 10_000_000
    thread = f"#1 Gina\nHello\n#2 Ann\n{bomb}\n#3 Bob\n{long}\n[b]air C5[/b]\n"
    page = begun.follow("game/duel/thread", {"pasted": thread})
    assert len(page) < 400_000
    assert begun.text() == BEGUN
    assert "[3@" not in begun.text()
    assert DUEL != BEGUN


def test_how_a_thread_was_read_is_told(begun: Site) -> None:
    unknown = Path(__file__).parents[1] / "forum" / "unknown" / "next-year.html"
    source = unknown.read_text(encoding="utf-8")
    page = plain(begun.follow("game/duel/thread", {"pasted": source}))
    assert "its posts were told apart by their build" in page
    assert "2026-11-20 18:00 UTC" in page
    page = plain(begun.follow("game/duel/thread", {"pasted": THREADS[0]}))
    assert "by their build" not in page
