"""A letter that was read is carried out, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from pbem.plugins import games
from pbem.server.flow import (
    confirmation,
    host_words,
    plan_lines,
    routing,
    slips,
    token_recovery,
)
from pbem.server.flow import faulty as faulty_lines
from pbem.server.flow.instructions import Instructions, Orders, PlanLines, Step
from pbem.server.flow.order_first import Claim, is_order
from pbem.server.flow.ordered import give_back, look, order, understood
from pbem.server.flow.parse import MAX_COMMANDS, parse, spoken
from pbem.server.flow.small_words import in_own_words
from pbem.server.game import press, votes
from pbem.server.game.receipt import Receipt
from pbem.server.game.request import Request
from pbem.server.lobby import standby
from pbem.server.outbound import rate_limits
from pbem.server.states import NOT_BEGUN
from pbem.server.syntax import parser, registry, words
from pbem.server.syntax.command import Command, Needs

ENDS_WAIT = ("preview", "ready")  #: what a "wait" below it does not go before
MAX_REST = 5  #: lines next to a new game that are reported as of no use


def handle(request: Request) -> Receipt:
    """Read a letter, and carry it out as far as its writer may; return what came of
    it."""
    if confirmation.is_limited(request):
        confirmation.handle_limited(request)
        return request.receipt
    if host_words.is_answer(request):
        host_words.pass_on(request)
        return request.receipt
    letter = _read(request)
    request = replace(request, settings=letter.settings)
    if request.player_id is None:
        _handle_unproven(request, letter)
        return request.receipt
    execute(request, letter)
    nothing = request.session is None and not request.receipt.understood
    if nothing and letter.order_lines:
        token_recovery.send_fresh_tokens(request, letter.order_lines, letter)
    return request.receipt


def _handle_unproven(request: Request, letter: Instructions) -> None:
    """Do what may be done for a writer who proves nothing: tell, and ask."""
    if request.content.problem == rate_limits.FLOOD:
        token_recovery.send_fresh_tokens(request, [], letter)
        return
    harmless = [
        step
        for step in letter.steps
        if isinstance(step, Command)
        and registry.commands()[step.name].needs is Needs.ANYBODY
    ]
    begins = any(registry.commands()[one.name].begins_game for one in harmless)
    if begins:
        later = [
            one.text
            for one in letter.steps
            if one not in harmless and isinstance(one, Command)
        ]
        if later:
            request.refuse("not_yet", lines=later)
    if begins or (harmless and request.content.told_id is None):
        rest = [x for x in letter.order_lines if not faulty_lines.begins_like_one(x)]
        request.receipt.talk += (
            talk := [x for x in rest if slips.greets_or_signs(request, x)]
        )
        if rest := [x for x in rest if x not in talk]:
            request.refuse("no_use", lines=rest[:MAX_REST], more=len(rest) > MAX_REST)
    faulty = faulty_lines.explain(request, letter.order_lines)
    for step in {one.text.lower(): one for one in harmless}.values():
        refusals = request.receipt.refusals
        command(request, step)  # once: it is not sure whom all of it goes to
        _account(request, step, refused=request.receipt.refusals > refusals)
    if begins or faulty:
        return
    if request.content.told_id is not None:
        if len(harmless) < len(letter.steps) or not letter.steps:
            lines = spoken(request.content).split("\n")
            token_recovery.send_fresh_tokens(request, lines, letter)
    elif not harmless:
        request.receipt.greets = True
        text, own = spoken(request.content), request.config.address
        friends = faulty_lines.friends_named(text, (own, request.content.writer))
        kind = faulty_lines.game_named(text, len(friends) + 1)
        most = faulty_lines.most_players(kind)
        request.say(
            "stranger",
            address=own,
            kind=kind,
            friends=friends[: most - 1],
            most=most if len(friends) >= most else 0,
            again=token_recovery.was_greeted(request),
            commands=len(letter.order_lines) < len(letter.steps),
        )


def _read(request: Request) -> Instructions:
    """Read a letter, send on what is for other games, and note its settings."""
    session = request.session
    if session is None:
        asked = request.content.asked is not None
        letter = parse(request.content, asked=asked)
    else:
        game = games.find(session.game.kind)
        name = session.game.name
        seat = request.seat.name if request.seat else ""
        seats = [one.name for one in session.seats()]
        ours = partial(_is_order, request)
        invited, asked = session.game.state in NOT_BEGUN, votes.is_open_for(request)
        offered = standby.offered(request)
        own_words = partial(in_own_words, game=game if seat and not invited else None)
        letter = parse(
            *(request.content, game, name, ours, seat, seats),
            names=session.story.record.called if session.running else {},
            asked=invited or asked or request.content.asked is not None,
            answers=own_words if (seat and (invited or asked)) or offered else None,
        )
    routing.route(request, letter.elsewhere)
    request.receipt.talk += letter.idle
    for part in letter.elsewhere:
        request.receipt.account(part.text.split("\n"), f"for game {part.game}")
    for bad in letter.bad_settings:
        request.refuse("setting_unknown", **bad._asdict())
    return letter


def execute(request: Request, letter: Instructions) -> None:
    """Do what the lines of a letter say, one after the other."""
    plan, shown = None, list[str]()
    for step in letter.steps:
        if isinstance(step, PlanLines):
            request = request.for_turn(step.guard)
            plan = plan_lines.take(request, step)
            how = "plan, refused" if plan is None else "plan"
            request.receipt.account(step.lines, how)
    left = MAX_COMMANDS
    alone = all(isinstance(step, Orders) for step in letter.steps)
    for step in _waiting_first(letter.steps):
        refusals = request.receipt.refusals
        if isinstance(step, Command):
            left -= 1
            if left < 0:
                most, line = MAX_COMMANDS, step.text
                request.say("too_many", most=most, what="commands", line=line)
                break
            command(request, step)
            previews = step.name == "preview" and request.session is not None
            request = replace(request, preview=request.preview or previews)
        elif isinstance(step, Orders) and _asks_back(request, step):
            request.refuse("asks_back", line=" ".join(step.written))
        elif isinstance(step, Orders):
            step = understood(request, step)
            if not alone and slips.is_polite(request, step):
                request.receipt.talk += step.written
            else:
                request = request.for_turn(step.guard)
                shown += order(request, step)
        _account(request, step, refused=request.receipt.refusals > refusals)
    press.tell_masters(request)
    if plan is not None:
        plan_lines.show(request, plan, shown)
    if request.preview and letter.previews_nothing:
        look(request, [], {})
    if request.receipt.unconfirmed:
        confirmation.ask(request)


def _waiting_first(steps: Iterable[Step]) -> list[Step]:
    """Return the lines of a letter with a "wait" before the orders above it, as these
    could close a window; not above what plays or only shows them, or for a turn that
    they name."""
    found: list[Step] = []
    for step in steps:
        at = len(found)
        if isinstance(step, Command) and step.name == "wait":
            for index, one in enumerate(found):
                named = isinstance(one, Orders) and one.guard is not None
                if named or (isinstance(one, Command) and one.name in ENDS_WAIT):
                    at = len(found)
                elif isinstance(one, Orders):
                    at = min(at, index)
        found.insert(at, step)
    return found


def _account(request: Request, step: Step, *, refused: bool) -> None:
    """Note what became of the lines of a step, where nothing else is noted of them."""
    if isinstance(step, Command):
        lines, how = step.source or (step.as_written,), f"command: {step.name}"
        how = f"{how}, refused" if refused else how
    elif isinstance(step, PlanLines):
        lines, how = step.lines, "plan"
    else:
        how = "refused" if refused else "shown" if request.preview else "taken"
        talk = {*request.receipt.talk}
        lines = tuple(line for line in step.written if line not in talk)
    request.receipt.account(lines, how)


def _asks_back(request: Request, step: Orders) -> bool:
    """Return whether lines answer what was asked with a question mark: no yes."""
    asked = request.content.asked is not None or votes.is_open_for(request)
    asked = asked or standby.invites(request)
    return asked and all(map(parser.asks_only, step.written))


def _is_order(request: Request, line: str) -> bool:
    """Return whether a line that is a command is an order of the game first."""
    session, seat = request.session, request.seat
    if session is None or seat is None or not session.running:
        return False

    def holds(claims: Claim, named: Command) -> bool:
        return claims(request, named)

    return is_order(session.story, seat.name, line, holds)


def command(request: Request, line: Command) -> None:
    """Carry out a command, if this writer may give it here."""
    spec = registry.commands()[line.name]
    if spec.needs is Needs.SEAT and request.session is None:
        request.refuse("no_game", text=line.text)
        return
    request.receipt.understood = True
    if request.preview and spec.changes(line):
        request.refuse("previewed", line=line.as_written)
        return
    power = spec.gives_power(request, line)
    # Not so where a yes carries out the lines of the letter that has asked.
    asks = request.content.asked is not None and words.asks(line.as_written)
    confirmed = power and confirmation.is_given(request) and not asks
    spent = request.session is not None and request.spent and not confirmed
    if spent and spec.too_old(request):
        give_back(request, [line.text])
        return
    if power and not confirmed:
        whole = "\n".join(line.source) if line.body else line.text
        request.receipt.unconfirmed.append(whole)
        request.receipt.account(
            line.source or (line.as_written,), "asked whether it is meant"
        )
        return
    spec.run(request, line)
