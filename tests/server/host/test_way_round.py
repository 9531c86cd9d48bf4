"""A letter of the doctor to itself, and what it tells of a mail server."""

from __future__ import annotations

from email.utils import formatdate
from pathlib import Path

import pytest

from pbem.mail.transport.base import refused
from pbem.server.store import letters
from pbem.server.store.connection import Database
from tests.support.server.examined import (
    NOW,
    SENT_ON,
    Mailbox,
    findings,
    quick,
    store_there,
    use,
)

__all__ = ["quick", "store_there"]

ALL = ("store", "key", "zone", "linger", "folder-in", "smtp", "round-trip")


@pytest.mark.parametrize(
    ("head", "settings", "more"),
    [
        ("", "", {"plus": (True, "")}),
        (f"Received: by mx; {formatdate(NOW - 119)}\n", "",
         {"plus": (True, ""), "clock": (True, "119")}),
        (f"Received: by mx; {formatdate(NOW + 120)}\n", "",
         {"plus": (True, ""), "clock": (False, "120")}),
        ("Received: by mx; soon\n", "", {"plus": (True, "")}),
        ("Authentication-Results: mx.example 1; dkim=pass\n", "",
         {"plus": (True, ""), "dkim-possible": (True, "mx.example")}),
        ("Authentication-Results: MX.example 1; dkim=pass\n",
         '[identity]\npolicy = "token+dkim"\nauthserv = "mx.Example"\n',
         {"plus": (True, ""), "dkim": (True, "mx.example")}),
        ("Authentication-Results: mx.example.org; dkim=pass\n",
         '[identity]\npolicy = "token+dkim"\nauthserv = "mx.example"\n',
         {"plus": (True, ""), "dkim": (False, "mx.example.org")}),
        ("", '[identity]\npolicy = "token+dkim"\nauthserv = "mx.example"\n',
         {"plus": (True, ""), "dkim": (False, "")}),
        ("", '[identity]\nplace = "subject"\n', {}),
    ],
)  # fmt: skip
def test_a_letter_to_ourselves_tells_what_the_mail_server_does(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    head: str,
    settings: str,
    more: dict[str, tuple[bool, str]],
) -> None:
    box = use(monkeypatch, Mailbox(head))
    found = findings(tmp_path, SENT_ON + settings)
    assert found.pop("round-trip") == (True, "0")
    assert {key: one for key, one in found.items() if key not in ALL} == more
    assert box.settled == ["1"]
    (sent,) = box.sent
    assert sent.sender == "referee@x.example"
    assert sent.recipient.startswith("referee+doctor.") is ("plus" in more)
    assert sent.recipient.endswith("@x.example")


def test_a_letter_that_does_not_come_back_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: list[float]
) -> None:
    use(monkeypatch, Mailbox(tags=False))
    found = findings(tmp_path, SENT_ON)
    assert found["plus"] == (False, "550 no such user")
    assert "round-trip" not in found
    box = use(monkeypatch, Mailbox(tags=False))
    monkeypatch.setattr(box, "send", lambda _: refused("550 who are you?"))
    assert findings(tmp_path, SENT_ON)["send"] == (False, "550 who are you?")
    use(monkeypatch, Mailbox(why="connection lost"))
    assert findings(tmp_path, SENT_ON)["round-trip"] == (False, "2")
    assert quick == []


def test_a_letter_that_a_running_server_has_fetched_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: list[float]
) -> None:
    box = use(monkeypatch, Mailbox())
    store = Database(str(tmp_path / "pbem.db"))

    def fetched(seconds: float) -> None:
        quick.append(seconds)
        letters.store_new(store, box.found, NOW)

    monkeypatch.setattr("time.sleep", fetched)
    monkeypatch.setattr(box, "letters", lambda: iter(()))
    found = findings(tmp_path, SENT_ON)
    assert found["round-trip"] == (True, "0")
    assert found["plus"] == (True, "")
    assert quick == [1]
    store.close()
