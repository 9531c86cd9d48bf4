"""One game in one transaction: letters in, record and mail out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pbem.record.replay import Story
from pbem.server.flow import dispatch, receipt
from pbem.server.game import (
    bots,
    deadlines,
    endings,
    masks,
    out_of_turn,
    plans,
    report_mail,
)
from pbem.server.game.report_mail import ReceiptPart
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.window import wake
from pbem.server.lobby import invitations, opt_out, standby
from pbem.server.states import BEGUN, GameState
from pbem.server.store.letters import SortedLetter
from pbem.server.store.rows import LetterRow


@dataclass(frozen=True, slots=True)
class GameTransaction:
    """What is done with a game while it is locked, and the letters that it answers."""

    session: GameSession
    requests: list[Request] = field(default_factory=list)

    def take(self, row: LetterRow) -> None:
        """Carry out one letter: its commands and orders, line by line."""
        session = self.session
        given = (session.context, session.conn, session.now, row)
        request = Request(*given, SortedLetter.of(row), session, session.serial)
        self.requests.append(request)
        if session.game.quiet:
            session.game = session.game._replace(quiet=0)
        session.as_of = session.now
        if standby.may_return(request) and not opt_out.wants_no_letters(request):
            standby.reclaim_on_return(request)
        dispatch.handle(request)
        plans.fire(session)
        wake(session)

    def finish(self, *, more: bool) -> Callable[[], None]:
        """Write everything down; return what is to be done after the commit."""
        session = self.session
        if session.loaded is not None:
            plans.fire(session)
        story = session.loaded
        playing = session.game.state in BEGUN and story is not None
        while session.pending:
            session.pending.pop(0)()
        invitations.invite_late(session)
        with session.context.outbox.together(session.conn):
            if playing and story is not None:
                _end(session, story)
                _tell(session, story, receipt.answer_all(session, self.requests))
            else:
                receipt.answer_all(session, self.requests)
        if playing:
            bots.ask(session)
        wake_at = session.now if more else deadlines.wake_at(session)
        session.game = session.game._replace(wake_at=wake_at)
        session.count_answers()
        session.save()
        cache, game = session.context.game_cache, session.game

        def remember() -> None:
            if story is not None:
                cache.keep(game.id, game.revision, story)

        return remember


def _tell(
    session: GameSession, story: Story, receipts: Mapping[int, ReceiptPart]
) -> None:
    """Tell everybody what happened, with the receipts on top."""
    if session.has_report:
        bots.tell_stand_ins(session)
        report_mail.send(session, story, receipts)
    elif session.news:
        out_of_turn.send(session)


def _end(session: GameSession, story: Story) -> None:
    """End a game in which no window is open any more."""
    if story.window is not None:
        return
    if story.plans:
        plans.drop(session, *story.plans)
    if session.running:
        session.game = session.game._replace(
            state=GameState.OVER,
            deadline=None,
            result=json.dumps(endings.result(story)),
            paused=None,
        )
        session.remarks += masks.real_names(session)
        session.audit("over")
