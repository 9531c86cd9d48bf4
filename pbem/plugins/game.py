"""A game: its data, and its rules and notation when they are asked for."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.notation.parser import Notation
from pbem.plugins.defects import Broken, Defect, GameFault
from pbem.plugins.manifest import Option, Role
from pbem.plugins.outside import house_of, imported, shown
from pbem.protocol import AnyRules, CompoundRules, Fault, Rules, Seat
from pbem.system.resources import folder

if TYPE_CHECKING:
    from pbem.notation.spelling import Spelling


@dataclass(eq=False, repr=False)
class Game:
    """A game in the box: its data, and its rules and notation when asked for."""

    name: str
    house: str  #: the package that it lies in
    facts: Mapping[str, Any]  #: game.toml
    options: Mapping[str, Option] = field(default_factory=dict)
    roles: tuple[Role, ...] = ()
    source: str | Callable[[], Any] = ""  #: where its rules are; "": in the house
    package: str = "pbem"  #: as it is installed: "pbem-race"
    fallbacks: str | tuple[str, ...] = ()  #: whose files it uses where it has no own

    def __post_init__(self) -> None:
        kinds = "templates", "grammars", "games"
        self._folders = {kind: self._folder(kind) for kind in kinds}

    @property
    def title(self) -> str:
        """The game's name as people say it."""
        return str(self.facts["title"])

    @property
    def version(self) -> int:
        """The newest version of the rules, which games that begin now are played by."""
        return int(self.facts.get("rules", 1))

    @property
    def folder(self) -> Path:
        """The folder with game.toml, the handbook, cases and examples.

        Where a game has no files of its own, those of the one that it is kept as; it
        need not be there.
        """
        return self._first("games", "{}")

    def file(self, name: str) -> Path:
        """A file or folder beside game.toml: its own, else that of a game whose files
        it uses; it need not be there."""
        return self._first("games", f"{{}}/{name}")

    @property
    def handbook(self) -> Path | None:
        """The rules in words; None: it brings none."""
        path = self.file("README.md")
        return path if path.is_file() else None

    @property
    def grammar(self) -> Path:
        """The file of its notation."""
        return self._first("grammars", "{}.lark")

    @property
    def templates(self) -> Path:
        """The folder that holds this game's folder of templates."""
        return self._folders["templates"]

    def template(self, name: str) -> str:
        """The name of one of its templates, whether it is there or not."""
        found = self._first("templates", f"{{}}/{name}")
        return found.relative_to(self.templates).as_posix()

    def has_template(self, name: str) -> bool:
        """Whether the game brings this template itself."""
        return (self.templates / self.template(name)).is_file()

    @property
    def files(self) -> tuple[Path, ...]:
        """What it is made of, its rules apart: folders, and the grammar."""
        return (*(self.templates / x for x in self._names), self.folder, self.grammar)

    @property
    def _names(self) -> tuple[str, ...]:
        """Under which names its files are looked for."""
        more = (self.fallbacks,) if isinstance(self.fallbacks, str) else self.fallbacks
        return (self.name, *filter(None, more))

    def _first(self, kind: str, shape: str) -> Path:
        """The first of its files of this kind that is there, or where its own would be;
        `shape` is filled with a name."""
        place = self._folders[kind]
        paths = [place / shape.format(name) for name in self._names]
        return next(filter(Path.exists, paths), paths[0])

    def _folder(self, kind: str) -> Path:
        """The folder of its package of this kind, where it has one or would have it."""
        try:
            return folder(kind, self.house)
        except FileNotFoundError:
            return (house_of(self.house) or Path()) / kind

    @property
    def outside(self) -> bool:
        """Whether it comes from another package than ours."""
        return self.source != ""

    @property
    def bundled(self) -> bool:
        """Whether it is one of the library, which comes with us as a family does."""
        return self.outside and self.package == "pbem"

    # A game is opened once: every order, letter and report would wait for it again.
    @cached_property
    def rules(self) -> AnyRules:
        """The game's rules (imported now). Raises Broken."""
        if not self.outside:
            rules: AnyRules = import_module(f"pbem.rules.{self.name}").RULES
            return rules
        found = imported(self.name, self.house, self.package, self.source)
        if not isinstance(found, type) and Rules in type(found).__mro__:
            rules = found
            return rules
        given = {"at": str(self.source), "found": type(found).__name__}
        code = "rules-class" if isinstance(found, type) else "no-rules"
        raise self.broken(Defect(code, self._module_file(), 0, given))

    def _module_file(self) -> str:
        """The file in which its rules should be; "": a function gives them."""
        name = "" if callable(self.source) else self.source.partition(":")[0].strip()
        file = getattr(sys.modules.get(name), "__file__", None)
        return self.shown(Path(file).resolve()) if file else ""

    @cached_property
    def notation(self) -> Notation:
        """The game's notation (its grammar is built now). Raises Broken."""
        readers, words = self.rules.readers, self.facts.get("notation", {})
        if not self.outside:
            return Notation(self.grammar, readers, words)
        try:
            return Notation(self.grammar, readers, words)
        except Exception as error:
            why = " ".join(str(error).split())[:300]
            given = {"why": why, "kind": type(error).__name__}
            line = _line_in(why, self.grammar.read_text(encoding="utf-8"))
            defect = Defect("grammar", self.shown(self.grammar), line, given)
            raise self.broken(defect) from error

    @cached_property
    def spelling(self) -> Spelling:
        """What people write that the notation does not read."""
        from pbem.notation.spelling import Spelling  # its patterns take long to compile

        rules = self.rules
        places = rules.places() if isinstance(rules, CompoundRules) else ()
        return Spelling(self.notation, self.facts.get("spelling", {}), places)

    def shown(self, path: Path) -> str:
        """A file of its package as faults name it."""
        return shown(path, house_of(self.house))

    def broken(self, *defects: Defect) -> Broken:
        """What to raise for defects of this game."""
        return Broken(self.name, self.package, defects)

    def roles_of(self, seats: Iterable[Seat]) -> dict[Seat, Role]:
        """What each seat plays as; {} in a game without roles."""
        return dict(zip(seats, self.roles, strict=False)) if self.roles else {}

    def read_options(
        self, given: Mapping[str, str], version: int | None = None
    ) -> dict[str, Any]:
        """All options with their values, given ones read, and the version of the rules.

        In a game with roles their names are among them, as "roles". Raises GameFault.
        """
        version = version or self.version
        values = {
            name: option.default_in(version) for name, option in self.options.items()
        }
        for name, text in given.items():
            key = self.option_named(name)
            if not key:
                near = nearest(name.strip().lower(), self.options)
                known = tuple(self.options)
                raise GameFault(
                    Fault(
                        "option.unknown",
                        given={"found": name, "near": near, "known": known},
                    )
                )
            values[key] = self.options[key].read(text)
        roles = {"roles": tuple(role.name for role in self.roles)} if self.roles else {}
        return {**values, **roles, "rules": version}

    def option_named(self, name: str) -> str:
        """Return the option with this name or alias; "" for none."""
        word = name.strip().lower()
        if word in self.options:
            return word
        also = (key for key, one in self.options.items() if word in one.also)
        return next(also, "")

    def check_seats(self, count: int) -> None:
        """Raises GameFault for a number of seats that the game has no place for."""
        least, most = self.facts["seats"]
        if not least <= count <= most:
            given = {"title": self.title, "least": least, "most": most, "found": count}
            raise GameFault(Fault("seats.number", given=given))

    def needs_chance(self, options: Mapping[str, Any]) -> bool:
        """Whether a game with these options is dealt or rolled."""
        return self._holds(str(self.facts.get("chance", "never")), options)

    def masks(self, options: Mapping[str, Any]) -> bool:
        """Whether nobody learns who plays what in a game with these options."""
        return self._holds(str(self.facts.get("masked", "never")), options)

    def deaf(self, options: Mapping[str, Any]) -> bool:
        """Whether players learn so little of others that no plan can wait for them."""
        return self._holds(str(self.facts.get("deaf", "never")), options)

    @property
    def wishes(self) -> str:
        """The option that holds what seats would like to play; "" in most games."""
        return str(self.facts.get("wishes", ""))

    def _holds(self, rule: str, options: Mapping[str, Any]) -> bool:
        """Whether a fact is so: "always", "never", or as an option has it."""
        if "=" in rule:
            name, value = rule.split("=")
            return self.options[name].spell(options[name]) == value
        return rule == "always"


def _line_in(why: str, text: str) -> int:
    """The line of a grammar that a message is about: it says so, or names a rule."""
    if line := re.search(r"\bline (\d+)", why):
        return int(line[1])
    for name in re.findall(r"[A-Za-z_]\w+", why):
        uses = [*re.finditer(rf"(?<![\w.]){re.escape(name)}(?!\w)", text)]
        if uses and (name.isupper() or f'"{name}"' in why or f"'{name}'" in why):
            return text.count("\n", 0, uses[0].start()) + 1
    return 0


def nearest(word: str, known: Any) -> str:
    """The known word that is most like this one, or an empty string.

    >>> nearest("areana", ["arena", "lava"])
    'arena'
    """
    from difflib import get_close_matches

    by_fold = {str(name).casefold(): str(name) for name in known}
    close = get_close_matches(word.casefold(), by_fold, 1, 0.5)
    return by_fold[close[0]] if close else ""
