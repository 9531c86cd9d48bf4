"""Words between players: sent at once or told with the next report, as a game is
set, and never where its rules want silence."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from pbem.pages.wording import words as game_words
from pbem.plugins.games import nearest
from pbem.protocol import Press, Seat
from pbem.record.trial import try_orders
from pbem.server.game import press_quotes, references
from pbem.server.game.notify import notify_masters
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.window import open_window
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import EntrySource, LetterKind, PressPolicy
from pbem.server.store import games
from pbem.server.store.game_store import LogEntry
from pbem.server.store.queries import insert
from pbem.server.store.rows import PressRow, SeatRow

MAX_CHARS = 4000  #: characters
MASTER = "master"
MASTERS = (MASTER, "gm", "host", "moderator")  #: what a game master is called
SHORT = "m"  #: the game master, where it stands for no player


def send(
    request: Request,
    to: Sequence[str],
    text: str,
    *,
    anonymous: bool = False,
    mask: str = "",
) -> None:
    """Pass words of the writer on, or say why not.

    `to` are names of seats; none is everybody; "master" is the game master. `mask` is
    another player's name that they are to bear, where the rules let them.
    """
    session, seat = request.in_game()
    if seat is None:
        request.refuse("press_refused", why="stranger", detail="")
        return
    names = _names(request, session, to)
    if names is None:
        return
    if not text.strip() or len(text) > MAX_CHARS:
        why = "long" if text.strip() else "empty"
        request.refuse("press_refused", why=why, detail=str(MAX_CHARS))
        return
    if names == [MASTER]:
        request.receipt.to_master.append(text)
        return
    others = [row.name for row in session.seats() if row.number != seat.number]
    heard = names or others
    borrowed = _names(request, session, [mask]) if mask else [seat.name]
    if not borrowed or borrowed == [MASTER]:
        return
    refusal = _refused(session, seat, heard, anonymous=anonymous)
    if mask:
        refusal = refusal or _unmasked(session)
    if refusal:
        request.refuse("press_refused", why=refusal[0], detail=refusal[1])
        return
    # What the game lets pass just now, no report may tell when it is over.
    counted = _put_on_record(session, seat.name, heard)
    at_once = counted or session.game.press is PressPolicy.AT_ONCE
    words = PressRow(
        *(0, session.game.id, session.serial, seat.number, seat.player_id),
        to=json.dumps([session.seat(name).number for name in names]),
        text=text,
        anonymous=anonymous or bool(mask),  # what answers it may name nobody else
        told=at_once,
        made=session.now,
    )
    insert(session.conn, words)
    if at_once:
        writer = "" if anonymous else borrowed[0]
        session.later(_deliver, session, heard, writer, names, text)
    bots = [row.name for row in session.seats() if row.bot and row.name in heard]
    deaf = bots if names or len(bots) == len(heard) else []
    request.say(
        "press_taken",
        to=names,
        deaf=deaf,
        at_once=at_once,
        anonymous=anonymous,
        mask=borrowed[0] if mask else "",
    )


def tell_masters(request: Request) -> None:
    """Pass on what a letter has for the game master, as one letter."""
    session, seat = request.session, request.seat
    if not request.receipt.to_master or session is None or seat is None:
        return
    texts = map(press_quotes.folded, request.receipt.to_master)
    lines = [line for text in texts for line in ("", *text)]
    request.receipt.to_master.clear()  # a letter within this one tells by itself
    given = {"seat": seat.name, "lines": lines[1:], "serial": session.serial}
    notified = notify_masters(session, "press_to_master", **given)
    request.say("press_to_master_taken", told=notified)


def whom(session: GameSession, seat: SeatRow, text: str) -> str:
    """Return whom words of a seat could go to: the one other player whom a text names,
    or whom there is, else "all"; "" where nobody may be spoken to."""
    others = _spoken_to(session, seat)
    named = names_in(text, others) or others
    return named[0] if len(named) == 1 else "all" if named else ""


def whom_named(session: GameSession, seat: SeatRow, text: str) -> str:
    """Return the one other player whom a text names and a seat may speak to, or ""."""
    named = names_in(text, _spoken_to(session, seat))
    return named[0] if len(named) == 1 else ""


def last_writer(session: GameSession, seat: SeatRow) -> str:
    """Return the player who was the last one to write to a seat in the open turn, by
    name, if the seat may answer; or ""."""
    heard = [
        row.seat
        for row in games.press_of(session.conn, session.game.id)
        if row.told and row.serial == session.serial and not row.anonymous
        if row.seat != seat.name and (not row.to or seat.name in row.to)
    ]
    others = _spoken_to(session, seat)
    return next((name for name in heard[-1:] if name in others), None) or ""


def names_in(text: str, names: Sequence[str]) -> list[str]:
    """Return those of some names that are in a text as words.

    >>> names_in("Has al all cards? (Bob B.!)", ["Al", "Bob B.", "Cid", "Car"])
    ['Al', 'Bob B.']
    """
    lowered = text.casefold()

    def is_named(name: str) -> bool:
        word = re.escape(name.casefold())
        return re.search(rf"(?<!\w){word}(?!\w)", lowered) is not None

    return [name for name in names if is_named(name)]


def _spoken_to(session: GameSession, seat: SeatRow) -> list[str]:
    """Return the other people of a game, if a seat may speak to all of them now."""
    rows = [row for row in session.seats() if row.number != seat.number]
    others = [row.name for row in rows if not row.bot]
    refused = others and _refused(session, seat, others, anonymous=False)
    return [] if refused else others


def _names(
    request: Request, session: GameSession, to: Sequence[str]
) -> list[Seat] | None:
    """Return the seats that are meant; None, and it is said, where one is not known."""
    if not to or any(name.lower() in ("all", "everybody") for name in to):
        return []
    if any(name.lower() in MASTERS for name in to):
        return [MASTER]
    seats = [row.name for row in session.seats()]
    found: list[Seat] = []
    for name in to:
        seat = session.called(name)
        some = (seat,) if seat else _by_letters(session, name)
        if not some and name.lower() == SHORT:
            return [MASTER]
        if not some:
            near = nearest(name, seats)
            request.refuse("no_such_seat", name=name, near=near, known=seats)
            return None
        found += some
    return [*dict.fromkeys(found)]


def _by_letters(session: GameSession, name: str) -> tuple[Seat, ...]:
    """Return whom the letters of a name stand for: "fgi" in a game with such letters;
    nobody where one letter stands for nobody."""
    rules = session.story.game.rules if session.running else None
    if not isinstance(rules, Press):
        return ()
    letters = rules.letters(session.story.table.state)
    found = [letters.get(letter, "") for letter in name.casefold()]
    return tuple(found) if all(found) else ()


def _refused(
    session: GameSession, seat: SeatRow, to: Sequence[Seat], *, anonymous: bool
) -> tuple[str, str] | None:
    if session.game.press is PressPolicy.OFF:
        return "off", ""
    if anonymous and not session.game.anonymous:
        return "anonymous", ""
    if session.running:
        story = session.story
        rules, state = story.game.rules, story.table.state
        if not isinstance(rules, Press):
            return None
        fault = rules.press(state, seat.name, to)
        if fault is not None:
            return "rules", game_words(story.game).fault(fault)
        if anonymous and rules.pressed(state, seat.name, to):
            return "on-record", ""
    return None


def _unmasked(session: GameSession) -> tuple[str, str] | None:
    """Return why words may not bear the name of another, or None."""
    rules, game = session.story.game.rules, session.game
    if game.press is not PressPolicy.AT_ONCE:
        return "mask-late", ""
    state = session.story.table.state
    allowed = session.running and isinstance(rules, Press) and rules.masks(state)
    return None if allowed else ("mask", "")


def _put_on_record(session: GameSession, seat: Seat, to: Sequence[Seat]) -> bool:
    """Make an order of words where they cost something; return whether they do."""
    if not session.running:
        return False
    story = session.story
    rules = story.game.rules
    if not isinstance(rules, Press):
        return False
    order = rules.pressed(story.table.state, seat, to)
    if order is None:
        return False
    serial = story.table.serial
    tried = try_orders(story, seat, str(order).split("\n"))
    session.played += tried.resolved
    line = LogEntry(serial, seat, str(order), EntrySource.PRESS)
    session.append(tried.story, line)
    if tried.resolved:
        open_window(session)
    return True


def _deliver(
    session: GameSession,
    to: Sequence[Seat],
    writer: str,
    names: Sequence[str],
    text: str,
) -> None:
    """Send words as a letter to each."""
    folded = press_quotes.folded(text)
    for row in session.manned():
        if row.name not in to:
            continue
        message = Message(
            subject=templates.subject("press", name=session.game.name, writer=writer),
            body=templates.blocks(
                "press",
                name=session.game.name,
                writer=writer,
                to=[name for name in names if name != row.name],
                alone=list(names) == [row.name],
                lines=folded,
            ),
            ref=references.ref(session.game, max(session.serial, 0)),
            thread=references.thread(session.game),
        )
        session.send(
            row.player_id,
            message,
            kind=LetterKind.PRESS,
            grant=references.grant(session.game, row, session.serial),
        )
