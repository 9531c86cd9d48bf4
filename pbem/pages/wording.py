"""The words of a game: its templates, and what they say of events and faults.

`templates/<game>/words.j2` holds a macro for each event, fault, prompt and
ending; `templates/words.j2` holds what games share.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)

from pbem.pages.counting import counted, figures, listed, tallied
from pbem.pages.page import in_one_line
from pbem.pages.shapes import discs, hexes, outlines
from pbem.pages.svg_text import fit, mixed, wide, wrapped
from pbem.pages.wrapping import numbered
from pbem.plugins.defects import Defect, GameFault
from pbem.plugins.games import Game, built_in, find
from pbem.protocol import Event, Fault, Outcome, Seat, Window
from pbem.system.resources import cache_folder, folder


class NoWords(GameFault, LookupError):
    """Something of a game that its templates have no macro for."""

    def __init__(self, game: Game, name: str) -> None:
        file = game.shown(game.templates / game.template("words.j2"))
        defect = Defect("no-macro", file, given={"macro": name})
        super().__init__(game.broken(defect).fault)
        self.args = (f"no words for {name}",)


class Voice(NamedTuple):
    """A macro, and how many of the things that it is offered it takes."""

    macro: Callable[..., Any]
    takes: int

    def say(self, *given: Any) -> str:
        """What it says, in one line."""
        return in_one_line(str(self.macro(*given[: self.takes])))


class Words:
    """The words of one game for its events, faults, prompts and endings.

    A macro takes as many of the things that it is offered as it declares: that of an
    event `(event, view, reader, would)`, a fault's `(given, text)`, a prompt's
    `(view, seat, example)`, an ending's `(outcome, view)`.
    """

    def __init__(self, game: Game) -> None:
        jinja = environment(game)
        self.game = game
        try:
            self._own = macros(jinja.get_template(game.template("words.j2")))
        except TemplateError as error:
            raise game.broken(template_defect(game, error)) from error
        self._shared = macros(jinja.get_template("words.j2"))
        self._defects: dict[str, Callable[..., Any]] = {}
        self.voices = _Voices(self)

    def find(self, name: str) -> Callable[..., Any] | None:
        """The macro of this name, the game's own first."""
        return self._own.get(name) or self._shared.get(name)

    def names(self) -> set[str]:
        """The names of all macros."""
        return {*self._own, *self._shared}

    def tell(
        self,
        event: Event,
        view: Any = None,
        reader: Any = None,
        would: bool = False,
    ) -> str:
        """An event in one line, as its reader (`report.model.Reader`) may know it.

        `view` is the reader's; `would` says that it has not happened: a receipt
        tells what an order will do.
        """
        voice = self.voices[type(event)]
        return voice.say(event, view, reader, would)

    def fault(self, fault: Fault, text: str = "") -> str:
        """What is wrong with an order and what would be right, in one line."""
        return self.problem(fault.code, fault.given, text)

    def problem(self, code: str, given: Any, text: str = "") -> str:
        """The words of a fault's code."""
        return self.voice(macro_of(code)).say(given, text)

    def ending(self, outcome: Outcome, view: Any) -> str:
        """How the game ended, in one line."""
        return self.voice(macro_of("ending_" + outcome.reason)).say(outcome, view)

    def prompt(
        self,
        window: Window,
        view: Any,
        seat: Seat | None,
        example: Callable[[], str],
    ) -> str:
        """What a seat may send now, as lines of markup; `example` is asked for an order
        where the macro takes one."""
        macro = self.find(macro_of("prompt_" + window.name))
        if macro is None:
            return ""
        taken = takes(macro)
        given = (view, seat, example()) if taken > 2 else (view, seat)
        return str(macro(*given[:taken])).strip()

    def turn(self, serial: int, view: Any) -> str:
        """What a turn is called by which a game goes on from a view: "Turn 3", or as
        the game has it."""
        macro = self.find("turn")
        title = "" if macro is None else str(macro(view)).strip()
        return f"Turn {serial}, {title}" if title else f"Turn {serial}"

    def voice(self, name: str) -> Voice:
        """The macro of this name. Raises NoWords."""
        macro = self.find(name)
        if macro is None and name.startswith("defect"):
            if not self._defects:
                found = environment(self.game).get_template("defects.j2")
                self._defects = macros(found)
            macro = self._defects.get(name)
        if macro is None:
            raise NoWords(self.game, name)
        return Voice(macro, takes(macro))


