"""Whose a post is: by an exact name, or a question."""

from __future__ import annotations

import pytest

from pbem.forum.annotations.remembered import Memory
from pbem.forum.scan.authors import People, Who
from tests.forum.said import entries, opened, post, read, report

MEMORY = Memory(
    moderators=("Gina",),
    aliases={"bobby77": "Bob", "queen": "Nobody Here"},
    nobody=("Dotty", "Anne"),
)
PEOPLE = People(("Ann", "Bob", "Alexander", "Y\u00f6 Li"), MEMORY)


@pytest.mark.parametrize(
    ("author", "who"),
    [
        ("Ann", Who("Ann")),
        ("aNN", Who("Ann")),
        ("yo\u0308  LI", Who("Y\u00f6 Li")),
        ("BOBBY77", Who("Bob")),
        ("queen", Who()),
        ("Gina", Who()),
        ("dotty", Who()),
        ("anne", Who()),
        ("\u0410nn", Who("", "twin", "Ann")),
        ("An\u200bn", Who("", "twin", "Ann")),
        ("Yo Li", Who("", "twin", "Y\u00f6 Li")),
        ("B0b", Who("", "twin", "Bob")),
        ("\u0412obby77", Who("", "twin", "Bob")),
        ("Bobby", Who("", "near", "Bob")),
        ("bob_1984", Who("", "near", "Bob")),
        ("Annabel", Who("", "near", "Ann")),
        ("Alex", Who("", "near", "Alexander")),
        ("Ale", Who("", "near", "Alexander")),
        ("Al", Who()),
        ("A", Who()),
        ("7", Who()),
        ("Alxeander", Who("", "near", "Alexander")),
        ("Mallory", Who()),
        ("Rob", Who()),
    ],
)
def test_a_name_is_a_seats_or_a_question(author: str, who: Who) -> None:
    assert PEOPLE.of(post(1, author)) == who


def test_a_shown_name_proves_nothing() -> None:
    assert PEOPLE.of(post(1, "mallory", shown="Ann")) == Who("", "shown", "Ann")
    assert PEOPLE.of(post(1, "mallory", shown="Annabel")) == Who()
    assert PEOPLE.of(post(1, "Ann", shown="Bob")) == Who("Ann")
    assert PEOPLE.of(post(1, "Dotty", shown="Ann")) == Who()


def test_who_moderates_and_who_watches() -> None:
    assert PEOPLE.moderates(post(1, "GINA"))
    assert not PEOPLE.moderates(post(1, "Ann"))
    assert PEOPLE.watches(post(1, "DOTTY"))
    assert not PEOPLE.watches(post(1, "Gina"))
    assert PEOPLE.exactly(" bob ") == "Bob"
    assert PEOPLE.exactly("Bobby") == ""


def test_another_account_with_the_name_of_a_seat_is_told() -> None:
    text = read(opened()[:1]).text + "# forum: alias annie = Ann\n"
    posts = (report(1, 0), post(2, "annie", "fire C3"), post(3, "Bob", "air F6"))
    more = (post(4, "Cid", "water A8"), report(5, 1), post(6, "Ann", "D4"))
    found = read((*posts, *more), text=text)
    told = [(one.code, one.post.number, one.given["had"]) for one in found.questions]
    assert told == [("account", 6, "annie")]
    assert entries(found)[3:] == ["Ann: D4"]
    names = (post(2, "Ann", "fire C3"), *posts[2:], *more[:2], post(6, "annie", "D4"))
    assert read((posts[0], *names), text=text).questions == ()
