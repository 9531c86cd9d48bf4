"""Our own signature: opendkim finds it good, and bad where something was changed."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.mail.transport.base import SENT, DeliveryResult, OutgoingLetter
from pbem.mail.transport.dkim_key import BadKey, Signer, SigningSink
from tests.support.dkim_letters import DOMAIN, letter, signer, verdicts
from tests.support.server_fixtures import need


class Kept:
    """A sink that keeps what it is given."""

    def __init__(self) -> None:
        self.letters: list[OutgoingLetter] = []
        self.closed = False

    def send(self, letter: OutgoingLetter) -> DeliveryResult:
        self.letters.append(letter)
        return SENT

    def close(self) -> None:
        self.closed = True


def judged(letters: list[bytes], key: Signer | None = None) -> list[str]:
    return need(lambda: verdicts(letters, key or signer()))


def test_signatures_of_many_letters_are_good() -> None:
    chance = random.Random(7)
    kept = Kept()
    with SigningSink(kept, need(signer)) as sink:
        for number in range(40):
            plain = OutgoingLetter(
                f"<{number}@x>", f"a@{DOMAIN}", "b@c.example", letter(chance)
            )
            assert sink.send(plain) == SENT
    assert kept.closed
    assert kept.letters[0].recipient == "b@c.example"
    assert judged([one.raw for one in kept.letters]) == ["succeeded"] * 40


CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "a word": lambda raw: raw.replace(b"turn", b"Turn", 1),
    "the subject": lambda raw: raw.replace(b"\r\nSubject: ", b"\r\nSubject: no ", 1),
    "where answers go": lambda raw: raw.replace(b"k3fq", b"k3fr"),
    "a second sender": lambda raw: b"From: x@games.example.org\r\n" + raw,
    "more below": lambda raw: raw + b"and more\r\n",
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_changed_on_the_way_is_found_out(what: str) -> None:
    raw = need(signer).signed(
        letter(random.Random(3)).replace(b"\r\n\r\n", b"\r\n\r\nturn\r\n", 1)
    )
    changed = CHANGES[what](raw)
    assert changed != raw
    first, second = judged([raw, changed])
    assert first == "succeeded"
    assert second.startswith("failed")


def test_blanks_that_a_mail_server_changes_are_none_of_its_business() -> None:
    raw = need(signer).signed(letter(random.Random(3)))
    folded = raw.replace(b"\r\nMIME-Version: ", b"\r\nMIME-Version:   ", 1) + b"\r\n"
    assert folded != raw
    assert judged([folded]) == ["succeeded"]


def test_the_key_that_must_be_published_is_what_openssl_says(tmp_path: Path) -> None:
    key = need(signer)
    done = subprocess.run(
        ["openssl", "rsa", "-pubout"], input=key.key, capture_output=True, check=True
    )
    lines = done.stdout.decode().split("\n")
    assert "".join(line for line in lines if "-" not in line) == key.public
    assert key.place == f"pbem._domainkey.{DOMAIN}"
    assert "PRIVATE" not in repr(key)


def test_keys_that_are_none() -> None:
    with pytest.raises(BadKey, match="not a private RSA key"):
        Signer("x.org", "s", b"hello")
    pem = b"-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n"
    with pytest.raises(BadKey, match="not a private RSA key"):
        Signer("x.org", "s", pem)
    need(signer)
    short = subprocess.run(["openssl", "genrsa", "512"], capture_output=True).stdout
    with pytest.raises(BadKey, match="shorter than 1024 bits"):
        Signer("x.org", "s", short)
