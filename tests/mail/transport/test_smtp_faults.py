"""An SMTP server that errs: what is the letter's fate, and how often is it taken."""

from __future__ import annotations

import pytest

from pbem.mail.transport.base import SENT, DeliveryStatus, OutgoingLetter
from pbem.mail.transport.smtp import SmtpSink
from pbem.mail.transport.smtp_connection import SmtpAccount
from tests.support.mail.fake_smtp import FakeSmtp, Fault
from tests.support.mail.letters import letter
from tests.support.processes import HOST, free_ports

SENDER = "referee+g42.sesame@pbem.test"


def out(number: int, recipient: str = "", sender: str = SENDER) -> OutgoingLetter:
    to = recipient or f"p{number}@x.org"
    return OutgoingLetter(f"<{number}@pbem.test>", sender, to, letter(number))


def sink_for(server: FakeSmtp) -> SmtpSink:
    return SmtpSink(
        SmtpAccount(
            HOST, server.port, "plain", timeout=0.5, patience=0.5, name="pbem.test"
        )
    )


def test_a_batch_goes_over_one_connection_one_recipient_each() -> None:
    with FakeSmtp() as server, sink_for(server) as sink:
        assert [sink.send(out(n)) for n in range(20)] == [SENT] * 20
        assert server.connections == 1
    assert server.letters == [(SENDER, f"p{n}@x.org", letter(n)) for n in range(20)]
    assert not [line for line in server.lines if line == "RSET"]


def test_only_the_answer_to_a_letter_is_waited_for_with_patience() -> None:
    with FakeSmtp() as server:
        account = SmtpAccount(HOST, server.port, "plain", timeout=7.0, patience=9.0)
        with SmtpSink(account) as sink:
            assert sink.send(out(1)) == SENT
            assert sink._client is not None
            assert sink._client.sock is not None
            assert sink._client.sock.gettimeout() == 7.0


def test_put_off_for_a_while_then_taken_once() -> None:
    server = FakeSmtp([Fault("RCPT", "451 4.7.1 greylisted", times=30)])
    with server, sink_for(server) as sink:
        fates: list[DeliveryStatus] = []
        while not fates or (fates[-1] is DeliveryStatus.RETRY and len(fates) < 99):
            fates.append(sink.send(out(1)).status)
    assert fates == [DeliveryStatus.RETRY] * 30 + [DeliveryStatus.SENT]
    assert len(server.letters) == 1
    assert server.connections == 1


def test_one_refused_of_seven_stops_no_other() -> None:
    server = FakeSmtp([Fault("RCPT.*p3", "550 5.1.1 no such user")])
    with server, sink_for(server) as sink:
        verdicts = [sink.send(out(n)) for n in range(7)]
    assert [v.status for v in verdicts if v != SENT] == [DeliveryStatus.REFUSED]
    assert verdicts[3].why == "550 5.1.1 no such user"
    assert [to for _, to, _ in server.letters] == [
        f"p{n}@x.org" for n in (0, 1, 2, 4, 5, 6)
    ]


FATES = {
    "mail 4xx": (Fault("MAIL", "452 full"), DeliveryStatus.RETRY),
    "mail 5xx": (Fault("MAIL", "552 too large"), DeliveryStatus.REFUSED),
    "mail 530": (Fault("MAIL", "530 log in first"), DeliveryStatus.RETRY),
    "mail nonsense": (Fault("MAIL", "what?"), DeliveryStatus.RETRY),
    "rcpt 4xx": (Fault("RCPT", "450 busy"), DeliveryStatus.RETRY),
    "rcpt 5xx": (Fault("RCPT", "553 no"), DeliveryStatus.REFUSED),
    "rcpt 251": (Fault("RCPT", "251 will forward"), DeliveryStatus.SENT),
    "data 4xx": (Fault("DATA", "451 no"), DeliveryStatus.RETRY),
    "data 5xx": (Fault("DATA", "554 no"), DeliveryStatus.REFUSED),
    "data closed": (Fault("DATA", close=True), DeliveryStatus.RETRY),
    "end 4xx": (Fault("END", "451 disk full"), DeliveryStatus.RETRY),
    "end 5xx": (Fault("END", "554 spam"), DeliveryStatus.REFUSED),
    "end closed": (Fault("END", close=True), DeliveryStatus.RETRY),
    "end closed but stored": (
        Fault("END", close=True, stored=True),
        DeliveryStatus.RETRY,
    ),
    "end silent": (Fault("END", stored=True), DeliveryStatus.RETRY),
    "end 421": (Fault("END", "421 closing", close=True), DeliveryStatus.RETRY),
    "greeting 421": (Fault("GREETING", "421 busy", close=True), DeliveryStatus.RETRY),
    "greeting 554": (
        Fault("GREETING", "554 not you", close=True),
        DeliveryStatus.RETRY,
    ),
    "greeting closed": (Fault("GREETING", close=True), DeliveryStatus.RETRY),
    "greeting silent": (Fault("GREETING"), DeliveryStatus.RETRY),
    "mail closed": (Fault("MAIL", close=True), DeliveryStatus.RETRY),
    "mail 421": (Fault("MAIL", "421 closing", close=True), DeliveryStatus.RETRY),
    "mail silent": (Fault("MAIL"), DeliveryStatus.RETRY),
    "reset closed": (Fault("RSET", close=True), DeliveryStatus.SENT),
}


