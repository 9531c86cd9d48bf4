"""What a scan tells the moderator, in words (templates/forum/words.j2)."""

from __future__ import annotations

import re
from typing import Any

from pbem.forum.annotations.remembered import POLICIES, plain
from pbem.forum.scan.answers import KEEP, NOBODY, NOTHING
from pbem.forum.scan.questions import AcceptedPlan, Question, Scan, spelt
from pbem.forum.thread import ForumRefusal
from pbem.pages.wording import environment, words
from pbem.plugins.games import Game, built_in
from pbem.record.firing import Fired

#: Questions to which the order itself is the answer, where none is proposed.
_OPEN = (
    *("almost", "notation", "takes-back", "turns", "plan-fault", "other-seat"),
    *("refused", "late"),
)


def question_words(one: Question, game: Game) -> str:
    """Return a question in one line or two."""
    why = ""
    if one.fault is not None:
        why = words(game).fault(one.fault, str(one.given.get("piece", one.text)))
    code = {"letters": "letters_in_order"}.get(one.code, one.code)
    return _line(game, code, one, why)


def refusal_words(why: ForumRefusal) -> str:
    """Return why a file is no thread, or an answer none."""
    return _line(next(iter(built_in().values())), why.code, why.given)


def _line(game: Game, code: str, *given: Any) -> str:
    module = environment(game).get_template("forum/words.j2").module
    macro = getattr(module, code.replace(".", "_").replace("-", "_"))
    return plain(str(macro(*given)))


#: Names that an answer would take for a post, or for something else that is settled.
_MISTAKEN = re.compile(
    r"(?:post\s*)?#?[0-9]|m[0-9a-f]{10}|n[0-9]|t[0-9]_|who\b|.*=|"
    rf"(?:moderator|pages|post|{'|'.join(POLICIES)})\b",
    re.IGNORECASE,
)


def answers(one: Question) -> list[str]:
    """Return the answers that a question may be given, the proposed one first."""
    if not one.asks:
        return []
    if one.asks_who:
        name, near = plain(one.post.author), one.given["near"] or "..."
        name = f"who {name}" if _MISTAKEN.match(name) else name
        known = [f"{name} = {near}", f"{name} = {NOBODY}"]
        return known[::-1] if one.code == "name-twin" else known
    number = one.number
    found = [f"{number} = yes"] if one.proposal else []
    if not found and one.code in _OPEN:
        found = [f"{number} = ..."]
    found += [f"{number} = {plain(text)}" for text in one.readings[1:]]
    if one.about_edit and one.given.get("before"):
        found += [f"{number} = {NOTHING[0]}"] if one.given.get("readings") else []
        return [*dict.fromkeys([*found, f"{number} = {KEEP}"])]
    return [*found, f"{number} = {NOTHING[0]}"]


def markup(scan: Scan, game: Game, *, written: bool, new: bool = False) -> str:
    """Return all that was found, as a page of blocks (page.py)."""
    thread = scan.thread
    title = plain(thread.title) or "A thread"
    count = len(thread.posts)
    lines = [f"= {title} :: {count} post{'s' * (count != 1)}", ""]
    if scan.accepted:
        lines += ["== Orders found", ""]
    for one in scan.accepted:
        how = {"new": "", "replaced": ", changed", "removed": ", taken out"}[one.how]
        lines.append(
            f"* {one.seat}, turn {one.serial} :: "
            f"{plain(spelt(one.sheet))} (post {one.post.number}{how})"
        )
        lines += [f"* noted :: {words(game).fault(f, text)}" for f, text in one.notes]
    if scan.fired:
        lines += ["", "== What plans have played", ""]
    lines += [f"- {fired_words(one, game)}" for one in scan.fired]
    if scan.bots:
        lines += ["", "== What bots have played", ""]
    lines += [f"- {plain(str(one))}" for one in scan.bots]
    for plan in scan.plans:
        lines += ["", f"== {plan_words(plan, game)}", "", *plan.markup.splitlines(), ""]
        lines += [plan_note(plan, game)] if plan.lines else []
    texts = [(one, _with_post(one, game)) for one in scan.questions]
    asked = [(one, text) for one, text in texts if one.asks]
    notes = [f"- {text}" for one, text in texts if not one.asks]
    if asked:
        lines += ["", "== What I am not sure of", ""]
    for question, text in asked:
        lines += [text, ""]
        lines += _caret(question)
        lines += _readings(question, game)
        lines += [f'| --answer "{answer}"' for answer in answers(question)] + [""]
    if notes:
        lines += ["", "== What you should know", "", *notes]
    return "\n".join([*lines, "", _end(scan.changed or new, written)])


def left_alone(scan: Scan, game: Game) -> str:
    """Return the lines that name parts of orders and were read as talk, as blocks."""
    lines = [f"- {_line(game, 'left_alone', *one)}" for one in scan.left]
    return "\n".join(["== Left alone", "", *(lines or [_line(game, "none_left")])])


def awaits(scan: Scan, game: Game) -> str:
    """Return who is awaited in the turn that is open now, in a line."""
    return _line(game, "awaits", scan)


def effect(one: Question, text: str, game: Game) -> str:
    """Return what a reading of a question would do, in words."""
    tell = words(game).tell
    notes = [tell(explained.event) for explained in one.would.get(text, ())]
    return "; ".join(line for line in notes if line)


def plan_words(one: AcceptedPlan, game: Game) -> str:
    """Return that a plan was taken, or taken back, in a line."""
    return _line(game, "plan-taken", one)


def fired_words(one: Fired, game: Game) -> str:
    """Return what a plan has played, or how it ends, in a line."""
    given = one._asdict() | {"played": " / ".join(one.text.split("\n"))}
    return plain(words(game).problem("plan-fired", given))


def plan_note(one: AcceptedPlan, game: Game) -> str:
    """Return what the moderator should know of a plan that all can read."""
    return _line(game, "plan-note", one)


def caret(one: Question) -> str:
    """Return the mark under the place that a question is about; empty: the whole."""
    start, end = one.fault.span if one.fault else (0, 0)
    return " " * start + "^" * (min(end, len(one.text)) - start) if end > start else ""


def _caret(one: Question) -> list[str]:
    """Return the line of a plan that is wrong, with the place marked in it."""
    mark = caret(one) if one.plans else ""
    return [f"| {plain(one.text)}", f"| {mark}", ""] if mark else []


def _readings(one: Question, game: Game) -> list[str]:
    """Return what a question may mean, a line each: the first is what `yes` takes."""
    lines = []
    if one.shown:
        for at, text in enumerate(one.readings):
            lines += [f"{'or' if at else 'yes'}: {plain(text)}", ""]
            lines += [*one.shown.get(text, "").splitlines(), ""]
        return lines
    for at, text in enumerate(one.readings):
        would = effect(one, text, game)
        row = f"{plain(text)} ({would})" if would else plain(text)
        lines.append(f"- {'or' if at else 'yes'}: {row}")
    return lines


def _with_post(one: Question, game: Game) -> str:
    """Return which post a question is about, and the question."""
    link = f" ({one.post.link})" if one.post.link else ""
    author = plain(one.post.author) or "nobody"
    number = one.post.number if one.plans or one.owner else one.number
    return f"Post {number} by {author}{link}: {question_words(one, game)}"


def _end(changed: bool, written: bool) -> str:
    if not changed:
        return "Nothing new: the record is as it was."
    if written:
        return "The record was brought up to date."
    return "Nothing is written yet; --write does that."
