"""Letters in two forms, with the board in the second."""

from __future__ import annotations

from email import message_from_bytes

from pbem.server.settings import config
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, Mail


def kinds(mail: Mail) -> list[str]:
    """What parts a letter has."""
    return [part.get_content_type() for part in message_from_bytes(mail.raw).walk()]


PLAIN = ["multipart/alternative", "text/plain", "text/html"]
PICTURED = [*PLAIN[:2], "multipart/related", "text/html", "image/png"]


def test_reports_carry_the_board_and_other_letters_do_not(make: Make) -> None:
    world = make("html = true\n")
    assert kinds(world.say(ANN, "new arena with bob@b.example")[0]) == PLAIN
    world.answer(ANN, "accept")
    world.answer(BOB, "accept")
    assert kinds(world.last(ADDRESS[BOB])) == PICTURED
    # An answer to it is understood, and quotes of it are not.
    last = world.last(ADDRESS[ANN])
    quoted = "\n".join("> " + line for line in last.text.split("\n")[:30])
    world.answer(ANN, f"fire C3\n\n{quoted}")
    world.answer(BOB, "air F6")
    assert world.orders() == ["Ann: fire C3", "Bob: air F6"]
    report = world.last(ADDRESS[ANN])
    assert kinds(report) == PICTURED
    assert len(report.raw) < 200_000
    (html,) = [
        part.get_payload(decode=True)
        for part in message_from_bytes(report.raw).walk()
        if part.get_content_type() == "text/html"
    ]
    # What tells an answer from what is quoted stands in both forms.
    mark = report.text.split("\n")[0]
    assert mark.startswith("##- ")
    assert isinstance(html, bytes)
    assert html.decode().count(mark) == 1
    assert "Your turn, Ann" in report.text


def test_letters_have_both_forms_unless_a_host_wants_text_alone(make: Make) -> None:
    assert config.read('address = "referee@x.example"').html
    world = make("html = false\n")
    world.start()
    assert {tuple(kinds(mail)) for mail in world.box.mail} == {("text/plain",)}


def test_who_asked_for_no_drawings_gets_no_picture(make: Make) -> None:
    world = make("html = true\n")
    world.start()
    world.answer(ANN, "set display list")
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    assert kinds(world.last(ADDRESS[ANN])) == PLAIN
    assert kinds(world.last(ADDRESS[BOB])) == PICTURED
