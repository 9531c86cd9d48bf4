"""Decks: read from their data files once, and checked (B41).

A deck lies in `games/magblast/` (the house deck) or in a folder of
`games/magblast/decks/`; a file that such a folder lacks is the house's.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from pbem.protocol import Fault, Unplayable
from pbem.rules.magblast.cards import (
    BLASTS,
    KINDS,
    POWERS,
    ActionCard,
    Box,
    FlagshipCard,
    ShipCard,
)
from pbem.system.resources import folder

MAX_TOTAL = 1000  #: cards of a data file
MAX_COPIES = 200  #: cards of one kind
MAX_NUMBER = 99  #: hull or damage
MAX_COUNT = 9  #: uses of a power, or cards that a Spacedock removes
MAX_TITLE_CHARS = 30
MAX_LABEL_CHARS = 72  #: of a data file
MAX_TYPE_CHARS = 14  #: of a ship; a report has no room for more
MAX_MOVE = 2  #: zones


# A deck is a folder of files: each order would wait for them.
@cache
def box(name: str) -> Box:
    """Return the deck of this name; raise Unplayable with file, card and key (B41)."""
    home = folder("games") / "magblast"
    return load(name, home, home / "decks" / name)


def load(name: str, home: Path, other: Path) -> Box:
    """Return the deck of a folder, completed from the house deck in `home`."""
    if name != "house" and (not re.fullmatch(r"[\w-]+", name) or not other.is_dir()):
        decks = home / "decks"
        found = sorted(p.name for p in decks.iterdir()) if decks.is_dir() else []
        known = ("house", *found)
        raise Unplayable(Fault("deck.unknown", given={"found": name, "known": known}))

    def cards(kind: str) -> tuple[Any, ...]:
        path = home / f"{kind}s.toml"
        if name != "house" and (other / path.name).exists():
            path = other / path.name
        rows = (
            [_MAKERS[kind](entry, variant)] * count
            for entry in _entries(path, kind)
            for variant, count in _copies(entry, kind).items()
        )
        return tuple(chain.from_iterable(rows))

    ships, actions, flags = map(cards, ("ship", "action", "flagship"))
    titles = {card.key: card.title for card in actions}
    return Box(ships, actions, flags, titles)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A table of a data file, and where it stands.

    Its methods return the value of a key, and raise Unplayable for a wrong one.
    """

    path: Path
    name: str
    data: Mapping[str, Any]

    def wrong(self, key: str, why: str, **given: Any) -> Unplayable:
        where = {"file": self.path.name, "card": self.name, "key": key}
        return Unplayable(Fault(f"deck.{why}", given={**where, **given}))

    def number(
        self, key: str, most: int, default: int | None = None, least: int = 0
    ) -> int:
        value = self.data.get(key, default)
        if value is None:
            raise self.wrong(key, "missing")
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(key, "number", found=str(value), least=least, most=most)
        return value

    def yes(self, key: str) -> bool:
        value = self.data.get(key, False)
        if type(value) is not bool:
            raise self.wrong(key, "yesno", found=str(value))
        return value

    def word(
        self,
        key: str,
        known: tuple[str, ...] | None = None,
        longest: int = MAX_TITLE_CHARS,
    ) -> str:
        value = self.data.get(key)
        if value is None:
            raise self.wrong(key, "missing")
        good = isinstance(value, str) and value.strip() and value.isprintable()
        if not isinstance(value, str) or not good or len(value) > longest:
            found = str(value)[:40]
            raise self.wrong(key, "text", found=found, longest=longest)
        if known is not None and value not in known:
            raise self.wrong(key, "word", found=value, known=known)
        return value

    def counts(self, key: str) -> dict[str, int]:
        value = self.data.get(key)
        if not isinstance(value, dict) or not value:
            raise self.wrong(key, "missing")
        for name, count in value.items():
            if type(count) is not int or not 1 <= count <= MAX_COPIES:
                given = {"found": str(count), "least": 1, "most": MAX_COPIES}
                raise self.wrong(f"{key}.{name}", "number", **given)
        return value


