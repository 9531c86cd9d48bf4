"""How far letters are looked at: what stands one further is not."""

from __future__ import annotations

import pytest

from pbem.mail.classify.classify import classify
from pbem.mail.message.addresses import addresses
from pbem.mail.message.headers import parameters
from pbem.mail.message.html import MAX_OPEN, to_text
from pbem.mail.message.letter import read_letter
from pbem.mail.message.limits import LIMITS, LetterRefused
from pbem.mail.message.trace_headers import delivered_to, fingerprint, head
from pbem.mail.reply.attributions import attribution, is_arrowed
from pbem.mail.reply.header_blocks import header_block
from pbem.mail.reply.reply import new_text
from pbem.mail.reply.signatures import is_device
from pbem.mail.sandbox import child
from pbem.mail.sandbox.reader import LetterReader

MAILER = "This could not be delivered to the following recipient: "


@pytest.mark.parametrize(("more", "kind"), [(0, "bounce"), (1, "reply")])
def test_an_address_stands_in_the_first_5000_characters_of_a_bounce(
    more: int, kind: str
) -> None:
    text = MAILER + "x" * (4999 - len(MAILER) + more) + "@"
    raw = f"From: a@x.example\nSubject: failure notice\n\n{text}".encode()
    letter = read_letter(raw)
    assert letter.text.index("@") == 4999 + more
    assert classify(letter, raw).kind == kind


@pytest.mark.parametrize(("more", "rule"), [(0, "phrase"), (1, "none")])
def test_words_of_failure_stand_in_its_first_800(more: int, rule: str) -> None:
    text = "x" * (791 + more) + "undeliver\n<bo@y.example>\n"
    raw = f"From: ann@x.example\n\n{text}".encode()
    assert classify(read_letter(raw), raw).rule == rule


@pytest.mark.parametrize(("more", "full"), [(0, True), (1, False)])
def test_elements_may_stand_so_deep_in_each_other(more: int, full: bool) -> None:
    markup = "<div>" * (MAX_OPEN + more) + "D4"
    if full:
        assert to_text(markup).strip() == "D4"
        assert to_text(markup + "</div>" * 5 + "<div>" * 5).strip() == "D4"
    else:
        with pytest.raises(LetterRefused) as refused:
            to_text(markup)
        assert refused.value.code == "depth"
        assert str(MAX_OPEN) in refused.value.detail
    assert MAX_OPEN == 1000


def test_what_is_closed_or_holds_nothing_does_not_count_as_deep() -> None:
    assert to_text("<p>D4<br>" + "<i>x</i>" * 2000).startswith("D4")
    assert to_text("<br>" * 3000 + "D4").strip() == "D4"
    assert to_text("</div>" * 3000 + "<div>" * MAX_OPEN + "D4").strip() == "D4"
    with pytest.raises(LetterRefused):
        to_text("<i><b></i>" * (MAX_OPEN + 1))


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("<ann@x.org> " + "x" * 187 + ":", 1),
        ("<ann@x.org> " + "x" * 188 + ":", 0),
        ("2024-05-03 20:01:", 1),
        ("2024-05-03:", 0),
        ("20:01:", 0),
        ("Ann " + "x" * 89 + " wrote:", 1),
        ("Ann " + "x" * 90 + " wrote:", 0),
    ],
)
def test_so_long_is_what_stands_above_a_quote(line: str, lines: int) -> None:
    assert attribution([line], 0, True) == lines
    assert attribution([line], 0, False) == 0


@pytest.mark.parametrize(("length", "lines"), [(400, 1), (401, 0)])
def test_an_attribution_is_so_long_at_most(length: int, lines: int) -> None:
    line = "On 3 May 2024 at 9:07, Ann <ann@x.org> wrote:"
    pad = line.replace("Ann <", f"{'A' * (length - len(line) + 3)} <")
    assert len(pad) == length
    assert attribution([pad], 0, False) == lines


@pytest.mark.parametrize(("length", "found"), [(200, True), (201, False)])
def test_a_line_between_arrows_is_so_long(length: int, found: bool) -> None:
    line = ">>> Ann 2024-05-03 >>>"
    assert is_arrowed(line.replace("Ann", "A" * (length - len(line) + 3))) is found
    assert not is_arrowed(">>> Ann >>>")
    assert not is_arrowed("Ann 2024-05-03 >>>")
    assert not is_arrowed(">>> Ann 2024-05-03")


@pytest.mark.parametrize(("length", "lines"), [(30, 2), (31, 0)])
def test_a_label_is_so_long(length: int, lines: int) -> None:
    """A longer one ends what is known of the head."""
    block = ["Wer: Ann <a@x.org>", f"{'W' * length}: 3 May 2024 20:01", "Was: x"]
    assert header_block(block, 0) == lines


@pytest.mark.parametrize(("unknown", "whole"), [(2, True), (3, True), (4, False)])
def test_so_many_loose_lines_stand_between_the_fields_of_a_head(
    unknown: int, whole: bool
) -> None:
    loose = [f"word {number}" for number in range(unknown)]
    block = ["From: Ann <a@x.org>", *loose, "Subject: x"]
    assert (header_block(block, 0) == len(block)) is whole


@pytest.mark.parametrize(("length", "found"), [(499, "a@x.org"), (500, None)])
def test_an_address_of_delivery_is_so_long(length: int, found: str | None) -> None:
    address = "a" * (length - 6) + "@x.org"
    raw = f"Delivered-To: {address}\n\nx".encode()
    assert delivered_to(raw) == (address if found else None)


