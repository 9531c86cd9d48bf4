"""Tokens to words that know their place in the line, for faults to point at."""

from __future__ import annotations

import re
from typing import Any

from pbem.protocol import Token

_SHIP = re.compile(r"([ygrbc])[a-z]*[ \t]*([1-9])$", re.IGNORECASE)
ZONES = {"y": "yellow", "g": "green", "r": "red", "b": "blue"}
#: How the names of cards begin; those with a star may have words before that.
_KEYS = (
    ("laser", "laser"),
    ("beam", "beam"),
    ("mag", "mag"),
    ("fighter", "fighter"),
    ("bomber", "bomber"),
    ("direct", "direct-hit"),
    ("catastrophic", "catastrophic"),
    ("boarding", "boarding"),
    ("bridge", "bridge-hit"),
    ("mine", "minefield"),
    ("asteroid", "asteroids"),
    ("reinforce", "reinforcements"),
    ("dock", "spacedock"),
    ("space", "spacedock"),
    ("*allocation", "allocation"),
    ("*flux", "flux"),
    ("eva", "evasive"),
    ("long", "long-range"),
    ("emp", "emp"),
    ("secondary", "secondary"),
    ("*turret", "turret"),
    ("*bay", "bay"),
    ("sec", "security"),
)
KEYS = frozenset(key for _, key in _KEYS)
_QUOTES = "\"“”„«»‘'"


def key_of(word: str) -> str:
    """Return the key of the card that a word names.

    >>> key_of("Mag-Blast"), key_of("fighters"), key_of("point defence turret")
    ('mag', 'fighter', 'turret')
    """
    folded = word.casefold()
    return next(
        key
        for name, key in _KEYS
        if (name[1:] in folded if name[0] == "*" else folded.startswith(name))
    )


def placed(text: str, first: Token, last: Token | None = None) -> Token:
    """Return a text that stands where these tokens stood."""
    token = Token(text)
    token.start_pos = first.start_pos
    token.end_pos = (last or first).end_pos
    return token


def span(first: Token, last: Token) -> tuple[int, int]:
    """Return where the words from one token to another stand."""
    return first.start_pos, last.end_pos


def ship(token: Token | None) -> str:
    """Return a ship's notation, such as B1, or its type in lower case; the empty token
    stands for no ship."""
    if token is None:
        return ""
    found = _SHIP.search(token)
    text = found[1].upper() + found[2] if found else token.casefold()
    return placed(text, token)


def zone(token: Any) -> str:
    """Return a zone by its whole name; none is empty."""
    return "" if token is None else placed(ZONES[token[0].lower()], token)


def number(token: Token | None) -> int:
    """Return a number; none is 0."""
    return 0 if token is None else int(token)


def key(token: Token) -> Token:
    """Return the key of a card."""
    return placed(key_of(token), token)


def unquoted(token: Token | None) -> str:
    """Return what stands between quotation marks."""
    return "" if token is None else token[1:-1].replace('"', "'").strip()


def name(*words: Token) -> Token:
    """Return a player's name, without quotation marks or a possessive."""
    text = " ".join(words)
    if text[0] in _QUOTES and len(text) > 1:
        return placed(text[1:-1].strip(), words[0])
    plain = text.rstrip(".") or text
    plain = plain[:-2] if plain.endswith(("'s", "’s")) else plain
    return placed(plain, words[0], words[-1])
