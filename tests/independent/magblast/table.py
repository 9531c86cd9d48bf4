"""The table: hands, fleets, piles, who is in, and what is lost when something falls."""

from __future__ import annotations

from typing import Any

from tests.independent.magblast.decks import (
    Card,
    Thing,
    action_cards,
    below,
    draw_card,
    flagship_cards,
    key_of,
    ship_cards,
    shuffle,
)

ZONES = ("yellow", "green", "red", "blue")
LETTERS = {"Y": "yellow", "G": "green", "R": "red", "B": "blue"}
BERTHS = [letter + number for letter in "YGRB" for number in "123"]


class Refused(Exception):
    """A line that may not be played, and why."""


def new_game(header: Thing) -> Thing:
    """A game before its ships are placed (B19)."""
    deck = header["deck"]
    game: Thing = {
        "seats": header["seats"],
        "mail": header["reactions"] == "windows",
        "limit": header["rounds"],
        "seed": header["seed"],
        "key": key_of(header["seed"]),
        "counter": 0,
        "deck": action_cards(deck),
        "yard": ship_cards(deck),
        "discards": [],
        "wrecks": [],
        "players": {},
        "clouds": [],  # as they were laid: card, by, on
        "turn": 0,
        "round": 1,
        "opener": None,
        "mover": None,
        "phase": "setup",
        "stack": [],
        "answers": {},
        "home": [],  # who gets back which card at the end of the turn
        "hit": None,
        "last": "",
        "went": False,
        "moves": {},
        "offers": [],  # new ships that wait for a zone
        "store": {},
        "outcome": None,
        "refused": [],
        "rules_left": 0,
    }
    flagships = flagship_cards(deck)
    shuffle(game, flagships, "flagships")
    shuffle(game, game["yard"], "shipyard")
    shuffle(game, game["deck"], "actions")
    for seat, flagship in zip(game["seats"], flagships, strict=False):
        game["players"][seat] = {
            "flagship": dict(flagship),
            "blasts": [],
            "squads": [],
            "used": 0,
            "hand": {},
            "fleet": {},
            "dealt": [],
            "turns": 0,
            "out": None,
            "passing": False,
            "standing": [],
            "vote": "",
        }
    for seat in game["seats"]:
        player = game["players"][seat]
        for _ in range(4):
            player["dealt"].append(game["yard"].pop())
        draw_cards(game, seat, 5)
    return game


PILES = ("seats", "deck", "yard", "discards", "wrecks", "refused")


def clone(thing: Any) -> Any:
    """A copy of a game that can go on by itself. Cards never change, nor do ships that
    lie in a pile."""
    if isinstance(thing, dict):
        found = {}
        for key, value in thing.items():
            found[key] = list(value) if key in PILES else clone(value)
        return found
    if isinstance(thing, list):
        return [clone(one) for one in thing]
    return thing


def came(game: Thing, what: str) -> None:
    """Note what came of a line: stands, hit, destroyed, missed or cancelled."""
    game["last"] = what
    game["went"] = what in ("stands", "hit", "destroyed")


def power(game: Thing, seat: str) -> str:
    """The power of a seat's flagship."""
    return str(game["players"][seat]["flagship"]["power"])


def uses_left(game: Thing, seat: str) -> int:
    """How often a counted power may still be used."""
    player = game["players"][seat]
    return int(player["flagship"]["uses"]) - int(player["used"])


def alive(game: Thing) -> list[str]:
    """Who is in the game, in the order of the seats."""
    return [one for one in game["seats"] if game["players"][one]["out"] is None]


def clockwise(game: Thing, seat: str) -> list[str]:
    """The other players who are in, beginning at the left of a seat."""
    seats = game["seats"]
    at = seats.index(seat)
    return [one for one in seats[at + 1 :] + seats[:at] if one in alive(game)]


def in_reach(game: Thing, seat: str, target: str) -> bool:
    """Whether blasts and squadrons may go from one player to another (B22, B50)."""
    if len(alive(game)) <= 4:
        return True
    others = clockwise(game, seat)
    return target in (others[0], others[-1])


def give(game: Thing, seat: str, card: Card) -> int:
    """Put a card into a hand; it takes the lowest number that is free (B28)."""
    hand = game["players"][seat]["hand"]
    number = 1
    while number in hand:
        number += 1
    hand[number] = card
    return number


def draw_cards(game: Thing, seat: str, count: int) -> None:
    """Draw action cards, as many as there are."""
    for _ in range(count):
        card = draw_card(game)
        if card is not None:
            give(game, seat, card)


def take(game: Thing, seat: str, number: int) -> Card:
    """Take a card out of a hand."""
    card: Card = game["players"][seat]["hand"].pop(number)
    return card


def room(game: Thing, seat: str) -> int:
    """How many cards a seat may draw in its turn (Hacan: up to six)."""
    most = 6 if power(game, seat) == "hacan" else 5
    return max(0, most - len(game["players"][seat]["hand"]))


