"""One line of an order, in the plain notation of the handbook, to a dictionary."""

from __future__ import annotations

import re
from typing import Any

from tests.independent.magblast.decks import Thing
from tests.independent.magblast.table import ZONES, Refused

CARDS = {
    "catastrophic damage": "catastrophic",
    "point defense turret": "turret",
    "strategic allocation": "allocation",
    "long-range cannon": "long-range",
    "secondary cannon": "secondary",
    "security force": "security",
    "evasive action": "evasive",
    "temporal flux": "flux",
    "squadron bay": "bay",
    "emp cannon": "emp",
    "direct hit": "direct-hit",
    "bridge hit": "bridge-hit",
    "mag-blast": "mag",
    "reinforcements": "reinforcements",
    "catastrophic": "catastrophic",
    "allocation": "allocation",
    "asteroids": "asteroids",
    "minefield": "minefield",
    "spacedock": "spacedock",
    "boarding": "boarding",
    "fighters": "fighter",
    "bombers": "bomber",
    "fighter": "fighter",
    "bomber": "bomber",
    "evasive": "evasive",
    "turret": "turret",
    "laser": "laser",
    "beam": "beam",
    "flux": "flux",
    "mag": "mag",
    "emp": "emp",
}
SMALL = {"to", "from", "with", "and", "play", "on", "ship"}
BERTH = re.compile(r"[ygrbc][1-9]\d*$")


class Words:
    """The words of a line, taken one after the other."""

    def __init__(self, text: str, seats: list[str]) -> None:
        quoted = re.search(r'"([^"]*)"', text)
        self.noise = quoted.group(1) if quoted else None
        text = re.sub(r'"[^"]*"', " ", text).lower()
        if '"' in text:
            raise Refused("notation")
        text = text.replace(",", " ").replace(":", " ")
        for name, key in CARDS.items():
            text = re.sub(rf"(?<![\w=-]){name}(?![\w-])", f"card={key}", text)
        self.words = [word for word in text.split() if word not in SMALL]
        self.seats = seats

    def peek(self) -> str:
        return self.words[0] if self.words else ""

    def next(self) -> str:
        if not self.words:
            raise Refused("notation")
        return self.words.pop(0)

    def skip(self, *words: str) -> bool:
        """Take a word if it comes next."""
        if self.peek() in words and self.words:
            self.next()
            return True
        return False

    def end(self) -> None:
        if self.words:
            raise Refused("notation")

    def number(self) -> int | None:
        return int(self.next()) if self.peek().isdigit() else None

    def berth(self) -> str | None:
        if BERTH.match(self.peek()):
            return self.next().upper()
        return None

    def zone(self) -> str | None:
        return self.next() if self.peek() in ZONES else None

    def card(self) -> Any:
        """A reference to a card: a number, a name, or both."""
        if self.peek().isdigit():
            return int(self.next())
        if self.peek().startswith("card="):
            name = self.next()[5:]
            number = self.number()
            return name if number is None else (name, number)
        return None

    def cards(self) -> list[Any]:
        found: list[Any] = []
        while self.peek().isdigit() or self.peek().startswith("card="):
            if self.peek().isdigit():
                found.append(int(self.next()))
            else:
                found.append(self.next()[5:])
        return found

    def seat(self) -> str | None:
        """A player by name, or "me"."""
        word = self.peek().removesuffix("'s")
        if word == "me":
            self.next()
            return "me"
        for seat in self.seats:
            if seat.lower() == word:
                self.next()
                return seat
        return None

    def target(self) -> Thing:
        """At whom: a player, and a place or the flagship."""
        if not self.skip("at"):
            raise Refused("notation")
        seat = self.seat()
        if self.skip("flagship"):
            return {"target": seat, "where": "flagship"}
        where = self.berth()
        if where is None:
            raise Refused("notation" if seat else "seat")
        return {"target": seat, "where": where}


def read(text: str, seats: list[str]) -> Thing:
    """A line as a dictionary: what to `do`, and with what. Raises Refused."""
    words = Words(text, seats)
    if words.peek() in ("standing", "cancel"):
        from tests.independent.magblast.standing import read_standing

        return read_standing(words)
    condition = read_condition(words)
    order = read_order(words)
    words.end()
    order["if"] = condition
    order["text"] = text
    return order


def read_condition(words: Words) -> Thing | None:
    """The condition before a line; a "then" may stand behind an "if"."""
    if words.skip("then"):
        return {"is": "then"}
    if not words.skip("if"):
        return None
    found = read_if(words)
    words.skip("then")
    return found


def read_if(words: Words) -> Thing:
    """What stands behind "if"."""
    if words.peek() in ("hit", "missed", "destroyed"):
        return {"is": words.next()}
    seat = words.seat()
    if seat is None:
        raise Refused("seat")
    place = words.berth()
    if place is None:
        zone = words.zone()
        words.skip("is")
        if zone is None or words.next() != "empty":
            raise Refused("notation")
        return {"is": "empty", "seat": seat, "zone": zone}
    words.skip("is")
    state = words.next()
    if state not in ("stands", "gone"):
        raise Refused("notation")
    return {"is": state, "seat": seat, "place": place}


