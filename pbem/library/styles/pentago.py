"""Pentago: a marble, and a quarter of the board that turns."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from pbem.library.play import LegalTurn, Play, Turns
from pbem.library.styles import points
from pbem.protocol import Fault, Token

#: The engine's letters of turns, and ours: quarter, and left or right.
_TURNS = dict(zip("stuvwxyz", ("1l", "1r", "2l", "2r", "4l", "4r", "3l", "3r"),
                  strict=True))  # fmt: skip


def _quarter(word: Token) -> str:
    text = word.lower()
    if text[-1].isdigit():
        return text[-1]
    below = "lower" in text or "bottom" in text
    return str(1 + 2 * below + ("right" in text))


def _way(word: Token) -> str:
    text = word.lower().replace("-", "")
    against = ("l", "left", "ccw", "counterclockwise", "anticlockwise")
    return "l" if text in against else "r"


def _marble(cell: Token, quarter: str = "", way: str = "") -> Play:
    return Play(text=f"{cell.lower()} {quarter}{way}".strip())


class Style(points.Style):
    """A cell, a quarter (1 to 4) and the way it turns (l or r): b2 3r."""

    readers = MappingProxyType({"marble": _marble, "quarter": _quarter, "way": _way})

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield each free cell with each turn of a quarter."""
        player = state.current_player()
        for action in state.legal_actions():
            text = state.action_to_string(player, action)
            turned = _turned(text[:2], text[2])
            yield LegalTurn((action,), f"{text[:2]} {_TURNS[text[2]]}", (turned,))

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return that a cell is taken or not there, or that nothing is turned."""
        cell = order.text.split()[0]
        fault = super().why_not(state, Play(text=cell), turns)
        if fault.code != "illegal.no-such-move":
            return fault
        return Fault("illegal.turning", given={"cell": cell})


def _turned(cell: str, turn: str) -> str:
    """Return where a marble is once a quarter has turned.

    >>> _turned("a1", "t"), _turned("a1", "s"), _turned("f6", "t")
    ('c1', 'a3', 'f6')
    """
    column, row = "abcdef".index(cell[0]), int(cell[1]) - 1
    quarter, way = _TURNS[turn][0], _TURNS[turn][1]
    left, top = 3 * ((int(quarter) - 1) % 2), 3 * ((int(quarter) - 1) // 2)
    x, y = column - left, row - top
    if not (0 <= x < 3 and 0 <= y < 3):
        return cell
    x, y = (2 - y, x) if way == "r" else (y, 2 - x)
    return f"{'abcdef'[left + x]}{top + y + 1}"
