"""The questions of `pbem server init`, in the order in which they are asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from pbem.schedule.time_control import UnknownTime, find_zone, similar_zones
from pbem.server.host import probe
from pbem.server.host import server_answers as servers
from pbem.server.host.interview import (
    Given,
    InterviewQuestion,
    InvalidAnswer,
    Unconfirmed,
)
from pbem.server.host.probe import ServerAddress
from pbem.server.settings.config import ADDRESS

MAIL_ROUTES = ("imap", "lmtp", "maildir", "deliver")


def begin(toml: Path, zone: str, force: bool) -> Given:
    """Return what is known before anything is asked: where the toml will lie, the zone
    of this machine (UTC where the database of zones does not know it), and whether
    files that are there may be replaced."""
    try:
        known = find_zone(zone)
    except UnknownTime:
        known = "UTC"
    given: Given = {"folder": toml.parent, "name": toml.stem, "force": force}
    return given | {"zone": known, "secrets": {}}


def _address(given: Given, answer: str) -> None:
    domain = answer.rpartition("@")[2]
    if not ADDRESS.fullmatch(answer) or "." not in domain:
        raise InvalidAnswer("A mail address is wanted, such as referee@example.org.")
    given |= {"address": answer, "domain": domain}


def _host(given: Given, answer: str) -> None:
    if answer.lower() == given["address"].lower():
        raise InvalidAnswer("That is the referee's own address; yours is wanted.")
    if answer and not ADDRESS.fullmatch(answer):
        raise InvalidAnswer(
            "A mail address is wanted, such as you@example.org, or nothing."
        )
    given["host"] = answer


def _zone(given: Given, answer: str) -> None:
    try:
        given["zone"] = find_zone(answer)
    except UnknownTime:
        near = similar_zones(answer)
        hint = f"; perhaps {' or '.join(near)}" if near else ", such as Europe/Paris"
        raise InvalidAnswer(f'I know no time zone "{answer}"{hint}.') from None


def _way(given: Given, answer: str) -> None:
    if answer.lower() not in MAIL_ROUTES:
        raise InvalidAnswer(f"One of these words is wanted: {', '.join(MAIL_ROUTES)}.")
    given["way"] = answer.lower()


def _path(given: Given, answer: str) -> None:
    path = given["folder"] / Path(servers.plain(answer)).expanduser()
    if not answer:
        raise InvalidAnswer("A path is wanted.")
    given["path"] = answer
    if path.exists() and not (path / "new").is_dir():
        raise InvalidAnswer(f"{path} is no Maildir: it has no folder new in it.")
    if not path.exists():
        raise Unconfirmed(f"{path}: there is no such folder yet; I would make it.")
    if not os.access(path, os.R_OK | os.W_OK):
        raise Unconfirmed(f"{path}: you may not read and write there.")


def _lmtp(given: Given, answer: str) -> None:
    if answer.startswith("/"):
        given |= {
            "lmtp": ServerAddress("127.0.0.1", 24),
            "socket": servers.plain(answer),
        }
        if not Path(answer).parent.is_dir():
            raise Unconfirmed(f"{Path(answer).parent}: there is no such folder.")
        return
    place = probe.read_place(answer)
    if place is None or not place.port:
        raise InvalidAnswer(
            "Host and port are wanted, such as 127.0.0.1:2424, or the path of a "
            "socket, such as /run/pbem/lmtp."
        )
    given |= {"lmtp": place, "socket": ""}


def _plus(given: Given, answer: str) -> None:
    if answer.lower() not in ("y", "yes", "n", "no"):
        raise InvalidAnswer("Yes or no?")
    given["place"] = "address" if answer.lower().startswith("y") else "subject"


def _is(way: str) -> Callable[[Given], bool]:
    return lambda given: bool(given["way"] == way)


def _sender(given: Given) -> str:
    imap = given["way"] == "imap"
    return f"smtp.{given['domain']}" if imap else "localhost"


_UNTRUSTED = (
    "This machine does not trust its certificate. Which file holds the one that it "
    'shows, or that signs it? ("back" names another server; - does without encryption '
    "where the server is on this machine.)"
)


def _mailbox() -> Iterator[InterviewQuestion]:
    """Ask where letters come from."""
    imap = _is("imap")
    yield InterviewQuestion(
        "How do letters come in?",
        _way,
        "imap: I look into a mailbox somewhere. maildir: on this machine. lmtp: "
        "a mail server brings them. deliver: an alias or procmail does.",
        lambda given: "imap",
    )
    yield InterviewQuestion(
        "IMAP server",
        servers.server("imap"),
        "With its port where that is not the usual one: imap.example.org:1143",
        lambda given: f"imap.{given['domain']}",
        imap,
    )
    yield InterviewQuestion(
        "Certificate",
        servers.certificate("imap"),
        _UNTRUSTED,
        applies=lambda given: imap(given) and given["imap_untrusted"],
    )
    yield InterviewQuestion(
        "User there",
        servers.user("imap"),
        default=lambda given: str(given["address"]),
        applies=imap,
    )
    yield InterviewQuestion(
        "Password",
        servers.password("imap"),
        "Typed here it is not shown, and goes into a file that only you can read. "
        "Or say where it lies: env:NAME, file:PATH, cmd:PROGRAM. Nothing means "
        f"{servers.VARIABLE}.",
        applies=imap,
        secret=True,
    )
    yield InterviewQuestion(
        "Folder that letters are taken from",
        servers.folder,
        "",
        lambda given: "INBOX",
        imap,
    )
    yield InterviewQuestion(
        "Where do I listen for LMTP?",
        _lmtp,
        "Host and port, or the path of a socket.",
        lambda given: "127.0.0.1:2424",
        _is("lmtp"),
    )
    yield InterviewQuestion("Its path", _path, applies=_is("maildir"))


def _the_rest() -> Iterator[InterviewQuestion]:
    """Ask how letters go out, and about the host."""

    def asks(given: Given) -> bool:
        return bool(given["smtp_asks"])

    yield InterviewQuestion(
        "Mail server that sends",
        servers.server("smtp"),
        "- for none: letters go into the folder out, and nobody sends them.",
        _sender,
    )
    yield InterviewQuestion(
        "Certificate",
        servers.certificate("smtp"),
        _UNTRUSTED,
        lambda given: str(given.get("imap_certificate", "")),
        applies=lambda given: bool(given["smtp"]) and given["smtp_untrusted"],
    )
    yield InterviewQuestion(
        "User there",
        servers.user("smtp"),
        "- for none.",
        lambda given: str(given.get("imap_user", given["address"])),
        asks,
    )
    yield InterviewQuestion(
        "Password there",
        servers.same_password,
        "As above; nothing means the same as for the mailbox.",
        applies=lambda given: asks(given) and bool(given["smtp_user"]),
        secret=True,
    )
    yield InterviewQuestion(
        "Do plus addresses arrive?",
        _plus,
        "Each letter has an address of its own for answers, such as "
        "referee+g7.k3fq@example.org. Where the mail server does not deliver those to "
        "referee@example.org, tokens stand in subjects. Most do, and "
        '"pbem server doctor" tries it.',
        lambda given: "yes",
    )
    yield InterviewQuestion("Your own address, for alarms (may stay empty)", _host)
    yield InterviewQuestion(
        "Time zone", _zone, default=lambda given: str(given["zone"])
    )


QUESTIONS: tuple[InterviewQuestion, ...] = (
    InterviewQuestion("The referee's mail address", _address),
    *_mailbox(),
    *_the_rest(),
)
