"""Addresses out of a field, in one pass and without recursion.

What is not certainly one address is none: a letter whose writer can be read in two
ways has no writer.
"""

from __future__ import annotations

import re
import string

from pbem.mail.message.headers import decode_words, unquote

_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\\\"]{1,64}@[^\s@<>()\[\],;:\\\"=?]{1,255}")
_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def normalize_address(address: str) -> str:
    """Return an address for comparisons: only ASCII letters in lower case.

    Folding more would make letters of other scripts equal to Latin ones.

    >>> normalize_address(" Ann@X.Example"), normalize_address("\\u212a@x")[0]
    ('ann@x.example', '\u212a')
    """
    return address.strip().translate(_LOWER)


def addresses(value: str, limit: int = 500) -> list[tuple[str, str]]:
    """Return pairs of a display name and an address, without what is certainly neither.

    >>> addresses('"b@x, Bo" <Ann@x.org>, (note) c@y.org, a@b@c, g: d@z.org;')
    [('b@x, Bo', 'ann@x.org'), ('', 'c@y.org'), ('', 'd@z.org')]
    """
    found = []
    for entry in _entries(value):
        pair = _pair(entry)
        if pair is not None:
            found.append(pair)
        if len(found) >= limit:
            break
    return found


def bare_addresses(value: str) -> list[str]:
    """Return only the addresses of a field."""
    return [address for _, address in addresses(value)]


def writers(value: str) -> list[str]:
    """Return the addresses of a From field, "" for an entry that may be none or two.

    >>> writers("Ann <ann@x.org>"), writers("<a@b@c>, bo@y.org")
    (['ann@x.org'], ['', 'bo@y.org'])
    """
    pairs = [_pair(entry) for entry in _entries(value) if entry]
    return [pair[1] if pair else "" for pair in pairs]


def _entries(value: str) -> list[list[tuple[str, str]]]:
    """Return the entries of a list in pieces: (kind, text); word, quote or angle."""
    entries: list[list[tuple[str, str]]] = []
    pieces: list[tuple[str, str]] = []
    word: list[str] = []
    at, end = 0, len(value)

    def close() -> None:
        if word:
            pieces.append(("word", "".join(word)))
            word.clear()

    while at < end:
        char = value[at]
        if char == '"':
            close()
            text, at = unquote(value, at + 1)
            pieces.append(("quote", text))
        elif char == "(":
            at = _comment(value, at + 1)
            word.append(" ")
        elif char == "<":
            close()
            stop = value.find(">", at)
            stop = end if stop < 0 else stop
            pieces.append(("angle", value[at + 1 : stop]))
            at = stop + 1
        elif char in ",;":
            close()
            entries.append(pieces)
            pieces = []
            at += 1
        elif char == ":" and not any(kind == "angle" for kind, _ in pieces):
            word.clear()
            pieces = []
            at += 1
        else:
            word.append(char)
            at += 1
    close()
    entries.append(pieces)
    return entries


def _comment(value: str, at: int) -> int:
    depth = 1
    while at < len(value) and depth:
        char = value[at]
        if char == "\\":
            at += 1
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        at += 1
    return at


def _pair(entry: list[tuple[str, str]]) -> tuple[str, str] | None:
    angles = [text for kind, text in entry if kind == "angle"]
    if len(angles) > 1:
        return None
    if angles:
        address = angles[0].strip()
        if address.startswith("@"):
            address = address.rpartition(":")[2]
        name = " ".join(t.strip() for kind, t in entry if kind != "angle")
    else:
        words = "".join(text for _, text in entry).split()
        if len(words) != 1 or any(kind == "quote" for kind, _ in entry):
            return None
        address, name = words[0], ""
    if address.lower().startswith("mailto:"):
        address = address[7:]
    if not _ADDRESS.fullmatch(address):
        return None
    return decode_words(" ".join(name.split())), normalize_address(address)
