"""The games of the library, found as those of any other package are."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pbem.protocol import Family, Member

_GAMES = Path(__file__).parent / "games"


#: Whose files a game uses that has none of its own. Points are written alike in Go,
#: Gomoku and games of the style of that name.
_SHARED = {False: ("points", "library"), True: ("hands",)}


#: What grammars of the library read in some games only.
_RARE = ("PASS", "SWAP")
_DRAWS = ("ACCEPT", "DECLINE", "EQUAL", "OFFER")


def _hides(engine: dict[str, Any]) -> bool:
    """Return whether something is hidden from a seat."""
    return bool(engine.get("hands", False))


def _names() -> Iterator[str]:
    """Yield the games that can be played: none where OpenSpiel is not installed."""
    if find_spec("pyspiel") is not None:
        for file in sorted(_GAMES.glob("*/game.toml")):
            yield file.parent.name


def _open(name: str) -> Member:
    """Return a game; its engine is imported when it is first played."""
    text = (_GAMES / name / "game.toml").read_text(encoding="utf-8")
    facts = tomllib.loads(text)
    engine = facts.pop("engine")
    rare = _RARE if "agreed" in facts["endings"] else (*_RARE, *_DRAWS)
    facts["notation"] = {**dict.fromkeys(rare, ""), **facts.get("notation", {})}
    return Member(
        rules=partial(_rules, facts, engine),
        facts={"protocol": 2, "rules": 1, "seats": [2, 2], "legal": "all", **facts},
        fallbacks=(engine.get("grammar", engine["style"]), *_SHARED[_hides(engine)]),
    )


def _rules(facts: dict[str, Any], engine: dict[str, Any]) -> Any:
    if _hides(engine):
        from pbem.library.dealt import Dealt

        return Dealt(facts, engine)
    from pbem.library.rules import Diced, Spiel

    return (Spiel if facts["chance"] == "never" else Diced)(facts, engine)


FAMILY = Family(names=_names, open=_open, house="pbem.library")
