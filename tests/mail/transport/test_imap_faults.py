"""An IMAP server that errs: every letter is read whole, once, and none is missed."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

import pytest

from pbem.mail.transport.base import TooLarge, Unreachable
from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_login import ImapAccount
from tests.support.mail.fake_imap import FakeImap, Fault
from tests.support.mail.letters import Keeper, leaping, letter, numbers
from tests.support.processes import HOST

SECRET = "xyzzy-never-told"


def mailbox(count: int = 3, size: int = 0) -> dict[str, dict[int, bytes]]:
    letters = {uid: letter(uid, size) for uid in range(1, count + 1)}
    return {"INBOX": letters, "Done": {}, "Failed": {}}


def source_for(server: FakeImap, **more: object) -> ImapSource:
    account = ImapAccount(
        HOST, "host", SECRET, port=server.port, security="plain", timeout=0.4
    )
    return ImapSource(account, backoff=leaping(), **more)  # type: ignore[arg-type]


def body(says: Callable[[bytes], bytes] | bytes, times: int = 1) -> Fault:
    """A fault in the answer that brings letter 2."""
    return Fault(r"FETCH 2 \(BODY\.PEEK\[\]\)", says, times)


def shortened(said: bytes) -> bytes:
    """A sound answer with a text that ends early."""
    head, _, text = said.partition(b"}\r\n")
    text, close, tail = text.rpartition(b")\r\n")
    text = text[:-9]
    start = head.rpartition(b"{")[0]
    return start + b"{%d}\r\n" % len(text) + text + close + tail


def relabelled(by: int) -> Callable[[bytes], bytes]:
    """An answer whose literal is announced longer or shorter than it is."""

    def change(said: bytes) -> bytes:
        return re.sub(
            rb"\{(\d+)\}", lambda found: b"{%d}" % (int(found[1]) + by), said, count=1
        )

    return change


def lacking(what: bytes) -> Callable[[bytes], bytes]:
    return lambda said: re.sub(what, b"", said)


BYE = b"* BYE going down\r\n"
FAULTS = {
    "nothing for a body": body(lacking(rb"\{\d+\}\r\n[^)]*")),
    "NIL for a body": body(b"* 2 FETCH (UID 2 BODY[] NIL)\r\nTAG OK done\r\n"),
    "NIL for a body, for ever": body(
        b"* 2 FETCH (UID 2 BODY[] NIL)\r\nTAG OK done\r\n", times=6
    ),
    "empty body": body(b'* 2 FETCH (UID 2 BODY[] "")\r\nTAG OK done\r\n'),
    "a number for a body": body(b"* 2 FETCH (UID 2 BODY[] 12)\r\nTAG OK done\r\n"),
    "no body": body(b"* 2 FETCH (UID 2 FLAGS ())\r\nTAG OK done\r\n"),
    "no answer to a fetch": body(b"TAG OK done\r\n"),
    "body cut short, literal right": body(shortened, times=2),
    "literal too long": body(relabelled(+40)),
    "literal too short": body(relabelled(-10)),
    "literal far too short": body(relabelled(-60)),
    "literal without the text": body(relabelled(-18)),
    "literal of more than there is memory": body(
        b"* 2 FETCH (UID 2 BODY[] {99999999999}\r\nabc"
    ),
    "literal of more than a number holds": body(
        b"* 2 FETCH (UID 2 BODY[] {999999999999999999999999}\r\nabc"
    ),
    "brackets without an end": body(
        b"* 2 FETCH (UID 2 BODY[] " + b"(" * 200_000 + b"\r\nTAG OK done\r\n"
    ),
    "literal of nonsense": body(b"* 2 FETCH (UID 2 BODY[] {x}\r\nTAG OK done\r\n"),
    "letter under another UID": body(lambda said: said.replace(b"UID 2", b"UID 9")),
    "garbage": body(b"\x00\xff!!\r\n"),
    "open bracket": body(b"* 2 FETCH (UID 2 BODY[] (\r\nTAG OK done\r\n"),
    "fetch NO": body(b"TAG NO cannot\r\n"),
    "fetch BAD": body(b"TAG BAD what\r\n"),
    "BYE for a letter": Fault(r"FETCH 2 \(BODY", BYE, then="close"),
    "connection closed for a letter": Fault(r"FETCH 2 \(BODY", then="close", times=5),
    "silence for a letter": Fault(r"FETCH 2 \(BODY", then="stall"),
    "BYE as greeting": Fault("GREETING", BYE, then="close"),
    "silence as greeting": Fault("GREETING", then="stall"),
    "nonsense as greeting": Fault("GREETING", b"SSH-2.0\r\n", then="close"),
    "login refused": Fault("LOGIN", b"TAG NO [AUTH] no\r\n", times=2),
    "login cut": Fault("LOGIN", then="close"),
    "folder gone": Fault("SELECT", b"TAG NO no such folder\r\n", times=2),
    "no UIDVALIDITY": Fault("SELECT", lacking(rb"\* OK \[UID[^\n]*\n")),
    "search NO": Fault("SEARCH", b"TAG NO not now\r\n"),
    "search of words": Fault("SEARCH", b"* SEARCH one two\r\nTAG OK done\r\n"),
    "size missing": Fault(r"RFC822.SIZE", lacking(rb"RFC822\.SIZE \d+ ")),
    "size of words": Fault(r"RFC822.SIZE", lacking(rb"(?<=SIZE )\d+")),
    "date of words": Fault(r"RFC822.SIZE", lacking(rb"-Nov-2026")),
    "list NO": Fault("LIST", b"TAG NO not now\r\n"),
    "move lost before": Fault("MOVE 2", then="close"),
    "move lost after": Fault("MOVE 2", obeyed=True, then="close"),
    "move unanswered": Fault("MOVE 2", obeyed=True, then="stall"),
    "move refused once": Fault("MOVE 2", b"TAG NO [TRYCREATE] no folder\r\n"),
    "move refused thrice": Fault("MOVE 2", b"TAG NO not now\r\n", times=3),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_costs_no_letter(name: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    fault = FAULTS[name]
    fault = Fault(fault.when, fault.says, fault.times, fault.obeyed, fault.then)
    keeper = Keeper()
    with FakeImap(mailbox(), [fault]) as server, source_for(server) as source:
        keeper.rounds(source, lambda: not server.folders["INBOX"])
        assert fault.times == 0
        assert len(server.folders["Done"]) == 3
    assert sorted(numbers(keeper.kept)) == [1, 2, 3]
    assert [one.raw for one in keeper.kept] == [letter(n) for n in numbers(keeper.kept)]
    told = caplog.text + repr(source.account) + "".join(keeper.troubles)
    assert SECRET not in told
    # Nor does a fault repeat what it could not read: "C3 H3" is a line of a letter.
    assert "C3" not in told


def test_cut_at_every_hundredth_byte() -> None:
    with FakeImap(mailbox(50)) as server, source_for(server) as source:
        assert Keeper().round(source)
        whole = server.sent[0]
    points = range(0, whole, 100)
    assert len(points) > 100
    for point in points:
        keeper = Keeper()
        server = FakeImap(mailbox(50), cuts=[point])
        with server, source_for(server) as source:
            keeper.rounds(source, lambda: not server.folders["INBOX"], most=3)  # noqa: B023
            assert len(server.sent) == 2
        assert numbers(keeper.kept) == list(range(1, 51))


def test_a_letter_that_never_comes_whole_holds_up_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    fault = Fault(r"FETCH 2 \(BODY", then="close", times=1000)
    keeper = Keeper()
    with FakeImap(mailbox(), [fault]) as server, source_for(server) as source:
        for _ in range(5):
            assert not keeper.round(source)
        assert list(server.folders["INBOX"]) == [2]
    assert numbers(keeper.kept) == [1, 3]
    assert caplog.text.count("does not give this letter whole") == 1


def test_a_letter_whose_size_is_never_told_holds_up_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    fault = Fault("RFC822.SIZE", lacking(rb"(?<=UID 2 )RFC822\.SIZE \d+ "), times=3)
    keeper = Keeper()
    with FakeImap(mailbox(), [fault]) as server, source_for(server) as source:
        for told in (0, 0, 1):
            assert keeper.round(source)
            assert caplog.text.count("does not give this letter whole") == told
        assert numbers(keeper.kept) == [1, 3]
        assert keeper.round(source)
    assert numbers(keeper.kept) == [1, 3, 2]
    assert caplog.text.count("does not give this letter whole") == 1


def test_a_letter_that_fails_is_read_after_all_others() -> None:
    fault = Fault(r"FETCH 1 \(BODY", b"TAG NO cannot\r\n", times=3)
    with FakeImap(mailbox(), [fault]) as server, source_for(server) as source:
        found = [[*source.letters()] for _ in range(4)]
    assert [numbers(some) for some in found] == [[2, 3], [2, 3], [2, 3], [2, 3, 1]]


def test_a_size_that_the_server_guessed_is_no_harm() -> None:
    def guess(said: bytes) -> bytes:
        return re.sub(rb"SIZE (\d+)", rb"SIZE 9\1", said)

    keeper = Keeper()
    server = FakeImap(mailbox(), [Fault("RFC822.SIZE", guess, times=9)])
    with server, source_for(server) as source:
        assert keeper.round(source)
    assert numbers(keeper.kept) == [1, 2, 3]


def test_a_letter_that_could_not_be_moved_is_not_given_again() -> None:
    server = FakeImap(mailbox(), [Fault("MOVE 2", b"TAG NO not now\r\n", times=4)])
    with server, source_for(server) as source:
        assert Keeper().round(source)
        assert list(server.folders["INBOX"]) == [2]
        assert not list(source.letters())
        assert not list(source.letters())
        assert not server.folders["INBOX"]


def test_a_letter_that_another_program_took_is_no_trouble() -> None:
    def take(said: bytes) -> bytes:
        del server.folders["INBOX"][2]
        return said

    keeper = Keeper()
    server = FakeImap(mailbox(), [Fault("SEARCH", take)])
    with server, source_for(server) as source:
        assert keeper.round(source)
    assert numbers(keeper.kept) == [1, 3]


def test_new_numbers_replay_nothing_and_miss_nothing() -> None:
    kept = []
    server = FakeImap(mailbox(9))
    with server, source_for(server) as source:
        for one in source.letters():
            kept.append(one)
            if len(kept) == 4:
                # Committed, not yet moved, and the server numbers anew.
                inbox = server.folders["INBOX"]
                server.folders["INBOX"] = {n + 3: inbox[n] for n in inbox}
                server.validity = 8
                server.faults.append(Fault("MOVE", then="close"))
            try:
                source.done(one.key)
            except Unreachable:
                pytest.fail("settling raised")
            if len(kept) == 4:
                break
        for one in source.letters():
            kept.append(one)
            source.done(one.key)
        assert not server.folders["INBOX"]
    assert numbers(kept) == list(range(1, 10))


def test_a_move_is_given_up_when_its_letter_is_gone_with_its_number() -> None:
    server = FakeImap(mailbox(2))
    with server, source_for(server) as source:
        first = next(iter(source.letters()))
        server.faults.append(Fault("MOVE", then="close"))
        source.done(first.key)
        assert [*source._pending_moves] == [first.key]
        (last,) = {*server.folders["INBOX"]} - {int(first.key.rpartition(":")[2])}
        server.folders["INBOX"] = {last + 3: server.folders["INBOX"][last]}
        server.validity = 8
        assert len(list(source.letters())) == 1
        assert not source._pending_moves


def test_a_folder_that_another_program_made_at_the_same_moment() -> None:
    unlisted = Fault(r"LIST \S+ \"?Done", b"TAG OK done\r\n")
    with FakeImap(mailbox(), [unlisted]) as server, source_for(server) as source:
        assert Keeper().round(source)
        assert len(server.folders["Done"]) == 3
    assert unlisted.times == 0


def test_a_letter_that_failed_and_is_gone_holds_up_no_moves() -> None:
    """Those of letters that were not found again are given up."""
    refusal = Fault(r"FETCH 2 \(BODY", b"TAG NO cannot\r\n", times=2)
    with FakeImap(mailbox(), [refusal]) as server, source_for(server) as source:
        for _ in range(2):
            list(source.letters())
        assert sum(source._failed_fetches.values()) == 2
        del server.folders["INBOX"][2]
        list(source.letters())
        assert not source._failed_fetches


def test_a_letter_that_is_longer_than_the_server_says_is_put_aside() -> None:
    told: list[TooLarge] = []
    letters = mailbox()
    letters["INBOX"][2] = letter(2, 5000)
    small = Fault("RFC822.SIZE", lambda said: re.sub(rb"SIZE \d{4}", b"SIZE 99", said))
    server = FakeImap(letters, [small])
    keeper = Keeper()
    with server, source_for(server, limit=4000, oversize=told.append) as source:
        keeper.rounds(source, lambda: not server.folders["INBOX"])
        assert list(server.folders["Failed"].values()) == [letter(2, 5000)]
    assert numbers(keeper.kept) == [1, 3]
    (one,) = told
    assert one.size == len(letter(2, 5000))
    assert one.head.startswith(b"From: ann@pbem.test")
    assert b"C3 H3" not in one.head


def test_a_key_of_another_mailbox_is_refused() -> None:
    with FakeImap(mailbox()) as server, source_for(server) as source:
        assert Keeper().round(source)
        with pytest.raises(ValueError, match="not a letter of"):
            source.done("imap:other@host:INBOX:7:1")