def zone_of(berth: str) -> str:
    """The zone of a place such as B1."""
    return LETTERS[berth[0]]


def in_zone(game: Thing, seat: str, zone: str) -> list[str]:
    """The places of a seat's ships in a zone."""
    fleet = game["players"][seat]["fleet"]
    return [one for one in BERTHS if one in fleet and zone_of(one) == zone]


def free_berth(game: Thing, seat: str, zone: str) -> str | None:
    """The lowest free place of a zone (B35); None: the zone is full."""
    for number in "123":
        berth = zone[0].upper() + number
        if berth not in game["players"][seat]["fleet"]:
            return berth
    return None


def apart(one: str, other: str) -> int:
    """How many zones apart two zones are on the ring (B2)."""
    steps = (ZONES.index(one) - ZONES.index(other)) % 4
    return min(steps, 4 - steps)


def has_upgrade(ship: Thing, key: str) -> bool:
    """Whether an upgrade lies beneath a ship."""
    return any(card.key == key for card in ship["upgrades"])


def launches(game: Thing, seat: str, ship: Thing) -> bool:
    """Whether a ship is a carrier, by type, Squadron Bay or Sardakk N'orr."""
    if ship["carrier"] or has_upgrade(ship, "bay"):
        return True
    return power(game, seat) == "sardakk"


def carriers(game: Thing, seat: str) -> list[str]:
    """The places of a seat's ships that can launch."""
    fleet = game["players"][seat]["fleet"]
    return [b for b in BERTHS if b in fleet and launches(game, seat, fleet[b])]


def place(game: Thing, seat: str, berth: str) -> str:
    """A place as it is named on the table: C1 is the first ship that can launch."""
    if berth[0] != "C":
        return berth
    able = carriers(game, seat)
    at = int(berth[1:]) - 1
    if not 0 <= at < len(able):
        raise Refused("no-ship")
    return able[at]


def clouded(game: Thing, seat: str, key: str) -> bool:
    """Whether a Minefield or Asteroids lie on a fleet."""
    return any(one["on"] == seat and one["card"].key == key for one in game["clouds"])


def damage_of(thing: Thing) -> int:
    """The damage beneath a ship or flagship, squadrons included."""
    return sum(card.damage for card in thing["blasts"] + thing["squads"])


def target_of(game: Thing, seat: str, where: str) -> Thing | None:
    """The ship or player that a target names; None: it is gone."""
    player: Thing = game["players"][seat]
    if player["out"] is not None:
        return None
    if where == "flagship":
        return player
    ship: Thing | None = player["fleet"].get(where)
    return ship


def hull_of(game: Thing, seat: str, where: str) -> int:
    """The hull of a ship or flagship."""
    if where == "flagship":
        return int(game["players"][seat]["flagship"]["hull"])
    return int(game["players"][seat]["fleet"][where]["hull"])


def pick_card(hand: dict[int, Card], ref: Any) -> int:
    """The number of the card that a reference means (B28); "laser", 3, ("laser", 3).

    Raises Refused.
    """
    if isinstance(ref, int):
        if ref not in hand:
            raise Refused("number")
        return ref
    if isinstance(ref, tuple):
        name, number = ref
        if number not in hand:
            raise Refused("number")
        if hand[number].key != name:
            raise Refused("other-card")
        return int(number)
    found = [number for number in sorted(hand) if hand[number].key == ref]
    if not found:
        raise Refused("card")
    return min(found, key=lambda number: (len(hand[number].icons), number))


def pick_cards(hand: dict[int, Card], refs: list[Any]) -> list[int]:
    """The numbers of several cards, each once. Raises Refused."""
    left = dict(hand)
    found: list[int] = []
    for ref in refs:
        if isinstance(ref, int) and ref in found:
            raise Refused("twice")
        number = pick_card(left, ref)
        del left[number]
        found.append(number)
    return found


def lay_fleets(game: Thing) -> None:
    """Show the fleets and find who begins: the lowest hulls (B19)."""
    sums: dict[str, int] = {}
    for seat in alive(game):
        player = game["players"][seat]
        order = player.get("placing") or dict(zip(ZONES, range(4), strict=True))
        for zone in ZONES:
            ship = player["dealt"][order[zone]]
            berth = free_berth(game, seat, zone)
            ship = dict(ship, blasts=[], squads=[], upgrades=[])
            player["fleet"][berth] = dict(ship, fired=0, boarded=False)
        player["dealt"] = []
        sums[seat] = sum(ship["hull"] for ship in player["fleet"].values())
    lowest = [seat for seat in sums if sums[seat] == min(sums.values())]
    first = lowest[0]
    if len(lowest) > 1:
        first = lowest[below(game, len(lowest), "first")]
    game["opener"] = game["seats"].index(first)
    game["mover"] = first
