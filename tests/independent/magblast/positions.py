"""Games that begin in the middle: hands full of answers, criticals and upgrades.

Which card lies where is read from the state of the house, as data.
"""

from __future__ import annotations

from random import Random

from tests.independent.magblast.decks import (
    Card,
    Thing,
    action_cards,
    flagship_cards,
    fresh,
    key_of,
    ship_cards,
)
from tests.independent.magblast.table import BERTHS, ZONES

#: Cards that random play seldom has together.
RARE = (
    "flux",
    "evasive",
    "direct-hit",
    "catastrophic",
    "boarding",
    "bridge-hit",
    "fighter",
    "bomber",
    "minefield",
    "asteroids",
    "spacedock",
    "allocation",
    "emp",
    "turret",
    "bay",
    "secondary",
    "security",
    "long-range",
)
WORDS = {"direct-hit": "direct hit", "bridge-hit": "bridge hit", "bay": "squadron bay"}
WORDS |= {"allocation": "strategic allocation", "emp": "emp cannon"}
WORDS |= {"secondary": "secondary cannon", "security": "security force"}
WORDS |= {"long-range": "long-range cannon"}


def random_position(rng: Random, header: Thing) -> list[str]:
    """The lines of a position: rich hands, damaged ships, upgrades, fields."""
    seats = header["seats"]
    cards = action_cards(header["deck"])
    ships = ship_cards(header["deck"])
    flagships = flagship_cards(header["deck"])
    rng.shuffle(cards)
    rng.shuffle(ships)
    rng.shuffle(flagships)
    cards.sort(key=lambda card: card.key in RARE)  # the rare ones are dealt first
    mover = rng.choice(seats)
    lines = [f"turn: {mover} {rng.choice(['discard', 'ships', 'movement', 'action'])}"]
    staged = rng.random() < 0.5
    for seat in seats:
        flagship = flagships.pop()["name"].split()[0]
        hurt = damage(rng, cards) if staged else ""
        lines.append(f"{seat}: flagship {flagship}{hurt}")
        hand = []
        for key in wanted(rng, seat == mover) if staged else ():
            for card in cards:
                if key in (card.key, card.kind):
                    cards.remove(card)
                    hand.append(named(card))
                    break
        for _ in range(rng.choice([0, 1, 2] if staged else [0, 3, 5, 6])):
            card = cards.pop() if rng.random() < 0.6 else cards.pop(0)
            hand.append(named(card))
        if hand:
            lines.append(f"{seat}: hand {', '.join(hand)}")
        for zone in ZONES:
            for number in "123"[: rng.choice([0, 1, 1, 2])]:
                ship = ships.pop()
                berth = zone[0].upper() + number
                line = f"{seat}: {berth} {ship['type'].lower()} {ship['hull']}"
                if ship["hull"] > 3 and rng.random() < 0.4:
                    line += damage(rng, cards)
                upgrades = [card for card in cards if card.kind == "upgrade"]
                if upgrades and rng.random() < 0.15:
                    cards.remove(upgrades[0])
                    line += f" upgrade {named(upgrades[0])}"
                lines.append(line)
    fields = [card for card in cards if card.key == "asteroids"]
    if len(fields) == 3:
        cards.remove(fields[0])  # whichever of them it will be
        cards.remove(fields[1])
        cards.remove(fields[2])
        lines.append(f"{rng.choice(seats)}: asteroids by {rng.choice(seats)}")
    deck = rng.sample(cards, 30)
    lines.append("deck: " + ", ".join(named(card) for card in deck))
    return lines


def wanted(rng: Random, attacks: bool) -> list[str]:
    """What a hand holds where a fight is staged: attacks or answers."""
    if attacks:
        more = rng.sample(["emp", "flux", "squadron", "critical"], 2)
        return ["laser", "beam", "direct-hit", "direct-hit", "critical", *more]
    return rng.sample(["flux", "evasive", "fighter", "fighter", "direct-hit"], 3)


def damage(rng: Random, cards: list[Card]) -> str:
    """A blast without icons beneath a ship, taken from the cards."""
    key = rng.choice(["laser", "beam"])
    for card in cards:
        if card.key == key and not card.icons:
            cards.remove(card)
            return f" damage {key}"
    return ""


def named(card: Card) -> str:
    """A card as a position names it."""
    icons = f" {card.icons}" if card.icons else ""
    return f"{WORDS.get(card.key, card.key)}{icons}"


def begin_at(game: Thing, state: Thing) -> None:
    """Lay a game out as the house has laid out the position."""
    cards = action_cards(state["deck"])
    ships = ship_cards(state["deck"])
    flagships = {one["name"]: one for one in flagship_cards(state["deck"])}

    def card(label: str) -> Card:
        found = [one for one in cards if label in (one.label, one.title)]
        exact = [one for one in found if one.label == label]
        cards.remove((exact or found)[0])
        return (exact or found)[0]

    def ship(kind: str, hull: int, move: int | None = None) -> Thing:
        for one in ships:
            if (
                one["type"] == kind
                and one["hull"] == hull
                and move in (None, one["move"])
            ):
                ships.remove(one)
                return one
        raise KeyError(kind)

    game["key"] = key_of(game["seed"])
    game["counter"] = 0
    game["turn"], game["round"] = state["turn"], state["round"]
    game["phase"], game["mover"] = state["phase"], state["to_move"]
    game["opener"] = game["seats"].index(state["to_move"])
    for seat, one in state["seats"].items():
        player = game["players"][seat]
        player["flagship"] = flagships[one["flagship"]]
        player["used"], player["turns"] = one["uses"], one["turns"]
        player["out"] = one["out"]
        player["hand"] = {}
        player["dealt"] = []
        for held in state["secrets"][seat]["hand"]:
            player["hand"][held["number"]] = card(held["label"])
        for berth in BERTHS:
            if berth not in one["ships"]:
                continue
            seen = one["ships"][berth]
            there = fresh(ship(seen["type"], seen["hull"], seen["move"]))
            there["upgrades"] = [card(title) for title in seen["upgrades"]]
            player["fleet"][berth] = there
    deck = [card(label) for label in state["deck_order"]]
    game["deck"] = deck[::-1]
    for seat, one in state["seats"].items():
        for berth, seen in one["ships"].items():
            beneath = [card(title) for title in seen["beneath"]]
            game["players"][seat]["fleet"][berth]["blasts"] = beneath
        game["players"][seat]["blasts"] = [card(title) for title in one["beneath"]]
        for title, by in one["clouds"]:
            game["clouds"].append({"card": card(title), "by": by, "on": seat})
    yard = []
    for label in state["shipyard_order"]:
        kind, _, hull = label.rpartition(" ")
        yard.append(ship(kind, int(hull)))
    game["yard"] = yard[::-1]
    game["discards"] = cards if state["discards"] else []
