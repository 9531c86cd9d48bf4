"""Events and a view to a page that a person reads: Jinja templates do the words.

`templates/<game>/words.j2` holds a macro for each event, fault, prompt and
ending; `templates/<game>/report.j2` lays out the page. What a report is given
is a view and the events that its reader may see, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    Template,
)

from pbem.games import Game, built_in, find
from pbem.protocol import Event, Fault, Outcome, Seat, Window
from pbem.report import page
from pbem.report.svg_text import fit
from pbem.resources import cache_folder, folder


class Chapter(NamedTuple):
    """One resolved window as its reader may see it."""

    serial: int
    window: Window | None  #: None: what happened before the first one
    events: tuple[Event, ...]
    missed: tuple[Seat, ...]  #: who sent nothing
    view: Any  #: after it


class FaultMessage(NamedTuple):
    """A refused order as a report shows it: the line, a caret, the words."""

    seat: Seat
    line: int
    source: str
    caret: str
    message: str


class Reader(NamedTuple):
    """Whom a report is for, and in what form."""

    seat: Seat | None = None
    moderator: bool = False  #: sees the whole truth
    display: str = "board"  #: or "list": no drawing, for screen readers


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class Report:
    """All that the page of a report is made of."""

    game: Game
    name: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    serial: int
    reader: Reader
    view: Any
    truth: Any  #: None but for a moderator
    chapters: Sequence[Chapter]
    window: Window | None
    awaited: tuple[Seat, ...]
    outcome: Outcome | None
    troubles: Sequence[FaultMessage] = ()
    sent: str = ""  #: what this seat has sent for the open window
    held: tuple[str, ...] = ()  #: the reader's own lines in store, for later
    deadline: str = ""  #: in words: "Friday 20:00 (Paris), in 46 hours"

    def blocks(self) -> list[page.Block]:
        """The page, block by block."""
        template = environment(self.game).get_template(f"{self.game.name}/report.j2")
        return page.blocks(template.render(self.context()))

    def context(self) -> dict[str, Any]:
        """What the templates of reports and pictures are given."""
        last = self.chapters[-1] if self.chapters else None
        return {
            "title": self.game.title,
            "name": self.name,
            "seats": self.seats,
            "options": self.options,
            "serial": self.serial,
            "seat": self.reader.seat,
            "moderator": self.reader.moderator,
            "display": self.reader.display,
            "view": self.view,
            "truth": self.truth,
            "chapters": self.chapters,
            "events": last.events if last else (),
            "missed": last.missed if last else (),
            "window": self.window,
            "awaited": self.awaited,
            "outcome": self.outcome,
            "troubles": self.troubles,
            "sent": self.sent,
            "held": self.held,
            "deadline": self.deadline,
            "words": words(self.game),
        }


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
            raise LookupError(f"no words for {name}")
        return " ".join(str(macro(*given)).split())


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


@cache
def environment(game: Game) -> Environment:
    """The templates of a game, with the shared ones behind them."""
    kept = cache_folder()
    jinja = Environment(
        loader=FileSystemLoader([game.templates, folder("templates")]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=_is_markup,  # reports are escaped by page.py, for each form
        auto_reload=False,
        bytecode_cache=FileSystemBytecodeCache(str(kept)) if kept else None,
    )
    jinja.globals["problem"] = lambda *given: words(game).problem(*given)
    jinja.filters["listed"] = listed
    jinja.filters["counted"] = counted
    jinja.filters["fit"] = fit
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


_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun, small ones in words.

    >>> counted(1, "mail"), counted(3, "die", "dice"), counted(0, "point")
    ('one mail', 'three dice', 'no points')
    """
    word = _SMALL[number] if 0 <= number < len(_SMALL) else str(number)
    return f"{word} {one if number == 1 else many or one + 's'}"


def render(report: Report, form: str = "text", *, bold: bool = False) -> str:
    """The page of a report as text, markdown, bbcode or html.

    `bold` sets off the headings of a text on a terminal. HTML is a whole
    self-contained page.
    """
    blocks, game, name = report.blocks(), report.game, report.name
    if form == "text":
        return page.to_text(blocks, bold=bold)
    if form == "markdown":
        return page.to_markdown(blocks)
    if form == "bbcode":
        return page.to_bbcode(blocks)
    template = environment(game).get_template("page.html.j2")
    return template.render(body=page.to_html(blocks), title=game.title, name=name)
