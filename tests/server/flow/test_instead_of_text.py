"""A letter without text is answered with what it is, and what to do instead."""

from __future__ import annotations

import pytest

from pbem.mail.reply.reply import marker
from tests.support.server.world import ADDRESS, ANN, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _file(kind: str, name: str) -> str:
    return f'Content-Type: {kind}\nContent-Disposition: attachment; filename="{name}"\n'


DOCUMENT = _file("application/vnd.oasis.opendocument.text", "orders.odt")


def _answer(world: World, form: str) -> str:
    """What Ann is answered to a letter of this form, in one line."""
    to = world.last(ADDRESS[ANN], "arena-1").reply_to
    (mail,) = world.say(ANN, "", to, form=form)
    return " ".join(mail.text.split())


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (
            "Content-Type: text/plain\n\n-----BEGIN PGP MESSAGE-----\n\nhQ\n",
            "encrypted",
        ),
        (_file("application/pkcs7-mime", "smime.p7m"), "without encryption"),
        (_file("application/ms-tnef", "winmail.dat"), '"Format Text", then "Plain'),
        (DOCUMENT, "There is a document (orders.odt) in it"),
        (_file("image/png", "map.png"), "There is a picture (map.png) in it"),
        ("Content-Type: text/html\n\n<s>D4 1NE</s>\n", "is struck out"),
        (
            f"\nOn 3 May 2024, Ref wrote:\n> D4 1NE\n> {marker('g1.t1')}\n",
            'begins with ">", as lines of an older letter do, so I have read nothing '
            "in it: > D4 1NE",
        ),
    ],
)
def test_the_answer_names_what_came_and_what_to_do(
    world: World, form: str, told: str
) -> None:
    world.begin()
    before = world.orders()
    said = _answer(world, form)
    assert told in said
    assert "Please" in said or "please" in said
    assert "You are awaited" in said
    assert world.orders() == before


def test_text_beside_such_a_part_is_what_counts(world: World) -> None:
    world.begin()
    text = "Content-Type: text/plain\n\nD4 1NE\n"
    parts = f"--b\n{text}\n--b\n{DOCUMENT}\n\n--b--\n"
    said = _answer(world, f"Content-Type: multipart/mixed; boundary=b\n\n{parts}")
    assert "Got it" in said
    assert "document" not in said


def test_text_that_is_of_no_use_beside_a_document_is_answered_with_both(
    world: World,
) -> None:
    world.begin()
    text = "Content-Type: text/plain\n\nMy orders are attached.\n"
    parts = f"--b\n{text}\n--b\n{DOCUMENT}\n\n--b--\n"
    said = _answer(world, f"Content-Type: multipart/mixed; boundary=b\n\n{parts}")
    assert "orders.odt" in said


def test_a_part_of_an_order_behind_an_arrow_is_told_with_what_was_taken(
    world: World,
) -> None:
    world.begin()
    form = "Content-Type: text/html\n\n<div>D4 1NE</div><div>&gt; 1SE</div>\n"
    said = _answer(world, form)
    assert "Got it" in said
    assert 'This line begins with ">"' in said
    assert "> 1SE" in said
