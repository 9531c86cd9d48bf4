"""What is printed on ships, action cards and flagships."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BLASTS = ("laser", "beam", "mag")
SQUADRONS = ("fighter", "bomber")
EVADABLE = (*BLASTS, *SQUADRONS, "direct-hit")  #: by Evasive Action (B9)
#: What the rules know how to play, and the kind of card that it is.
KINDS: Mapping[str, str] = {
    "laser": "blast",
    "beam": "blast",
    "mag": "blast",
    "fighter": "squadron",
    "bomber": "squadron",
    "direct-hit": "event",
    "catastrophic": "critical",
    "boarding": "critical",
    "bridge-hit": "critical",
    "minefield": "event",
    "asteroids": "event",
    "reinforcements": "event",
    "spacedock": "event",
    "allocation": "event",
    "flux": "event",
    "evasive": "event",
    "long-range": "upgrade",
    "emp": "upgrade",
    "turret": "upgrade",
    "bay": "upgrade",
    "secondary": "upgrade",
    "security": "upgrade",
}
POWERS = ("xxcha", "hacan", "sol", "letnev", "sardakk", "jol-nar", "l1z1x", "naalu",
          "yssaril", "mentak")  # fmt: skip


@dataclass(frozen=True, slots=True)
class ShipCard:
    """A ship as it is printed; as a text, its type and hull."""

    type: str
    move: int
    hull: int
    weapons: tuple[str, ...]
    carrier: bool
    minesweeper: bool

    def __str__(self) -> str:
        return f"{self.type} {self.hull}"


@dataclass(frozen=True, slots=True)
class ActionCard:
    """An action card as it is printed; `key` is what the rules call it."""

    key: str
    title: str
    kind: str
    icons: str
    damage: int  #: of blasts and squadrons
    amount: int  #: how many blast cards a Spacedock removes

    @property
    def label(self) -> str:
        """The title with all that tells the card from others."""
        return " ".join(filter(None, (self.title, str(self.amount or ""), self.icons)))


@dataclass(frozen=True, slots=True)
class FlagshipCard:
    """A flagship as it is printed."""

    name: str
    power: str
    hull: int
    uses: int  #: of the power in a game; 0: any number


@dataclass(frozen=True, slots=True)
class Box:
    """All cards of a deck; everywhere else a card is its place in these."""

    ships: tuple[ShipCard, ...]
    actions: tuple[ActionCard, ...]
    flagships: tuple[FlagshipCard, ...]
    titles: Mapping[str, str]  #: by key
