"""Words that people try for a command that has another name."""

from __future__ import annotations

from pbem.cli._sections import names, paths

#: The words that mean a command, and so no other one.
MEANINGS = {
    "--help": "commands help man usage",
    "--version": "about version",
    "append": "add enter move order orders send submit",
    "check": "lint parse syntax validate",
    "forum page": "gui moderate moderator web",
    "forum post": "bbcode publish reply",
    "forum read": "import-thread scan thread",
    "forum watch": "follow poll",
    "game check": "check-game lint-game test test-game validate-game",
    "game new": "author create-game new-game scaffold template tutorial",
    "game play": "rehearse sandbox try",
    "games": "list ls variants",
    "legal": "hint hints moves options possible",
    "new": "begin bot create start",
    "picture": "board draw image map png render svg",
    "preview": "dry-run simulate what-if",
    "replay": "book history html movie",
    "resolve": "adjudicate next process report result results show turn",
    "rules": "handbook manual",
    "server ban": "block exclude forbid",
    "server backup": "dump save",
    "server deliver": "pipe receive",
    "server doctor": "debug diagnose health",
    "server gm": "extend kick master pause replace resume rollback undo",
    "server init": "config configure install setup",
    "server login": "auth oauth signin",
    "server restore": "load",
    "server retry": "quarantine requeue",
    "server run": "cron fetch once round",
    "server serve": "daemon email mail",
    "server standings": "leaderboard ranking rankings ratings scores",
    "server status": "info queue",
    "server unban": "allow unblock",
    "site": "archive gallery website",
    "verify": "audit proof prove seed",
}
CUTOFF = 0.75  #: how alike a slip and the word that was meant are, of 1


def intended_command(word: str, group: str = "") -> str:
    """Return the command that a word means or nearly spells, or "".

    `word` was typed as a command of `group` and is not one. A command of this name
    in another group comes first, then a meaning, then a name that is spelled alike.

    >>> [intended_command(one) for one in ("run", "report", "resolv", "teleport")]
    ['server run', 'resolve', 'resolve', '']
    >>> intended_command("resolve", "server"), intended_command("stats", "server")
    ('resolve', 'server status')
    """
    from difflib import get_close_matches

    word = word.lower()
    for path in paths():
        if path.split()[-1] == word:
            return path
    for command, words in MEANINGS.items():
        if word in words.split():
            return command
    here = {name: f"{group} {name}".strip() for name in names(group)}
    everywhere = {path.split()[-1]: path for path in reversed(paths())}
    for known in (here, everywhere):
        if close := get_close_matches(word, known, 1, CUTOFF):
            return known[close[0]]
    return ""
