"""How far a bounce is read for the addresses that it names."""

from __future__ import annotations

import pytest

from pbem.mail.classify.bounce_addresses import bounced_addresses
from pbem.mail.message.letter import read_letter
from pbem.mail.message.limits import Limits

HEAD = "From: Postmaster <postmaster@mx.example>\nTo: ref@h.example\n"
WIDE = Limits(size=10_000_000, header_bytes=10_000_000)


def named(text: str, head: str = HEAD) -> tuple[str, ...]:
    """The addresses that a bounce in no known form names."""
    raw = f"{head}\n{text}".encode()
    return bounced_addresses(read_letter(raw, WIDE), raw)[0]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Nobody lives at <Bo@y.example>", ["bo@y.example"]),
        ("  bo@y.example", ["bo@y.example"]),
        ("* bo@y.example: no", ["bo@y.example"]),
        ("> - bo@y.example.", ["bo@y.example"]),
        (f"{' ' * 20}bo@y.example", ["bo@y.example"]),
        (f"{' ' * 21}bo@y.example", []),
        ("nobody at bo@y.example", []),
        ("<ref@h.example>\n<bo@y.example>", ["bo@y.example"]),
        ("<bo@y.example>\n<cy@y.example>", ["bo@y.example"]),
        ("Received: from x\n<bo@y.example>", []),
        ("Return-Path: <bo@y.example>", []),
        ("MESSAGE-ID: <bo@y.example>", []),
        ("bo@y=example", []),
        (f"{'x' * 386}<bo@y.example>", ["bo@y.example"]),
        (f"{'x' * 387}<bo@y.example>", []),
        ("x\n" * 59 + "<bo@y.example>", ["bo@y.example"]),
        ("x\n" * 60 + "<bo@y.example>", []),
        (("x" * 99 + "\n") * 39 + " " * 19 + "x" * 67 + "<bo@y.example>", None),
        (("x" * 99 + "\n") * 39 + " " * 19 + "x" * 68 + "<bo@y.example>", []),
    ],
)
def test_an_address_in_the_first_lines(text: str, found: list[str] | None) -> None:
    assert list(named(text)) == (["bo@y.example"] if found is None else found)


def test_a_field_names_those_who_were_not_reached() -> None:
    head = f"X-Failed-Recipients: Bo@y.example, <cy@y.example>\n{HEAD}"
    assert named("<dot@y.example>", head) == ("bo@y.example", "cy@y.example")


QMAIL = (
    "Hi. This is the qmail-send program at mx.example.\n"
    "I'm afraid I wasn't able to deliver your message to the following addresses.\n"
    "This is a permanent error; I've given up. Sorry it didn't work out.\n\n"
    "<bo@y.example>:\nno mailbox here\n"
)


@pytest.mark.parametrize(("parts", "read"), [(150, True), (151, False)])
def test_so_many_parts_are_looked_through(parts: int, read: bool) -> None:
    """More cost the library that knows the older forms too much."""
    copy = "\nCONTENT-TYPE: text/plain" * parts
    raw = f"Subject: failure notice\n{HEAD}\n{QMAIL}{copy}\n".encode()
    letter = read_letter(b"From: a@x.org\n\nnothing here\n")
    assert bounced_addresses(letter, raw)[0] == (("bo@y.example",) if read else ())


def test_so_much_of_a_report_is_read() -> None:
    letter = read_letter(b"From: a@x.org\n\nnothing here\n")
    field = b"\nFinal-Recipient: rfc822; bo@y.example\nAction: failed\n"
    room = 256 * 1024 - len(field)
    for more, read in ((0, True), (len(field), False)):
        raw = b"x" * (room + more) + field
        assert bounced_addresses(letter, raw)[0] == (("bo@y.example",) if read else ())


FINAL = "Final-Recipient: rfc822; {}\n"


@pytest.mark.parametrize(
    ("fields", "failed", "delayed"),
    [
        (FINAL.format("bo@y.example") + "Action:\n\n", ["bo@y.example"], []),
        (FINAL.format("bo@y.example") + "Action: expanded\n", [], []),
        (FINAL.format("nobody") + "Action: failed\n", [], []),
        (
            FINAL.format("bo@y.example") + "Action: failed\n" + FINAL.format("nobody"),
            ["bo@y.example"],
            [],
        ),
        (
            FINAL.format("a@y.example") + "X-Actual-Recipient: rfc822; b@y.example\n"
            "Action: delayed\n",
            [],
            ["b@y.example"],
        ),
        (
            "Original-Recipient: rfc822; b@y.example\nAction: failed\n\n"
            "Original-Recipient: rfc822; c@y.example\nAction: delayed\n",
            ["b@y.example"],
            ["c@y.example"],
        ),
        (
            FINAL.format("a@y.example")
            + "Action: failed\n\n"
            + FINAL.format("b@y.example")
            + "Status: 4.0.0\nAction: delayed,\n",
            ["a@y.example"],
            ["b@y.example"],
        ),
    ],
)
def test_the_fields_of_a_report(
    fields: str, failed: list[str], delayed: list[str]
) -> None:
    letter = read_letter(b"From: a@x.org\n\nnothing here\n")
    found = bounced_addresses(letter, f"x\n\n{fields}".encode())
    assert (list(found[0]), list(found[1])) == (failed, delayed)


def test_no_traceback_is_logged_of_a_writer_who_is_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    head = "From:\nTo: ref@h.example\n"
    assert named("Nobody lives at <Bo@y.example>", head) == ("bo@y.example",)
    assert caplog.records == []
