"""The words of a game: its templates, and what they say of events and faults.

`templates/<game>/words.j2` holds a macro for each event, fault, prompt and
ending; `templates/words.j2` holds what games share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from types import CodeType
from typing import Any

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    Template,
)
from jinja2.runtime import Context
from jinja2.utils import Namespace, missing

from pbem.games import Game, built_in, find
from pbem.protocol import Event, Fault, Outcome, Seat, Window
from pbem.report.page import in_one_line
from pbem.report.svg_text import fit
from pbem.resources import cache_folder, folder


class NoWords(LookupError):
    """A game's words lack a macro; `missing` is its name."""

    def __init__(self, missing: str) -> None:
        super().__init__(f"no words for {missing}")
        self.missing = missing


class Words:
    """The words of one game for its events, faults, prompts and endings."""

    def __init__(self, game: Game) -> None:
        jinja = environment(game)
        self._own = _macros(jinja.get_template(f"{game.name}/words.j2"))
        self._shared = _macros(jinja.get_template("words.j2"))

    def find(self, name: str) -> Callable[..., Any] | None:
        """The macro of this name, the game's own first."""
        return self._own.get(name) or self._shared.get(name)

    def tell(self, event: Event) -> str:
        """An event in one line."""
        return self._line(type(event).__name__, event)

    def fault(self, fault: Fault, text: str = "") -> str:
        """What is wrong with an order and what would be right, in one line."""
        return self.problem(fault.code, fault.given, text)

    def problem(self, code: str, given: Any, text: str = "") -> str:
        """The words of a fault's code."""
        return self._line(code.replace(".", "_").replace("-", "_"), given, text)

    def ending(self, outcome: Outcome, view: Any) -> str:
        """How the game ended, in one line."""
        return self._line("ending_" + outcome.reason.replace("-", "_"), outcome, view)

    def prompt(self, window: Window, view: Any, seat: Seat | None) -> str:
        """What a seat may send now, as lines of markup."""
        macro = self.find("prompt_" + window.name.replace("-", "_"))
        return "" if macro is None else str(macro(view, seat)).strip()

    def _line(self, name: str, *given: Any) -> str:
        macro = self.find(name)
        if macro is None:
            raise NoWords(name)
        return in_one_line(str(macro(*given)))


def shared_words(game: str = "") -> Words:
    """The words of a game, or of any, for faults of records and the box."""
    return words(find(game or next(iter(built_in()))))


def _macros(template: Template) -> dict[str, Callable[..., Any]]:
    return {
        name: macro
        for name, macro in vars(template.module).items()
        if callable(macro) and not name.startswith("_")
    }


@cache
def words(game: Game) -> Words:
    """The words of a game, its templates read once."""
    return Words(game)


def forget() -> None:
    """Have all templates read again: one was saved."""
    words.cache_clear()
    environment.cache_clear()


class _Namespace(Namespace):
    """A `namespace` whose fields are read as plainly as those of other objects."""

    __getattribute__ = object.__getattribute__

    def __init__(self, **fields: Any) -> None:
        self.__dict__ |= fields

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)


class _Context(Context):
    """What a template knows, with more of it for a block at little cost."""

    def derived(self, locals: dict[str, Any] | None = None) -> Context:
        more = {k: v for k, v in (locals or {}).items() if v is not missing}
        context = _Context(self.environment, self.get_all() | more, self.name, {})
        context.eval_ctx, context.blocks = self.eval_ctx, self.blocks
        return context


class _Templates(Environment):
    """Templates whose text needs no escaping are compiled to plainer Python."""

    context_class = _Context

    def _compile(self, source: str, filename: str) -> CodeType:
        if _is_markup(filename):
            return super()._compile(source, filename)
        from pbem.report.rewriting import plainer

        return compile(plainer(source), filename, "exec")


@cache
def environment(game: Game) -> Environment:
    """The templates of a game, with the shared ones behind them."""
    kept = cache_folder()
    jinja = _Templates(
        loader=FileSystemLoader([game.templates, folder("templates")]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        cache_size=-1,  # all templates, without a lock
        autoescape=_is_markup,  # reports are escaped by page.py, for each form
        auto_reload=False,
        bytecode_cache=FileSystemBytecodeCache(str(kept), "%s.plain") if kept else None,
    )
    jinja.globals["namespace"] = _Namespace
    jinja.globals["problem"] = lambda *given: words(game).problem(*given)
    jinja.filters.update(listed=listed, counted=counted, tallied=tallied, fit=fit)
    return jinja


def _is_markup(name: str | None) -> bool:
    return name is not None and name.endswith((".svg.j2", ".html.j2"))


def listed(things: Sequence[Any], last: str = "and") -> str:
    """Things as people list them.

    >>> listed(["Ann", "Bob", "Cid"]), listed(["Ann"]), listed([1, 2], "or")
    ('Ann, Bob and Cid', 'Ann', '1 or 2')
    """
    names = [str(thing) for thing in things]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def tallied(things: Iterable[Any]) -> Iterable[tuple[Any, int]]:
    """Things, each once, with how often it is there.

    >>> [*tallied(["mine", "laser", "mine"])]
    [('mine', 2), ('laser', 1)]
    """
    return Counter(things).items()


_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun, small ones in words.

    >>> counted(1, "mail"), counted(3, "die", "dice"), counted(0, "point")
    ('one mail', 'three dice', 'no points')
    """
    word = _SMALL[number] if 0 <= number < len(_SMALL) else str(number)
    return f"{word} {one if number == 1 else many or one + 's'}"
