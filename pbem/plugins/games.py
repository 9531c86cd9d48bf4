"""Finds the games: the built-in ones by what lies in the house, others by
their entry point (group `pbem.games`).

A game that cannot be opened harms no other: it is `Broken`, and says what must be
mended. Rules are imported and grammars built when they are asked for, never to list.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from pbem.plugins.defects import Broken, Defect, GameFault
from pbem.plugins.game import Game, nearest
from pbem.plugins.manifest import Manifest, Option, read_manifest
from pbem.plugins.outside import called, house_of, imported, shown
from pbem.protocol import Family, Fault, Member
from pbem.system import grammars
from pbem.system.resources import folder

__all__ = [
    "GROUP",
    "Broken",
    "Game",
    "GameFault",
    "Option",
    "broken",
    "built_in",
    "elsewhere",
    "everywhere",
    "find",
    "in_short",
    "nearest",
    "open_game",
    "title_of",
]

GROUP = "pbem.games"
#: What a game may be called: "race", "connect-four".
CALLED = re.compile(r"(?=.{1,40}$)[a-z][a-z0-9_]*(?:-[a-z0-9]+)*")


class _Elsewhere(Exception):
    """The house has no such game."""


def find(name: str) -> Game:
    """The game of this name, in any case. Raises GameFault; Broken for one that is
    there and cannot be opened."""
    key = name.strip().lower()
    try:
        return _built_in(key)
    except _Elsewhere:
        games = elsewhere()
    for spelt in (key, re.sub(r"[\s_]+", "-", key)):  # "connect four"
        if spelt in games:
            return games[spelt]
    for one in broken():
        if one.name.lower() == key:
            raise Broken(one.name, one.package, one.defects)
    given = {"found": name, "near": nearest(key, everywhere()), **in_short()}
    raise GameFault(Fault("game.unknown", given=given))


def in_short() -> dict[str, Any]:
    """What a sentence says of the games: names, but for those of the library, of which
    it says how many there are."""
    games = everywhere()
    known = tuple(sorted(name for name, one in games.items() if not one.bundled))
    return {"known": known, "library": len(games) - len(known)}


def title_of(name: str) -> str:
    """The title of a game, or its name where it is not to be had any more."""
    try:
        return find(name).title
    except GameFault:
        return name


def built_in() -> dict[str, Game]:
    """The games that come with pbem, by name."""
    names = (file.parent.name for file in folder("games").glob("*/game.toml"))
    return {name: _built_in(name) for name in sorted(names)}


# A game is opened once, with its rules and notation: every letter would wait for it.
@cache
def _built_in(name: str) -> Game:
    """A game of the house, which is looked for once. Raises _Elsewhere."""
    place = folder("games") / name / "game.toml"
    if not name.isidentifier() or not place.is_file():
        raise _Elsewhere
    manifest = read_manifest(place, None)
    return Game(name, "pbem", manifest.facts, manifest.options(), manifest.roles())


def everywhere() -> dict[str, Game]:
    """All games that can be had, by name: those of the house come first."""
    return {**built_in(), **elsewhere()}


def elsewhere() -> dict[str, Game]:
    """The games that other installed packages bring, by name."""
    return _installed()[0]


def broken() -> tuple[Broken, ...]:
    """What other packages bring and cannot be played, each with its reasons."""
    return _installed()[1]


# A letter would wait 30 ms for the packages to be looked through.
@cache
def _installed() -> tuple[dict[str, Game], tuple[Broken, ...]]:
    from importlib.metadata import entry_points

    found: dict[str, list[Game]] = {}
    wrong: list[Broken] = []
    for entry in sorted(entry_points(group=GROUP)):
        package = (entry.dist.name if entry.dist is not None else "") or entry.value
        try:
            for one in _opened(entry.name, entry.value, package):
                if isinstance(one, Broken):
                    wrong.append(one)
                else:
                    found.setdefault(one.name, []).append(one)
        except Broken as defected:
            wrong.append(Broken(entry.name, package, defected.defects))
    games: dict[str, Game] = {}
    for name, all_claims in found.items():
        # What somebody has installed goes before the library, which comes with us.
        claims = [one for one in all_claims if not one.bundled] or all_claims
        packages = tuple(sorted({one.package for one in claims}))
        if name in built_in():
            defect = Defect("of-the-house", given={"name": name})
            wrong.append(Broken(name, ", ".join(packages), [defect]))
        elif len(claims) > 1:
            defect = Defect("twice", given={"name": name, "packages": packages})
            wrong.append(Broken(name, ", ".join(packages), [defect]))
        else:
            games[name] = claims[0]
    return games, tuple(wrong)


def packages() -> tuple[tuple[str, str], ...]:
    """Packages with games, and the modules that these lie in; nothing is imported.

    Our own library is such a part of ours.
    """
    from importlib.metadata import entry_points

    found: dict[tuple[str, str], None] = {}
    for entry in sorted(entry_points(group=GROUP)):
        path = entry.value.partition(":")[0].strip()
        root = path.partition(".")[0]
        name = (entry.dist.name if entry.dist is not None else "") or entry.value
        module = path.rpartition(".")[0] if root == "pbem" else root
        if root.isidentifier():
            found[name, module] = None
    return tuple(found)


def forget(game: Game) -> None:
    """Have a game looked for again: a file of it was saved."""
    (_installed if game.outside else _built_in).cache_clear()


def look_again() -> None:
    """Look for the games of other packages again: there are others now."""
    _installed.cache_clear()


def _opened(name: str, at: str, package: str) -> Iterator[Game | Broken]:
    """Yield the game of an entry point, or those of its family. Raises Broken."""
    house = at.partition(":")[0].partition(".")[0].strip()
    if not house.isidentifier() or house_of(house) is None:
        raise Broken(name, package, [Defect("no-package", given={"at": at})])
    try:
        has_manifest = (folder("games", house) / name / "game.toml").is_file()
    except FileNotFoundError:
        has_manifest = False
    if has_manifest:
        yield open_game(name, house, Member(rules=at), package)
        return
    family = imported(name, house, package, at)
    if not isinstance(family, Family):
        file = f"{house}/games/{name}/game.toml"
        raise Broken(name, package, [Defect("no-box", file)])
    module = sys.modules[at.partition(":")[0].strip()]
    code = Path(module.__file__ or "")
    for one in called(name, house, package, lambda: [*map(str, family.names())]):
        try:
            member = called(name, house, package, partial(family.open, one))
            yield open_game(one, family.house or house, member, package, code)
        except Broken as defected:
            yield Broken(one, package, defected.defects)


def _is_command(word: str) -> bool:
    """Return whether lines of letters begin with a word, of our own or by habit."""
    own = (folder("grammars") / "letter" / f"{word}.lark").is_file()
    habit = re.compile(rf"^_\w+\.9: /{word}\(", re.MULTILINE)
    return own or bool(habit.search(grammars.text("alias.lark")))


def open_game(
    name: str, house: str, member: Member, package: str, family: Path | None = None
) -> Game:
    """A game of another package, `house` by its module; `family` is the module that its
    facts are from, where they are in no game.toml. Raises Broken."""
    place = house_of(house)
    if not CALLED.fullmatch(name):
        raise Broken(name, package, [Defect("name", given={"name": name})])
    if _is_command(name):
        raise Broken(name, package, [Defect("command", given={"name": name})])
    try:
        if member.facts is None:
            manifest = _manifest(name, house, member, package)
        else:
            told = (
                (shown(family, place), family.read_text("utf-8")) if family else ("",)
            )
            manifest = Manifest(member.facts, *told)
        defects = [*manifest.defects]
    except Broken as defected:
        manifest, defects = Manifest({}, ""), [*defected.defects]
    bare = Game(name, house, manifest.facts, fallbacks=member.fallbacks)
    for path in (bare.grammar, bare.templates / bare.template("words.j2")):
        if not path.is_file():
            line = manifest.line("fallbacks")
            at = f"{manifest.file}, line {line}" if line else ""
            defects.append(Defect("no-file", shown(path, place), given={"at": at}))
    if defects:
        raise Broken(name, package, defects)
    given = (
        manifest.facts,
        manifest.options(),
        manifest.roles(),
        member.rules,
        package,
        member.fallbacks,
    )
    return Game(name, house, *given)


def _manifest(name: str, house: str, member: Member, package: str) -> Manifest:
    """The manifest of a game whose facts are in a file. Raises Broken."""
    path = Game(name, house, {}, fallbacks=member.fallbacks).file("game.toml")
    if not path.is_file():
        raise Broken(name, package, [Defect("no-box", shown(path, house_of(house)))])
    return read_manifest(path, house_of(house))
