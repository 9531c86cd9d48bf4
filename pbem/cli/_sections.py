"""All commands, by group and in the order in which help lists them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: The sections of each group's help: a heading, and the names of its commands.
SECTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "": {
        "Play a game that is one text file": (
            "new append check preview legal resolve verify"
        ),
        "Look things up": "rules games",
        "Show a game to others": "picture replay site",
        "Groups of commands": "forum server game",
    },
    "forum": {"Commands": "read post watch page"},
    "server": {
        "Set up": "init doctor login",
        "Serve": "serve run deliver",
        "Look after the games": "status retry misread gm announce ban unban standings",
        "Move and keep": "export import backup restore",
        "Try it": "demo",
    },
    "game": {"Commands": "new check play cases tiles"},
}


def names(group: str) -> list[str]:
    """Return the names of a group's commands; "" is `pbem` itself."""
    return " ".join(SECTIONS[group].values()).split()


def paths() -> list[str]:
    """Return the full name of each command, as typed after `pbem`.

    >>> [path for path in paths() if path.endswith("check")]
    ['check', 'game check']
    """
    return [
        f"{group} {name}".strip()
        for group in SECTIONS
        for name in names(group)
        if name not in SECTIONS
    ]
