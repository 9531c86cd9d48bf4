"""One game through both referees: what each says of it, and where they differ."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import to_builtins

from pbem.record import replay, turn_file
from pbem.report.document import document
from pbem.report.model import Reader
from tests.independent.magblast import referee
from tests.independent.magblast.decks import Thing
from tests.independent.magblast.positions import begin_at
from tests.independent.magblast.summaries import (
    differences,
    summary_of_house,
    summary_of_naive,
)

MODERATOR = Reader(moderator=True)
Entry = tuple[str | None, list[str]]  #: who sent what; nobody: a deadline


def header_text(header: Thing) -> str:
    """The header of a turn file."""
    options = f"reactions={header['reactions']}, deck={header['deck']}"
    options += f", rounds={header['rounds']}"
    return (
        f"Game: magblast\nSeats: {', '.join(header['seats'])}\nOptions: {options}\n"
        f"Seed: {header['seed']}\n\n"
    )


def position_text(header: Thing) -> str:
    """The position that a game begins with; empty where it begins by itself."""
    if not header.get("position"):
        return ""
    return "\n".join(["== Position ==", *header["position"], "", "== 0 ==", ""])


def entry_text(entry: Entry) -> str:
    """One entry of a turn file."""
    seat, lines = entry
    if seat is None:
        return "-- deadline --\n"
    return f"{seat}: " + "\n  ".join(lines) + "\n"


def turn_file_text(header: Thing, entries: list[Entry]) -> str:
    """A whole turn file."""
    head = header_text(header) + position_text(header)
    return head + "".join(entry_text(one) for one in entries)


class House:
    """The referee under test, by what `pbem resolve --format json` prints."""

    def __init__(self, header: Thing) -> None:
        self.head = header_text(header)
        text = self.head + position_text(header)
        self.story = replay.begin(turn_file.read(text))
        self.seen: Counter[str] = Counter()  # kinds of events, with their cards

    def take(self, entry: Entry) -> None:
        """Go on with one entry of the record."""
        record = turn_file.read(self.head + entry_text(entry))
        for item in record.items():
            for played in self.story.take(item):
                self.seen.update(kind_of(event) for event in played.events)

    def refusals(self) -> list[tuple[str, str, str]]:
        """Who was refused which line, and why."""
        found = []
        for one in self.story.faults:
            if one.fault.refuses:
                found.append((one.seat, one.text, one.fault.code))
        return found

    def document(self) -> Thing:
        """The JSON document of the moderator."""
        return document(self.story, MODERATOR)


def kind_of(event: Any) -> str:
    """The kind of an event, and what it was done with."""
    given = vars(event) if hasattr(event, "__dict__") else to_builtins(event)
    words = [type(event).__name__]
    for name in ("how", "card", "power"):
        if given.get(name):
            words.append(str(given[name]))
    return " ".join(words)


def house_whole(text: str) -> Thing:
    """What comes of a whole turn file, read at once."""
    played: list[Any] = []
    story = replay.play(turn_file.read(text), played.append)
    return document(story, MODERATOR, played)


class Pair:
    """Both referees, side by side."""

    def __init__(self, header: Thing) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self.house = House(header)
        self.naive = referee.start(header)
        if header.get("position"):
            begin_at(self.naive, self.house.document()["state"])

    def take(self, entry: Entry) -> None:
        """Hand one entry to both."""
        self.entries.append(entry)
        seat, lines = entry
        self.house.take(entry)
        if seat is None:
            referee.deadline(self.naive)
        else:
            referee.letter(self.naive, seat, lines)

    def differences(self) -> list[str]:
        """Where the two differ now."""
        house = summary_of_house(self.house.document())
        found = differences(house, summary_of_naive(self.naive))
        ours, theirs = self.house.refusals(), self.naive["refused"]
        if len(ours) != len(theirs):
            found.append(f"refused: house {ours[-3:]}, naive {theirs[-3:]}")
        return found


def differs(header: Thing, entries: list[Entry]) -> tuple[int, list[str]]:
    """After how many entries two plays differ first, and where; an exception in one of
    them is a difference, too."""
    pair = Pair(header)
    found = pair.differences()
    for entry in entries:
        if found:
            break
        try:
            pair.take(entry)
            found = pair.differences()
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
    return len(pair.entries), found


def kinds(found: list[str]) -> set[str]:
    """What differs, without the names of seats and places."""
    return {one.partition(":")[0].rpartition(".")[2] for one in found}


def shrunk(header: Thing, entries: list[Entry]) -> list[Entry]:
    """Fewer entries that still differ in the same things: whole stretches are left out
    first, then single entries, then single lines."""
    length, found = differs(header, entries)
    kept, alike = entries[:length], kinds(found)
    size = max(1, len(kept) // 2)
    while True:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + size :]
            length, found = differs(header, fewer)
            if found and kinds(found) & alike:
                kept = fewer[:length]
            else:
                at += size
        if size == 1:
            break
        size //= 2
    for at in range(len(kept)):
        for line in range(len(kept[at][1]) - 1, 0, -1):
            seat, lines = kept[at]
            fewer = [*kept]
            fewer[at] = (seat, lines[:line] + lines[line + 1 :])
            length, found = differs(header, fewer)
            if found and kinds(found) & alike and length >= len(kept):
                kept = fewer[:length]
    return kept
