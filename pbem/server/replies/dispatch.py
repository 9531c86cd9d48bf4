"""A letter that was read is carried out, line by line."""

from __future__ import annotations

from functools import partial

from pbem import games
from pbem.notation import NotUnderstood
from pbem.protocol import Seat
from pbem.server.database.queries import MAX_DETAIL, audit_log
from pbem.server.game import deadlines, history
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.lobby import standby
from pbem.server.notices import out_of_turn
from pbem.server.outbound import rate_limits
from pbem.server.play import drafts, orders, press, preview, votes
from pbem.server.play.order_lines import OrderLine, changes, signs
from pbem.server.play.window import open_window
from pbem.server.replies import (
    confirmation,
    plan_lines,
    questions,
    routing,
    slips,
    token_recovery,
)
from pbem.server.replies import faulty as faulty_lines
from pbem.server.replies.parse import (
    MAX_COMMANDS,
    Instructions,
    Orders,
    PlanLines,
    parse,
    spoken,
)
from pbem.server.replies.small_words import in_own_words
from pbem.server.states import BEGUN, NOT_BEGUN, GameState
from pbem.server.storage import players
from pbem.server.storage.game_store import LogEntry
from pbem.server.syntax import registry
from pbem.server.syntax.command import Command, Needs

MAX_REST = 5  #: lines beside a new game that are said to be of no use
MAX_ASKED = 200  #: lines of the audit log in which a question is looked for


