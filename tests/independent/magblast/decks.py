"""The cards as their files list them, and chance as the handbook tells it ("To redo a
shuffle"): HMAC-SHA256 over purpose and counter."""

from __future__ import annotations

import hashlib
import hmac
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

GAMES = Path(__file__).parents[3] / "games" / "magblast"
Thing = dict[str, Any]


class Card(NamedTuple):
    """An action card. `serial` tells two equal ones apart."""

    serial: int
    key: str
    title: str
    kind: str
    icons: str
    damage: int
    amount: int

    @property
    def label(self) -> str:
        """The title, how many cards a Spacedock removes, and the icons."""
        amount = f" {self.amount}" if self.amount else ""
        icons = f" {self.icons}" if self.icons else ""
        return f"{self.title}{amount}{icons}"


def deck_file(deck: str, name: str) -> Thing:
    """One file of a deck; what a deck leaves out is the house's."""
    own = GAMES / "decks" / deck / name
    path = own if deck != "house" and own.exists() else GAMES / name
    return tomllib.loads(path.read_text(encoding="utf-8"))


def action_cards(deck: str) -> list[Card]:
    """The action cards in the order of the file."""
    found: list[Card] = []
    for entry in deck_file(deck, "actions.toml")["card"]:
        for icons, copies in entry["copies"].items():
            for _ in range(copies):
                found.append(
                    Card(
                        len(found),
                        entry["key"],
                        entry["title"],
                        entry["kind"],
                        icons,
                        entry.get("damage", 0),
                        entry.get("amount", 0),
                    )
                )
    return found


def ship_cards(deck: str) -> list[Thing]:
    """The ships in the order of the file, each as it stands in a fleet."""
    found: list[Thing] = []
    for entry in deck_file(deck, "ships.toml")["ship"]:
        for hull, copies in entry["hulls"].items():
            for _ in range(copies):
                found.append(
                    {
                        "type": entry["type"],
                        "move": entry["move"],
                        "hull": int(hull),
                        "weapons": list(entry["weapons"]),
                        "carrier": entry.get("carrier", False),
                        "minesweeper": entry.get("minesweeper", False),
                    }
                )
    return found


def flagship_cards(deck: str) -> list[Thing]:
    """The flagships in the order of the file."""
    return [dict(entry) for entry in deck_file(deck, "flagships.toml")["flagship"]]


def fresh(ship: Thing) -> Thing:
    """A ship out of the shipyard: nothing beneath it, nothing fired."""
    new = dict(ship)
    new["blasts"] = []
    new["squads"] = []
    new["upgrades"] = []
    new["fired"] = 0
    new["boarded"] = False
    return new


def key_of(seed: str) -> bytes:
    """The key of a game in which no player gave a word."""
    return hmac.new(bytes.fromhex(seed), b"pbem words 1\n", hashlib.sha256).digest()


def below(game: Thing, limit: int, purpose: str) -> int:
    """A number below a limit; the counter goes up by one with each HMAC."""
    top = 2**64
    while True:
        text = f"{purpose}:{game['counter']}".encode()
        game["counter"] += 1
        digest = hmac.new(game["key"], text, hashlib.sha256).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < top - top % limit:
            return number % limit


def shuffle(game: Thing, pile: list[Any], purpose: str) -> None:
    """Shuffle a pile in place, from the last place down to the second."""
    for place in range(len(pile), 1, -1):
        other = below(game, place, purpose)
        pile[place - 1], pile[other] = pile[other], pile[place - 1]


def draw_card(game: Thing) -> Card | None:
    """The top card of the action deck, made of the discards where it is empty (B20)."""
    if not game["deck"]:
        game["deck"] = game["discards"]
        game["discards"] = []
        shuffle(game, game["deck"], "actions")
    return game["deck"].pop() if game["deck"] else None


def draw_ship(game: Thing) -> Thing | None:
    """The top ship of the shipyard, made of the wrecks where it is empty (B20)."""
    if not game["yard"]:
        game["yard"] = game["wrecks"]
        game["wrecks"] = []
        shuffle(game, game["yard"], "shipyard")
    return fresh(game["yard"].pop()) if game["yard"] else None
