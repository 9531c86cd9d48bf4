"""What a game's files say that nobody asks for, or that shows only in play: hints."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from jinja2 import Environment, TemplateError, nodes

from pbem.authoring.sources import Sources
from pbem.authoring.unsteady import own_dice
from pbem.pages.wording import Words, environment, macro_of
from pbem.pages.wording import macros as words_of
from pbem.plugins.defects import Defect
from pbem.plugins.game import Game
from pbem.plugins.manifest import line_in_code
from pbem.plugins.outside import house_of
from pbem.protocol import LEFT_OUT

_MACRO = re.compile(
    r"\{%-?\s*macro\s+(?P<name>(?P<asked>prompt_|ending_)\w+"
    r"|(?:illegal|invalid|ambiguous|late|doubtful|position|setup|option)_\w+|[A-Z]\w+)"
)
#: Macros for faults that pbem itself finds in orders and positions.
SHARED = frozenset(
    macro_of(code)
    for code in (LEFT_OUT, "invalid.notation", "invalid.unfinished", "invalid.empty")
) | {"position_notation", "position_unfinished", "position_empty"}
TEMPLATES = ("report.j2", "board.svg.j2")  #: that a game may bring besides its words

#: The keys of game.toml, and those of its tables; any key may be in others.
KEYS: Mapping[str, frozenset[str]] = {
    table: frozenset(keys.split())
    for table, keys in {
        "": "title designer publisher year about seats protocol rules chance legal fine"
        " endings notation spelling options roles winning masked deaf phases practice"
        " wishes",
        "spelling": "words lead alone terms same",
        "options": "kind default about values folder least most step was also",
        "roles": "name colour",
    }.items()
}


def unknown(game: Game, own: Words) -> Iterator[Defect]:
    """Yield keys, tables, blocks, and codes of faults that need another look.

    The game can be played: nobody looks at such a key, and such a block is not shown.
    """
    yield from _keys(game)
    for name in TEMPLATES:
        if game.has_template(name):
            yield from _blocks(game, game.template(name))
    yield from _codes(game, own)
    yield from _files(game)
    yield from _macros(game, own)
    yield from _colours(game)
    yield from _phases(game, own)
    yield from _endings(game)
    for one in own_dice(Sources.of(game)):
        given = {"name": one.name}
        yield Defect("own-dice", game.shown(one.path), one.line, given, hint=True)


def _files(game: Game) -> Iterator[Defect]:
    """Templates that are named as nobody asks for, and that no other one takes in."""
    folder = (game.templates / game.template("words.j2")).parent
    there = {path.name: path for path in sorted(folder.glob("*.j2"))}
    known = {"words.j2", *TEMPLATES}
    texts = [path.read_text("utf-8", "replace") for path in there.values()]
    for name, path in there.items():
        if name not in known and not any(name in text for text in texts):
            given = {"name": name, **_near(name, known)}
            yield Defect("unknown-template", game.shown(path), 1, given, hint=True)


def _macros(game: Game, own: Words) -> Iterator[Defect]:
    """Macros named as for something of the rules, which have no such thing."""
    sources, file = Sources.of(game), game.templates / game.template("words.j2")
    if file.parent.name != game.name:
        return  # others of its family use it, too
    asked = {one.name for one in sources.kinds(object)} | SHARED
    asked |= {macro_of(text) for text in sources.texts()}
    asked |= {macro_of(name) for name in game.facts["endings"]}
    asked |= {*words_of(environment(game).get_template("words.j2"))}
    macros = [macro_of(one.name).split("*") for one in sources.composed_codes()]
    text = file.read_text("utf-8", "replace")
    for found in _MACRO.finditer(text):
        name, bare = found["name"], found["name"].removeprefix(found["asked"] or "")
        called = len(re.findall(rf"\b{name}\b", text)) > 1
        fits = any(re.fullmatch(".+".join(map(re.escape, x)), name) for x in macros)
        if not (called or fits or {name, bare} & asked):
            line = text.count("\n", 0, found.start()) + 1
            kind = found["asked"] or ""
            known = {kind + one for one in asked} if kind else asked
            given = {"name": name, **_near(name, known)}
            yield Defect("unknown-macro", game.shown(file), line, given, hint=True)


def _colours(game: Game) -> Iterator[Defect]:
    """Roles that look like another one."""
    seen: dict[str, str] = {}
    for role in game.roles:
        if role.colour and role.colour in seen:
            named = rf'^name\s*=\s*"{re.escape(role.name)}"'
            given = {"name": role.name, "other": seen[role.colour]}
            place = _in_facts(game, named, "roles")
            yield Defect("same-colour", *place, given, hint=True)
        seen.setdefault(role.colour, role.name)


def _phases(game: Game, own: Words) -> Iterator[Defect]:
    """Phases that are to have deadlines of their own, and are no windows."""
    prompts = {name.removeprefix("prompt_") for name in own.names()}
    for phase in game.facts.get("phases", ()):
        names = phase.split("|")
        name = names[0]
        if all(own.find(macro_of(f"prompt_{one}")) is None for one in names):
            given = {"name": name, **_near(name, prompts)}
            yield of_key(game, "unknown-phase", "phases", given, hint=True)


def _endings(game: Game) -> Iterator[Defect]:
    """Ways to end that the code names nowhere, where it writes all of them out."""
    sources = Sources.of(game)
    if all(reason is not None for reason in sources.all_reasons()):
        for name in sorted({*game.facts["endings"]} - {*sources.texts()}):
            yield of_key(game, "unknown-ending", "endings", {"name": name}, hint=True)


def of_key(
    game: Game, code: str, key: str, given: Mapping[str, Any], *, hint: bool = False
) -> Defect:
    """Return a defect of a key of the facts, with its place."""
    return Defect(code, *_in_facts(game, rf"^{key}\b", key), given, hint)


def _in_facts(game: Game, pattern: str, key: str) -> tuple[str, int]:
    """Return the file and the line of game.toml where a pattern is; where a member of a
    family gives its facts, those of a key in its code."""
    file = game.file("game.toml")
    text = file.read_text("utf-8") if file.is_file() else ""
    if text and tomllib.loads(text) == game.facts:
        return game.shown(file), line_of(pattern, text)
    package = house_of(game.house.partition(".")[0])
    for path in sorted(package.rglob("*.py")) if package else ():
        text = path.read_text("utf-8")
        if "Member(" in text and (line := line_in_code(text, (key,))):
            return game.shown(path), line
    return game.shown(file), 0


def line_of(pattern: str, text: str) -> int:
    """Return the first line in which a pattern is found, from 1; 0 for none."""
    found = re.search(pattern, text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 0


def _keys(game: Game) -> Iterator[Defect]:
    facts = game.facts
    tables = [("", facts), ("spelling", facts.get("spelling", {}))]
    tables += [("options", about) for about in facts.get("options", {}).values()]
    tables += [("roles", role) for role in facts.get("roles", ())]
    for table, found in tables:
        for key in sorted({*found} - KEYS[table]):
            place = _in_facts(game, rf"^[ \t]*(?:\[+\s*)?\"?{re.escape(key)}\b", key)
            given = {"name": key, "table": table, **_near(key, KEYS[table])}
            yield Defect("unknown-key", *place, given, hint=True)


def _blocks(game: Game, name: str) -> Iterator[Defect]:
    """Blocks that are in no other one, and that the page which is filled has not."""
    jinja = environment(game)
    try:
        known = {block for block, _, inside in _named(jinja, name, deep=True) if inside}
        mine = [one for one in _named(jinja, name) if not one[2]]
    except TemplateError:
        return  # which is told of by itself
    for block, line, _ in mine:
        if known and block not in known:
            given = {"name": block, **_near(block, known)}
            file = game.shown(game.templates / name)
            yield Defect("unknown-block", file, line, given, hint=True)


def _named(
    jinja: Environment, name: str, *, deep: bool = False
) -> Iterator[tuple[str, int, bool]]:
    """Yield blocks with their lines, and whether another one, or a page, holds them.

    With `deep`, those of the pages that a template extends, and none of its own.
    """
    assert jinja.loader is not None
    tree = jinja.parse(jinja.loader.get_source(jinja, name)[0])
    parents = [
        one.template.value
        for one in tree.find_all(nodes.Extends)
        if isinstance(one.template, nodes.Const)
    ]
    inner = {
        id(block)
        for outer in tree.find_all(nodes.Block)
        for block in outer.find_all(nodes.Block)
    }
    if deep:
        for parent in parents:
            for called, line, _ in _named(jinja, parent):
                yield called, line, True
            yield from _named(jinja, parent, deep=True)
        return
    for block in tree.find_all(nodes.Block):
        yield block.name, block.lineno, id(block) in inner


def _codes(game: Game, own: Words) -> Iterator[Defect]:
    """Codes of faults that are put together when the game runs."""
    for one in Sources.of(game).composed_codes():
        shape = ".+".join(macro_of(re.escape(part)) for part in one.name.split("*"))
        shape = shape.replace("\\_", "_")
        found = [name for name in own.names() if re.fullmatch(shape, name)]
        given: dict[str, Any] = {"name": one.name, "found": len(found)}
        given["shape"] = macro_of(one.name)
        yield Defect(
            "made-code", game.shown(one.path), one.line, given, hint=bool(found)
        )


def _near(word: str, known: frozenset[str] | set[str]) -> dict[str, Any]:
    near = get_close_matches(word, sorted(known), 1, 0.6)
    return {"near": near[0] if near else "", "known": sorted(known)}
