"""What a text comes to in every channel: a letter, a post, and a page or `pbem append`.

readings.txt has the texts. Each is read where its seat is asked, in a game of RECORDS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from pbem.record import replay, trial, turn_file
from pbem.record.replay import Story
from pbem.server.game import orders
from tests.forum.said import ARENA, entries, post, read

NOTHING = "nothing"
_BLAST = """Game: magblast
Name: zap
Seats: {seats}
Seed: 00112233445566778899aabbccddeeff

== Position ==
turn: Ann action
Ann: hand mag, laser, beam, flux, security force, fighters
Ann: B1 dreadnought 9
Bob: hand flux, evasive
Bob: B1 cruiser 6
"""
#: Games by what a row calls them, each with the seat that writes.
RECORDS: Mapping[str, tuple[str, str]] = {
    "arena": (ARENA + "Ann: fire C3\nBob: air F6\nCid: water A8\n", "Ann"),
    "lava": (
        "Game: lava\nName: pit\nSeats: Bob, Ann\n\n== 0 ==\nBob: e 0,0\n",
        "Ann",
    ),
    "magma": ("Game: magma\nName: hot\nSeats: Ann, Bob\n\n== 0 ==\n", "Ann"),
    "mars": (
        "Game: mars\nName: dust\nSeats: Ann, Bob\n"
        "Seed: 00112233445566778899aabbccddeeff\n\n"
        "== Position ==\nore at T1.3\n\n== 0 ==\n",
        "Ann",
    ),
    "blast": (_BLAST.format(seats="Ann, Bob") + "\n== 0 ==\n", "Ann"),
    "dip": (
        "Game: diplomacy\nName: eur\nSeats: Ann, Bob, Cid, Dee, Eve, Fay, Gus\n"
        "Options: powers=France/England/Germany/Italy/Austria/Russia/Turkey\n\n"
        "== 0 ==\n",
        "Ann",
    ),
    "answer": (
        _BLAST.format(seats="Ann, Bob") + '\n== 0 ==\nAnn: mag B1 at Bob B1 "x"\n',
        "Bob",
    ),
}

#: A game of RECORDS and a text, to its orders in the notation, or NOTHING.
Channel: TypeAlias = Callable[[str, str], str]


@cache
def _read(game: str) -> Story:
    return replay.play(turn_file.read(RECORDS[game][0]))


def canonical(game: str, text: str) -> str:
    """What orders are in the notation, as it prints them."""
    lines = text.split(" ;; ")
    tried = trial.try_orders(_read(game).copy(), RECORDS[game][1], lines)
    return " ;; ".join(map(str, tried.orders)).casefold()


def letter(game: str, text: str) -> str:
    """What a letter comes to."""
    story, seat = _read(game).copy(), RECORDS[game][1]
    found = orders.offer_text(story, seat, text)
    taken = found.text and not found.asks
    return " ;; ".join(found.orders).casefold() if taken else NOTHING


def page(game: str, text: str) -> str:
    """What a page, or `pbem append`, makes of lines."""
    found = trial.try_text(_read(game).copy(), RECORDS[game][1], text.split("\n"))
    taken = not (found.refused or found.doubt)
    return " ;; ".join(map(str, found.orders)).casefold() if taken else NOTHING


def thread(game: str, text: str) -> str:
    """What a post comes to."""
    record, seat = RECORDS[game]
    found = read([post(6, seat, text)], text=record)
    before = len(entries(read([], text=record)))
    rows = [one.partition(": ")[2] for one in entries(found)[before:]]
    taken = [*rows, *(one[2:] for one in found.text.splitlines() if one[:2] == "  ")]
    asks = any(one.asks for one in found.questions)
    return canonical(game, " ;; ".join(taken)) if taken and not asks else NOTHING


#: A page's field, and `pbem append`, hold an order and nothing else: one line.
CHANNELS: Mapping[str, Channel] = {"letter": letter, "page": page, "post": thread}
