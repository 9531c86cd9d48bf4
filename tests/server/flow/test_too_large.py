"""A letter over the size limit in a box that we read: who is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.mail.transport.maildir import MaildirSource, make_maildir
from pbem.server.flow.server import too_large
from tests.support.server import world as place
from tests.support.server.world import ADDRESS, ANN, CID, World


@pytest.mark.parametrize(
    ("head", "told"),
    [
        (f"From: {CID}\n", 0),
        (f"From: {ANN}\n", 1),
        (f"From: {ANN}\nAuto-Submitted: auto-replied\n", 0),
        (f"From: {ANN}\n" + "X: y\n" * 2000, 0),
    ],
)
def test_who_sent_a_letter_over_the_limit_is_told(
    world: World, tmp_path: Path, head: str, told: int
) -> None:
    """From its head alone; players only, no machines."""
    world.start()
    make_maildir(tmp_path / "box")
    oversize = too_large(world.office, world.server.reader, lambda: world.now)
    source = MaildirSource(tmp_path / "box", limit=20_000, oversize=oversize)
    raw = f"{head}To: {place.REFEREE}\nMessage-ID: <big@x>\n\n{'fire C3 ' * 9000}"
    (tmp_path / "box" / "new" / "1.big").write_text(raw)
    assert world.server.fetch(source, world.now) == 0
    out = world.run()
    assert [one.subject for one in out if one.recipient == "host@x.example"] == [
        "pbem: a letter was too large"
    ]
    alarm = " ".join(world.last("host@x.example").text.split())
    assert "More than 1,000,000 bytes are not read: that is size" in alarm
    if len(head) < 200:  # else it is set aside with its head unread
        assert f"it came from {head.partition('<')[2].partition('>')[0]}." in alarm
    answers = [one for one in out if one.recipient != "host@x.example"]
    assert [one.recipient for one in answers] == [ADDRESS[ANN]] * told
    for one in answers:
        assert b"In-Reply-To: <big@x>" in one.raw
        assert "larger than 1,000,000 bytes" in " ".join(one.text.split())
    assert world.orders() == []
