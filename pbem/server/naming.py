"""What people are called: a word that nobody else could be meant by."""

from __future__ import annotations

import re

from pbem.notation.lookalikes import is_written_plainly, skeleton
from pbem.record.header import seat_is_plain

MAX_CHARS = 20
#: What is said to one of these would not go to somebody of that name.
_MEANINGS = {
    *map(skeleton, ("all", "any", "anybody", "anyone", "everybody", "everyone")),
    *map(skeleton, ("nobody", "none", "somebody", "someone", "me", "you")),
    *map(skeleton, ("gm", "master", "moderator", "referee")),
}


def from_address(address: str) -> str:
    """Return a name for somebody of whom only the address is known.

    >>> from_address("ann.b-smith+games@x.org"), from_address("42@x.org")
    ('Ann', 'Player 42')
    >>> from_address("all@x.org")
    'Player all'
    """
    local = address.partition("@")[0].partition("+")[0]
    word = re.split(r"[._-]", local)[0][:MAX_CHARS]
    if not word[:1].isalpha() or not is_name(word):
        return f"Player {re.sub(r'[^A-Za-z0-9]', '', local)[:10] or '1'}"
    return word[0].upper() + word[1:]


def first_name(display: str) -> str:
    """Return the name to call somebody by, from the name in a From field; "" for none.

    >>> first_name("Ann B. Smith"), first_name("=weird: x")
    ('Ann', '')
    """
    word = display.split()[0].strip("\"'.") if display.split() else ""
    return word if is_name(word) else ""


def is_name(word: str) -> bool:
    """Return whether somebody can be called by a word.

    >>> is_name("Ann"), is_name("#1"), is_name("x" * 21), is_name("All")
    (True, False, False, False)
    """
    if not is_written_plainly(word) or means_others(word):
        return False
    return 0 < len(word) <= MAX_CHARS and seat_is_plain(word)


def means_others(word: str) -> bool:
    """Return whether a word, or one that looks like it, means somebody else in letters.

    >>> means_others("All"), means_others("Al")
    (True, False)
    """
    return skeleton(word) in _MEANINGS


def unique_name(name: str, used_names: list[str]) -> str:
    """Return a name that nobody at the table has yet, nor one that looks like it.

    >>> unique_name("Ann", ["ann", "Bob"]), unique_name("\\u0410nn", ["Ann"])[-2:]
    ('Ann 2', ' 2')
    """
    # Small letters may look like others than their capitals do.
    used = {*map(skeleton, used_names), *map(str.casefold, used_names)}
    number, found = 1, name
    while skeleton(found) in used or found.casefold() in used:
        number += 1
        found = f"{name} {number}"
    return found
