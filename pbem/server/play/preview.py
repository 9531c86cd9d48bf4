"""What would be: one's own orders, and guesses for the others, resolved from what
this player may see. Nothing is kept."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace

from pbem.chance import Chance
from pbem.protocol import Rules, Seat
from pbem.record.replay import NoDefault, Story
from pbem.record.trial import pieces
from pbem.referee import Played
from pbem.report import builder, page
from pbem.report.model import Reader
from pbem.server.outbound import templates

_GUESS = re.compile(r"\s*(?:if\s+)?([^:]{1,40}?)\s*:\s*(.*)", re.IGNORECASE)


def split_guesses(
    story: Story, seat: Seat, lines: list[str]
) -> tuple[list[str], dict[Seat, list[str]]]:
    """Return one's own lines, and by player those that begin with another's name."""
    known = {one.casefold(): one for one in story.header.seats}
    own: list[str] = []
    found: dict[Seat, list[str]] = {}
    at: list[str] = own
    for line in lines:
        match = _GUESS.fullmatch(line)
        who = known.get(match[1].casefold()) if match else None
        if match is not None and who is not None:
            at = own if who == seat else found.setdefault(who, [])
            line = match[2]
        if line.strip():
            at.append(line)
    return own, found


def preview_blocks(
    story: Story,
    seat: Seat,
    own: list[str],
    others: Mapping[Seat, list[str]],
    display: str,
) -> list[page.Block]:
    """Show how it would turn out, over as many turns as the guesses last.

    Who is not guessed at is taken to be silent, and oneself, without orders here,
    to have sent what one has.
    """
    trial = imagined(story, seat)
    if trial is None:
        return templates.blocks("whatif", how="secret", guessed=[], silent=[])
    sent = story.table.answers.get(seat)
    stands = str(sent.order) if sent is not None and not own else ""
    own = own or ([stands] if stands else [])
    played: list[Played] = []
    left = {**others, **({seat: own} if own else {})}
    partial = True
    while left:
        serial = trial.table.serial
        who = next((one for one in trial.awaited() if one in left), next(iter(left)))
        offer = trial.order(who, pieces(left.pop(who)))
        played += offer.resolved
        if offer.refused:
            trouble = builder.fault_message(trial, offer.faults[0])
            given = {"guessed": [who], "mine": who == seat, "trouble": trouble}
            return templates.blocks("whatif", how="fault", silent=[], **given)
        partial = trial.table.serial == serial
    silent = list(trial.awaited()) if partial else []
    if silent:
        try:
            played += trial.close()
        except NoDefault:
            given = {"guessed": [], "mine": silent == [seat]}
            return templates.blocks("whatif", how="awaited", silent=silent, **given)
    trial = replace(trial, faults=[])
    report = builder.report(trial, Reader(seat=seat, display=display), played)
    chapters = [one for one in report.chapters if one.window is not None]
    report = replace(report, awaited=(), chapters=chapters)
    head = templates.blocks(
        "whatif",
        how="told",
        guessed=list(others),
        silent=[one for one in silent if one != seat],
        drawn=story.header.seed is not None,
        stands=stands,
    )
    return [*head, *report.blocks()]


def imagined(story: Story, seat: Seat) -> Story | None:
    """Return the table as it could be for all that a seat knows: nobody else has sent
    anything, and what is hidden is drawn anew. None where a game cannot say how."""
    rules, table = story.game.rules, story.table
    state = table.state
    if story.header.seed is not None:
        if type(rules).imagine is Rules.imagine:
            if story.game.needs_chance(story.options):
                return None
        else:
            # The same question gets the same answer: asking again tells no more.
            asked = f"{story.header.name} {table.serial} {seat}".encode()
            key = hashlib.sha256(b"pbem what-if 1\n" + asked).digest()
            state = rules.imagine(state, seat, Chance(key))
    held = {who: lines for who, lines in table.held.items() if who == seat}
    trial = story.copy()
    trial.faults = []
    trial.table = replace(table, state=state, answers={}, held=held, news=())
    return trial
