"""A plan as its owner is shown it: its lines, and what each of them would do."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.pages import page
from pbem.pages.wording import environment
from pbem.protocol import Hidden, Seat
from pbem.record.plan_trial import TriedLine, try_plan
from pbem.record.replay import Story
from pbem.report import builder
from pbem.report.model import Reader


def plan_blocks(
    story: Story, seat: Seat, display: str = "board", *, own: bool = False
) -> list[page.Block]:
    """Return a seat's plan with what comes of it on a copy of the game.

    `own`: it is told to the seat itself. The position is the one after the first line,
    and the first below each; where its window stays open, the one it is sent in.
    """
    tried = try_plan(story, seat)
    found = page.blocks(_markup(story, seat, tried, own=own))
    last = _main_line(tried)
    if last is not None and last.after is not None:
        reader = Reader(seat=seat, display=display)
        after = builder.report(last.after, reader)
        after.troubles, after.sent, after.held, after.awaited = (), "", (), ()
        after.plans = {}
        known = last.before.table.serial if last.before else 0
        sent = last.after.table.serial == known  # others are waited for
        where = {"line": last.branch.line, "many": len(tried) > 1, "sent": sent}
        found += page.blocks(_filled(story, "plan_after.j2", **where))
        found += [one for one in after.blocks() if one.kind != "="]
    return found


def plan_markup(story: Story, seat: Seat) -> str:
    """Return the lines of a seat's plan with what each would do, as markup of a page
    (page.py)."""
    return _markup(story, seat, try_plan(story, seat), own=False)


def _markup(story: Story, seat: Seat, tried: Sequence[TriedLine], *, own: bool) -> str:
    plan, rules = story.plans[seat], story.game.rules
    drawn = story.game.needs_chance(story.options) and isinstance(rules, Hidden)
    lines = [
        {
            "line": one.branch.line,
            "why": one.why,
            "who": one.seat,
            "sure": one.sure,
            # What others hold was chosen at random here: it says nothing of them.
            "drawn": drawn and one.why == "heard",
            "fault": builder.fault_message(story, one.fault) if one.fault else None,
            "readings": (
                builder.meanings(one.before, seat, one.explained)
                if one.before is not None
                else ()
            ),
            "answer": " / ".join(one.branch.answer),
            "notes": [
                builder.fault_message(story, note)
                for note in one.notes
                if note.seat == seat or not drawn
            ],
            "guessed": [
                (each.seat, " / ".join(each.text.split("\n")))
                for each in one.guessed
                if one.why or not each.silent
            ],
        }
        for one in tried
    ]
    given = {"seat": seat, "plan": plan, "lines": lines, "own": own}
    return _filled(story, "plan.j2", **given)


def step_blocks(story: Story, seat: Seat, serials: Collection[int]) -> list[page.Block]:
    """Return what became of a seat's plans in some turns, for the seat alone; [] where
    nothing did."""
    steps = []
    for serial, plan, played in story.plan_steps:
        if plan.seat == seat and serial in serials:
            line = plan.ended.line if plan.ended else plan.fired
            why = plan.ended.why if plan.ended else ""
            text = plan.lines[line - 1].strip()
            played = " / ".join(played.split("\n"))
            one = {"serial": serial, "line": line, "why": why}
            steps.append({**one, "said": text, "played": played})
    if not steps:
        return []
    return page.blocks(_filled(story, "forum/plan_steps.j2", steps=steps))


def _main_line(tried: Sequence[TriedLine]) -> TriedLine | None:
    """Return the last of the lines that are played if always the first one holds."""
    found: TriedLine | None = None
    below = None
    for one in tried:
        if one.why or (below is not None and one.branch not in below):
            continue
        if below is None or (below and one.branch is below[0]):
            found, below = one, one.branch.below
    return found


def _filled(story: Story, template: str, **given: object) -> str:
    return environment(story.game).get_template(template).render(**given)
