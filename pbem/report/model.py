"""The report of a game for one reader, and its page in four forms.

`templates/<game>/report.j2` lays out the page. What a report is given is a view
and the events that its reader may see, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.pages import page
from pbem.pages.wording import environment, words
from pbem.plans.plan import Branch, Plan
from pbem.plugins.games import Game
from pbem.protocol import Event, Outcome, Seat, Window
from pbem.report.facts import facts_of


class Chapter(NamedTuple):
    """One resolved window as its reader may see it."""

    serial: int
    window: Window | None  #: None: what happened before the first one
    events: tuple[Event, ...]
    missed: tuple[Seat, ...]  #: who sent nothing
    view: Any  #: after it


class FaultMessage(NamedTuple):
    """What is wrong with an order, or doubtful: the line, a caret, the words."""

    seat: Seat
    line: int
    source: str
    caret: str
    message: str
    doubt: bool = False  #: the order counts as it is; it may not be meant so


class Meaning(NamedTuple):
    """A part of an order ("": all of it), and what it would do in plain words."""

    part: str
    words: str


class Reader(NamedTuple):
    """Whom a report is for, and in what form."""

    seat: Seat | None = None
    moderator: bool = False  #: sees the whole truth
    display: str = "board"  #: or "list": no drawing, for screen readers


@dataclass(kw_only=True, eq=False, repr=False)
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
    since: tuple[Event, ...] = ()  #: what came of anytime orders since then
    window: Window | None
    example: Callable[[], str] = str  #: an order that the reader could send now
    awaited: tuple[Seat, ...]
    outcome: Outcome | None
    troubles: Sequence[FaultMessage] = ()
    sent: str = ""  #: what this seat has sent for the open window
    held: tuple[str, ...] = ()  #: the reader's own lines in store, for later
    bots: Mapping[Seat, str] = field(default_factory=dict)  #: and their levels
    deadline: str = ""  #: in words: "Friday 20:00 (Paris), in 46 hours"
    plans: Mapping[Seat, Plan] = field(default_factory=dict)  #: lying there
    plan_answers: Mapping[Seat, Branch] = field(default_factory=dict)  #: of these

    def blocks(self) -> list[page.Block]:
        """The page, block by block."""
        template = environment(self.game).get_template(self.template)
        found = page.blocks(template.render(self.context()))
        if self.plans:
            lying = environment(self.game).get_template("plans.j2")
            given = {"plans": self.plans, "answers": self.plan_answers}
            found += page.blocks(lying.render(given, **self.reader._asdict()))
        return found

    @property
    def template(self) -> str:
        """The page that it is printed by: the game's own, or the plain one."""
        own = self.game.has_template("report.j2")
        return self.game.template("report.j2") if own else "plain.j2"

    def context(self) -> dict[str, Any]:
        """What the templates of reports and pictures are given."""
        last = self.chapters[-1] if self.chapters else None
        seat, moderator, display = self.reader
        roles = self.game.roles_of(self.seats)
        playing = {role.name: one for one, role in roles.items()}
        return {
            **vars(self),
            "seat": seat,
            "moderator": moderator,
            "display": display,
            "options": _Options(self.options),
            "title": self.game.title,
            "events": last.events if last else (),
            "missed": last.missed if last else (),
            "words": Telling(self),
            "roles": roles,
            "pictured": self.game.has_template("board.svg.j2"),
            "facts": lambda: facts_of(self.view, self.truth, self.seats, playing),
        }


class Telling:
    """The words of a game as the templates of one report use them."""

    __slots__ = (
        "_report", "_views", "_voices", "ending", "fault", "find", "prompt"
    )  # fmt: skip

    def __init__(self, report: Report) -> None:
        own = words(report.game)
        self._report, self._voices = report, own.voices
        self._views: dict[int, Any] | None = None
        self.ending, self.fault = own.ending, own.fault
        self.find, self.prompt = own.find, own.prompt

    def tell(self, event: Event) -> str:
        """An event in one line, with the view of its chapter."""
        voice = self._voices[type(event)]
        return voice.say(event, self._view_of(event), self._report.reader, False)

    def _view_of(self, event: Event) -> Any:
        now = self._report.view
        if self._views is None:
            others = [one for one in self._report.chapters if one.view is not now]
            self._views = {id(e): one.view for one in others for e in one.events}
        return self._views.get(id(event), now)


class _Options(dict[str, Any]):
    """Options by name: `options.hp` is `options["hp"]`, as all templates have it."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


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
