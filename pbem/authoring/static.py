"""What is wrong with the files of a game: rules, grammar, words and box compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from typing import get_type_hints

from jinja2 import TemplateError, nodes

from pbem.authoring.signatures import miscalled
from pbem.authoring.sources import Named, Sources
from pbem.authoring.unknown import TEMPLATES, line_of, of_key, unknown
from pbem.pages.wording import Words, environment, macro_of, template_defect, words
from pbem.plugins.defects import Broken, Defect
from pbem.plugins.game import Game
from pbem.plugins.games import elsewhere
from pbem.protocol import Event, Options

_TYPES = {"number": int, "yesno": bool, "choice": str, "text": str}


def defects_of_files(game: Game) -> Iterator[Defect]:
    """Yield what keeps a game from being played, as far as its files show it.

    Its rules are imported, its grammar built and its templates compiled; what cannot
    be is a defect, and then nothing that hangs on it is checked.
    """
    try:
        readers = game.rules.readers
        if "order" not in readers and not _inlined(game):
            yield _of_rules(game, "no-start", "readers")
            return
        yield from _notation(game)
        own = words(game)
    except Broken as broken:
        yield from broken.defects
        return
    yield from miscalled(game)
    yield from _templates(game)
    yield from _named(game, own)
    yield from unknown(game, own)


def _inlined(game: Game) -> bool:
    """Return whether `?order:` hands on what its parts are read as."""
    return bool(
        re.search(r"^\?order\s*:", game.grammar.read_text("utf-8"), re.MULTILINE)
    )


def _of_rules(game: Game, code: str, name: str) -> Defect:
    """Return a defect of what the rules give a name to, with the line of that."""
    for path in Sources.of(game).paths:
        text = path.read_text("utf-8")
        if line := line_of(rf"^[ \t]+{name}\b.*=", text):
            return Defect(code, game.shown(path), line)
    return Defect(code, game.shown(Sources.of(game).paths[0]))


def _notation(game: Game) -> Iterator[Defect]:
    """Readers against the rules of the grammar, terminals against [notation]."""
    notation, text = game.notation, game.grammar.read_text(encoding="utf-8")
    file = game.shown(game.grammar)
    for rule in sorted(notation.unread()):
        line = line_of(rf"^[?!]*{rule}\b|->\s*{rule}\b", text)
        yield Defect("no-reader", file, line, {"rule": rule})
    for reader in sorted(notation.unused()):
        yield Defect("no-rule", file, 0, {"reader": reader}, hint=True)
    for terminal in sorted(notation.wordless()):
        line = line_of(rf"^{terminal}\b", text)
        yield Defect("no-terminal", file, line, {"terminal": terminal})


def _templates(game: Game) -> Iterator[Defect]:
    jinja = environment(game)
    for name in TEMPLATES:
        if game.has_template(name):
            try:
                jinja.get_template(game.template(name))
            except TemplateError as error:
                yield template_defect(game, error)


def _named(game: Game, own: Words) -> Iterator[Defect]:
    """What the rules name, against the words and the box."""
    sources = Sources.of(game)

    def wordless(
        code: str, found: Iterable[Named], macro: Callable[[str], str]
    ) -> Iterator[Defect]:
        for one in found:
            if own.find(macro(one.name)) is None:
                given = {"name": one.name, "macro": macro(one.name)}
                yield Defect(code, game.shown(one.path), one.line, given)

    endings = game.facts["endings"]
    yield from wordless("no-event-words", sources.events(), str)
    yield from wordless("no-fault-words", sources.faults(), macro_of)
    yield from wordless(
        "no-prompt", sources.windows(), lambda name: macro_of(f"prompt_{name}")
    )
    yield from _fields(game, sources)
    for name in endings:
        macro = macro_of(f"ending_{name}")
        if own.find(macro) is None:
            given = {"name": name, "macro": macro}
            yield of_key(game, "no-ending-words", "endings", given)
    for one in sources.reasons():
        if one.name not in endings and one.name not in _endings_of_family(game):
            given = {"name": one.name}
            yield Defect("no-ending", game.shown(one.path), one.line, given)
    yield from _options(game, sources)
    for one in sources.mute_orders():
        yield Defect("no-str", game.shown(one.path), one.line, {"name": one.name})


def _endings_of_family(game: Game) -> set[str]:
    """Return how games of its family end, where that shares files: rules, too."""
    others = elsewhere().values() if game.fallbacks else ()
    shared = (one for one in others if one.fallbacks and one.house == game.house)
    return {ending for one in shared for ending in one.facts["endings"]}


def _fields(game: Game, sources: Sources) -> Iterator[Defect]:
    """The fields of events that their words ask for."""
    events = {one.__name__: one for one in sources.subclasses(Event)}
    jinja, name = environment(game), game.template("words.j2")
    file = game.templates / name
    for macro in jinja.parse(file.read_text("utf-8")).find_all(nodes.Macro):
        kind = events.get(macro.name)
        if kind is None or not macro.args or file.parent.name != game.name:
            continue  # others of its family have other events of that name
        known = {one.name for one in fields(kind)}
        for asked in macro.find_all(nodes.Getattr):
            of_event = asked.node == nodes.Name(macro.args[0].name, "load")
            if of_event and asked.attr not in known and not hasattr(kind, asked.attr):
                near = get_close_matches(asked.attr, known, 1)
                given = {"event": kind.__name__, "name": asked.attr}
                more = {"near": "".join(near), "known": sorted(known)}
                details = {**given, **more}
                yield Defect(
                    "no-event-field", game.shown(file), asked.lineno, details, hint=True
                )


def _options(game: Game, sources: Sources) -> Iterator[Defect]:
    """The dataclass of the options, against game.toml."""
    kind = game.rules.options
    if not issubclass(kind, Options) or not is_dataclass(kind):
        yield _of_rules(game, "options-class", "options")
        return
    own, types = {one.name: one.default for one in fields(kind)}, get_type_hints(kind)
    for name in sorted(
        own.keys() - {one.name for one in fields(Options)} - {*game.options}
    ):
        at = sources.field(kind, name)
        given = {"name": name, "known": [*game.options]}
        yield Defect("no-option", game.shown(at.path), at.line, given)
    for name, option in game.options.items():
        at = sources.field(kind, name)
        file, details = game.shown(at.path), {"name": name, "found": kind.__name__}
        if name not in own:
            yield Defect("no-field", file, at.line, details)
        elif types[name] is not _TYPES[option.kind]:
            details["wanted"] = _TYPES[option.kind].__name__
            yield Defect("field-type", file, at.line, details)