def handle(request: Request) -> None:
    """Read a letter, and carry it out as far as its writer may."""
    if confirmation.is_limited(request):
        confirmation.handle_limited(request)
        return
    letter = _read(request)
    if request.player_id is None:
        _handle_unproven(request, letter)
        return
    execute(request, letter)
    if request.session is None and letter.order_lines and not request.understood:
        token_recovery.send_fresh_tokens(request, letter.order_lines, letter)


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
        rest = [x for x in letter.order_lines if not faulty_lines.begins_like_one(x)]
        if rest:
            request.refuse("no_use", lines=rest[:MAX_REST], more=len(rest) > MAX_REST)
    faulty = faulty_lines.explain(request, letter.order_lines)
    for step in {one.text.lower(): one for one in harmless}.values():
        command(request, step)  # once: it is not sure whom all of it goes to
    if begins or faulty:
        return
    if request.content.told_id is not None:
        if len(harmless) < len(letter.steps) or not letter.steps:
            lines = spoken(request.content).split("\n")
            token_recovery.send_fresh_tokens(request, lines, letter)
    elif not harmless:
        request.greets = True
        said, own = spoken(request.content), request.config.address
        request.say(
            "stranger",
            address=own,
            kind=faulty_lines.game_named(said),
            friend=faulty_lines.friend_named(said, (own, request.content.writer)),
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
        orders_too = partial(_yields, request)
        invited, asked = session.game.state in NOT_BEGUN, votes.is_open_for(request)
        offered = standby.offered(request)
        own_words = partial(in_own_words, game=game if seat and not invited else None)
        letter = parse(
            *(request.content, game, name, orders_too, seat, seats),
            asked=invited or asked or request.content.asked is not None,
            answers=own_words if (seat and (invited or asked)) or offered else None,
        )
    routing.route(request, letter.elsewhere)
    request.terms = letter.settings
    for bad in letter.bad_settings:
        request.refuse("term_unknown", **bad._asdict())
    return letter


def execute(request: Request, letter: Instructions) -> None:
    """Do what the lines of a letter say, one after the other."""
    for step in letter.steps:
        if isinstance(step, PlanLines):
            plan_lines.take(request, step)
    left = MAX_COMMANDS
    alone = all(isinstance(step, Orders) for step in letter.steps)
    for step in letter.steps:
        if isinstance(step, Command):
            left -= 1
            if left < 0:
                request.say("too_many", most=MAX_COMMANDS, line=step.text)
                break
            command(request, step)
        elif isinstance(step, Orders) and (alone or not slips.is_polite(request, step)):
            order(request, step)
    press.tell_masters(request)
    plan_lines.show(request)
    if request.preview and letter.previews_nothing:
        _look(request, [], {})
    if request.unconfirmed:
        confirmation.ask(request)


def _yields(request: Request, line: Command) -> bool:
    """Return whether a line is an order of the game, though it looks like a command."""
    claims = registry.commands()[line.name].yields_unless
    session, seat = request.session, request.seat
    if session is None or seat is None or not session.running:
        return False
    if not line.word and (claims is None or claims(request)):
        return False
    story = session.story
    try:
        order = story.game.notation.parse(line.said)
    except NotUnderstood:
        return False
    bound = story.game.rules.bind(story.table.state, seat.name, order)
    return bound.order is not None


def command(request: Request, line: Command) -> None:
    """Carry out a command, if this writer may give it here."""
    spec = registry.commands()[line.name]
    if spec.needs is Needs.SEAT and request.session is None:
        request.refuse("no_game", text=line.text)
        return
    request.understood = True
    if request.preview and spec.changes(line):
        request.refuse("previewed", line=line.said)
        return
    power = spec.gives_power(request, line)
    confirmed = power and confirmation.is_given(request)
    spent = request.session is not None and request.spent and not confirmed
    if spent and spec.too_old(request):
        _give_back(request, [line.text])
        return
    if power and not confirmed:
        request.unconfirmed.append("\n".join(line.source) if line.body else line.text)
        return
    spec.run(request, line)


def order(request: Request, step: Orders) -> None:
    """Offer lines of notation to the game that the letter is for."""
    session, seat = request.session, request.seat
    before = (request.content.serial or 0) < 0
    if before and request.understood and slips.talks(step):
        return  # "accept", and a few words more
    if session is None or seat is None or session.game.state not in BEGUN:
        if session is None and faulty_lines.explain(request, step.written):
            return
        slips.no_place(request, step)
        return
    if session.game.state is GameState.OVER:
        whom = press.whom(session, seat, " ".join(step.written))
        request.refuse("is_over", name=session.game.name, whom=whom)
        return
    if step.guard is not None:
        request.guard = step.guard
    if not request.preview and session.running:
        if shown := slips.asked_about(session, seat.name, step.lines):
            request.only_previews = request.only_previews or not request.done
            _preview(request, session, seat.name, shown)
            return
        if questions.asks(session.story.game, step.lines):
            questions.answer(request, step.lines)
            return
    lines = slips.without(request, step)
    if not lines:
        return
    if request.stale:
        _give_back(request, [line.text for line in lines])
    elif request.preview:
        _preview(request, session, seat.name, lines)
    else:
        _submit(request, session, seat.name, lines)


def _give_back(request: Request, lines: list[str]) -> None:
    """Say that lines were for another turn, whose token is spent."""
    assert request.session is not None
    content = request.content
    names = slips.names_of(request)
    lines = [line for line in lines if not signs(line, names)]
    if not lines:
        return
    serial = None if content.errand else content.serial
    if request.guard is not None and not request.spent:
        serial = request.guard
    now, old = request.session.serial, content.spent
    me = request.seat.name if request.seat else None
    asked: list[str] = []
    if serial is not None and 0 <= serial < now and not old:
        found = history.asked(request.session, serial, me)
        asked = ["you"] if me in found else []
        asked += [seat for seat in found if seat != me]
    request.given_back += lines[:20]
    request.refuse(
        "stale", lines=lines[:20], serial=serial, now=now, old=old, asked=asked
    )


def _submit(
    request: Request, session: GameSession, seat: Seat, lines: list[OrderLine]
) -> None:
    """Offer orders to the game, keep what is accepted, and say what came of them."""
    received = request.row.received
    deadlines.elapse(session, min(received, session.now))
    serial = session.story.table.serial
    story, row = session.story, session.seat(seat)
    texts = [line.text for line in lines]
    # A draft, and what is asked first, hang on nothing that the seat cannot see.
    ahead = row.waits or len(lines) > 1 or seat in story.table.held
    ahead = ahead or bool(changes(story.game, lines))
    draft, held = drafts.text(row), False
    if ahead:
        offered = orders.look(story, seat, texts, draft)
    else:
        offered = orders.offer(story, seat, lines, draft, sure=False)
    if offered.asks and not _confirmed(session, seat, offered.text):
        offered.withdraw()
        request.understood = True
    else:
        held = row.waits and not offered.anytime
        if (ahead or offered.asks) and not held:
            offered = orders.offer(story, seat, lines)
        offered.asks = ""
    if held and offered.story is not None:
        drafts.save(request, session, seat, offered)
    elif offered.story is not None:
        cause = f"letter:{request.row.id}:{session.game.length}"
        line = LogEntry(serial, seat, offered.text, cause)
        salt = request.commit(session.game.name, line)
        session.has_answered(seat, again=bool(offered.replaces))
        session.news += [(seat, event) for event in offered.news]
        session.append(offered.story, line, received=received, salt=salt)
        session.played += offered.played
        if offered.resolved:
            open_window(session)
    request.understood = request.understood or bool(offered.text)
    request.ordered = request.ordered or bool(offered.text)
    refuses = bool(offered.asks) or not offered.text
    whom = press.whom(session, row, " ".join(texts)) if offered.unread else ""
    request.say("orders", refuses=refuses, one=offered, preview=False, whom=whom)
    if offered.news and not offered.readings:
        own = out_of_turn.event_lines(session, offered.news, seat)
        request.say("news_own", lines=own)
    if request.seals:
        request.say("seal", seal=request.seals[-1])


def _confirmed(session: GameSession, seat: Seat, text: str) -> bool:
    """Return whether orders were asked about before; else they are, from now on."""
    asked = f"{session.serial} {seat}: {text}"[:MAX_DETAIL]
    log = audit_log(session.link, session.game.id, MAX_ASKED)
    if any((row.what, row.detail) == ("asked", asked) for row in log):
        return True
    session.audit("asked", asked)
    return False


def _preview(
    request: Request, session: GameSession, seat: Seat, lines: list[OrderLine]
) -> None:
    """Show what orders would do, one's own and guesses for others."""
    texts = [line.text for line in lines]
    own, guessed = preview.split_guesses(session.story, seat, texts)
    offered = orders.look(session.story, seat, own)
    offered.asks = ""
    request.understood = request.understood or bool(offered.text)
    request.say("orders", one=offered, preview=True, whom="")
    shown = offered.text.split("\n") if offered.text else []
    request.shown += shown
    if shown or guessed:
        _look(request, shown, guessed)


def _look(request: Request, own: list[str], guessed: dict[str, list[str]]) -> None:
    """Show what would come of orders, one's own and guesses for others."""
    session, seat = request.session, request.seat
    if session is None or seat is None or not session.running:
        return
    display = players.get(request.link, seat.player_id).display
    request.show(
        preview.preview_blocks(session.story, seat.name, own, guessed, display)
    )
