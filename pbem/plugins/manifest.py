"""The manifest of a game, game.toml: read and checked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pbem.plugins.defects import Broken, Defect, GameFault
from pbem.plugins.outside import shown
from pbem.protocol import Fault

EDITION = 2  #: of the protocol between pbem and games: `protocol` of game.toml
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")  #: what a game may be called

#: The names of colours that a role may have, with what they are on paper and screen:
#: eight that most colour-blind readers tell apart (Okabe and Ito), and plain ones.
COLOURS = {
    "white": "#ffffff", "black": "#1d1d1b", "grey": "#8c8a80", "red": "#d55e00",
    "blue": "#0072b2", "green": "#009e73", "yellow": "#f0e442", "purple": "#cc79a7",
    "sky": "#56b4e9", "orange": "#e69f00", "brown": "#7d4a1e",
}  # fmt: skip


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
    also: tuple[str, ...] = ()  #: other names that it may be given by

    def default_in(self, version: int) -> Any:
        """The default in a version of the rules."""
        older = (value for last, value in self.was.items() if version <= int(last))
        return next(older, self.default)

    def read(self, text: str) -> Any:
        """The value that a text spells. Raises GameFault."""
        word = text.strip().lower()
        digits = word[word[:1] in ("+", "-") :]
        if self.kind == "number" and digits.isdecimal() and len(word) < 12:
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


class Role(NamedTuple):
    """What a seat plays as: White, North. The first seat has the first role."""

    name: str
    colour: str = ""  #: "#1d1d1b"; "": it has none

    @property
    def ink(self) -> str:
        """The colour of letters that can be read on this one."""
        parts = (int(self.colour[at : at + 2] or "ff", 16) for at in (1, 3, 5))
        light = sum(w * p for w, p in zip((0.299, 0.587, 0.114), parts, strict=True))
        return "#1d1d1b" if light > 140 else "#ffffff"


_WORDS = ("title", "designer", "publisher", "about")
_KINDS: Mapping[str, type] = {"number": int, "choice": str, "yesno": bool, "text": str}


@dataclass(frozen=True)
class Manifest:
    """The facts of game.toml, or of a member, and what is wrong with them."""

    facts: Mapping[str, Any]
    file: str  #: as faults name it: game.toml, or the module of the family
    text: str = ""  #: of the file, for the lines of its keys
    place: Path | None = None  #: the folder, for options that are files of it

    def line(self, *path: str) -> int:
        """The line in which a key is written, the last part of a path; 0: it is not."""
        find = line_in_code if self.file.endswith(".py") else line_of
        return find(self.text, path)

    def defect(self, code: str, *path: str, **given: Any) -> Defect:
        """A defect of this file, at a key."""
        line = self.line(*path) if path else 0
        return Defect(code, self.file, line, {"key": ".".join(path), **given})

    @property
    def defects(self) -> tuple[Defect, ...]:
        """All that keeps a game from being listed and begun."""
        edition = self.facts.get("protocol", 1)
        if edition != EDITION:
            return (self.defect("edition", "protocol", found=edition, known=EDITION),)
        return (*self._plain(), *self._options(), *self._roles())

    def _plain(self) -> Iterator[Defect]:
        facts = self.facts
        for key in _WORDS:
            if not isinstance(facts.get(key), str) or not facts[key].strip():
                yield self.defect("no-words-key", key)
        if not isinstance(facts.get("winning", ""), str):
            yield self.defect("no-words-key", "winning")
        seats = facts.get("seats")
        pair = isinstance(seats, list) and [*map(type, seats)] == [int, int]
        if not pair or not 1 <= facts["seats"][0] <= facts["seats"][1] <= 100:
            yield self.defect("seats", "seats")
        endings = facts.get("endings")
        if not _texts(endings) or not endings:
            yield self.defect("endings", "endings")
        version = facts.get("rules", 1)
        if type(version) is not int or version < 1:
            yield self.defect("version", "rules")
        if facts.get("legal", "all") not in ("all", "sample"):
            yield self.defect("legal", "legal", found=facts["legal"])
        for key in ("chance", "deaf", "masked"):
            rule = facts.get(key, "never")
            option, equals, _ = str(rule).partition("=")
            known = equals and option in _table(facts.get("options"))
            if rule not in ("never", "always") and not known:
                yield self.defect("chance", key, found=rule)
        wishes = facts.get("wishes", "")
        if wishes and wishes not in _table(facts.get("options")):
            yield self.defect("chance", "wishes", found=wishes)
        for key in ("notation", "spelling", "options"):
            if not isinstance(facts.get(key, {}), dict):
                yield self.defect("no-table", key)
        for key, words in _table(facts.get("notation")).items():
            if not isinstance(words, str):
                yield self.defect("no-words-key", "notation", key)

    def _options(self) -> Iterator[Defect]:
        for name, about in _table(self.facts.get("options")).items():
            at = ("options", name)
            if not isinstance(about, dict):
                yield self.defect("no-table", *at)
            elif name in ("rules", "roles", "protocol") or not NAME.fullmatch(name):
                yield self.defect("option-name", *at, name=name)
            elif about.get("kind") not in _KINDS:
                yield self.defect("option-kind", *at, "kind", name=name)
            elif not isinstance(about.get("about"), str):
                yield self.defect("option-about", *at, "about", name=name)
            elif not self._fits(name, about):
                yield self.defect(
                    "option-default",
                    *at,
                    "default",
                    name=name,
                    kind=about["kind"],
                    values=self.values(about),
                )

    def _fits(self, name: str, about: Mapping[str, Any]) -> bool:
        """Whether the default of an option is one of its values."""
        default, kind = about.get("default"), about["kind"]
        numbers = (about.get(key, 1) for key in ("least", "most", "step"))
        if type(default) is not _KINDS[kind] or {*map(type, numbers)} != {int}:
            return False
        if kind == "text" or about.get("step", 1) < 1:
            return bool(kind == "text")
        option = self.option(name, about)
        try:
            option.read(option.spell(default))
        except GameFault:
            return False
        return True

    def _roles(self) -> Iterator[Defect]:
        roles = self.facts.get("roles", [])
        if not isinstance(roles, list) or not all(isinstance(x, dict) for x in roles):
            yield self.defect("roles", "roles")
            return
        names: set[str] = set()
        for role in roles:
            name, colour = role.get("name"), role.get("colour", "")
            if not isinstance(name, str) or not name.strip() or ":" in name:
                yield self.defect("roles", "roles")
            elif name.casefold() in names:
                yield self.defect("role-twice", "roles", name=name)
            elif colour not in COLOURS and not _is_colour(colour):
                yield self.defect("role-colour", "roles", name=name, known=[*COLOURS])
            else:
                names.add(name.casefold())
        if roles and len(roles) < _most(self.facts):
            yield self.defect("role-few", "roles", most=_most(self.facts))

    def values(self, about: Mapping[str, Any]) -> tuple[str, ...]:
        """What a choice is between: words, or the files of a folder of the box."""
        if "folder" not in about or self.place is None:
            found = about.get("values", ())
            return tuple(found) if _texts(found) else ()
        files = (self.place / str(about["folder"])).glob("*.toml")
        return tuple(sorted(path.stem for path in files))

    def option(self, name: str, about: Mapping[str, Any]) -> Option:
        """An option as game.toml describes it."""
        plain = about["kind"], about["default"], about["about"], self.values(about)
        more = {k: about[k] for k in ("least", "most", "step", "was") if k in about}
        return Option(name, *plain, **more, also=tuple(about.get("also", ())))

    def options(self) -> dict[str, Option]:
        """The options by name."""
        found = self.facts.get("options", {}).items()
        return {name: self.option(name, about) for name, about in found}

    def roles(self) -> tuple[Role, ...]:
        """The roles, in the order of the seats."""
        found = []
        for role in self.facts.get("roles", ()):
            colour = role.get("colour", "")
            found.append(Role(role["name"].strip(), COLOURS.get(colour, colour)))
        return tuple(found)


def line_of(text: str, path: Sequence[str]) -> int:
    r"""Return the line of TOML that a key is written in, or else its table; 0: none.

    >>> text = "[area.Spa]\narmy = []"
    >>> line_of(text, ("area", "Spa", "army")), line_of(text, ("area", "Spa", "fleet"))
    (2, 1)
    """
    if not path:
        return 0
    table, key = re.escape(".".join(path)), re.escape(path[-1])
    head = re.escape(".".join(path[:-1]))
    own = re.search(rf"^[ \t]*\[+\s*{table}\s*\]", text, re.MULTILINE)
    if own is not None:
        return text.count("\n", 0, own.start()) + 1
    above = (
        re.search(rf"^[ \t]*\[+\s*{head}\s*\]", text, re.MULTILINE) if head else None
    )
    start = above.end() if above else 0
    end = re.compile(r"^[ \t]*\[", re.MULTILINE).search(text, start)
    if above is not None or not head:
        line = re.compile(rf"^[ \t]*\"?{key}\"?\s*=", re.MULTILINE)
        found = line.search(text, start, end.start() if end else len(text))
        if found is not None:
            return text.count("\n", 0, found.end()) + 1
    return line_of(text, path[:-1])


def line_in_code(text: str, path: Sequence[str]) -> int:
    r"""Return the line of Python that a key of facts is written in, or that of
    `facts=`; 0: none.

    >>> line_in_code('FACTS = {\n    "title": 3}\nMember(facts=FACTS)', ("title",))
    2
    """
    key = re.escape(path[-1])
    for pattern in (rf"[\"']{key}[\"']\s*:", rf"\b{key}\s*=", r"\bfacts\s*="):
        if found := re.search(pattern, text):
            return text.count("\n", 0, found.start()) + 1
    return 0


def read_manifest(path: Path, house: Path | None) -> Manifest:
    """The box whose game.toml this is. Raises Broken, of a game without a name."""
    file = shown(path, house)
    try:
        text = path.read_text(encoding="utf-8")
        return Manifest(tomllib.loads(text), file, text, path.parent)
    except UnicodeDecodeError:
        defect = Defect("not-utf-8", file)
    except tomllib.TOMLDecodeError as error:
        why, _, place = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", place)
        last = text.count("\n") + 1
        defect = Defect("toml", file, int(line[1]) if line else last, {"why": why})
    except OSError as error:
        defect = Defect("unread", file, 0, {"why": error.strerror or str(error)})
    raise Broken("", "", [defect])


def _table(found: Any) -> Mapping[str, Any]:
    return found if isinstance(found, dict) else {}


def _texts(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(one, str) for one in found)


def _is_colour(found: Any) -> bool:
    plain = found if isinstance(found, str) else "?"
    return re.fullmatch("|#[0-9a-fA-F]{6}", plain) is not None


def _most(facts: Mapping[str, Any]) -> int:
    seats = facts.get("seats")
    return seats[1] if isinstance(seats, list) and len(seats) == 2 else 0
