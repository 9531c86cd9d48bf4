"""The words that orders are made of: cards, squadrons, targets, conditions.

Words that a fault may point at (a ship, a player's name) are tokens: strings
that know their place in the line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

#: What the notation calls each card, by its key in the deck.
SPELT = {
    "direct-hit": "direct hit",
    "bridge-hit": "bridge hit",
    "evasive": "evasive action",
    "flux": "temporal flux",
    "allocation": "strategic allocation",
    "long-range": "long-range cannon",
    "emp": "emp cannon",
    "turret": "turret",
    "bay": "squadron bay",
    "secondary": "secondary cannon",
    "security": "security force",
}

_WORDS = (
    "if it then hit hits miss misses missed destroyed destroys is stands there "
    "gone empty place as dealt to discard all draw resources ship ships play from "
    "move fire launch upgrade with on at end turn pass defend standing any or of "
    "more flag flagship in by keep when until my once cancel xxcha vote for "
    "resign laser lasers beam beams mag mags fighter fighters bomber bombers "
    "direct catastrophic damage boarding bridge mine mines minefield minefields "
    "asteroid asteroids reinforce reinforcement reinforcements dock spacedock "
    "strategic allocation temporal flux evade evasive action long range emp "
    "secondary cannon point turret squadron bay security force sol naalu mentak "
    "jol jolnar yssaril anything everything deadly that blast blasts squadrons "
    "critical criticals upgrades attack attacks yellow green red blue y g r b "
    "hand out only uses fired boarded mined space movement and zone nothing none "
    "the my his her their was scout minesweeper destroyer cruiser carrier gunship "
    "dreadnought card "
)

_RESERVED = frozenset(_WORDS.split())

_PLAIN = re.compile(r"[^\W\d_][\w.]*(?:'[\w.]+)?")

_SHIPLIKE = re.compile(r"(?i)\b(?:[ygrbc]|carrier)\s*[1-9]")


def quoted(name: str) -> str:
    """Return a player's name as it can stand in a line.

    >>> quoted("Ann"), quoted("Big Bob"), quoted("Red"), quoted("C 3")
    ('Ann', 'Big Bob', '"Red"', '"C 3"')
    """
    plain = all(
        _PLAIN.fullmatch(word) and re.split(r"[.']", word.lower())[0] not in _RESERVED
        for word in name.split()
    )
    if plain and not _SHIPLIKE.search(name) and not name.endswith("."):
        return " ".join(name.split())
    return f'"{name}"'


def is_place(text: str) -> bool:
    """Return whether a word is a place of a ship, such as B1.

    >>> is_place("B1"), is_place("Bob")
    (True, False)
    """
    return len(text) == 2 and text[0] in "YGRBC" and text[1].isdigit()


@dataclass(frozen=True, slots=True)
class Item:
    """A card: by number in hand, by name, or both where two are alike."""

    key: str = ""
    number: int = 0
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        name = SPELT.get(self.key, self.key)
        return " ".join(filter(None, (name, str(self.number or ""))))


@dataclass(frozen=True, slots=True)
class Wing:
    """Squadrons: so many of a kind, or by number in hand."""

    key: str = ""
    count: int = 1
    numbers: tuple[int, ...] = ()
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        if self.numbers:
            return " ".join((self.key, *map(str, self.numbers))).strip()
        return f"{self.count} {self.key}s" if self.count != 1 else self.key


@dataclass(frozen=True, slots=True)
class Aim:
    """A target: whose (empty: the one opponent that it can be), and what."""

    seat: str
    ship: str  #: "B1", or "" for the flagship
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        return " ".join(
            filter(None, (self.seat and quoted(self.seat), self.ship or "flagship"))
        )


@dataclass(frozen=True, slots=True)
class When:
    """The condition of a line that waits in store."""

    kind: str  #: "hit", "missed", "destroyed", "then", "stands", "gone", "empty"
    seat: str = ""
    place: str = ""  #: a ship or a zone

    def __str__(self) -> str:
        if self.kind == "then":
            return "then"
        if not self.place:
            return f"if {self.kind}"
        who = f"{quoted(self.seat)} " if self.seat else ""
        return f"if {who}{self.place} {self.kind}"


@dataclass(frozen=True, slots=True)
class Rule:
    """One standing order: what to do, to what, and under which conditions."""

    verb: str  #: "evade", "flux", "defend", "jol-nar", "yssaril", "pass", "xxcha"
    cards: tuple[str, ...] = ()  #: keys or classes; empty: any
    victim: str = ""  #: of "xxcha"
    count: int = 0  #: of "defend": at most so many fighters; 0: as needed
    least: int = 0  #: damage
    deadly: bool = False  #: only if it would destroy the target
    at: str = ""  #: "flagship", a ship's place, a type of ship, or a player
    zone: str = ""
    by: str = ""
    keep: int = 0  #: so many cards (or of the card to be played) stay in hand
    spare: tuple[str, ...] = ()  #: cards never to be spent
    size: int = 0  #: of "xxcha": only if the victim holds so many cards
    until: int = 0  #: the last turn it is good for; 0: for good; -1: my next turn
    once: bool = False
    #: A condition that was said twice, and differently: one would be lost.
    twice: str = field(default="", compare=False)

    def __str__(self) -> str:
        def spelt(keys: tuple[str, ...]) -> str:
            return " or ".join(SPELT.get(key, key) for key in keys)

        plain = self.at in ("flagship", "ship") or is_place(self.at)
        at = self.at if plain else quoted(self.at)
        words = (
            self.verb,
            quoted(self.victim) if self.victim else "",
            f"with {self.count}" if self.count else "",
            spelt(self.cards),
            f"of {self.least} or more" if self.least else "",
            "deadly" if self.deadly else "",
            f"at {at}" if self.at else "",
            f"in {self.zone}" if self.zone else "",
            f"by {quoted(self.by)}" if self.by else "",
            f"when {self.size}" if self.size else "",
            f"keep {self.keep}" if self.keep else "",
            f"keep {spelt(self.spare)}" if self.spare else "",
            {0: "", -1: "until my turn"}.get(self.until, f"until turn {self.until}"),
            "once" if self.once else "",
        )
        return " ".join(word for word in words if word)
