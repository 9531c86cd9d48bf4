"""How fast threads are read: a thousand posts scanned into a record, in each format.

Pages as browsers save them, and copied text, have as their peer what it takes to
build the bare tree of the page.

python -m tests.bench forum
"""

from __future__ import annotations

from statistics import median
from time import perf_counter, process_time

from selectolax.lexbor import LexborHTMLParser

from pbem.forum.detect import read_all
from pbem.forum.scan.scan import scan
from tests.bench.harness import Peer, Row
from tests.forum import saved_pages
from tests.forum.pages import FORMS, Said
from tests.forum.saved_pages import Told

ROUNDS = 3
POSTS = 1_000
MOST_TREES = (
    60  #: of a page that reading it may take: a second where a tree takes 16 ms
)
TALK = (
    "That was close. I had 12 HP left and hoped for the best.\nWell played!",
    "I would have gone to E5 but then 3 others would have seen me there.",
    "Can somebody explain ruling A9.1 to me? See page 4 of the handbook.",
    '[quote="Bob"]E5 1C3[/quote]\nOuch. That hurts. See you next turn.',
)


def thread() -> tuple[Said, ...]:
    """A long game: a report, three orders and six posts of talk for each turn."""
    seats = {"Ann": ("B3", "B4"), "Bob": ("F6", "F7"), "Cid": ("D1", "D2")}
    found: list[Said] = []
    serial = 0
    while len(found) < POSTS:
        found.append(Said("Gina", f"game duel #{serial}\n[code]\n A B C\n[/code]"))
        for at, (seat, squares) in enumerate(seats.items()):
            schools = ("fire", "air", "water")
            order = squares[serial % 2]
            if serial == 0:
                order = f"{schools[at]} {order}"
            found.append(Said(seat, f"Here we go.\n\n## {order}\n\nGood luck!"))
            found.append(Said(seat, TALK[(serial + at) % 4]))
            found.append(Said("Dot", TALK[(serial + at + 1) % 4]))
        serial += 1
    return tuple(found[:POSTS])


def rows() -> list[Row]:
    """All measurements."""
    start = "Game: arena\nName: duel\nSeats: Ann, Bob, Cid\n"
    start += "Options: hp=20\n\n== 0 ==\n"
    found = []
    posts = thread()
    for name, (form, _) in FORMS.items():
        if name == "mbox":
            seats = ("Ann", "Bob", "Cid")
            text = start + "".join(
                f"# forum: alias {x.lower()}@x.org = {x}\n" for x in seats
            )
            posts_ = tuple(
                Said(f"{one.author.lower()}@x.org", one.text) for one in posts
            )
        else:
            text, posts_ = start, posts
        page = form(posts_, "A long duel").encode()
        read_times, scan_times, again = [], [], []
        for _ in range(ROUNDS):
            began = perf_counter()
            whole = read_all([page], ["Ann", "Bob", "Cid"])
            middle = perf_counter()
            first = scan(text, whole)
            end = perf_counter()
            second = scan(first.text, whole)
            assert second.text == first.text
            assert len(first.taken) >= POSTS * 0.29, len(first.taken)
            read_times.append(middle - began)
            scan_times.append(end - middle)
            again.append(perf_counter() - end)
        found += [
            Row(f"{name}: 1,000 posts read", median(read_times) * 1000, "ms"),
            Row(f"{name}: the same scanned", median(scan_times) * 1000, "ms"),
            Row(f"{name}: the same scanned again", median(again) * 1000, "ms"),
        ]
    return found + saved_rows()


def saved_rows() -> list[Row]:
    """Pages saved from each forum that is known, against the bare tree of each."""
    talk = tuple(
        Told(
            f"P{n % 30}",
            f"Hello {n}\nD4 1NE",
            n % 20,
            ("P1", "Hello") if n % 4 == 0 else None,
        )
        for n in range(POSTS)
    )
    found = []
    for name in saved_pages.names():
        source = saved_pages.page(name, talk)
        began = process_time()
        LexborHTMLParser(source.decode())
        middle = process_time()
        count = len(read_all([source]).posts)
        took = process_time() - middle
        assert count >= POSTS, (name, count)
        peer = Peer("the bare tree", (middle - began) * 1000)
        what = f"{name} saved: 1,000 posts read"
        found.append(Row(what, took * 1000, "ms", MOST_TREES, peer))
    return found
