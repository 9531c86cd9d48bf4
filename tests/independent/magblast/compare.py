"""One game through both referees: what each says of it, and where they differ."""

from __future__ import annotations

from typing import Any

from pbem.record import replay, turn_file
from pbem.report.document import document
from pbem.report.model import Reader
from tests.independent.magblast import referee, shots, stack
from tests.independent.magblast.decks import Card, Thing
from tests.independent.magblast.table import (
    BERTHS,
    clouded,
    damage_of,
    has_upgrade,
    in_reach,
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


def entry_text(entry: Entry) -> str:
    """One entry of a turn file."""
    seat, lines = entry
    if seat is None:
        return "-- deadline --\n"
    return f"{seat}: " + "\n  ".join(lines) + "\n"


def turn_file_text(header: Thing, entries: list[Entry]) -> str:
    """A whole turn file."""
    return header_text(header) + "".join(entry_text(one) for one in entries)


class House:
    """The referee under test, by what `pbem resolve --format json` prints."""

    def __init__(self, header: Thing) -> None:
        self.head = header_text(header)
        self.story = replay.begin(turn_file.read(self.head))

    def take(self, entry: Entry) -> None:
        """Go on with one entry of the record."""
        record = turn_file.read(self.head + entry_text(entry))
        for item in record.items():
            self.story.take(item)

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


def house_whole(text: str) -> Thing:
    """What comes of a whole turn file, read at once."""
    played: list[Any] = []
    story = replay.play(turn_file.read(text), played.append)
    return document(story, MODERATOR, played)


def titles(cards: list[Card]) -> list[str]:
    """The titles of cards, sorted."""
    return sorted(card.title for card in cards)


def summary_of_house(found: Thing) -> Thing:
    """What is compared, out of the JSON document."""
    state = found["state"]
    window = found["window"]
    outcome = found["outcome"]
    seats: Thing = {}
    for seat, one in state["seats"].items():
        secret = state["secrets"][seat]
        hand = {card["number"]: card["label"] for card in secret["hand"]}
        ships = {}
        for berth, ship in one["ships"].items():
            ships[berth] = {**ship, "weapons": sorted(ship["weapons"])}
            for name in ("beneath", "squadrons", "upgrades"):
                ships[berth][name] = sorted(ship[name])
        seats[seat] = {
            "flagship": one["flagship"],
            "damage": one["damage"],
            "beneath": sorted(one["beneath"]),
            "squadrons": sorted(one["squadrons"]),
            "uses": one["uses"],
            "cards": one["cards"],
            "hand": hand,
            "ships": ships,
            "clouds": [list(cloud) for cloud in one["clouds"]],
            "attackable": one["attackable"] and state["to_move"] is not None,
            "turns": one["turns"],
            "out": one["out"],
            "standing": len(secret["standing"]),
            "passing": secret["passing"],
            "vote": secret["vote"],
            "dealt": list(secret["dealt"]),
        }
    hit = None if state["stack"] else state["hit"]
    return {
        "window": window and window["name"],
        "asked": window and window["seats"],
        "awaited": window and sorted(window["awaited"]),
        "outcome": outcome
        and {
            "winners": list(outcome["winners"]),
            "reason": outcome["reason"],
            "scores": dict(outcome["scores"]),
        },
        "phase": state["phase"],
        "to_move": state["to_move"],
        "turn": state["turn"],
        "round": state["round"],
        "deck": list(state["deck_order"]),
        "yard": list(state["shipyard_order"]),
        "discards": sorted(state["discards"]),
        "wrecks": sorted(state["wrecks"]),
        "stack": [(one["seat"], one["card"], one["count"]) for one in state["stack"]],
        "hit": hit
        and (
            hit["ship"],
            hit["target"],
            hit["where"] or "flagship",
            hit["direct"],
        ),
        "moves": sorted((berth, zone) for berth, zone in state["moves"]),
        "last": state["last"] if window else "",
        "seats": seats,
    }


def summary_of_naive(game: Thing) -> Thing:
    """What is compared, out of the naive referee's dictionaries."""
    name = referee.window(game)
    over = game["outcome"] is not None
    seats: Thing = {}
    for seat in game["seats"]:
        player = game["players"][seat]
        hand = {number: card.label for number, card in sorted(player["hand"].items())}
        clouds = []
        for cloud in game["clouds"]:
            if cloud["on"] == seat:
                clouds.append([cloud["card"].title, cloud["by"]])
        mover = game["mover"]
        attackable = False
        if not over and mover is not None and seat != mover and player["out"] is None:
            attackable = in_reach(game, mover, seat)
            attackable = attackable and not clouded(game, seat, "asteroids")
        dealt = [f"{ship['type']} {ship['hull']}" for ship in player["dealt"]]
        seats[seat] = {
            "flagship": player["flagship"]["name"],
            "damage": damage_of(player),
            "beneath": titles(player["blasts"]),
            "squadrons": titles(player["squads"]),
            "uses": player["used"],
            "cards": len(hand),
            "hand": hand,
            "ships": naive_ships(game, seat),
            "clouds": clouds,
            "attackable": attackable,
            "turns": player["turns"],
            "out": player["out"],
            "standing": len(player["standing"]),
            "passing": player["passing"],
            "vote": player["vote"],
            "dealt": dealt,
        }
    outcome = None
    if over:
        scores = {seat: shots.hull_left(game, seat) for seat in game["seats"]}
        outcome = {**game["outcome"], "scores": scores}
    return {
        "window": name,
        "asked": naive_asked(game, name),
        "awaited": None if over else sorted(referee.awaited(game)),
        "outcome": outcome,
        "phase": game["phase"],
        "to_move": None if over else game["mover"],
        "turn": game["turn"],
        "round": game["round"],
        "deck": [card.label for card in reversed(game["deck"])],
        "yard": [f"{s['type']} {s['hull']}" for s in reversed(game["yard"])],
        "discards": sorted(card.label for card in game["discards"]),
        "wrecks": sorted(ship["type"] for ship in game["wrecks"]),
        "stack": [
            (one["by"], one["card"].title, len(one.get("cards", [one["card"]])))
            for one in game["stack"]
        ],
        "hit": naive_hit(game),
        "moves": sorted((berth, zone) for berth, zone in game["moves"].items()),
        "last": "" if over else game["last"],
        "seats": seats,
    }


def naive_asked(game: Thing, name: str | None) -> list[str] | None:
    """Whom the open window asks."""
    if name is None:
        return None
    if name == "placing":
        return [s for s in game["seats"] if game["players"][s]["out"] is None]
    if name == "reaction":
        return stack.asked(game)
    return [game["mover"]]


def naive_hit(game: Thing) -> Any:
    """The hit that a Direct Hit may follow, or that one has struck."""
    hit = game["hit"]
    if hit is None or game["stack"]:
        return None
    return hit["from"], hit["target"], hit["where"], hit["stands"]


def naive_ships(game: Thing, seat: str) -> Thing:
    """The ships of a fleet as the JSON document has them."""
    found = {}
    fleet = game["players"][seat]["fleet"]
    for berth in BERTHS:
        if berth not in fleet:
            continue
        ship = fleet[berth]
        found[berth] = {
            "type": ship["type"],
            "move": ship["move"],
            "hull": ship["hull"],
            "damage": damage_of(ship),
            "beneath": titles(ship["blasts"]),
            "squadrons": titles(ship["squads"]),
            "upgrades": titles(ship["upgrades"]),
            "weapons": sorted(ship["weapons"]),
            "carrier": ship["carrier"],
            "minesweeper": ship["minesweeper"],
            "fired": ship["fired"],
            "shots": 2 if has_upgrade(ship, "secondary") else 1,
            "boarded": ship["boarded"],
        }
    return found


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two summaries differ: the path, then the house, then the naive referee."""
    if isinstance(one, dict) and isinstance(other, dict):
        found = []
        for key in [*one, *(key for key in other if key not in one)]:
            at = f"{path}.{key}" if path else str(key)
            found += differences(one.get(key), other.get(key), at)
        return found
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        same = list(one) == list(other)
    else:
        same = one == other
    return [] if same else [f"{path}: house {one!r}, naive {other!r}"]


class Pair:
    """Both referees, side by side."""

    def __init__(self, header: Thing) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self.house = House(header)
        self.naive = referee.start(header)

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
