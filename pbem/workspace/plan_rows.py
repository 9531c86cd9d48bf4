"""Plans of a thread on the moderator's page: readings, and their questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pbem.forum.annotations.evidence import AnnotatedRecord
from pbem.forum.scan.answers import KEEP, NOTHING
from pbem.forum.scan.plan_answers import read_plan, spelt_plan
from pbem.forum.scan.questions import PLAN, Question, numbered
from pbem.forum.thread import Post
from pbem.plans.syntax import lines_of, stood
from pbem.report.plans import plan_markup

USE = "use"  #: what a form says: the plan in the field counts


@dataclass(frozen=True, slots=True)
class PlanFormRow:
    """The plan of a post, or what is asked about one."""

    key: str  #: of its post
    seat: str
    text: str = ""  #: what the field for it holds, a line each
    spelt: str = ""  #: the plan that the record has of it, on one line
    serial: int = 0  #: the turn that it came in
    cleared: bool = False  #: the post takes a plan back
    markup: str = ""  #: what its lines would do, where it lies there
    fired: int = 0  #: the line that was played last; 0: none
    questions: list[Question] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What its fields are called in a form."""
        return f"{self.key}{PLAN}"

    @property
    def asks(self) -> bool:
        """Whether the moderator should say something to it."""
        return any(one.asks for one in self.questions)

    def answers(self, form: Mapping[str, str]) -> Iterator[str]:
        """Yield what a form says of it, as answers to a scan."""
        says = form.get(f"part-{self.name}", "")
        typed = spelt_lines(form.get(f"plan-{self.key}", self.text))
        texts = [text for one in self.questions if one.asks for text in one.readings]
        chosen = numbered(texts)
        if says in (*chosen, NOTHING[0], KEEP):
            yield f"{self.name} = {chosen.get(says, says)}"
        elif says == USE or typed != spelt_lines(self.text):
            yield f"{self.name} = {typed or NOTHING[0]}"


def plan_row(
    post: Post, record: AnnotatedRecord, questions: Iterable[Question]
) -> PlanFormRow | None:
    """Return what there is to show of a post's plan."""
    asked = [one for one in questions if one.plans]
    placed = record.plans.get(post.key)
    if placed is None:
        if not asked:
            return None
        seat = next((one.seat for one in asked if one.seat), "")
        texts = (one.given.get("plan", "") or one.proposal for one in asked)
        text = next((one for one in texts if one not in ("", *NOTHING)), "")
        return PlanFormRow(post.key, seat, as_rows(text), questions=asked)
    story, seat = record.story, placed.seat
    lying = story.plans.get(seat)
    last = max(one.start for one in record.plans.values() if one.seat == seat)
    live = lying is not None and lying.ended is None and placed.start == last
    shown = live and placed.lines
    text = "\n".join(placed.lines)
    return PlanFormRow(
        post.key,
        seat,
        text,
        spelt_lines(text),
        placed.serial,
        not placed.lines,
        plan_markup(story, seat) if shown else "",
        lying.fired if shown and lying is not None else 0,
        asked,
    )


def as_rows(text: str) -> str:
    """Return a one-line plan as the rows of a form.

    >>> print(as_rows("if Bob: D4 then E5 / - then C4"))
    if Bob: D4 then E5
      then C4
    """
    return "\n".join(f"{' ' * one.indent}{one.text}" for one in read_plan(text))


def spelt_lines(text: str) -> str:
    """Return a plan of a field on one line.

    >>> spelt_lines("if Bob: D4 then E5\\n    then C4\\n")
    'if Bob: D4 then E5 / - then C4'
    """
    return spelt_plan(stood(lines_of(text.splitlines())))