def _entries(path: Path, kind: str) -> list[_Entry]:
    table = {"action": "card"}.get(kind, kind)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        given = {"file": path.name, "found": str(error)}
        raise Unplayable(Fault("deck.unreadable", given=given)) from None
    top = _Entry(path, "", data)
    rows = data.get(table)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise top.wrong(table, "missing")
    for key in data:
        if key not in ("label", "total", table):
            raise top.wrong(key, "key", known=("label", "total", table))
    if "label" in data:
        top.word("label", longest=MAX_LABEL_CHARS)
    entries = [_Entry(path, _called(row), row) for row in rows]
    known = _KEYS[kind]
    for entry in entries:
        for key in entry.data:
            if key not in known:
                raise entry.wrong(key, "key", known=known)
    total = top.number("total", MAX_TOTAL)
    count = sum(sum(_copies(entry, kind).values()) for entry in entries)
    if count != total:
        raise top.wrong("total", "count", found=count, said=total)
    return entries


_KEYS = {
    "ship": ("type", "move", "weapons", "carrier", "minesweeper", "hulls"),
    "action": ("key", "title", "kind", "damage", "amount", "copies"),
    "flagship": ("name", "power", "hull", "uses"),
}


def _called(row: Mapping[str, Any]) -> str:
    """Return what a card is called in a message: its name, or whatever else it has."""
    keys = ("type", "title", "name", "key", "power")
    return next((str(row[key])[:MAX_TITLE_CHARS] for key in keys if row.get(key)), "?")


def _copies(entry: _Entry, kind: str) -> dict[str, int]:
    if kind == "flagship":
        return {"": 1}
    return entry.counts({"ship": "hulls", "action": "copies"}[kind])


def _ship(entry: _Entry, hull: str) -> ShipCard:
    weapons = entry.data.get("weapons", [])
    listed = isinstance(weapons, list)
    wrong = [one for one in weapons if one not in BLASTS] if listed else [weapons]
    if wrong:
        raise entry.wrong("weapons", "word", found=str(wrong[0]), known=BLASTS)
    if not re.fullmatch(r"[1-9][0-9]?", hull):
        raise entry.wrong("hulls", "number", found=hull, least=1, most=MAX_NUMBER)
    return ShipCard(
        entry.word("type", longest=MAX_TYPE_CHARS),
        entry.number("move", MAX_MOVE),
        int(hull),
        tuple(weapon for weapon in BLASTS if weapon in weapons),
        entry.yes("carrier"),
        entry.yes("minesweeper"),
    )


def _action(entry: _Entry, icons: str) -> ActionCard:
    key = entry.word("key", tuple(KINDS))
    kind = entry.word("kind")
    if kind != KINDS[key]:
        raise entry.wrong("kind", "word", found=kind, known=(KINDS[key],))
    harms, docks = kind in ("blast", "squadron"), key == "spacedock"
    if not re.fullmatch(r"[ABC]{0,3}", icons):
        raise entry.wrong("copies", "icons", found=icons)
    title = entry.word("title")
    damage = entry.number("damage", MAX_NUMBER, None if harms else 0, int(harms))
    amount = entry.number("amount", MAX_COUNT, None if docks else 0, int(docks))
    return ActionCard(key, title, kind, icons, damage, amount)


def _flagship(entry: _Entry, _: str) -> FlagshipCard:
    name, power = entry.word("name"), entry.word("power", POWERS)
    hull = entry.number("hull", MAX_NUMBER, least=1)
    uses = entry.number("uses", MAX_COUNT, 0)
    return FlagshipCard(name, power, hull, uses)


_MAKERS: Mapping[str, Callable[[_Entry, str], object]] = {
    "ship": _ship,
    "action": _action,
    "flagship": _flagship,
}
