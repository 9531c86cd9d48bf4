"""Checks that a finished game left to chance what it should have.

    python verify_alone.py proof.txt
    python verify_alone.py proof.txt 66687aadf862bd77...

It needs this file, Python 3.8 or later, and nothing else. The proof is the
text that `pbem verify --draws` writes when a game is over. The second argument
is the commitment that you were given before the first turn; take it from your
own mail, not from the proof.

What it shows: the seed is the one that was committed to, so nobody chose it
after the first turn; the players' words went into the key, so that a player
with a word of his own knows that nobody could choose the key alone; every draw
is what the key gives, none was left out on the way, and none drawn twice. What it
cannot show: that nobody looked at the seed, and with it into the decks, while
the game went on; that the list goes on to the end of the game; and that the
rules used the draws as they should. The last two `pbem verify` shows, by playing
the record again.
"""

from __future__ import annotations

import hashlib
import hmac
import sys
from typing import NamedTuple


class Wrong(Exception):
    """The proof does not hold; the message says where."""


class _Draw(NamedTuple):
    """A draw, and the line that it is in."""

    line: int
    counter: int
    limit: int
    value: int
    purpose: str


def read(text: str) -> tuple[dict[str, str], dict[str, str], list[_Draw]]:
    """The fields and the draws of a proof."""
    fields: dict[str, str] = {}
    words: dict[str, str] = {}
    draws: list[_Draw] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        name, colon, value = line.partition(":")
        if not draws and colon and name in ("Commitment", "Seed", "Draws"):
            fields[name] = value.strip()
        elif not draws and colon and name == "Word":
            seat, _, word = value.strip().partition("=")
            words[seat] = word
        else:
            parts = line.split(" ", 3)
            if len(parts) != 4 or not all(map(_is_count, parts[:3])):
                raise Wrong(f"line {number} is no draw: {line[:60]}")
            counts = [int(part) for part in parts[:3]]
            draws.append(_Draw(number, counts[0], counts[1], counts[2], parts[3]))
    for name in ("Commitment", "Seed", "Draws"):
        if name not in fields:
            raise Wrong(f"there is no line {name}:")
    return fields, words, draws


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 20


def key_of(seed: bytes, words: dict[str, str]) -> bytes:
    """The key of the game: the seed with the players' words mixed in."""
    digest = hmac.new(seed, b"pbem words 1\n", hashlib.sha256)
    for seat, word in sorted(words.items()):
        digest.update(f"{seat}={word}\n".encode())
    return digest.digest()


def draw(key: bytes, purpose: str, counter: int, limit: int) -> tuple[int, int]:
    """The number that the key gives, and the counter of the next draw."""
    whole = (1 << 64) - (1 << 64) % limit
    while True:
        message = f"{purpose}:{counter}".encode()
        digest = hmac.new(key, message, hashlib.sha256).digest()
        value = int.from_bytes(digest[:8], "big")
        counter += 1
        if value < whole:
            return value % limit, counter


def verify(text: str, promised: str | None = None) -> list[str]:
    """What holds, line by line. Raises Wrong."""
    fields, words, draws = read(text)
    try:
        seed = bytes.fromhex(fields["Seed"])
    except ValueError:
        raise Wrong("the seed is not hexadecimal") from None
    found = hashlib.sha256(seed).hexdigest()
    if found != fields["Commitment"].lower():
        raise Wrong(f"the seed's SHA-256 is {found}, not the commitment in the proof")
    if promised is not None and found != promised.strip().lower():
        raise Wrong(f"the seed's SHA-256 is {found}, not the commitment you were given")
    if fields["Draws"] != str(len(draws)):
        raise Wrong(f"it speaks of {fields['Draws']} draws and lists {len(draws)}")
    key, counter = key_of(seed, words), 0
    purposes: dict[str, int] = {}
    for number, at, limit, value, purpose in draws:
        if at != counter:
            raise Wrong(f"line {number}: draw {counter} should come here, not {at}")
        if not 1 <= limit <= 1 << 64:
            raise Wrong(f"line {number}: nothing can be drawn below {limit}")
        given, counter = draw(key, purpose, at, limit)
        if given != value:
            raise Wrong(f"line {number}: the key gives {given} here, not {value}")
        purposes[purpose] = purposes.get(purpose, 0) + 1
    lines = [f"The seed's SHA-256 is {found}."]
    lines.append(
        "It is the commitment that you were given."
        if promised is not None
        else "Compare it with the commitment that you were given before the first turn."
    )
    names = ", ".join(sorted(words)) or "nobody"
    lines.append(f"The key has words of {names} in it.")
    told = ", ".join(f"{purpose} {count}" for purpose, count in purposes.items())
    lines.append(f"All {len(draws)} draws are what the key gives: {told or 'none'}.")
    return lines


def main(arguments: list[str]) -> int:
    """Verifies the file that is named; the exit status: 0 it holds, 1 not, 2."""
    if len(arguments) not in (1, 2):
        print(__doc__)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        print(f"cannot read {arguments[0]}: {error}", file=sys.stderr)
        return 2
    try:
        print("\n".join(verify(text, *arguments[1:])))
    except Wrong as wrong:
        print(f"NOT as promised: {wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
