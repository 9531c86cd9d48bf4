"""What is answered: letters of people, and nothing that a machine sent."""

from __future__ import annotations

import pytest

from pbem.mail.sandbox.read import read

HUMAN = "From: Ann <ann@x.example>\nTo: ref@h.example\nSubject: Re: Spring 1901\n"
REPORT = """\
From: Mail System <mailer-daemon@mx.example>
To: ref@h.example
Subject: Undelivered
Return-Path: <>
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b

Your letter did not arrive.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

{recipients}
--b
Content-Type: text/rfc822-headers

From: ref@h.example
To: other@z.example
--b--
"""


def kind(head: str, body: str = "A Par - Bur\n") -> str:
    """The class of a letter with this head."""
    return read(f"{head}\n{body}".encode()).classification.kind


@pytest.mark.parametrize(
    "more",
    [
        "",
        "Return-Path: <ann@x.example>\n",
        "Auto-Submitted: no\n",
        "Precedence: normal\n",
        "X-Auto-Response-Suppress: DR, RN\n",
        "In-Reply-To: <g1.t3@h.example>\n",
        "X-Mailer: iPhone Mail\n",
    ],
)
def test_a_letter_of_a_person_is_classified_as_a_reply(more: str) -> None:
    assert kind(HUMAN + more) == "reply"


@pytest.mark.parametrize(
    "subject",
    ["Away team", "Re: failure of my attack", "Out", "I cannot send fleets", "Auto"],
)
def test_a_subject_with_a_word_of_machines_is_still_a_reply(subject: str) -> None:
    assert kind(f"From: ann@x.example\nSubject: {subject}\n") == "reply"


def test_a_person_may_speak_of_delivery() -> None:
    body = "I was unable to deliver my orders.\nMy new address: ann@y.example\n"
    verdict = read(f"{HUMAN}\n{body}".encode()).classification
    assert verdict.kind == "reply"


@pytest.mark.parametrize(
    "more",
    [
        "Auto-Submitted: auto-replied\n",
        "Auto-Submitted: auto-replied (vacation)\nReturn-Path: <>\n",
        "Auto-submitted: auto-generated; owner-email=a@b\n",
        "Precedence: bulk\n",
        "Precedence: auto_reply\n",
        "X-Auto-Response-Suppress: All\n",
        "X-Autoreply: yes\n",
        "X-Autorespond: hello\n",
        "Content-Type: multipart/report; report-type=feedback-report; boundary=b\n",
        "Content-Type: multipart/report; boundary=b; "
        "report-type=disposition-notification\n",
        "Return-Path: <>\n",
    ],
)
def test_machines(more: str) -> None:
    assert kind(HUMAN + more, "--b\n\nI am away.\n--b--\n") == "auto"


DAEMON = "From: Mail <mailer-daemon@mx.example>\nTo: ref@h.example\n"
REPLIED = "Auto-Submitted: auto-replied\n"


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("Subject: a report\n", ("bounce", "daemon")),
        (f"Subject: a report\n{REPLIED}", ("auto", "auto-submitted")),
        (f"Subject: a report\n{REPLIED.upper()}", ("auto", "auto-submitted")),
        (f"Subject: a report\n{REPLIED}Return-Path: <>\n", ("bounce", "daemon")),
        (f"Subject: Undelivered Mail\n{REPLIED}", ("bounce", "daemon")),
        ("Subject: a report\nAuto-Submitted: no\n", ("bounce", "daemon")),
    ],
)
def test_a_daemon_that_says_that_it_only_answers(
    more: str, found: tuple[str, str]
) -> None:
    body = "<bob@y.example>: user unknown\n"
    verdict = read(f"{DAEMON}{more}\n{body}".encode()).classification
    assert (verdict.kind, verdict.rule) == found


