"""Pages and JSON of programs that nobody here knows, read by their build."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.forum.detect import read
from pbem.forum.note_words import note_words
from pbem.forum.thread import Thread, ThreadRefused

FOLDER = Path(__file__).parents[1] / "unknown"
ISO = "2026-11-20T{}:00:00Z"


def told(thread: Thread) -> list[tuple[str, list[str], int]]:
    """Who wrote what, at which hour."""
    return [
        (
            p.author,
            [x.text for x in p.lines_of() if x.text],
            p.time.hour if p.time else -1,
        )
        for p in thread.posts
    ]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.html")), ids=lambda x: x.stem)
def test_a_page(file: Path) -> None:
    thread = read(file.read_bytes())
    names = "@x.org" if file.stem == "mastodon" else ""
    assert told(thread) == [
        (f"Ann{names}", ["fire C3"], 18),
        (f"Bob{names}", ["air F6"], 19),
        (f"Bob{names}", ["no, air F5"], 20),
    ]
    assert "told apart by their build" in " ".join(note_words(thread))


DOCUMENTS = {
    "telegram": {
        "name": "Arena",
        "messages": [
            {
                "id": 1,
                "date_unixtime": "1795197600",
                "from": "Ann",
                "text": ["fire ", {"type": "bold", "text": "C3"}],
            },
            {"id": 2, "date_unixtime": "1795201200", "from": "Bob", "text": "air F6"},
        ],
    },
    "mastodon": {
        "ancestors": [],
        "descendants": [
            {
                "id": "1",
                "created_at": ISO.format(18),
                "content": "<p>fire C3</p>",
                "account": {"username": "Ann"},
            },
            {
                "id": "2",
                "created_at": ISO.format(19),
                "content": "<p>air F6</p>",
                "account": {"username": "Bob"},
            },
        ],
    },
    "a list": [
        {"user": {"name": "Ann"}, "body": "fire C3", "time": ISO.format(18)},
        {"user": {"name": "Bob"}, "body": "> fire C3\nair F6", "time": ISO.format(19)},
    ],
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_json(name: str) -> None:
    thread = read(json.dumps(DOCUMENTS[name]).encode())
    assert told(thread) == [("Ann", ["fire C3"], 18), ("Bob", ["air F6"], 19)]
    assert [note.code for note in thread.notes] == ["structure"]


@pytest.mark.parametrize(
    "document",
    [
        [{"name": "Ann", "text": "no time"}, {"name": "Bob", "text": "none"}],
        [{"author": "Ann", "time": ISO.format(18)}],
        {
            "items": [
                {"x": 1},
                {"author": "Ann", "text": "a", "time": ISO.format(18)},
                {},
            ]
        },
    ],
)
def test_json_that_holds_no_posts(document: object) -> None:
    with pytest.raises(ThreadRefused):
        read(json.dumps(document).encode())


def test_a_page_without_names_or_times_is_refused() -> None:
    boxes = "".join(f"<div class='box'><p>text {n}</p></div>" for n in range(9))
    with pytest.raises(ThreadRefused):
        read(f"<html><body>{boxes}</body></html>".encode())