PLAIN = {"end": "end", "yssaril": "yssaril", "evade": "evade", "resign": "resign"}


def read_order(words: Words) -> Thing:
    """What a line does, without its conditions."""
    first = words.peek()
    if first in PLAIN:
        words.next()
        words.skip("turn")
        return {"do": PLAIN[first]}
    if words.skip("pass"):
        return {"do": "pass", "all": words.skip("all")}
    if words.skip("place"):
        return read_place(words)
    if words.skip("discard"):
        if words.skip("all"):
            return {"do": "discard", "all": True, "cards": []}
        cards = words.cards()
        if not cards:
            raise Refused("notation")
        return {"do": "discard", "all": False, "cards": cards}
    if words.skip("nothing"):
        return {"do": "draw", "count": 0}
    if words.skip("draw"):
        if words.skip("nothing"):
            return {"do": "draw", "count": 0}
        return {"do": "draw", "count": words.number()}
    if words.skip("resources"):
        cards = words.cards()
        return {"do": "resources", "cards": cards, "zones": read_zones(words)}
    if words.skip("move"):
        moves = []
        while words.words:
            berth, zone = words.berth(), words.zone()
            if berth is None or zone is None:
                raise Refused("notation")
            moves.append((berth, zone))
        return {"do": "move", "moves": moves}
    if words.skip("launch"):
        count = words.number()
        card = words.card()
        return {"do": "launch", "count": count, "card": card, **read_shot(words)}
    if words.skip("upgrade"):
        berth = words.berth()
        card = words.card()
        berth = berth or words.berth()
        return {"do": "upgrade", "berth": berth, "card": card}
    if first in ("sol", "mentak"):
        words.next()
        return {"do": first, "zone": words.zone()}
    if words.skip("naalu"):
        berth, target, where = words.berth(), words.seat(), words.berth()
        if not berth or not target or not where:
            raise Refused("notation")
        return {"do": "naalu", "berth": berth, "target": target, "where": where}
    if words.skip("defend"):
        count = words.number()
        words.skip("card=fighter")
        return {"do": "defend", "count": count}
    if words.skip("jol-nar"):
        return {"do": "jol-nar", "cards": words.cards()}
    if first in ("xxcha", "vote"):
        words.next()
        seat = words.seat()
        if seat is None:
            raise Refused("seat")
        return {"do": first, "target": seat}
    return read_card(words)


def read_card(words: Words) -> Thing:
    """A line that begins with a card, or with "fire"."""
    if words.skip("fire"):
        return {"do": "fire", "card": words.card(), **read_shot(words)}
    first = words.peek().removeprefix("card=")
    if first in ("laser", "beam", "mag"):
        return {"do": "fire", "card": words.card(), **read_shot(words)}
    if not words.peek().startswith("card="):
        raise Refused("notation")
    card = words.card()
    if first in ("minefield", "asteroids"):
        return {"do": first, "card": card, "target": words.seat()}
    if first == "spacedock":
        return {"do": first, "card": card, "berth": words.berth(), "off": words.cards()}
    if first == "reinforcements":
        return {"do": first, "card": card, "zones": read_zones(words)}
    if first == "boarding":
        return {"do": first, "card": card, "zone": words.zone()}
    if first in ("allocation", "direct-hit", "catastrophic", "bridge-hit", "flux"):
        return {"do": first, "card": card}
    raise Refused("notation")


def read_shot(words: Words) -> Thing:
    """From which ship, at what, with what noise."""
    shot: Thing = {"berth": words.berth(), "noise": words.noise}
    shot.update({"target": None, "where": None})
    if words.peek() == "at":
        shot.update(words.target())
    return shot


def read_zones(words: Words) -> list[str]:
    """The zones for new ships."""
    zones = []
    while words.peek() in ZONES:
        zones.append(words.next())
    return zones


def read_place(words: Words) -> Thing:
    """Where ships go: the four at the start, or one that was drawn."""
    if words.skip("as"):
        if words.next() != "dealt":
            raise Refused("notation")
        return {"do": "place", "dealt": True}
    pairs: list[tuple[Any, str]] = []
    while words.words:
        berth = words.berth()
        if berth is not None:
            zones = {zone[0].upper(): zone for zone in ZONES}
            if berth[0] not in zones:
                raise Refused("notation")
            pairs.append((int(berth[1:]), zones[berth[0]]))
            continue
        ship: Any = None if words.peek() in ZONES else words.next()
        if ship is not None and ship.isdigit():
            ship = int(ship)
        zone = words.zone()
        if zone is None:
            raise Refused("notation")
        pairs.append((ship, zone))
    return {"do": "place", "dealt": False, "pairs": pairs}
