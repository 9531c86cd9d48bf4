"""Letters that lost or got a line on the way: broken.txt has what is new in each."""

from __future__ import annotations

from tests.mail.reply.broken import kept, told
from tests.mail.reply.letter_files import samples


def test_what_is_new_in_broken_letters() -> None:
    found = {one.id: told(one) for one in samples()}
    assert found == kept()
