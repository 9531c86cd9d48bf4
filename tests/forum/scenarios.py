"""Games on forums, post by post: what the thread files are written from.

Each stage of a scenario is a thread as it was saved one day, with the answers
that the moderator gave; `python -m tests.forum` writes the files.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.forum.pages import Said


@dataclass(frozen=True, slots=True)
class Stage:
    """One scan: the posts of that day, in pages, and the answers given."""

    posts: tuple[Said, ...]
    answers: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()  #: how many posts are on each page but the last
    first: int = 0  #: number of the first post; 0: as the format begins


@dataclass(frozen=True, slots=True)
class Scenario:
    """A name, a format, the record at the start and the stages."""

    name: str
    form: str
    start: str
    stages: tuple[Stage, ...]


def game(name: str, seats: str, options: str = "", more: str = "") -> str:
    """A fresh record, called duel."""
    opts = f"Options: {options}\n" if options else ""
    return f"Game: {name}\nName: duel\nSeats: {seats}\n{opts}{more}\n== 0 ==\n"


ARENA = game("arena", "Ann, Bob, Cid", "hp=20")
MAGMA = game("magma", "Ann, Bob")


def gina(serial: int, more: str = "", minute: int = -1) -> Said:
    """A report of the moderator."""
    return Said("Gina", f"[b]The next turn[/b]\ngame duel #{serial}{more}", minute)


def one(
    name: str,
    form: str,
    *posts: Said,
    start: str = ARENA,
    answers: tuple[str, ...] = (),
) -> Scenario:
    """A scenario of one stage."""
    return Scenario(name, form, start, (Stage(posts, answers),))


def three(form: str, name: str) -> Scenario:
    """The same plain opening in any format: three orders among chatter."""
    return one(
        name,
        form,
        gina(0),
        Said("Ann", "Hello everybody!\n\nfire C3\n\nGood luck to all."),
        Said("Bob", "Hi Ann. Nice board you have there.\n[b]air F6[/b]"),
        Said("Dot", "I am only watching. Who is the favourite?"),
        Said("Cid", "Move: water A8"),
        Said("Ann", "This will be fun."),
    )


def orders(*more: Said) -> tuple[Said, ...]:
    """Turn 0 complete, the report, and more."""
    return (
        gina(0),
        Said("Ann", "fire C3"),
        Said("Bob", "air F6"),
        Said("Cid", "water A8"),
        gina(1),
        *more,
    )


OPENINGS = [
    three("phpbb", "phpbb-opening"),
    three("discourse", "discourse-opening"),
    three("nodebb", "nodebb-opening"),
    three("bgg", "bgg-opening"),
    three("xenforo", "xenforo-opening"),
    three("smf", "smf-opening"),
    three("pasted", "pasted-opening"),
]

QUOTES = [
    one(
        "phpbb-quotes",
        "phpbb",
        *orders(
            Said("Ann", '[quote="Bob"]air F6[/quote]\nI see you there!\nD4 1NE'),
            Said(
                "Bob", '[quote="Ann"][quote="Bob"]air F6[/quote]D4 1NE[/quote]\nE5 1D4'
            ),
            Said("Cid", '[quote="Ann"]D4 1NE[/quote]\nGood one.'),
            Said("Cid", "B7"),
        ),
    ),
    one(
        "discourse-quotes",
        "discourse",
        *orders(
            Said("Bob", '[quote="Ann"]fire C3[/quote]\nSo you begin there. [b]E5[/b]'),
            Said("Ann", '[quote="Bob"]E5[/quote]\n- 1NE'),
            Said("Cid", "[spoiler]\nB7\n[/spoiler]\nNo peeking."),
        ),
    ),
    one(
        "nodebb-quotes",
        "nodebb",
        *orders(
            Said("Bob", '[quote="Ann"]fire C3[/quote]\n## E5 1C3'),
            Said("Ann", '[quote="Bob"]## E5 1C3[/quote]\nOuch. My move: D4'),
            Said("Cid", "## B7"),
        ),
    ),
    one(
        "bgg-quotes",
        "bgg",
        *orders(
            Said("Bob", '[quote="Ann"]fire C3[/quote]\n[b]E5 1C3[/b]'),
            Said("Ann", '[quote="Bob"][b]E5 1C3[/b][/quote]\n[spoiler]D4 1E[/spoiler]'),
            Said("Cid", "[s]A7[/s]\nB7"),
        ),
    ),
    one(
        "xenforo-quotes",
        "xenforo",
        *orders(
            Said("Bob", '[quote="Ann"]fire C3[/quote]E5', signature="H8 1A1 for ever"),
            Said("Ann", '[quote="Bob"]E5[/quote]Order: D4', signature="## A1"),
            Said("Cid", "B7"),
        ),
    ),
    one(
        "smf-quotes",
        "smf",
        *orders(
            Said("Bob", '[quote="Ann"]fire C3[/quote]\nE5', signature="G7 1NE"),
            Said("Ann", "D4\n[quote]E5[/quote]"),
            Said("Cid", "B7", signature="Order: A1"),
        ),
    ),
    one(
        "pasted-quotes",
        "pasted",
        *orders(
            Said("Bob", "Ann wrote:\n> fire C3\n\nE5"),
            Said("Ann", "[quote=Bob]\nE5\n[/quote]\n**D4**"),
            Said("Cid", "> E5\n> D4\nB7"),
        ),
    ),
    one(
        "phpbb-signature",
        "phpbb",
        *orders(
            Said("Ann", "D4", signature="[b]H8 1A1[/b]"),
            Said("Bob", "I am thinking.", signature="Move: F7"),
            Said("Cid", "B7\n", signature="## A7"),
        ),
    ),
]

WRITING = [
    one(
        "phpbb-struck",
        "phpbb",
        *orders(
            Said("Ann", "[s]D4 1NE[/s]\nE5"),
            Said("Bob", "[b]F7[/b] [s]or F8[/s]"),
            Said("Cid", "[s]B7[/s]"),
        ),
    ),
    one(
        "phpbb-code",
        "phpbb",
        *orders(
            Said("Ann", "[code]\nD4   1NE\n[/code]"),
            Said("Bob", "Move:\n[code]\nF7 1E5\n[/code]"),
            Said("Cid", "[i]B7[/i]"),
        ),
    ),
    one(
        "discourse-list",
        "discourse",
        gina(0),
        Said("Ann", "fire C3"),
        Said("Bob", "air F6"),
        Said("Cid", "water A8"),
        gina(1),
        Said("Ann", "[list]\n[*]1N\n[/list]"),
        Said("Bob", "[list]\n[*]F7\n[*]1E5\n[/list]"),
    ),
    one(
        "nodebb-labels",
        "nodebb",
        *orders(
            Said("Ann", "My move is: D4."),
            Said("Bob", "Orders for turn 1: F7 1E5!"),
            Said("Cid", "##move: B7"),
        ),
    ),
    one(
        "nodebb-wrong-turn",
        "nodebb",
        *orders(
            Said("Ann", "Turn 2: D4"),
            Said("Bob", "Turn 1: F7"),
        ),
    ),
    one(
        "phpbb-own-name",
        "phpbb",
        *orders(
            Said("Ann", "Ann: D4 1NE"),
            Said("Bob", "Cid: H1"),
            Said("Bob", "Bob: F7"),
        ),
    ),
    one(
        "bgg-chatter",
        "bgg",
        *orders(
            Said("Ann", "B2 was a great bomber in its day.\nA4 is a paper size."),
            Said("Bob", "I have 2 cats and 1 dog.\nF7"),
            Said("Cid", "See you on 21.11. at 8:30! B7"),
        ),
    ),
    one(
        "phpbb-two-lines",
        "phpbb",
        *orders(
            Said("Ann", "D4\n1NE"),
            Said("Bob", "F7\nThat is all."),
            Said("Cid", "B7\n\nC7"),
        ),
        answers=("108 = yes",),
    ),
    one(
        "discourse-contradiction",
        "discourse",
        *orders(
            Said("Ann", "[b]D4[/b]\nor rather\n[b]E5[/b]"),
            Said("Bob", "## F7\n## F7"),
            Said("Cid", "B7\nMove: C7"),
        ),
    ),
    one(
        "phpbb-words",
        "phpbb",
        *orders(
            Said("Ann", "I would rather\nresign\nthan lose to you."),
            Said("Bob", "resign"),
        ),
    ),
    one(
        "nodebb-broken",
        "nodebb",
        *orders(
            Said("Ann", "## move to D4 please"),
            Said("Bob", "Move: F7 1"),
            Said("Cid", "## H1"),
        ),
    ),
]
