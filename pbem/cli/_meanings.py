"""Words that people try for a command that has another name."""

from __future__ import annotations

from collections.abc import Sequence

#: The words that mean a command.
MEANT = {
    "append": "add move order orders submit",
    "backup": "dump save",
    "check": "lint validate syntax",
    "check-game": "test test-game validate-game",
    "deliver": "receive",
    "doctor": "diagnose health",
    "forum watch": "follow watch",
    "games": "list ls",
    "gm": "kick master pause replace undo",
    "init": "config configure install setup",
    "legal": "moves options",
    "login": "auth oauth signin",
    "new": "begin create start",
    "picture": "board draw image png render svg",
    "replay": "book history html",
    "resolve": "adjudicate process report result",
    "restore": "load",
    "rules": "handbook manual",
    "serve": "daemon server",
    "standings": "leaderboard ranking ratings scores",
    "status": "info",
    "thread": "read scan",
}
CUTOFF = 0.75  #: how alike a slip and the word that was meant are, of 1


def meant(word: str, commands: Sequence[str]) -> str:
    """Return the command that a word means or was perhaps to be, or "".

    >>> [meant(one, ["run", "resolve"]) for one in ("report", "resolv", "turn", "rum")]
    ['resolve', 'resolve', '', '']
    """
    from difflib import get_close_matches

    for command, words in MEANT.items():
        if word.lower() in words.split():
            return command
    close = get_close_matches(word.lower(), commands, 1, CUTOFF)
    return close[0] if close else ""
