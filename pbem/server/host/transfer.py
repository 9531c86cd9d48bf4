"""Games out of the store as turn files, and turn files into the store."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy.engine import Connection

from pbem.pages.counting import listed
from pbem.plans.plan import Plan
from pbem.protocol import Seat
from pbem.record.header import Header
from pbem.record.opening import players_words
from pbem.record.replay import begin, play
from pbem.record.turn_file import After, Deadline, Entry, Heading, Record
from pbem.server import naming
from pbem.server.context import Transaction
from pbem.server.game import bots
from pbem.server.game.session import GameSession
from pbem.server.gm.grammar import parse_logged
from pbem.server.lobby import game_settings
from pbem.server.lobby.invitations import NAME
from pbem.server.states import EntrySource, GameState, OptOut, SeatState
from pbem.server.store import bans, blocks, game_store, games, plans, players, schema
from pbem.server.store import bot_jobs as thoughts
from pbem.server.store.game_store import AnyEntry, LogEntry, TimeEntry
from pbem.server.store.queries import insert, insert_new, save
from pbem.server.store.rows import GameRow, PlanRow, SeatRow

ANONYMOUS = "somebody"  #: who wrote words that bear no name


class ImportRefused(Exception):
    """A turn file that cannot become a game here; the message says what to fix."""


def export_press(conn: Connection, game: GameRow) -> str:
    """Return what players and game masters wrote to others, as `pbem replay --press`
    reads it: JSON. Words without a name stay so."""
    found = []
    for row in games.press_of(conn, game.id):
        one = {"serial": max(row.serial, 0), "text": row.text}
        one["sender"] = ANONYMOUS if row.anonymous else row.seat
        found.append((row.made, one | ({"to": row.to} if row.to else {})))
    for act in games.acts_of(conn, game.id):
        wish = parse_logged(act.what, act.reason)
        if wish.name == "note":
            one = {"serial": max(act.serial, 0), "text": wish.words[0]}
            found.append((act.made, one))
    found.sort(key=lambda pair: pair[0])
    return json.dumps([one for _, one in found], ensure_ascii=False, indent=1) + "\n"


def entries_of(record: Record) -> Iterator[AnyEntry]:
    """Return the entries of a turn file that change anything. Raises Unreadable."""
    story = begin(record)
    texts: dict[Seat, list[str]] = {}  # of one window: there are no headings here
    for item in record.items():
        serial = story.table.serial
        match item:
            case Entry():
                before, more = story.table, item.more and story.gathers
                story.take(item)
                if story.table != before:
                    seat = story.record.seat(item.seat)
                    texts.setdefault(seat, []).extend(p.text for p in item.pieces)
                if not more:
                    yield from _imported(serial, texts)
            case Heading():
                while story.table.serial < item.serial and story.window is not None:
                    serial = story.table.serial
                    story.close(item.line)
                    yield TimeEntry(serial, None, EntrySource.IMPORT)
                story.take(item)
            case Deadline():
                closed = bool(texts) and not story.awaited()  # by these alone
                yield from _imported(serial, texts)
                story.take(item)
                if not closed:
                    yield TimeEntry(serial, None, EntrySource.IMPORT)
            case After():
                story.take(item)
                yield TimeEntry(serial, item.seconds, EntrySource.IMPORT)


def _imported(serial: int, texts: dict[Seat, list[str]]) -> Iterator[LogEntry]:
    """Yield the entries of seats in a window, and forget them."""
    for seat, lines in texts.items():
        yield LogEntry(serial, seat, "\n".join(lines), EntrySource.IMPORT)
    texts.clear()


def _check(tx: Transaction, name: str, head: Header, seats: Mapping[str, str]) -> None:
    """Raise Refused for a name that no letter could say, a seat without an address, and
    addresses that cannot play."""
    if not NAME.fullmatch(name):
        raise ImportRefused(
            "its name must be one of letters, digits and dashes, two to 40 of them: "
            "--name friday-2"
        )
    missing = [seat for seat in head.seats if seat not in (*seats, *head.bots)]
    if missing:
        raise ImportRefused(
            f"nobody plays {listed(missing)}: --seat '{missing[0]}=ann@example.org'"
        )
    owners: dict[str, Seat] = {}
    for seat, address in seats.items():
        if tx.config.owns(address):
            raise ImportRefused(f"{address} is my own address; I do not play {seat}")
        if bans.of(tx.conn, address) is not None:
            raise ImportRefused(f"{address} is banned")
        if blocks.of(tx.conn, address) is OptOut.ALL:
            raise ImportRefused(f'{address} has written "stop" and gets no letters')
        if (other := owners.setdefault(address.lower(), seat)) != seat:
            raise ImportRefused(f"{address} cannot play both {other} and {seat}")


def _seated(
    tx: Transaction, game: GameRow, head: Header, number: int, address: str
) -> SeatRow:
    """Return the row of a seat: of who has an address, else of a bot."""
    seat = head.seats[number]
    if not address:
        bot = thoughts.bot_player(tx.conn, tx.now)
        row = game_store.new_seat(game.id, number, seat, bot, SeatState.BOT)
        return row._replace(bot=head.bots[seat])
    # The host vouches for their addresses.
    given = (tx.conn, address, naming.first_name(seat), tx.now)
    player_id = players.get_or_create(*given, proven=True)
    return game_store.new_seat(game.id, number, seat, player_id, SeatState.IN)


def _import_plans(
    conn: Connection,
    game: GameRow,
    seats: Sequence[Seat],
    left: Mapping[Seat, Plan],
    found: Sequence[AnyEntry],
    now: float,
) -> None:
    """Keep the plans of a turn file that lie there still."""
    for seat, plan in left.items():
        if plan.ended is None:
            later = (n for n, one in enumerate(found) if one.serial >= plan.anchor)
            number, text = next(later, len(found)), "\n".join(plan.lines)
            plans.put(conn, PlanRow(game.id, seats.index(seat), number, text, now))


def import_game(
    tx: Transaction, record: Record, seats: Mapping[str, str], name: str = ""
) -> GameRow:
    """Make a running game of a turn file; `seats` gives each its address.

    Raises Refused, Unreadable.
    """
    head, conn, now = record.header, tx.conn, tx.now
    game_name = "-".join((name or head.name).lower().split(" "))
    _check(tx, game_name, head, seats)
    left = play(record).plans  # an unreadable part is reported here, before it is used
    found = list(entries_of(record))
    words = players_words(record)
    position = ""
    if record.position is not None:  # one without lines is one, too
        position = "\n".join([piece.text for piece in record.position]) or "\n"
    values = {
        "name": game_name,
        "kind": head.game.lower(),
        "state": GameState.RUNNING,
        "options": json.dumps(dict(head.options)),
        "seed": head.seed,
        "position": position,
        "rules": head.rules or 1,
        **game_settings.defaults(tx.config),
        "made": now,
        "length": len(found),
    }
    if not insert_new(conn, schema.game, values):
        raise ImportRefused(
            f'there is a game "{game_name}" already; --name gives it another'
        )
    game = game_store.find(conn, game_name)
    assert game is not None
    for number, seat in enumerate(head.seats):
        address, word = seats.get(seat, ""), words.get(seat, "")
        insert(conn, _seated(tx, game, head, number, address)._replace(word=word))
    for number, line in enumerate(found):
        if isinstance(line, TimeEntry):
            insert(conn, line.row(game.id, number, now))
        else:
            place = head.seats.index(line.seat)
            insert(conn, line.row(game.id, number, place, now))
    _import_plans(conn, game, head.seats, left, found, now)
    story = game_store.load_story(conn, game)
    over = story.window is None
    deadline = None if over else now + game.pace
    changed = game._replace(
        serial=story.table.serial,
        state=GameState.OVER if over else GameState.RUNNING,
        deadline=deadline,
        wake_at=deadline,
        ended=now if over else None,
    )
    save(conn, game, changed)
    bots.ask(GameSession(tx.context, conn, now, changed))
    tx.audit("imported", game_name, game_id=game.id)
    return changed
