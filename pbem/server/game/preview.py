"""What would be: one's own orders, and guesses for the others, resolved from what
this player may see. Nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem.pages import page
from pbem.protocol import Seat, seat_called
from pbem.record.imagined import imagined
from pbem.record.replay import NoDefault, Story
from pbem.record.tried_orders import pieces
from pbem.referee import Played
from pbem.report import builder
from pbem.report.model import Reader
from pbem.server.outbound import templates


def split_guesses(
    story: Story, seat: Seat, lines: list[str]
) -> tuple[list[str], dict[Seat, list[str]]]:
    """Return one's own lines, and by player those that begin with another's name."""
    own: list[str] = []
    found: dict[Seat, list[str]] = {}
    at: list[str] = own
    for line in lines:
        name, colon, rest = line.partition(":")
        words = name.split(maxsplit=1)
        if len(words) == 2 and words[0].lower() == "if":
            name = words[1]
        if who := seat_called(name, story.header.seats) if colon else "":
            at = own if who == seat else found.setdefault(who, [])
            line = rest.strip()
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
    """Return a preview of the next turns, as many as the guesses cover.

    `own` replaces the orders that the seat has sent; other seats without a guess in
    `others` are assumed to send nothing.
    """
    trial = imagined(story, seat)
    if trial is None:
        return templates.blocks("whatif", how="secret", guessed=[], silent=[])
    sent = trial.table.answers.get(seat)
    trial.table = replace(trial.table, answers={})
    sent_text = str(sent.order) if sent is not None and not own else ""
    own = own or ([sent_text] if sent_text else [])
    played: list[Played] = []
    left = {**others, **({seat: own} if own else {})}
    partial = True
    while left:
        serial = trial.table.serial
        who = next((one for one in trial.awaited() if one in left), next(iter(left)))
        offer = trial.order(who, pieces(left.pop(who)))
        played += offer.resolved
        if offer.refused:
            refused = next(one for one in offer.faults if one.fault.refuses)
            trouble = builder.fault_message(trial, refused)
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
    trial = replace(trial, faults=[], plans={})
    report = builder.report(trial, Reader(seat=seat, display=display), played)
    report = replace(report, awaited=())
    head = templates.blocks(
        "whatif",
        how="told",
        guessed=list(others),
        silent=[one for one in silent if one != seat],
        drawn=story.header.seed is not None,
        stands=sent_text,
    )
    return [*head, *report.blocks()]