@pytest.mark.parametrize("name", FATES)
def test_the_fate_of_a_letter_and_the_next_goes_out(name: str) -> None:
    fault, fate = FATES[name]
    fault = Fault(fault.when, fault.says, 1, fault.close, fault.stored)
    server = FakeSmtp([fault])
    with server, sink_for(server) as sink:
        verdict = sink.send(out(1))
        assert verdict.status is fate
        assert ("sesame" in verdict.why) is False
        assert bool(verdict.why) is (fate is not DeliveryStatus.SENT)
        assert sink.send(out(2)) == SENT
    stored = 2 if fate is DeliveryStatus.SENT or fault.stored else 1
    assert len(server.letters) == stored


@pytest.mark.parametrize("says", ["", "421 idle too long"])
def test_a_connection_that_went_stale_is_opened_again(says: str) -> None:
    server = FakeSmtp([Fault("MAIL.*sesame", says, close=True)])
    with server, sink_for(server) as sink:
        assert sink.send(out(1, sender="other@pbem.test")) == SENT
        assert sink.send(out(2)) == SENT
        assert server.connections == 2
    assert len(server.letters) == 2


def test_lost_after_the_letter_means_again_under_the_same_name() -> None:
    server = FakeSmtp([Fault("END", close=True, stored=True)])
    with server, sink_for(server) as sink:
        assert sink.send(out(1)).status is DeliveryStatus.RETRY
        assert sink.send(out(1)) == SENT
    assert server.letters[0] == server.letters[1]


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (
            Fault("GREETING", close=True),
            "no session: Connection unexpectedly closed",
        ),
        (Fault("GREETING", "554 not you", close=True), "no session: 554 not you"),
        (Fault("EHLO|HELO", "550 who?", times=2), "no session: 550 who?"),
        (Fault("MAIL", close=True), "the server closed the connection"),
        (Fault("END", close=True), "connection lost with the letter under way"),
        (Fault("MAIL", "452 full"), "452 full"),
    ],
)
def test_why_a_letter_is_still_here_is_told(fault: Fault, why: str) -> None:
    with FakeSmtp([fault]) as server, sink_for(server) as sink:
        assert sink.send(out(1)).why == why


def test_a_server_that_cannot_encrypt_is_said_to_be_one() -> None:
    with FakeSmtp() as server:
        sink = SmtpSink(SmtpAccount(HOST, server.port, "starttls"))
        why = sink.send(out(1)).why
    assert why == "no session: STARTTLS extension not supported by server."


def test_no_server_is_no_error() -> None:
    sink = SmtpSink(SmtpAccount(HOST, free_ports(1)[0], "plain"))
    verdict = sink.send(out(1))
    assert verdict.status is DeliveryStatus.RETRY
    assert "refused" in verdict.why.lower()


def test_without_encryption_nothing_goes_out_where_it_was_asked_for() -> None:
    with FakeSmtp() as server:
        sink = SmtpSink(SmtpAccount(HOST, server.port, user="host", password="sesame"))
        assert sink.send(out(1)).status is DeliveryStatus.RETRY
        assert not server.letters
        assert [line for line in server.lines if "AUTH" in line] == []


def test_a_server_that_answers_no_handshake_is_not_secure() -> None:
    with FakeSmtp([Fault("GREETING", "220 here", times=9)]) as server:
        sink = SmtpSink(
            SmtpAccount(HOST, server.port, "tls", timeout=0.5, name="pbem.test")
        )
        for _ in range(2):
            verdict = sink.send(out(1))
            assert verdict.status is DeliveryStatus.RETRY
            assert verdict.why.startswith("no secure connection: ")
    assert not server.letters


