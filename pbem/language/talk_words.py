"""What people say around orders, of grammars/talk.toml: words and phrases by kind."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from pbem.notation.spelling import talk

#: "order": part of an order; "small": dropped or read by the spelling; "stop", "comma"
#: and "dash" part clauses; "around" and "before" say nothing; "either" may be one of
#: them or a word of the notation; "name" is a player; the others make doubtful.
WordKind: TypeAlias = Literal[
    "order",
    "small",
    "stop",
    "comma",
    "dash",
    "around",
    "before",
    "doubt",
    "draft",
    "alter",
    "negation",
    "correction",
    "same",
    "told",
    "later",
    "either",
    "name",
    "unknown",
]
#: Those of signs at which clauses end.
BREAKS: tuple[WordKind, ...] = ("stop", "comma", "dash")
#: Those that make what is next to them doubtful.
DOUBTFUL: tuple[WordKind, ...] = (
    *("doubt", "draft", "alter", "negation", "correction", "same", "told"),
)
#: Those of words that are no part of an order.
TALK: tuple[WordKind, ...] = ("around", "before", *DOUBTFUL, "later", "unknown")


class Word(NamedTuple):
    """A word or a phrase of a post, or what is between its clauses."""

    text: str
    kind: WordKind

    @property
    def parts(self) -> bool:
        """Whether clauses end here."""
        return self.kind in BREAKS


def phrases() -> dict[tuple[str, ...], WordKind]:
    """Return the phrases around orders, as tuples of words, each with its kind."""
    found: dict[tuple[str, ...], WordKind] = {
        tuple(phrase.split()): kind for kind in TALK[:-1] for phrase in talk()[kind]
    }
    changes = (tuple(phrase.split()) for phrase in talk()["changes"])
    later = (tuple(phrase.split()) for phrase in talk()["to_come"])
    return found | dict.fromkeys(changes, "correction") | dict.fromkeys(later, "later")


def to_come() -> frozenset[str]:
    """Return the words for a later window."""
    return frozenset(talk()["to_come"])


def at_once() -> frozenset[str]:
    """Return the words for the open window."""
    return frozenset(talk()["at_once"])


def counts() -> dict[str, str]:
    """Return the words that count, and their numbers."""
    return {word: str(at) for at, word in enumerate(talk()["numbers"])}


def changing() -> frozenset[str]:
    """Return the words that change an order where another stands right behind."""
    return frozenset(talk()["changes_at_once"])


def deeds() -> frozenset[str]:
    """Return the words that tell what was done, or say what is to be done."""
    return frozenset(talk()["deeds"])


def courtesies() -> frozenset[str]:
    """Return the words before a name by which somebody is only spoken to."""
    return frozenset(talk()["courtesy"])


def agrees_with_talk(text: str, quoted: str) -> bool:
    """Return whether a text only agrees with a quoted one that settles nothing."""
    phrase = " ".join(text.casefold().strip(" .!").split())
    words = " ".join(["", *re.findall(r"[^\W_]+", quoted.casefold()), ""])
    settles = any(f" {one} " in words for one in talk()["settling"])
    return phrase in talk()["agreeing"] and bool(quoted.strip()) and not settles


def wishes() -> dict[tuple[str, ...], str]:
    """Return the phrases to the moderator, as tuples of words, each with its kind."""
    kinds = talk()["asks"].items()
    return {tuple(one.split()): kind for kind, texts in kinds for one in texts}
