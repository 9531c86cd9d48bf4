"""What is read of threads that lie anywhere: python -m tests.forum.score_formats FOLDER

One line a file: posts, authors, how many have a time and a quote, and notes. Files
are read where they lie.
"""

from __future__ import annotations

import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from pbem.forum.detect import read
from pbem.forum.thread import Thread, ThreadRefused

NAMES = ("Ann", "Bob", "Cid", "Gina")
ENDINGS = {".html", ".htm", ".json", ".txt", ".xml", ".mbox"}


def told(thread: Thread) -> str:
    """A thread in one line."""
    authors = Counter(post.author or "?" for post in thread.posts)
    counted = ", ".join(f"{name} {count}" for name, count in authors.most_common())
    timed = Counter(post.certain for post in thread.posts if post.time)
    times = " ".join(f"{count} {kind}" for kind, count in timed.items()) or "none"
    quoting = sum(bool(post.lines_of(("quote",))) for post in thread.posts)
    edited = sum(post.edited is not None for post in thread.posts)
    notes = " ".join(note.code for note in thread.notes)
    parts = [f"{len(thread.posts)} posts", f"times: {times}", f"quoting: {quoting}"]
    parts += [f"edited: {edited}"] * bool(edited) + [notes] * bool(notes) + [counted]
    return " | ".join(parts)


def main(folder: Path) -> None:
    """Print what is read of each file of a folder."""
    for file in sorted(one for one in folder.rglob("*") if one.suffix in ENDINGS):
        made = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        try:
            line = told(read(file.read_bytes(), NAMES, made))
        except ThreadRefused as why:
            line = f"REFUSED {why.code}"
        print(f"{file.relative_to(folder)}: {line}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
