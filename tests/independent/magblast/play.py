"""Random games through both referees."""

from __future__ import annotations

from random import Random

from tests.independent.magblast import referee, stack
from tests.independent.magblast.compare import (
    Entry,
    Pair,
    differs,
    house_whole,
    shrunk,
    turn_file_text,
)
from tests.independent.magblast.decks import Thing
from tests.independent.magblast.lines import Author
from tests.independent.magblast.positions import random_position
from tests.independent.magblast.standing_lines import standing_line
from tests.independent.magblast.summaries import differences, summary_of_house
from tests.independent.magblast.table import clone

PEOPLE = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal"]
LONGEST = 250  #: entries of a game that does not end by itself


def random_header(rng: Random) -> Thing:
    """Seats, seed and options of a game."""
    count = rng.choice([2, 2, 3, 3, 4, 5, 6, 7, 8])
    header = {
        "seats": PEOPLE[:count],
        "seed": rng.randbytes(16).hex(),
        "reactions": rng.choice(["windows", "windows", "standing"]),
        "deck": rng.choice(["house", "house", "second"]),
        "rounds": rng.choice([100, 0, 2, 4, 8]),
        "position": [],
    }
    if rng.random() < 0.5:
        header["position"] = random_position(rng, header)
    return header


def refused(game: Thing, seat: str, lines: list[str]) -> bool:
    """Whether a letter would be refused, wholly or in part, by the naive referee."""
    trial = clone(game)
    before = len(trial["refused"])
    referee.letter(trial, seat, lines)
    return len(trial["refused"]) > before


def turn_letter(game: Thing, seat: str, rng: Random) -> list[str]:
    """A letter of one line or several for a turn."""
    author = Author(game, seat, rng)
    line = author.nonsense()
    if rng.random() > 0.04:
        wild = rng.random() < 0.06
        for _ in range(12):
            line = author.line()
            if line.startswith("end") and rng.random() < 0.5:
                continue
            if wild or not refused(game, seat, [line]):
                break
    lines = [line]
    if rng.random() < 0.35:
        for _ in range(rng.randint(1, 4)):
            lines.append(later_line(game, author, rng))
    return lines


def later_line(game: Thing, author: Author, rng: Random) -> str:
    """A line further down, with a condition now and then."""
    if rng.random() < 0.15:
        return rng.choice(["flux", "pass", "end", "place " + author.zone()])
    other = author.other()
    conditions = [
        "if hit ",
        "if missed ",
        "if destroyed ",
        "then ",
        f"if {other} {author.berth(other)} stands ",
        f"if {other} {author.berth(other)} gone ",
        f"if {other} {author.zone()} empty ",
    ]
    condition = rng.choice(conditions) if rng.random() < 0.4 else ""
    line = author.line()
    if condition == "if hit " and author.held("direct-hit") and rng.random() < 0.7:
        line = "direct hit"
    return condition + line


def next_entry(game: Thing, rng: Random) -> Entry:
    """What somebody sends now; nobody: the deadline passes."""
    name = referee.window(game)
    awaited = referee.awaited(game)
    seat = rng.choice(awaited)
    chance = rng.random()
    if chance < 0.015:
        return None, []
    if chance < 0.08:
        who = rng.choice(game["seats"])
        return who, [aside_line(game, who, rng)]
    if chance < 0.095:
        seat = rng.choice(game["seats"])
    author = Author(game, seat, rng)
    if name == "placing":
        return seat, [author.place()]
    if name == "reaction" and seat in stack.asked(game):
        for _ in range(6):
            line = author.answer()
            if not refused(game, seat, [line]) or rng.random() < 0.05:
                break
        if seat == game["mover"] and rng.random() < 0.3:
            return seat, [line, later_line(game, author, rng)]
        return seat, [line]
    if name == "drawn" and seat == game["mover"]:
        if rng.random() < 0.05:
            return seat, [author.line()]
        for _ in range(8):
            line = author.place_drawn()
            if not refused(game, seat, [line]):
                break
        return seat, [line]
    if name == "reaction" and seat == game["mover"]:
        return seat, ["pass"]
    return seat, turn_letter(game, seat, rng)


def aside_line(game: Thing, seat: str, rng: Random) -> str:
    """A line that may be sent at any time."""
    author = Author(game, seat, rng)
    ways = ["standing"] * 12 + ["vote"] + ["xxcha"] * 3
    if rng.random() < 0.15:
        ways.append("resign")
    way = rng.choice(ways)
    if way == "standing":
        return standing_line(author)
    if way == "resign":
        return "resign"
    return f"{way} {author.other()}"


class Difference(AssertionError):
    """The two referees differ; the message tells how."""


def play_game(seed: int, longest: int = LONGEST) -> Pair:
    """Play one random game through both. Raises Difference."""
    rng = Random(seed)
    pair = Pair(random_header(rng))
    found = pair.differences()
    while not found and referee.window(pair.naive) and len(pair.entries) < longest:
        entry = next_entry(pair.naive, rng)
        try:
            pair.take(entry)
            found = pair.differences()
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
    if found:
        raise Difference(told(seed, pair, found))
    text = turn_file_text(pair.header, pair.entries)
    now = summary_of_house(pair.house.document())
    found = differences(summary_of_house(house_whole(text)), now)
    if found:
        raise Difference("Read at once, the file leads elsewhere:\n" + "\n".join(found))
    return pair


def told(seed: int, pair: Pair, found: list[str]) -> str:
    """The turn file, shrunk, and where the two differ."""
    entries = shrunk(pair.header, pair.entries)
    _, now = differs(pair.header, entries)
    text = turn_file_text(pair.header, entries)
    return f"game {seed}:\n{text}\n" + "\n".join(now or found)
