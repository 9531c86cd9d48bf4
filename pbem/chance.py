"""Verifiable randomness: commit, draw, reveal, verify.

The referee draws a seed of 32 bytes and publishes its SHA-256 before the
first turn, and the seed when the game is over. Players may add words of their
own, so that not even the referee chooses the key. Each draw is an HMAC-SHA256
over purpose and counter with rejection sampling, so nothing but the key and
the order of draws decides a shuffle.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from struct import unpack
from typing import NamedTuple, TypeVar

T = TypeVar("T")


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed, in hex: what is published before the game.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


def mixed(seed: bytes, words: Mapping[str, str]) -> bytes:
    """The key of a game: the seed with the players' words mixed in.

    The words go in sorted by seat name, so it does not matter who joined first.

    >>> mixed(b"s", {}) == mixed(b"s", {"Ann": "owl"})
    False
    """
    digest = hmac.new(seed, b"pbem words 1\n", hashlib.sha256)
    for seat, word in sorted(words.items()):
        digest.update(f"{seat}={word}\n".encode())
    return digest.digest()


@dataclass(frozen=True, slots=True)
class Chance:
    """A source of draws as a value: each draw gives the source that follows.

    >>> value, after = Chance(b"key").below(6, "die")
    >>> value in range(6), after.counter > 0
    (True, True)
    """

    key: bytes
    counter: int = 0

    def below(self, limit: int, purpose: str) -> tuple[int, Chance]:
        """A number from 0 to limit - 1, all equally likely.

        Raises ValueError for a limit outside 1 to 2**64.
        """
        (value,), after = self.draws((limit,), purpose)
        return value, after

    def draws(self, limits: Iterable[int], purpose: str) -> tuple[list[int], Chance]:
        """Numbers from 0 to each of the limits - 1, one after the other.

        Raises ValueError for a limit outside 1 to 2**64.
        """
        counter, found = self.counter, list[int]()
        called = purpose.encode()
        for limit in limits:
            if not 1 <= limit <= 1 << 64:
                raise ValueError(f"cannot draw below {limit}")
            value = whole = (1 << 64) - (1 << 64) % limit
            while value >= whole:
                digest = hmac.digest(self.key, b"%s:%d" % (called, counter), "sha256")
                value = int.from_bytes(digest[:8], "big")
                counter += 1
            found.append(value % limit)
        return found, Chance(self.key, counter)

    def shuffled(
        self, items: Iterable[T], purpose: str
    ) -> tuple[tuple[T, ...], Chance]:
        """The items in random order (Fisher-Yates, from the last place down)."""
        deck = list(items)
        limits = range(len(deck), 1, -1)
        others, chance = self.draws(limits, purpose)
        for limit, other in zip(limits, others, strict=True):
            deck[limit - 1], deck[other] = deck[other], deck[limit - 1]
        return tuple(deck), chance

    def pick(self, items: Sequence[T], purpose: str) -> tuple[T, Chance]:
        """One of the items. Raises ValueError when there are none."""
        index, chance = self.below(len(items), purpose)
        return items[index], chance


class Draw(NamedTuple):
    """One draw as a proof lists it."""

    counter: int  #: of the first HMAC that it took
    limit: int
    value: int
    purpose: str


@dataclass(frozen=True, slots=True)
class Witness(Chance):
    """A source that writes down what is drawn from it, for a proof.

    >>> log: list[Draw] = []
    >>> value, after = Witness(b"key", 0, log).below(6, "die")
    >>> log == [Draw(0, 6, value, "die")], Chance(b"key").below(6, "die")[0] == value
    (True, True)
    """

    log: list[Draw] = field(default_factory=list, compare=False, repr=False)

    def draws(self, limits: Iterable[int], purpose: str) -> tuple[list[int], Chance]:
        """Numbers as `Chance.draws` draws them, noted in the log."""
        found, chance = list[int](), Chance(self.key, self.counter)
        for limit in limits:
            (value,), after = chance.draws((limit,), purpose)
            self.log.append(Draw(chance.counter, limit, value, purpose))
            found.append(value)
            chance = after
        return found, Witness(self.key, chance.counter, self.log)


@dataclass(frozen=True, slots=True)
class Imagined(Chance):
    """A source for worlds that nobody will check: what is drawn at once is one hash.

    >>> values, after = Imagined(b"key").draws((6, 6, 2), "dice")
    >>> [value in range(6) for value in values], after.counter, type(after).__name__
    ([True, True, True], 3, 'Imagined')
    """

    def draws(self, limits: Iterable[int], purpose: str) -> tuple[list[int], Chance]:
        """Numbers from 0 to each of the limits - 1, out of 64 bits each.

        Raises ValueError for a limit outside 1 to 2**64.
        """
        wanted = [*limits]
        if wanted and not 1 <= min(wanted) <= max(wanted) <= 1 << 64:
            raise ValueError(f"cannot draw below {min(wanted)} or {max(wanted)}")
        count, text = len(wanted), b"%s:%d" % (purpose.encode(), self.counter)
        drawn = hashlib.shake_128(self.key + text).digest(8 * count)
        pairs = zip(unpack(f"<{count}Q", drawn), wanted, strict=True)
        found = [value % limit for value, limit in pairs]
        return found, Imagined(self.key, self.counter + count)


def proof(
    name: str, seed: bytes, words: Mapping[str, str], draws: Iterable[Draw]
) -> str:
    """The text that `verify_alone.py` checks: seed, words and every draw."""
    listed = [f"{d.counter} {d.limit} {d.value} {d.purpose}" for d in draws]
    lines = [
        f"# {name}: all that was left to chance; verify_alone.py checks it.",
        f"Commitment: {commitment(seed)}",
        f"Seed: {seed.hex()}",
        *(f"Word: {seat}={word}" for seat, word in sorted(words.items())),
        f"Draws: {len(listed)}",
        "",
        *listed,
    ]
    return "\n".join(lines) + "\n"
