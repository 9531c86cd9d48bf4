"""`show [GAME]`, with `turn N`, `history` or `orders`: how a game stands or stood, all
that happened in it, and what the referee has of the writer."""

from __future__ import annotations

from pbem.protocol import Standing
from pbem.report import builder
from pbem.report.builder import meaning_of
from pbem.server.flow import plan_lines, routing, slips
from pbem.server.game import drafts, history, orders, references, report_mail
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.states import BEGUN, OTHERWISE
from pbem.server.store import game_store
from pbem.server.store.rows import SeatRow
from pbem.server.syntax.command import Command, CommandSpec, Needs, never

MAX_TURNS = 150  #: turns that one letter tells


@CommandSpec(words=("show",), needs=Needs.PLAYER, changes=never)
def run(request: Request, line: Command) -> None:
    """Show the last report once more, or that of an earlier turn, as the writer may see
    it; else the game's history, or the writer's orders."""
    session, name, turn = request.session, line.one("WORD"), line.one("COUNT")
    what = line.one("WHAT").lower().rstrip("?")
    if session is None or name.lower() not in ("", session.game.name.lower()):
        game = game_store.find(request.conn, name) if name else None
        if game is None or not routing.may_see(request, game):
            request.refuse("no_game_named", name=name)
        elif turn or what or not routing.plays(request, game):
            rest = f" turn {turn}" if turn else f" {what}" if what else ""
            routing.send_to_game(request, game, f"show{rest}")
        else:
            report_mail.resend_last(request, request.writer_id, game.id)
            request.say("shown", name=game.name, state=game.state)
    elif what == "orders":
        _show_orders(request, session, request.seat)
    elif session.game.state not in BEGUN:
        slips.not_begun(request)
    elif what == "history":
        tale = history.chapters(session, request.reader)
        cut = max(0, len(tale) - MAX_TURNS)
        tale, name = tale[-MAX_TURNS:], session.game.name
        request.say("history", name=name, chapters=tale, cut=cut)
    elif turn:
        _show_turn(request, session, int(turn))
    else:
        game, reader = session.game, request.reader
        until = references.player_deadline(request, request.writer_id, game.deadline)
        request.show(report_mail.blocks(game, session.story, reader, None, until))


def _show_turn(request: Request, session: GameSession, turn: int) -> None:
    """Show the report of an earlier turn, as the writer may see it."""
    if turn >= session.serial:
        request.refuse("no_turn", turn=turn, now=session.serial)
        return
    then, _ = history.replay_until(request.conn, session.game, turn + 1)
    request.show(builder.report(then, request.reader).blocks())


def _show_orders(request: Request, session: GameSession, seat: SeatRow | None) -> None:
    """Read back what the writer sent for the open turn, and the plan; where nothing was
    sent, what stands for it."""
    if seat is None or not session.running:
        request.say("no_orders", sent="", readings=[], held=[])
        return
    story = session.story
    own = story.table.answers.get(seat.name)
    readings = meaning_of(story, seat.name, own.order) if own else []
    held = [str(one.order) for one in story.table.held.get(seat.name, ())]
    sent = str(own.order) if own else ""
    if seat.draft:
        noted = orders.as_noted(story, drafts.text(seat))
        draft = orders.look(story, seat.name, noted)
        sent, readings = " / ".join(draft.orders), draft.readings
    request.say("no_orders", sent=sent, readings=readings, held=held)
    if not sent:
        _show_default(request, session, seat)
    plan_lines.read_back(request)


def _show_default(request: Request, session: GameSession, seat: SeatRow) -> None:
    """Say the standing answer to the open window, or the default at the deadline."""
    story = session.story
    rules, state = story.game.rules, story.table.state
    window = rules.window(state)
    if window is None or seat.name not in window.seats:
        return
    answer = None
    if isinstance(rules, Standing):
        answer = rules.standing(state, seat.name)
    policy = session.game.silence
    default = None
    if policy not in OTHERWISE:
        default = rules.default(state, seat.name)
    shown = answer if answer is not None else default
    request.say(
        "standing",
        policy=policy,
        answer=str(answer) if answer is not None else "",
        default=None if default is None else str(default),
        readings=meaning_of(story, seat.name, shown) if shown is not None else [],
    )
