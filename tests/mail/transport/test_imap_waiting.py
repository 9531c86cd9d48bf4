"""How a mailbox is waited for: IDLE, polling, and longer and longer after failures."""

from __future__ import annotations

import pytest

from pbem.mail.transport.backoff import MAX_PAUSE_SECONDS, Backoff
from pbem.mail.transport.base import Unreachable
from pbem.mail.transport.imap import ImapSource
from pbem.mail.transport.imap_login import ImapAccount
from tests.mail.transport.test_imap_faults import SECRET, mailbox, source_for
from tests.support.mail.fake_imap import FakeImap, Fault
from tests.support.mail.letters import Keeper, letter, numbers
from tests.support.processes import HOST, free_ports


@pytest.mark.parametrize(
    "fault",
    [
        Fault("IDLE", b"TAG NO not now\r\n", times=3),
        Fault("IDLE", b"* 3 EXISTS\r\n+ idling\r\n", then="stall", times=3),
        Fault("IDLE", b"+ idling\r\n", then="stall", times=3),
        Fault("IDLE", then="stall", times=3),
        Fault("IDLE", b"+ idling\r\n", then="close", times=3),
    ],
    ids=["refused", "news first", "DONE unanswered", "unanswered", "closed"],
)
def test_where_idle_fails_there_is_polling(fault: Fault) -> None:
    keeper = Keeper()
    with FakeImap(mailbox(0), [fault]) as server, source_for(server) as source:
        for uid in range(1, 6):
            assert keeper.round(source)
            source.wait(0.05)
            server.folders["INBOX"][uid] = letter(uid)
        assert keeper.round(source)
        assert sum(line == "IDLE" for line in server.commands) == 3
    assert numbers(keeper.kept) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "says", [b"* 1 EXISTS\r\n", b"* OK still here\r\n* 1 EXISTS\r\n"]
)
def test_news_in_one_packet_with_the_go_ahead_end_the_waiting(says: bytes) -> None:
    server = FakeImap(mailbox(0), idle_says=says)
    with server, source_for(server) as source:
        assert Keeper().round(source)
        source.wait(60)
        assert server.commands[-1] == "DONE"


def test_a_server_that_only_says_it_is_still_here_is_waited_for() -> None:
    server = FakeImap(mailbox(0), idle_says=b"* OK still here\r\n")
    with server, source_for(server) as source:
        assert Keeper().round(source)
        source.wait(0.1)
        assert server.commands[-8:] == ["IDLE", "DONE"] * 4


def test_news_that_came_with_another_answer_are_not_slept_through() -> None:
    def news(said: bytes) -> bytes:
        return b"* 1 EXISTS\r\n" + said

    server = FakeImap(mailbox(0), [Fault("SEARCH", news)])
    with server, source_for(server) as source:
        assert Keeper().round(source)
        source.wait(60)
        assert "IDLE" not in server.commands


def test_attempts_grow_apart_to_15_minutes(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    (port,) = free_ports(1)
    account = ImapAccount(HOST, "host", SECRET, port=port, security="plain")
    source = ImapSource(account, backoff=Backoff("box", lambda: now[0], lambda s: None))
    pauses = []
    for _ in range(13):
        with pytest.raises(Unreachable) as caught:
            list(source.letters())
        pauses.append(caught.value.again)
        with pytest.raises(Unreachable) as early:
            list(source.letters())
        assert early.value.failures == caught.value.failures
        now[0] += caught.value.again
    assert pauses == [
        1,
        2,
        4,
        8,
        16,
        32,
        64,
        128,
        256,
        512,
        MAX_PAUSE_SECONDS,
        MAX_PAUSE_SECONDS,
        MAX_PAUSE_SECONDS,
    ]
    assert [r.levelname for r in caplog.records if r.levelno > 20] == ["ERROR"]


def test_without_a_connection_it_waits_for_the_next_attempt() -> None:
    naps: list[float] = []
    now = [0.0]
    pace = Backoff("box", lambda: now[0], naps.append)
    account = ImapAccount(HOST, "host", SECRET, port=1, security="plain")
    source = ImapSource(account, backoff=pace)
    source.wait(7)
    for failures, seconds in ((1, 1.0), (2, 2.0), (3, 4.0), (4, 7.0)):
        pace.failed("no route")
        assert pace.failures == failures
        source.wait(7)
        assert naps[-1] == seconds
    assert naps[0] == 7
