"""Each selector, pattern and word of a mail program decides how some letter is read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_no_entry_can_be_taken_away_without_a_letter_that_is_read_otherwise() -> None:
    """For a new entry write a letter into letters/entries.txt."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.mail.reply.entries"],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.stdout, done.stderr) == ("", "")
