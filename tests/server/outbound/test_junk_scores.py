"""rspamd takes none of our letters for junk: a few here, all of them by
`python -m tests.support.junk_scores`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.support.junk_scores import MOST, Sent, judge, judged, letters_of, unread
from tests.support.server.conversation import FOLDER
from tests.support.server_fixtures import need

#: Between them invitations, receipts, reports, questions, words and goodbyes.
NAMES = ("01-a-game-by-answers", "07-decline", "107-forget-me", "25-press")


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Where rspamd answers."""
    with ExitStack() as stack:
        yield need(lambda: stack.enter_context(judge()))


@pytest.mark.slow
@pytest.mark.parametrize("html", [False, True], ids=["text", "html"])
def test_no_letter_looks_like_junk(port: int, html: bool) -> None:
    files = [FOLDER / f"{name}.txt" for name in NAMES]
    last: dict[str, Sent] = {one.kind: one for one in letters_of(files, html=html)}
    last |= {one.kind: one for one in unread(html=html)}
    assert len(last) >= 7
    assert "unread" in last
    for letter in last.values():
        found = judged(port, letter)
        assert found.score < MOST, (letter.kind, found)
        # It has really asked the resolver, and believes the signature.
        wanted = {"R_SPF_ALLOW", "R_DKIM_ALLOW", "DMARC_POLICY_ALLOW"}
        assert wanted <= set(found.symbols)


def test_it_can_tell_junk(port: int) -> None:
    """A letter of another kind scores more than any of ours may."""
    raw = (
        b"From: referee@games.example.org\r\nTo: b@b.example\r\n"
        b"Subject: FREE MONEY!!!\r\nContent-Type: text/html\r\n\r\n"
        b"<a href='http://203.0.113.9/x'>http://bank.com</a>"
    )
    assert judged(port, Sent("junk", True, "b@b.example", "", raw)).score > MOST
