"""Who wrote what, how each line was understood, and what was answered: for the host."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.states import EntrySource, LetterKind, LetterState, SeatState
from pbem.server.store import game_store, games, players, schema
from pbem.server.store.letters import SortedLetter
from pbem.server.store.queries import fetch
from pbem.server.store.rows import AddressRow, EntryRow, LetterRow, OutboxRow, PlayerRow

MAX_SHOWN = 8  #: lines of a letter, and of its answer, where several are listed
_letter, _seat, _player = schema.letter, schema.seat, schema.player
_LETTERS = sa.select(*(_letter.c[name] for name in LetterRow._fields))
Moment = Callable[[float], str]


class Exchange(NamedTuple):
    """A letter and all that came of it."""

    letter: LetterRow
    writer: str  #: name and number of a player; the address of anybody else
    game: str  #: "" for none
    text: str  #: what is new in it; "" where it is not kept any more
    lines: list[tuple[str, str]]  #: each line, and what became of it
    orders: list[EntryRow]  #: that it brought
    answers: list[OutboxRow]


def find_players(conn: Connection, text: str) -> list[PlayerRow]:
    """Return the players of a name, an address, a number (`7`), or a seat of that name
    in a game that goes on."""
    name = text.strip().lower()
    owner = players.owner(conn, name) if "@" in name else None
    mine = _player.c.id == (owner or -1)
    if name.isdecimal() and len(name) < 10:
        mine |= _player.c.id == int(name)
    seats = sa.select(_seat.c.player_id).where(sa.func.lower(_seat.c.name) == name)
    mine |= (sa.func.lower(_player.c.name) == name) | _player.c.id.in_(seats)
    query = sa.select(_player).where(mine).order_by(_player.c.id)
    return fetch(conn, PlayerRow, query)


def of_player(conn: Connection, player_id: int, most: int) -> list[Exchange]:
    """Return the last letters of a player, proven to be theirs or not, in order."""
    senders = players.addresses(conn, player_id)
    mine = (_letter.c.player_id == player_id) | _letter.c.sender.in_(senders)
    return _last(conn, mine, most)


def of_game(conn: Connection, game_id: int, most: int) -> list[Exchange]:
    """Return the last letters that were for a game, in order."""
    return _last(conn, _letter.c.game_id == game_id, most)


def of_letter(conn: Connection, number: int) -> Exchange | None:
    """Return a letter and its result; None for an unknown number."""
    found = fetch(conn, LetterRow, _LETTERS.where(_letter.c.id == number))
    return _exchange(conn, found[0]) if found else None


def _last(conn: Connection, which: sa.ColumnElement[bool], most: int) -> list[Exchange]:
    own = which & (_letter.c.state != LetterState.ASKED)
    query = _LETTERS.where(own).order_by(_letter.c.id.desc()).limit(most)
    return [_exchange(conn, row) for row in reversed(fetch(conn, LetterRow, query))]


def _exchange(conn: Connection, row: LetterRow) -> Exchange:
    entry, outbox = schema.entry, schema.outbox
    orders = sa.select(entry).where(entry.c.letter_id == row.id)
    answers = sa.select(outbox).where(outbox.c.letter_id == row.id)
    writer = row.sender or "nobody known"
    if row.player_id is not None:
        writer = f"{players.get(conn, row.player_id).name} (player {row.player_id})"
    game = "" if row.game_id is None else game_store.get(conn, row.game_id).name
    return Exchange(
        row,
        writer,
        game,
        SortedLetter.of(row).text if row.content else "",
        [(line, how) for line, how in json.loads(row.lines or "[]")],
        fetch(conn, EntryRow, orders.order_by(entry.c.game_id, entry.c.number)),
        fetch(conn, OutboxRow, answers.order_by(outbox.c.id)),
    )


def about_player(conn: Connection, row: PlayerRow, moment: Moment) -> list[str]:
    """Return what a host is shown of a player: addresses, seats."""
    lines = [f"{row.name} (player {row.id}), here since {moment(row.made)}"]
    lines += [f"  {_address(one)}" for one in players.address_rows(conn, row.id)]
    for game in games.of_player(conn, row.id, [*SeatState]):
        for seat in game_store.seats(conn, game.id):
            if seat.player_id == row.id:
                missed = f", {seat.misses} missed in a row" if seat.misses else ""
                lines.append(f"  {game.name}: {seat.name}, {seat.state}{missed}")
    return lines


def _address(row: AddressRow) -> str:
    proven = "" if row.proven else ", not proven"
    return f"{row.address}{proven}" + (f": {row.trouble}" if row.trouble else "")


def shown(one: Exchange, moment: Moment, *, whole: bool) -> list[str]:
    """Return a letter, what became of each line, and the answer, as lines of text;
    `whole`: with the text, and nothing left out."""
    row, most = one.letter, 10_000 if whole else MAX_SHOWN
    about = f", for {one.game}" if one.game else ""
    lines = [f"letter {row.id}, {moment(row.received)}, from {one.writer}{about}"]
    if row.state is not LetterState.DONE:
        why = f": {row.why}" if row.why else ""
        lines.append(f"  {_STATES.get(row.state, row.state)}{why}")
    if whole and one.text:
        lines += ["  it says:", *_indented("    > ", one.text.split("\n"), most)]
    if one.lines:
        wide = min(40, max(len(line) for line, _ in one.lines))
        rows = (f"{line:<{wide}}  {how}" for line, how in one.lines)
        lines += ["  line by line:", *_indented("    ", [*rows], most)]
    for entry in one.orders:
        how = "taken back" if entry.void else "played"
        how = "held back, then played" if entry.source is EntrySource.DRAFT else how
        orders = entry.text.replace("\n", " / ")
        lines.append(f"  {how} in turn #{entry.serial}: {orders}")
    if row.answer:
        text = [line for line in row.answer.split("\n") if whole or line.strip()]
        lines += ["  the answer:", *_indented("    < ", text, most)]
    elif row.state is LetterState.DONE and not one.answers:
        lines.append("  no answer, or its words are not kept any more")
    for letter in one.answers:
        moments = moment(letter.settled or letter.next_at)
        why = f", {letter.why}" if letter.why else ""
        kind = _KINDS.get(letter.kind, letter.kind)
        at = f"{letter.state} {moments}{why}, {letter.message_id}"
        lines.append(f"  our letter {letter.id} ({kind}): {at}")
    return lines


_STATES = {
    LetterState.NEW: "not read yet",
    LetterState.WAITING: "waits to be answered",
    LetterState.AUTO: "put aside as a machine's",
    LetterState.LIST: "put aside as a mailing list's",
    LetterState.BOUNCE: "a letter of ours that came back",
    LetterState.OURS: "a letter of our own",
    LetterState.REPEAT: "a copy of an earlier one",
    LetterState.REFUSED: "cannot be read",
    LetterState.DEAD: "failed too often",
    LetterState.EXCESS: "one too many: not looked at",
    LetterState.BANNED: "not looked at: its writer is banned",
}

#: Kinds of our letters whose name says too little beside "sent".
_KINDS = {
    LetterKind.LOST: "asks whether the player wrote it",
    LetterKind.CONFIRM: "asks whether it was meant",
}


def _indented(lead: str, lines: Sequence[str], most: int) -> list[str]:
    more = [f"... {len(lines) - most} more lines"] if len(lines) > most else []
    return [f"{lead}{line}".rstrip() for line in (*lines[:most], *more)]