class _Voices(dict[type[Event], Voice]):
    """The macros of events by their classes, found when they are first asked for."""

    def __init__(self, own: Words) -> None:
        super().__init__()
        self._own = own

    def __missing__(self, kind: type[Event]) -> Voice:
        self[kind] = found = self._own.voice(kind.__name__)
        return found


def macro_of(code: str) -> str:
    """The name of the macro for a code.

    >>> macro_of("illegal.too-far"), macro_of("ending_last-standing")
    ('illegal_too_far', 'ending_last_standing')
    """
    return code.replace(".", "_").replace("-", "_")


def takes(macro: Callable[..., Any]) -> int:
    """How many things a macro takes."""
    return len(getattr(macro, "arguments", "1234"))


def template_defect(game: Game, error: TemplateError) -> Defect:
    """What is wrong with a template that Jinja cannot read."""
    if isinstance(error, TemplateSyntaxError):
        file = game.shown(Path(error.filename)) if error.filename else ""
        return Defect("template", file, error.lineno, {"why": error.message or ""})
    name = game.shown(game.templates / str(error))
    if isinstance(error, TemplateNotFound):
        return Defect("no-file", name)
    return Defect("template", name, 0, {"why": str(error)})


def shared_words(game: str = "") -> Words:
    """The words of a game, or of any, for faults of records and the box."""
    if game:
        with suppress(GameFault):
            return words(find(game))
    return words(next(iter(built_in().values())))


def macros(template: Template) -> dict[str, Callable[..., Any]]:
    """The macros of a template by name, those that are for it alone left out."""
    return {
        name: macro
        for name, macro in vars(template.module).items()
        if callable(macro) and not name.startswith("_")
    }


# Templates take milliseconds to load: each report of a server waits for them once.
@cache
def words(game: Game) -> Words:
    """The words of a game, its templates read once."""
    return Words(game)


def forget() -> None:
    """Have all templates read again: one was saved."""
    words.cache_clear()
    environment.cache_clear()


def templates(*folders: Path) -> Environment:
    """The templates that lie in some folders, the first that has one."""
    bytecode = cache_folder()
    jinja = Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        cache_size=-1,  # all templates, without a lock
        autoescape=_is_markup,  # reports are escaped by page.py, for each form
        auto_reload=False,
        bytecode_cache=FileSystemBytecodeCache(str(bytecode)) if bytecode else None,
    )
    jinja.filters.update(listed=listed, counted=counted, tallied=tallied)
    jinja.filters.update(figures=figures, numbered=numbered)
    jinja.filters.update(fit=fit, width=wide, wrapped=wrapped, mixed=mixed)
    jinja.filters.update(discs=discs, hexes=hexes, outlines=outlines)
    return jinja


def template_line(file: Path, line: int) -> int:
    """The line of a template that a line of the code made of it came of; from 1."""
    jinja = templates(file.parent.parent, folder("templates"))
    template = jinja.get_template(f"{file.parent.name}/{file.name}")
    return template.get_corresponding_lineno(line)


# Holds the templates that were loaded (above).
@cache
def environment(game: Game) -> Environment:
    """The templates of a game, with the shared ones behind them."""
    jinja = templates(game.templates, folder("templates"))
    jinja.globals["problem"] = lambda *given: words(game).problem(*given)
    return jinja


def shared_templates() -> Environment:
    """The templates that all games share, as any game has them."""
    return environment(next(iter(built_in().values())))


def _is_markup(name: str | None) -> bool:
    return name is not None and name.endswith((".svg.j2", ".html.j2", ".xml.j2"))
