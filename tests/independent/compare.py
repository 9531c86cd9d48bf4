"""Plays random games through our referee and a naive one, and compares.

Ours is asked as `pbem resolve --format json` asks it: the turn file is read, and
replayed item by item. After each item both must agree which order was refused and
which parts were ignored, how many windows are resolved, who is awaited, what the
state is, and how the game ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec import json, to_builtins

from pbem.protocol import AnyRules, Seat
from pbem.record import replay
from pbem.record.turn_file import (
    After,
    Deadline,
    Entry,
    Heading,
    Item,
    Unreadable,
    read,
)
from pbem.report.builder import truth
from pbem.report.document import document, public_fields
from pbem.report.model import Reader
from tests.independent.naive import Naive, Player, Verdict


class Text(NamedTuple):
    """A turn file in its parts."""

    game: str
    seats: list[str]
    options: dict[str, str]
    seed: str
    rules: str
    position: list[str]
    lines: list[str]

    def __str__(self) -> str:
        head = [f"Game: {self.game}", f"Seats: {', '.join(self.seats)}"]
        if self.options:
            pairs = [f"{key}={value}" for key, value in self.options.items()]
            head.append(f"Options: {', '.join(pairs)}")
        if self.seed:
            head.append(f"Seed: {self.seed}")
        head.append(f"Rules: {self.rules}")
        head.append("")
        if self.position:
            head += ["== Position ==", *self.position, "", "== 0 =="]
        return "\n".join([*head, *self.lines, ""])


class Difference(Exception):
    """The two referees do not agree about the last line of a turn file."""

    def __init__(self, text: Text, what: str) -> None:
        super().__init__(f"{what}\n\n{text}")
        self.text = text
        self.what = what


class Pair:
    """One game before both referees."""

    def __init__(self, player: Player, text: Text) -> None:
        self.text = text._replace(lines=[])
        self.late = False
        self.ended = False
        self.naive = player.referee(text.seats, text.options, text.position)
        self.head = str(self.text._replace(position=[]))
        self.story = replay.begin(read(str(self.text)))
        rules, state = self.story.game.rules, self.story.table.state
        self.naive.begun(shown(rules, state))
        self.agree()

    def take(self, line: str) -> None:
        """Put a line before both. Raises Difference, and whatever ours raises."""
        self.text.lines.append(line)
        if not line:
            return
        for item in read(f"{self.head}\n{line}\n").items():
            self.take_item(item)

    def take_item(self, item: Item) -> None:
        before, faults = self.naive.serial, len(self.story.faults)
        verdict = self.tell(item)
        try:
            resolved = self.story.take(item)
        except Unreadable as fault:
            if verdict is not None:
                raise Difference(self.text, f"ours ends: {fault.fault}") from fault
            self.ended = True
            return
        except Exception as error:
            raise Difference(self.text, f"ours raises {error!r}") from error
        if verdict is None:
            raise Difference(self.text, "ours goes on, the naive one waits")
        if isinstance(item, Entry):
            self.judged(verdict, faults)
        events = []
        for played in resolved:
            for event in played.events:
                found = {"serial": played.serial, "type": type(event).__name__}
                events.append({**found, **to_builtins(event)})
        self.naive.draws([one for one in events if one["serial"] >= before])
        self.agree()

    def tell(self, item: Item) -> Verdict | None:
        """What the naive referee makes of an item; None: the file ends here."""
        match item:
            case Heading(serial):
                while self.naive.serial < serial and not self.naive.outcome():
                    if not self.naive.deadline():
                        return None
                self.late = self.naive.serial > serial
            case Deadline():
                self.late = False
                if not self.naive.outcome() and not self.naive.deadline():
                    return None
            case After(seconds):
                self.naive.elapsed(seconds)
            case Entry(name, pieces):
                if self.late or self.naive.outcome():
                    return Verdict(True)
                text = " ".join(piece.text for piece in pieces)
                return self.naive.offer(name.text, text)
        return Verdict(False)

    def judged(self, verdict: Verdict, first: int) -> None:
        """Compare what was refused of the last order."""
        faults = self.story.faults[first:]
        refused = any(one.fault.refuses for one in faults)
        if refused is not verdict.refused:
            codes = [f"{one.fault.code}: {one.text}" for one in faults]
            what = f"refused: ours {refused} {codes}, naive {verdict.refused}"
            raise Difference(self.text, what)
        if not refused and verdict.ignored is not None:
            ignored = tuple(sorted(one.at for one in faults))
            if ignored != verdict.ignored:
                what = f"ignored at: ours {ignored}, naive {verdict.ignored}"
                raise Difference(self.text, what)

    def agree(self) -> None:
        """Compare the positions."""
        rules, table = self.story.game.rules, self.story.table
        ended = rules.outcome(table.state)
        ours = {
            "serial": table.serial,
            "awaited": sorted(self.story.awaited()),
            "outcome": ended and (sorted(ended.winners), ended.reason),
            "state": shown(rules, table.state),
        }
        self.differ(ours, expected(self.naive))

    def differ(self, ours: Any, naive: Any) -> None:
        for where, one, other in differences("", ours, naive):
            raise Difference(self.text, f"{where}: ours {one!r}, naive {other!r}")

    def once_more(self) -> None:
        """Compare what the whole file leads to, read at once."""
        story = replay.play(read(str(self.text)))
        found = document(story, Reader(moderator=True))
        found = json.decode(json.encode(found))
        self.differ({"state": found["state"]}, {"state": self.naive.state()})


def shown(rules: AnyRules, state: Any) -> Any:
    """Return a position as the JSON document shows it to a moderator."""
    fields = to_builtins(public_fields(truth(rules, state)))
    return json.decode(json.encode(fields))


def expected(naive: Naive) -> dict[str, Any]:
    """What the naive referee would have the position be."""
    ended = naive.outcome()
    return {
        "serial": naive.serial,
        "awaited": sorted(naive.awaited()),
        "outcome": ended and (sorted(ended[0]), ended[1]),
        "state": naive.state(),
    }


def differences(where: str, ours: Any, naive: Any) -> Iterator[tuple[str, Any, Any]]:
    """Where two documents part; keys that only ours has are its own business."""
    if isinstance(ours, dict) and isinstance(naive, dict):
        for key, value in naive.items():
            yield from differences(f"{where}.{key}", ours.get(key, "nothing"), value)
    elif isinstance(ours, list) and isinstance(naive, list) and len(ours) == len(naive):
        for at, (one, other) in enumerate(zip(ours, naive, strict=True)):
            yield from differences(f"{where}.{at}", one, other)
    elif ours != naive:
        yield where.lstrip("."), ours, naive


def play(player: Player, game: str, seed: int, most: int) -> Pair:
    """Play a random game of at most so many lines; return it. Raises Difference."""
    rng = Random(f"{game} {seed}")
    seats, options = player.options(rng)
    position = player.position(rng, seats, options)
    key = f"{rng.getrandbits(128):032x}"
    pair = Pair(player, Text(game, seats, options, key, player.rules, position, []))
    over = 0
    while len(pair.text.lines) < most and not pair.ended and over < 2:
        for line in lines(player, rng, pair, seats):
            if not pair.ended:
                pair.take(line)
        over += pair.naive.outcome() is not None
    if not pair.ended:
        pair.once_more()
    return pair


def lines(player: Player, rng: Random, pair: Pair, seats: list[Seat]) -> list[str]:
    """The next lines of a game: an order mostly."""
    naive, chosen = pair.naive, rng.random()
    if chosen < player.deadlines and (naive.serial or chosen < 0.001):
        return ["-- deadline --"]
    if 0.05 < chosen < 0.07:
        return ["", f"== {naive.serial} =="]
    if 0.1 < chosen < 0.1 + player.hours:
        return [f"-- after {rng.choice([1, 60, 600, 3600, 90000])}s --"]
    if 0.07 < chosen < 0.08 and naive.serial:
        seat = rng.choice(seats)
        late = f"{seat}: {player.order(rng, naive, seat)}"
        return [f"== {naive.serial - 1} ==", late, f"== {naive.serial} =="]
    awaited = naive.awaited()
    seat = rng.choice(awaited if awaited and chosen < 0.93 else seats)
    return [f"{seat}: {player.order(rng, naive, seat)}"]


def compare(player: Player, text: Text) -> Difference | None:
    """Return where the referees part in a turn file, None where they do not."""
    try:
        pair = Pair(player, text)
        for line in text.lines:
            if pair.ended:
                break
            pair.take(line)
    except Difference as found:
        return found
    except Unreadable:
        return None  # a line was taken out that others need
    return None


def shrunk(player: Player, found: Difference) -> Difference:
    """Return a difference without the lines that its last one does not need.

    A file ends where the referees part, so it is the shortest prefix already.
    """
    for at in reversed(range(len(found.text.lines) - 1)):
        lines = found.text.lines
        fewer = found.text._replace(lines=lines[:at] + lines[at + 1 :])
        still = compare(player, fewer)
        if still and len(still.text.lines) == len(lines) - 1:
            found = still
    return found