@pytest.mark.parametrize("code", ["299", "199", "600", "399"])
def test_an_answer_that_means_nothing_ends_the_connection(code: str) -> None:
    with FakeSmtp([Fault("END", f"{code} what")]) as server, sink_for(server) as sink:
        assert sink.send(out(1)).status is DeliveryStatus.RETRY
        assert sink.send(out(2)) == SENT
        assert server.connections == (2 if code < "400" else 1)


@pytest.mark.parametrize("code", [421, 454, 530, 534, 535, 538])
def test_what_is_ours_to_mend_is_tried_again(code: int) -> None:
    server = FakeSmtp([Fault("RCPT", f"{code} not like this", times=2)])
    with server, sink_for(server) as sink:
        verdict = sink.send(out(1))
    assert verdict.status is DeliveryStatus.RETRY
    assert code == 421 or verdict.why == f"{code} not like this"


def test_the_null_sender_and_lines_of_every_kind() -> None:
    raw = b"A: b\n\n.\n..two\rbare\r\n. end"
    with FakeSmtp() as server, sink_for(server) as sink:
        assert sink.send(OutgoingLetter("<1@x>", "", "ann@x.org", raw)) == SENT
    expected = b"A: b\r\n\r\n.\r\n..two\r\nbare\r\n. end\r\n"
    assert server.letters == [("", "ann@x.org", expected)]
    assert any(line.startswith("MAIL FROM:<> ") for line in server.lines)


@pytest.mark.parametrize(
    "address",
    [
        "a@x.org\r\nRCPT TO:<eve@x.org>",
        "a@x.org>\nDATA",
        "a b@x.org",
        "<a@x.org>",
        "a@x.org\0",
        "ann",
        "@",
        "a\u2028@x.org",
    ],
)
def test_addresses_that_are_none_are_refused_unsent(address: str) -> None:
    with FakeSmtp() as server, sink_for(server) as sink:
        assert sink.send(out(1, recipient=address)).status is DeliveryStatus.REFUSED
        assert sink.send(out(1, sender=address)).status is DeliveryStatus.REFUSED
        assert (
            sink.send(OutgoingLetter("<1@x>", SENDER, "", b"")).status
            is DeliveryStatus.REFUSED
        )
        assert not server.lines


def test_addresses_outside_ascii_need_a_server_that_takes_them() -> None:
    with FakeSmtp() as server, sink_for(server) as sink:
        assert (
            sink.send(out(1, recipient="jürgen@x.org")).status is DeliveryStatus.REFUSED
        )
        assert sink.send(out(2)) == SENT
    able = FakeSmtp(extensions=("SMTPUTF8", "8BITMIME"))
    with able, sink_for(able) as sink:
        assert sink.send(out(1, recipient="jürgen@x.org")) == SENT
    assert able.letters[0][1] == "jürgen@x.org"


def test_a_reason_is_one_line_without_our_own_address() -> None:
    says = f"550-5.7.1 <{SENDER.upper()}> is\r\n550 not\x07 welcome " + "x" * 400
    with FakeSmtp([Fault("MAIL", says)]) as server, sink_for(server) as sink:
        why = sink.send(out(1)).why
    assert why.startswith("550 5.7.1 <<sender>> is not welcome xxx")
    assert why.isprintable()
    assert len(why) == 300


def test_a_reason_repeats_nothing_of_the_letter() -> None:
    token = "k3fqk3fqk3fqk3fqk3fqk3fqk3"
    raw = (
        f"Reply-To: <referee+g4.{token}@pbem.test>\r\nSubject: friday: your turn\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
        "You hold a l=\r\naser and a br=C3=BBlot.\r\n"
    ).encode()
    for step, fate in (
        ("554 5.7.1", DeliveryStatus.REFUSED),
        ("451", DeliveryStatus.RETRY),
    ):
        says = (
            f"{step} rejected for <p1@x.org>: your message contains LASER, "
            f"'brûlot' and g4.{token}"
        )
        with FakeSmtp([Fault("END", says)]) as server, sink_for(server) as sink:
            verdict = sink.send(OutgoingLetter("<1@x>", SENDER, "p1@x.org", raw))
        assert verdict.status is fate
        assert verdict.why == (
            f"{step} rejected for <p1@x.org>: your message contains …, '…' and …"
        )


@pytest.mark.parametrize("at", ["GREETING", "RCPT"])
def test_a_reply_without_end_is_not_read_to_its_end(at: str) -> None:
    endless = "\r\n".join([*["250-and more"] * 5000, "250 at last"])
    with FakeSmtp([Fault(at, endless)]) as server, sink_for(server) as sink:
        assert sink.send(out(1)).status is DeliveryStatus.RETRY
        assert sink.send(out(1)) == SENT
    assert len(server.letters) == 1
