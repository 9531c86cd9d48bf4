"""Legal orders, sent as players send them: in a letter, a post, a turn file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pbem.language.reading import MarkedLine
from pbem.language.text import read_text
from pbem.mail.reply.reply import new_text
from pbem.protocol import Lines, Order, Seat
from pbem.record import tried_orders, turn_file
from pbem.record.replay import Story
from pbem.server.flow.instructions import Orders
from pbem.server.flow.order_first import is_order
from pbem.server.flow.parse import parse
from pbem.server.game import orders
from pbem.server.store.letters import SortedLetter
from pbem.testing.matches import Match, legal

SENT = 4  #: orders of a seat that are sent from a position


def misread(match: Match) -> Iterator[str]:
    """Yield the legal orders that a channel does not read as themselves."""
    rules, state = match.game.rules, match.state
    window = rules.window(state)
    header = turn_file.read(match.header())
    story = Story(match.game, header, match.options, match.table)
    for seat in window.seats if window else ():
        sample = legal(match.game, state, seat, match.rng)[:SENT]
        for order in sample:
            if rules.bind(state, seat, order).faults:
                continue  # a letter asks before it is taken
            yield from _misread(story, seat, order)


def _misread(story: Story, seat: Seat, order: Order) -> Iterator[str]:
    text = str(order)
    lines = text.split("\n")
    commands, sent = _letter(story, seat, text)
    if commands:
        yield (
            f'"{text}" is legal, and a letter takes it for the command '
            f'"{commands[0]}": write the order with another word'
        )
        return
    offered = orders.offer(story, seat, orders.read(story, seat, sent), sure=False)
    if offered.asks or not _same(story, offered.text.split("\n"), lines):
        found = f'"{offered.text}"' if offered.text else "no order"
        why = offered.asks or "".join(one.message for one in offered.troubles)
        yield f'"{text}" is legal, and a letter reads it as {found}: {why}'.rstrip(": ")
        return
    posted = _post(story, seat, lines)
    if not _same(story, posted, lines):
        read = f'"{" / ".join(posted)}"' if posted else "no order"
        yield f'"{text}" is legal, and a post reads it as {read}'
        return
    entry = f"{seat}: " + text.replace("\n", "\n  ")
    items = turn_file.read(f"{_header(story)}\n== 0 ==\n{entry}\n").items()
    entries = (one for one in items if isinstance(one, turn_file.Entry))
    pieces = [piece.text.split() for one in entries for piece in one.pieces]
    if pieces != [line.split() for line in lines]:
        yield f'"{text}" is legal, and a turn file reads it otherwise'


def _header(story: Story) -> str:
    """Return the lines of a header that a turn file needs."""
    return f"Game: {story.game.name}\nSeats: {', '.join(story.header.seats)}\n"


def _letter(story: Story, seat: Seat, text: str) -> tuple[list[str], list[str]]:
    """Return what of a letter is no order of the game, and its lines of orders."""
    content = SortedLetter(
        text=new_text(text).text,
        subject="Re: your turn",
        message_id="<1@pbem.example>",
        writer="player@pbem.example",
        name=seat,
        ref=None,
        buried=False,
        cut=False,
        player_id=1,
        told_id=None,
        serial=story.table.serial,
        problem="",
    )
    first = partial(is_order, story, seat, holds=lambda claims, named: False)
    seats = story.header.seats
    letter = parse(content, story.game, "try", first, seat, seats)
    others = [
        str(getattr(x, "text", x)) for x in letter.steps if not isinstance(x, Orders)
    ]
    others += [*letter.idle, *(part.game for part in letter.elsewhere)]
    sent = [x for one in letter.steps if isinstance(one, Orders) for x in one.lines]
    return others, sent


def _post(story: Story, seat: Seat, lines: Sequence[str]) -> list[str]:
    readings = read_text(map(MarkedLine, lines), tried_orders.asking(story, seat))
    return [
        line for one in readings for order in one.orders for line in order.split("\n")
    ]


def _same(story: Story, found: Sequence[str], lines: Sequence[str]) -> bool:
    """Return whether lines are the same orders; those of a sheet in any order."""
    read = story.game.notation.parse
    try:
        one, two = ([str(read(x)) for x in some] for some in (found, lines))
    except Exception:
        return [*found] == [*lines]
    if story.game.rules.lines is Lines.COMPOUND:
        return sorted(one) == sorted(two)
    return one == two
