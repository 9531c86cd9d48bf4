"""Finds the games: the built-in ones by what lies in the house, others by
their entry point (group `pbem.games`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from pbem.notation import Notation
from pbem.protocol import AnyRules, Fault, Options
from pbem.resources import folder
from pbem.spelling import Spelling

GROUP = "pbem.games"


class GameFault(Exception):
    """A game, an option or a number of seats that is not to be had."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


class Option(NamedTuple):
    """One option of a game, as game.toml describes it."""

    name: str
    kind: str  #: "number", "choice", "yesno" or "text"
    default: Any
    about: str
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 1 << 31
    step: int = 1
    was: Mapping[str, Any] = {}  #: the last version with another default, to that

    def default_in(self, version: int) -> Any:
        """The default in a version of the rules."""
        older = (value for last, value in self.was.items() if version <= int(last))
        return next(older, self.default)

    def read(self, text: str) -> Any:
        """The value that a text spells. Raises GameFault."""
        word = text.strip().lower()
        if self.kind == "number" and word.lstrip("+-").isdecimal() and len(word) < 12:
            number = int(word)
            fits = (number - self.least) % self.step == 0
            if self.least <= number <= self.most and fits:
                return number
        elif self.kind == "choice" and word in self.values:
            return word
        elif self.kind == "yesno" and word in ("yes", "no"):
            return word == "yes"
        elif self.kind == "text" and word:
            return text.strip()
        raise GameFault(
            Fault("option.value", given={"option": self, "found": text.strip()})
        )

    def spell(self, value: Any) -> str:
        """A value as it is written in the header."""
        return ("no", "yes")[value] if self.kind == "yesno" else str(value)


@dataclass(eq=False, repr=False)
class Game:
    """A game in the box: its data, and its rules and notation when asked for."""

    name: str
    house: str  #: the package that it lies in
    facts: Mapping[str, Any]  #: game.toml
    options: Mapping[str, Option] = field(default_factory=dict)
    entry: Any = None  #: entry point of a game in another package

    @property
    def title(self) -> str:
        """The game's name as people say it."""
        return str(self.facts["title"])

    @property
    def version(self) -> int:
        """The newest version of the rules, which games that begin now are played by."""
        return int(self.facts.get("rules", 1))

    @property
    def box(self) -> Path:
        """The folder with game.toml, the handbook, cases and examples."""
        return folder("games", self.house) / self.name

    @property
    def templates(self) -> Path:
        """The folder that holds this game's folder of templates."""
        return folder("templates", self.house)

    @cached_property
    def rules(self) -> AnyRules:
        """The game's rules (imported now)."""
        if self.entry is not None:
            rules: AnyRules = self.entry.load()
        else:
            rules = import_module(f"pbem.rules.{self.name}").RULES
        return rules

    @cached_property
    def notation(self) -> Notation:
        """The game's notation (its grammar is built now)."""
        grammar = folder("grammars", self.house) / f"{self.name}.lark"
        return Notation(grammar, self.rules.readers, self.facts.get("notation", {}))

    @cached_property
    def spelling(self) -> Spelling:
        """What people write that the notation does not read."""
        return Spelling(self.notation, self.facts.get("spelling", {}))

    def read_options(
        self, given: Mapping[str, str], version: int | None = None
    ) -> dict[str, Any]:
        """All options with their values, given ones read, and the version of the rules.

        Raises GameFault.
        """
        version = version or self.version
        values = {
            name: option.default_in(version) for name, option in self.options.items()
        }
        for name, text in given.items():
            key = name.strip().lower()
            if key not in self.options:
                near = nearest(key, self.options)
                known = tuple(self.options)
                raise GameFault(
                    Fault(
                        "option.unknown",
                        given={"found": name, "near": near, "known": known},
                    )
                )
            values[key] = self.options[key].read(text)
        return {**values, "rules": version}

    def check_seats(self, count: int) -> None:
        """Raises GameFault for a number of seats that the game has no place for."""
        least, most = self.facts["seats"]
        if not least <= count <= most:
            given = {"title": self.title, "least": least, "most": most, "found": count}
            raise GameFault(Fault("seats.number", given=given))

    def needs_chance(self, options: Options) -> bool:
        """Whether a game with these options is dealt or rolled."""
        rule = str(self.facts.get("chance", "never"))
        if "=" in rule:
            name, value = rule.split("=")
            return self.options[name].spell(options[name]) == value
        return rule == "always"


def nearest(word: str, known: Any) -> str:
    """The known word that is most like this one, or an empty string.

    >>> nearest("areana", ["arena", "lava"])
    'arena'
    """
    from difflib import get_close_matches

    by_fold = {str(name).casefold(): str(name) for name in known}
    close = get_close_matches(word.casefold(), by_fold, 1, 0.5)
    return by_fold[close[0]] if close else ""


def find(name: str) -> Game:
    """The game of this name, in any case. Raises GameFault."""
    key = name.strip().lower()
    box = folder("games") / key / "game.toml"
    if key.isidentifier() and box.is_file():
        return _built_in(key)
    games = elsewhere()
    if key not in games:
        known = tuple(sorted({**built_in(), **games}))
        given = {"found": name, "near": nearest(key, known), "known": known}
        raise GameFault(Fault("game.unknown", given=given))
    return games[key]


@cache
def built_in() -> dict[str, Game]:
    """The games whose box lies in the house, by name."""
    boxes = sorted(folder("games").glob("*/game.toml"))
    return {box.parent.name: _built_in(box.parent.name) for box in boxes}


@cache
def _built_in(name: str) -> Game:
    return _open(name, "pbem", folder("games") / name / "game.toml")


@cache
def elsewhere() -> dict[str, Game]:
    """The games that other installed packages bring, by name."""
    from importlib.metadata import entry_points

    found = {}
    for entry in entry_points(group=GROUP):
        house = entry.module.split(".")[0]
        box = folder("games", house) / entry.name / "game.toml"
        found[entry.name] = _open(entry.name, house, box, entry)
    return found


def forget(game: Game) -> None:
    """Have a game looked for again: a file of it was saved."""
    kept = (built_in, _built_in) if game.entry is None else (elsewhere,)
    for one in kept:
        one.cache_clear()


def _open(name: str, house: str, box: Path, entry: Any = None) -> Game:
    facts = tomllib.loads(box.read_text(encoding="utf-8"))
    options = {
        key: Option(
            key,
            about["kind"],
            about["default"],
            about["about"],
            _values(about, box.parent),
            **{k: about[k] for k in ("least", "most", "step", "was") if k in about},
        )
        for key, about in facts.get("options", {}).items()
    }
    return Game(name, house, facts, options, entry)


def _values(about: Mapping[str, Any], box: Path) -> tuple[str, ...]:
    """What a choice is between: words, or the files of a folder of the box."""
    if "folder" not in about:
        return tuple(about.get("values", ()))
    return tuple(sorted(path.stem for path in (box / about["folder"]).glob("*.toml")))
