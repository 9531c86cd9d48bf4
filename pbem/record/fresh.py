"""How a record begins: one way for every place that makes one."""

from __future__ import annotations

import secrets

from pbem.plugins.games import find
from pbem.record.header import Header, print_header
from pbem.record.replay import Story, begin
from pbem.record.turn_file import read


def fresh(header: Header) -> Header:
    """Return the header of a record that begins now.

    It has a seed where the game needs chance, or bots whose sealed orders nobody may
    find out by a copy, and the newest version of the rules where it names none. Raises
    GameFault.
    """
    game = find(header.game)
    values = game.read_options(header.options, header.rules)
    game.check_seats(len(header.seats))
    seed, rules = header.seed, header.rules or game.version
    if seed is None and (header.bots or game.needs_chance(values)):
        seed = secrets.token_bytes(32)
    return header._replace(game=game.name, seed=seed, rules=rules)


def begun(given: Header) -> tuple[str, Story]:
    """Return the header of a record that begins now, as its file has it, and its story.

    Raises GameFault, Unreadable.
    """
    header = fresh(given)
    record = read(print_header(header))
    text = print_header(header._replace(bots=record.header.bots))
    return text, begin(record)
