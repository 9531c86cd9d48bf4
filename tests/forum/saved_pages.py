"""Pages as forums make them, filled with one conversation: `saved/NAME.page`.

Each file holds the markup of a forum in parts: its head, a post, a quote, a remark of
an edit, its foot. The markup is that of the real programs; the words are ours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

FOLDER = Path(__file__).parent / "saved"
START = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
SIGNATURE = "resign is for cowards"


@dataclass(frozen=True, slots=True)
class Told:
    """A post of the conversation, after so many hours."""

    name: str
    text: str
    hour: int
    quoted: tuple[str, str] | None = None  #: whom, and what
    edited: bool = False

    @property
    def time(self) -> datetime:
        """When it was written."""
        return START + timedelta(hours=self.hour)


TALK = (
    Told("Gina", "Game: arena\nName: fmt\nSeats: Ann, Bob, Cid", 0),
    Told("Ann", "Hello all!\nfire C3", 1),
    Told("Bob", "air F6", 2, quoted=("Ann", "Hello all!\nfire C3")),
    Told("Cid", "water E2", 3, edited=True),
)


def names() -> list[str]:
    """The forums whose pages are here."""
    return sorted(file.stem for file in FOLDER.glob("*.page"))


def page(name: str, talk: tuple[Told, ...] = TALK, first: int = 101) -> bytes:
    """A page of a forum with a conversation."""
    return filled(markup(name), talk, first)


def markup(name: str) -> str:
    """A file of a forum as it stands."""
    return (FOLDER / f"{name}.page").read_text(encoding="utf-8")


def filled(text: str, talk: tuple[Told, ...] = TALK, first: int = 101) -> bytes:
    """A page made of a file's markup."""
    pieces = re.split(r"^--- (\w+)\n", text, flags=re.M)[1:]
    parts = dict(zip(pieces[::2], pieces[1::2], strict=True))
    made = [parts["head"]]
    for at, told in enumerate(talk):
        fields = _times(told.time, "") | _times(told.time + timedelta(hours=1), "_edit")
        fields |= {"id": str(first + at), "n": str(at + 1), "n0": str(at)}
        fields |= {"name": told.name, "signature": SIGNATURE}
        body = told.text.replace("\n", "<br>\n")
        if told.quoted:
            whom, what = told.quoted
            inner = {"name": whom, "text": what.replace("\n", "<br>\n")}
            body = parts["quote"].strip().format(**{**fields, **inner}) + body
        edited = parts.get("edited", "").strip() if told.edited else ""
        fields |= {"body": body, "edited": edited.format(**fields)}
        made.append(parts["post"].format(**fields))
    return "".join([*made, parts["foot"]]).encode()


def _times(when: datetime, end: str) -> dict[str, str]:
    """A moment in all ways that the templates ask for."""
    ways = {
        "iso": "%Y-%m-%dT%H:%M:%S.000Z",
        "naive": "%Y-%m-%dT%H:%M:%S",
        "us": "%m-%d-%Y, %I:%M %p",
        "us_date": "%m-%d-%Y",
        "us_time": "%I:%M %p",
        "us_slash": "%m/%d/%Y %I:%M %p",
        "dow": "%A, %B %d, %Y %I:%M %p",
        "phpbb": "%a %b %d, %Y %I:%M %p",
        "long": "%B %d, %Y, %I:%M:%S %p",
        "xf1": "%b %d, %Y at %I:%M %p",
        "groups": "%b %d, %Y, %I:%M:%S\u202f%p",
        "rfc": "%a, %d %b %Y, %H:%M +0000",
        "flaskbb": "%d %B %Y - %H:%M",
        "mail": "%d %b %Y, %I:%M p.m.",
    }
    found = {key + end: when.strftime(way) for key, way in ways.items()}
    seconds = int(when.timestamp())
    return {**found, f"s{end}": str(seconds), f"ms{end}": str(seconds * 1000)}