@pytest.mark.parametrize(
    "subject",
    [
        "Out of Office: Re: Spring 1901",
        "Automatic reply: Spring 1901",
        "Abwesenheitsnotiz: Frühling",
        "Réponse automatique : printemps",
        "Respuesta automática: primavera",
        "Risposta automatica: primavera",
        "Resposta automática: primavera",
        "Automatisch antwoord: voorjaar",
        "Autosvar: våren",
        "Automaattinen vastaus: kevät",
        "Automatyczna odpowiedź: wiosna",
        "Automatická odpověď: jaro",
        "Automatikus válasz: tavasz",
        "Автоматический ответ: весна",
        "Αυτόματη απάντηση: άνοιξη",
        "Otomatik yanıt: ilkbahar",
        "自動応答: 春",
        "自动回复: 春",
        "자동 회신: 봄",
        "תשובה אוטומטית: אביב",
        "رد تلقائي: ربيع",
    ],
)
def test_absence_notices(subject: str) -> None:
    assert kind(f"From: ann@x.example\nSubject: {subject}\n") == "auto"


@pytest.mark.parametrize("writer", ["no-reply", "noreply", "do_not.reply", "listserv"])
def test_writers_that_read_nothing(writer: str) -> None:
    assert kind(f"From: {writer}@x.example\n") == "auto"


@pytest.mark.parametrize(
    "more",
    ["List-Id: <games.x.example>\n", "Precedence: list\n", "List-Post: <mailto:a@b>\n"],
)
def test_a_letter_of_a_mailing_list_is_classified_as_one(more: str) -> None:
    assert kind(HUMAN + more) == "list"


@pytest.mark.parametrize(
    ("recipients", "failed", "delayed"),
    [
        ("Final-Recipient: rfc822; Bo@y.example\nAction: failed", ["bo@y.example"], []),
        ("Final-Recipient: rfc822;bo@y.example\nAction: delayed", [], ["bo@y.example"]),
        (
            "Original-Recipient: rfc822; bo@y.example\n"
            "Final-Recipient: rfc822; b123@inner.example\nAction: failed",
            ["bo@y.example"],
            [],
        ),
        (
            "Final-Recipient: rfc822; <a@y.example>\nAction: failed\n\n"
            "Final-Recipient: rfc822; b@y.example\nAction: delivered\n\n"
            "Final-Recipient: rfc822; c@y.example\nAction: delayed",
            ["a@y.example"],
            ["c@y.example"],
        ),
        ("Final-Recipient: rfc822; bo@y.example\nStatus: 5.1.1", ["bo@y.example"], []),
        (
            "Final-Recipient: rfc822; a@y.example\nStatus: 5.1.1\n\n"
            "Final-Recipient: rfc822; b@y.example\nAction: delayed",
            ["a@y.example"],
            ["b@y.example"],
        ),
        (
            "Final-Recipient: rfc822; a@y.example\nAction: delayed\n\n"
            "Final-Recipient: rfc822; a@y.example\nAction: failed",
            ["a@y.example"],
            [],
        ),
        (
            "Final-Recipient: rfc822;\n a@y.example\nAction: Failed (full)",
            ["a@y.example"],
            [],
        ),
        (
            "Final-Recipient: rfc822; a@y.example\nAction: relayed\n\n"
            "Final-Recipient: rfc822; b@y.example",
            ["b@y.example"],
            [],
        ),
    ],
)
def test_delivery_reports(
    recipients: str, failed: list[str], delayed: list[str]
) -> None:
    verdict = read(REPORT.format(recipients=recipients).encode()).classification
    assert verdict.kind == "bounce"
    assert list(verdict.failed) == failed
    assert list(verdict.delayed) == delayed


def test_bounce_of_an_old_form() -> None:
    raw = (
        b"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nTo: ref@h.example\n"
        b"Subject: failure notice\n\n"
        b"Hi. This is the qmail-send program at mx.example.\n"
        b"I'm afraid I wasn't able to deliver your message to the following "
        b"addresses.\nThis is a permanent error; I've given up. Sorry it didn't "
        b"work out.\n\n<bo@y.example>:\nSorry, no mailbox here by that name.\n\n"
        b"--- Below this line is a copy of the message.\n\nFrom: ref@h.example\n"
    )
    verdict = read(raw).classification
    assert (verdict.kind, verdict.failed) == ("bounce", ("bo@y.example",))


