"""What is made of the threads in `threads/` where they went another way: `turned.txt`.

Each thread is scanned without each of its posts, with neighbours in each other's
place, and with each policy that the moderator may have chosen:

    what is different -> orders that were taken; what is asked or told

Where that is what the whole thread comes to, it is not written down. Then the thread
is read again into what became of the record, as a forum shows it that counts its posts
anew: which of them are known again, by key and number, and what is told of that.
`python -m tests.forum.scan.turned` writes the file anew: read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pbem.forum.annotations import game_settings
from pbem.forum.annotations.known_posts import recognised
from pbem.forum.annotations.remembered import POLICIES, recall
from pbem.forum.detect import read_all
from pbem.forum.scan.answers import AnswerRefused
from pbem.forum.scan.authors import People
from pbem.forum.scan.questions import Scan, spelt
from pbem.forum.scan.scan import scan
from pbem.forum.thread import Thread
from pbem.record.turn_file import read
from tests.forum.__main__ import FOLDER
from tests.support.sections import read_sections, write_sections

FILE = Path(__file__).with_name("turned.txt")
_MAX_POSTS = 9


def told(folder: Path) -> list[str]:
    """What is made of a thread, and of each of its variations."""
    text, thread, answers = _opened(folder)
    whole = _made(text, thread, answers)
    rows = [f"whole -> {whole}"]
    before = scan(text, thread, answers).text
    for how, other, said in _turned(thread, answers):
        found = _made(text, other, said)
        if found != whole:
            rows.append(f"{how} -> {found}")
        if said == answers:
            rows.append(f"again {how} -> {_again(before, other)}")
    return rows


def _again(text: str, thread: Thread) -> str:
    """The posts of a thread that a record knows, counted anew by the forum."""
    counted = enumerate(thread.posts, 1)
    posts = tuple(replace(one, number=n, key=str(n)) for n, one in counted)
    found = recognised(replace(thread, posts=posts), text)
    keys = " ".join(f"{one.key}@{one.number}" for one in found.posts)
    notes = "; ".join(f"{one.code} {one.given}" for one in found.notes)
    return f"{keys} / {notes}"


def _opened(folder: Path) -> tuple[str, Thread, list[str]]:
    """The record, the thread and the answers of the first stage of a folder."""
    start, said = folder / "start.txt", folder / "1.answers"
    text = start.read_text("utf-8") if start.exists() else ""
    names = People.of_game(read(text).header, recall(text)).names() if text else []
    files = [file.read_bytes() for file in sorted(folder.glob("1[a-c].*"))]
    thread = read_all(files, names)
    if not text:
        block = game_settings.read(thread.posts[0])
        assert block is not None
        text = block.record()
    return text, thread, said.read_text("utf-8").splitlines() if said.exists() else []


def _turned(
    thread: Thread, answers: list[str]
) -> Iterator[tuple[str, Thread, list[str]]]:
    posts = thread.posts[:_MAX_POSTS]
    rest = thread.posts[_MAX_POSTS:]
    for at, post in enumerate(posts):
        left = (*posts[:at], *posts[at + 1 :], *rest)
        yield f"without {post.number}", replace(thread, posts=left), answers
    for at in range(1, len(posts), 2):
        two = (posts[at], posts[at - 1])
        turned = (*posts[: at - 1], *two, *posts[at + 1 :], *rest)
        yield f"{two[0].number} first", replace(thread, posts=turned), answers
    for name, values in POLICIES.items():
        for value in values:
            yield f"{name} {value}", thread, [*answers, f"{name} = {value}"]


def _made(text: str, thread: Thread, answers: list[str]) -> str:
    """The orders that were taken, and the codes of what is asked or told."""
    try:
        found = scan(text, thread, answers)
    except AnswerRefused as why:
        return why.code
    return f"{'; '.join(_taken(found))} / {'; '.join(_asked(found))}"


def _taken(found: Scan) -> Iterator[str]:
    for one in found.accepted:
        how = "" if one.how == "new" else f" {one.how}"
        yield f"{one.seat} {one.serial} {spelt(one.sheet)}{how}"


def _asked(found: Scan) -> Iterator[str]:
    for one in found.questions:
        mark = "?" if one.asks else ""
        yield f"{one.number} {one.code}{mark} {', '.join(one.readings)}".strip()


def kept() -> dict[str, list[str]]:
    """What stands in the file, by the name of the thread."""
    return read_sections(FILE)


def folders() -> list[Path]:
    """The folders of all threads."""
    return sorted(path for path in FOLDER.iterdir() if path.is_dir())


def write() -> None:
    """Write the file anew."""
    write_sections(FILE, ((one.name, told(one)) for one in folders()))


if __name__ == "__main__":
    write()
