"""How a record begins: one way for every place that makes one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from pbem.plugins.games import GameFault, find
from pbem.protocol import Fault, Positions
from pbem.record.header import Header, print_header
from pbem.record.replay import Story, begin, play
from pbem.record.turn_file import is_turn_file, read


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


def begun(given: Header, position: Sequence[str] = ()) -> tuple[str, Story]:
    """Return the header of a record that begins now, as its file has it, with the
    position that it begins from, and its story.

    Raises GameFault, Unreadable.
    """
    header = fresh(given)
    block = "".join(f"{line}\n" for line in ("== Position ==", *position, ""))
    block = block if position else ""
    record = read(print_header(header) + block)
    text = print_header(header._replace(bots=record.header.bots))
    return text + block, begin(record)


def position_of(text: str) -> tuple[str, ...]:
    """Return the lines of a position; for a turn file, those of its game's current
    state. Raises GameFault, Unreadable.

    >>> position_of("== Position ==\\nred: A1\\n\\n== 0 ==\\nAnn: A1-B2\\n")
    ('red: A1',)
    """
    if is_turn_file(text.encode()):
        story = play(read(text))
        rules = story.game.rules
        found = (
            rules.position(story.table.state) if isinstance(rules, Positions) else ()
        )
        if not found:
            raise GameFault(Fault("record.no-fork", given={"title": story.game.title}))
        return tuple(found)
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines) if line.strip().startswith("==")]
    if heads and lines[heads[0]].replace(" ", "").lower() == "==position==":
        lines = lines[heads[0] + 1 : [*heads, len(lines)][1]]
    return tuple(line.strip() for line in lines if line.strip())