def test_a_head_is_looked_at_up_to_64_kilobytes() -> None:
    raw = b"a: b\n" * 20_000
    assert sum(len(line) + 1 for line in head(raw)) in (65_536, 65_537)
    assert len(fingerprint(b"x")) == 40


def test_so_many_parameters_of_a_field_are_read() -> None:
    value = "text/plain" + "".join(f"; p{number}=x" for number in range(60))
    assert len(parameters(value)[1]) == 50


def _deep(levels: int) -> bytes:
    """A letter whose text stands so many multiparts deep."""
    text = b"Content-Type: text/plain\n\nD4"
    for level in range(levels):
        mark = b"b%d" % level
        head = b"Content-Type: multipart/mixed; boundary=" + mark
        text = head + b"\n\n--" + mark + b"\n" + text + b"\n--" + mark + b"--\n"
    return text


def _parted(count: int) -> bytes:
    head = b"Content-Type: multipart/mixed; boundary=b\n\n"
    return head + b"--b\n\nx\n" * count + b"--b--\n"


@pytest.mark.parametrize(
    ("within", "beyond", "code"),
    [
        (b"\n".ljust(1_000_000, b"x"), b"\n".ljust(1_000_001, b"x"), "size"),
        (_deep(20), _deep(21), "depth"),
        (_parted(199), _parted(200), "parts"),
        (b"a: b\n" * 1000 + b"\nx", b"a: b\n" * 1001 + b"\nx", "headers"),
        (
            b"a: " + b"x" * 65_532 + b"\n\nD4",
            b"a: " + b"x" * 65_534 + b"\n\nD4",
            "headers",
        ),
        (
            b"a: " + b"=?utf-8?q?x?= " * 100 + b"\n\nx",
            b"a: " + b"=?utf-8?q?x?= " * 101 + b"\n\nx",
            "words",
        ),
    ],
    ids=["size", "depth", "parts", "lines", "bytes", "words"],
)
def test_what_a_letter_may_be(within: bytes, beyond: bytes, code: str) -> None:
    read_letter(within)
    with pytest.raises(LetterRefused) as refused:
        read_letter(beyond)
    assert refused.value.code == code


def test_so_many_addresses_of_a_field_are_read() -> None:
    assert len(addresses("a@x.org, " * 600)) == 500


def test_what_a_reading_process_may_use() -> None:
    with LetterReader() as reader:
        settings = reader._settings
    assert settings == child.ChildSettings(LIMITS, 0.4, 256 * 1024 * 1024)


@pytest.mark.parametrize(("count", "kept"), [(3, True), (4, False)])
def test_a_quote_stands_so_near_below_what_introduces_it(
    count: int, kept: bool
) -> None:
    """Less evidence will do above a quote that is no further away."""
    between = [f"word {number}" for number in range(count)]
    text = "\n".join(["D4", "", "Ann wrote:", *between, "> old"])
    assert ("Ann wrote:" not in new_text(text).text) is kept


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Sent from a b c d iPhone", True),
        ("Sent from a b c d e iPhone", False),
        ("a b c iPhone'umdan gönderildi", True),
        ("a b c d iPhone'umdan gönderildi", False),
        ("iPhone b c d e f g h gönderildi", True),
        ("iPhone b c d e f g h i gönderildi", False),
        (f"iPhone {'x' * 42} gönderildi", True),
        (f"iPhone {'x' * 43} gönderildi", False),
        ("Sent from ipadx", True),
        ("Sent from vivoo", False),
        ("Sent from my toaster", True),
        ("Sent from my big toaster", False),
        (f"Sent from iPhone {'x' * 83}", True),
        (f"Sent from iPhone {'x' * 84}", False),
        ("Virus-free. www.x.example".ljust(160, "x"), True),
        ("Virus-free. www.x.example".ljust(161, "x"), False),
    ],
)
def test_a_line_of_a_device_is_so_long(line: str, found: bool) -> None:
    assert is_device(line) is found


@pytest.mark.parametrize(
    ("quoted", "rest", "kept"),
    [
        # 68 columns are a full line, with its mark.
        (f"> {'x' * 66}", "and so", False),
        (f"> {'x' * 65}", "and so", True),
        (f"> {'x' * 66}", "And so", True),
        (f"> {'x' * 65},", "and so", False),
        (f"> {'x' * 65}.", "and so", True),
        ("> see https://x.example/abc", "d" * 21, False),
        ("> see https://x.example/abc", "d" * 20, True),
        ("> see https://x.example/abc", "d" * 19 + ".", True),
        ("> see https://x.example/abc", "abc-d", False),
        ("> see www.x.example/abc", "abc-d", False),
        ("> see https://x.example/abc", "abc-d e", True),
        ("> see", "https://x.example/a", False),
        ("> see", "<https://x.example/a>", False),
        ("> see", "https://x.example/a b", True),
    ],
)
def test_the_rest_of_a_quoted_line_is_no_answer(
    quoted: str, rest: str, kept: bool
) -> None:
    found = new_text(f"{quoted}\n{rest}\n> more\nD4").text
    assert found == (f"{rest}\nD4" if kept else "D4")


def test_the_rest_of_the_last_quoted_line_follows_a_comma() -> None:
    for end, kept in ((",", False), ("", True), (".", True)):
        found = new_text(f"> {'x' * 70}{end}\nand so\n\nD4").text
        assert found == ("and so\n\nD4" if kept else "D4")
