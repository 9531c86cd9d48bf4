"""Commands of other servers, as their players type them from habit: Richard's server
(`lava challenge bob -num_dice=24`) and the judges (`SIGNON Ajigdy pw`, `SET WAIT`).

Each becomes lines of our own (grammars/alias.lark). Passwords are read past: a
token in the reply address stands for them here.
"""

from __future__ import annotations

import re
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput

from pbem.server.syntax.guard import split_guard
from pbem.system import grammars

_FIRST = frozenset(
    {
        *("signup", "message", "signon", "sign", "signoff", "join", "observe"),
        *("monitor", "watch", "set", "i", "broadcast", "list", "summary"),
        *("status", "withdraw", "who"),
    }
)
_DASH = re.compile(r"(-[a-z_]+)\s*=\s*", re.IGNORECASE)


def canonical(line: str, kinds: frozenset[str]) -> list[str] | None:
    """Return our commands for a command of another server, or None.

    >>> canonical("lava challenge bob@b.org -num_dice=24", frozenset({"lava"}))
    ['new lava with bob@b.org num_dice=24']
    >>> canonical("lava move river ann secret k 3,-2#7", frozenset({"lava"}))
    ['game river #7', 'k 3,-2']
    >>> canonical("SET NO ABSENCE", frozenset()), canonical("D4 1NE", frozenset())
    (['back'], None)
    """
    whole = line.strip()
    text = whole.rstrip(".!")
    first = text.split(maxsplit=1)[0].lower().rstrip(":") if text else ""
    if len(text) > 600 or (first not in _FIRST and first not in kinds):
        return None
    try:
        tree = _parser(kinds).parse(_DASH.sub(r"\1=", text))
    except UnexpectedInput:
        return None
    found: list[str] | None = _Ours().transform(tree)
    if found and tree.data in ("chat", "broadcast") and ": " in found[-1]:
        found[-1] += whole[len(text) :]
    return found


def _parser(kinds: frozenset[str]) -> Lark:
    names = "|".join(map(re.escape, sorted(kinds))) or "arena"
    grammar = f"{grammars.text('alias.lark')}KIND.9: /(?:{names})(?![^\\s,])/i\n"
    return grammars.parser(grammar, "alias")


def _place(name: str) -> str:
    """Return `game NAME #N` for a board with a move number behind it or not."""
    board, _, number = name.partition("#")
    return f"game {board.lower()}" + (f" #{number}" if number else "")


def _judged(name: str) -> str:
    """Return the game in `Ajigdy` (a power's letter in front) or `austria@jigdy`.

    >>> [_judged(name) for name in ("Ajigdy", "austria@Jigdy", "Jigdy", "JIGDY", "AjX")]
    ['jigdy', 'jigdy', 'igdy', 'jigdy', 'jx']
    """
    if "@" in name:
        return name.partition("@")[2].lower()
    return (name[1:] if name[:1].isupper() and name[1:2].islower() else name).lower()


#: Our line by the rule of theirs, with their words in it; `low`: in lower case.
_LINES = {
    "help": "help {low[0]}", "standings": "standings {low[0]}",
    "history": "show {low[1]} history", "history_here": "show history",
    "games": "games", "join_next": "games", "signup": "help",
    "wait": "wait", "ready": "ready", "away": "away {0}", "back": "back",
    "draw": "propose draw", "refuse": "no", "end": "propose end",
    "address": "address use {0}", "also": "address add {0}",
    "orders": "show orders", "withdraw": "resign", "who": "whois {low[0]}",
}  # fmt: skip


class _Ours(Transformer[Token, Any]):
    """A tree of the alias grammar to lines of ours."""

    def __default__(self, data: str, children: list[Token], meta: Any) -> list[str]:
        low = [part.lower() for part in children]
        return [_LINES[data].format(*children, low=low)]

    def nothing(self, parts: list[Token]) -> list[str]:
        return []

    def challenge(self, parts: list[Token]) -> list[str]:
        who = [str(part) for part in parts[1:] if part.type == "PERSON"]
        options = [
            part[1:].lower() if part.type == "PAIR" else _flag(part[1:].lower())
            for part in parts[1:]
            if part.type in ("PAIR", "FLAG")
        ]
        return [" ".join([f"new {parts[0].lower()} with", ", ".join(who), *options])]

    def board(self, parts: list[Token]) -> list[str]:
        verb, name = parts[1].lower(), str(parts[2])
        move = str(parts[5]) if len(parts) > 5 else ""
        if verb == "confirm":
            return [_place(name), "ready"]
        move, guard = split_guard(move)
        if guard is not None:
            name = f"{name.partition('#')[0]}#{guard}"
        ours = {
            "propose": "propose draw", "undo": "propose undo",
            "accept": "yes", "reject": "no",
        }  # fmt: skip
        lines = [_place(name), ours.get(move.lower(), move)]
        return [lines[0], "wait", lines[1]] if verb == "submit" else lines

    def resign(self, parts: list[Token]) -> list[str]:
        return [_place(parts[1]), "resign"]

    def preview(self, parts: list[Token]) -> list[str]:
        return [_place(parts[1]), "preview", str(parts[2])]

    def chat(self, parts: list[Token]) -> list[str]:
        message = f": {parts[4]}" if len(parts) > 4 else ""
        return [_place(parts[1]), f"press to all{message}"]

    def show_board(self, parts: list[Token]) -> list[str]:
        name, _, number = parts[1].partition("#")
        return [f"show {name.lower()}" + (f" turn {number}" if number else "")]

    def message(self, parts: list[Token]) -> list[str]:
        return [f"press to {', '.join(parts[2:])}"]

    def join(self, parts: list[Token]) -> list[str]:
        return [f"join {parts[0].lstrip('?').lower()}"]

    def signon(self, parts: list[Token]) -> list[str]:
        return [f"game {_judged(parts[0])}"]

    def watch(self, parts: list[Token]) -> list[str]:
        return [f"watch {_judged(parts[0])}"]

    def broadcast(self, parts: list[Token]) -> list[str]:
        message = str(parts[0]).lstrip(": ") if parts else ""
        return ["press to all" + (f": {message}" if message else "")]


def _flag(name: str) -> str:
    """Return an option of Richard's server without a value, as ours."""
    known = {
        "dice_own": "dice_own=yes", "dice_any": "dice_own=no",
        "win_own_colour": "lose_own_colour=no",
        "lose_own_colour": "lose_own_colour=yes",
        "adjacent": "adjacent=yes", "non_adjacent": "adjacent=no",
    }  # fmt: skip
    return known.get(name, f"{name}=yes")
