"""Every thread file gives exactly the record beside it, and gives it once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.forum.scan.scan import scan
from pbem.forum.thread import Thread
from pbem.record.replay import play
from pbem.record.turn_file import read
from tests.forum.__main__ import ALL, FOLDER, scanned, told

SCENARIOS = sorted(path for path in FOLDER.iterdir() if path.is_dir())


def stages(folder: Path) -> list[tuple[int, list[bytes], list[str]]]:
    """The scans of a folder: number, files, answers."""
    found = []
    number = 1
    while (folder / f"{number}.record").exists():
        pages = sorted(folder.glob(f"{number}[a-c].*"))
        answers = folder / f"{number}.answers"
        said = answers.read_text().splitlines() if answers.exists() else []
        found.append((number, [page.read_bytes() for page in pages], said))
        number += 1
    return found


def test_there_are_threads_of_every_format() -> None:
    files = [page for folder in SCENARIOS for page in folder.glob("[1-9][a-c].*")]
    assert len(files) >= 60
    assert {page.suffix for page in files} == {
        ".html",
        ".json",
        ".xml",
        ".mbox",
        ".txt",
    }
    assert {folder.name for folder in SCENARIOS} == {one.name for one in ALL}


@pytest.mark.parametrize("folder", SCENARIOS, ids=lambda folder: folder.name)
def test_a_thread_gives_its_record_and_nothing_twice(folder: Path) -> None:
    start = folder / "start.txt"
    text = start.read_text() if start.exists() else ""
    for number, pages, answers in stages(folder):
        found = scanned(text, pages, answers)
        assert found.text == (folder / f"{number}.record").read_text()
        assert told(found) == (folder / f"{number}.questions").read_text()
        again = scanned(found.text, pages, answers)
        assert again.text == found.text
        assert not again.accepted
        without = scanned(found.text, pages, [])
        assert without.text == found.text
        text = found.text
        assert not [one for one in play(read(text)).faults if one.fault.code == "late"]


#: Threads without a question that are scanned on, and none of whose posts was edited:
#: what such a post said before is not in the file.
ONE_BY_ONE = [
    folder
    for folder in SCENARIOS
    if (folder / "start.txt").exists()
    and not stages(folder)[0][2]
    and folder.name != "bgg-edited-after-report"
]


@pytest.mark.parametrize("folder", ONE_BY_ONE, ids=lambda folder: folder.name)
def test_a_thread_read_post_by_post_gives_the_same_orders(folder: Path) -> None:
    """Whether a moderator scans every hour or once a week does not matter."""
    start = folder / "start.txt"
    _, pages, _ = stages(folder)[0]
    whole = scanned(start.read_text(), pages, [])
    text = start.read_text()
    for count in range(1, len(whole.thread.posts) + 1):
        text = scan(text, Thread("", whole.thread.posts[:count])).text
    assert _orders(text) == _orders(whole.text)


def _orders(text: str) -> list[str]:
    """The orders of a record, without comments."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]