def test_bounce_of_no_known_form() -> None:
    raw = (
        b"From: Postmaster <postmaster@mx.example>\nSubject: no such player\n\n"
        b"Nobody lives at\n\n<bo@y.example>\n"
    )
    verdict = read(raw).classification
    assert (verdict.kind, verdict.failed) == ("bounce", ("bo@y.example",))


HELLO = "From: ann@x.example\nTo: ref@h.example\nSubject: Hello\n"
FORM = "This could not be delivered to the following recipient:\n\n{}\n"


@pytest.mark.parametrize(
    ("more", "kind", "rule"),
    [
        ("", "bounce", "phrase"),
        ("Auto-Submitted: auto-generated\n", "bounce", "phrase"),
        ("Precedence: bulk\n", "bounce", "phrase"),
        ("Precedence: bulk\nIn-Reply-To: <a@h.example>\n", "bounce", "phrase"),
        ("Return-Path: <>\n", "bounce", "null-path"),
        ("X-Autoreply: yes\n", "auto", "x-autoreply"),
        ("Auto-Submitted: auto-replied\n", "auto", "auto-submitted"),
        ("X-Autoreply: yes\nReturn-Path: <>\n", "auto", "x-autoreply"),
        ("In-Reply-To: <a@h.example>\n", "reply", "none"),
    ],
)
def test_a_letter_that_nothing_but_its_words_makes_a_bounce(
    more: str, kind: str, rule: str
) -> None:
    raw = f"{HELLO}{more}\n{FORM.format('<bo@y.example>')}".encode()
    verdict = read(raw).classification
    assert (verdict.kind, verdict.rule) == (kind, rule)
    assert verdict.failed == (("bo@y.example",) if kind == "bounce" else ())
    re = raw.replace(b"Hello", b"Re: Hello")
    assert read(re).classification.kind == (kind if more else "reply")


@pytest.mark.parametrize(
    ("writer", "kind"),
    [
        ("staff@x.example", "auto"),
        ("feedbackloop@x.example", "auto"),
        ("abuse@x.example", "auto"),
        ("ann@x.example", "reply"),
    ],
)
def test_complaints_of_a_large_host_bring_the_letter(writer: str, kind: str) -> None:
    head = f"From: {writer}\nSubject: A letter\nMIME-Version: 1.0\n"
    brought = (
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee below.\n"
        "--b\nContent-Type: message/rfc822\n\nFrom: ref@h.example\n\nx\n--b--\n"
    )
    assert read(f"{head}{brought}".encode()).classification.kind == kind
    assert read(f"{head}\nHello\n".encode()).classification.kind == "reply"


@pytest.mark.parametrize(
    ("more", "kind"),
    [("", "reply"), ("Precedence: bulk\n", "auto"), ("List-Id: <g.x>\n", "list")],
)
def test_words_of_a_bounce_that_name_nobody_make_none(more: str, kind: str) -> None:
    body = FORM.format("It was sent by ref@h.example on Monday.")
    assert read(f"{HELLO}{more}\n{body}".encode()).classification.kind == kind


def test_failed_recipients_field() -> None:
    verdict = read(
        b"X-Failed-Recipients: bo@y.example\nFrom: a@b.example\n\nx"
    ).classification
    assert (verdict.kind, verdict.failed) == ("bounce", ("bo@y.example",))


def test_vacation_with_a_null_path_is_no_bounce() -> None:
    head = HUMAN.replace("Re: Spring", "Out of office: Spring") + "Return-Path: <>\n"
    verdict = read(f"{head}\nWrite to bo@y.example instead.".encode()).classification
    assert (verdict.kind, verdict.addresses) == ("auto", ())
