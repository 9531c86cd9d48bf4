"""Raw letters, whole and with a line less: raw.told has all that is read of them."""

from __future__ import annotations

from tests.mail.message.raw import TOLD, told


def test_what_is_read_of_raw_letters() -> None:
    kept = TOLD.read_text("utf-8")
    assert told().split("\n") == kept.split("\n")
