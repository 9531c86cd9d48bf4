"""Piles of cards: what is drawn, the discards, and shuffling it again."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from pbem.chance import Chance

C = TypeVar("C")


class Piles(NamedTuple, Generic[C]):
    """A deck, drawn from its end, and its discard pile."""

    deck: tuple[C, ...]
    discards: tuple[C, ...] = ()

    def draw(
        self, count: int, chance: Chance, purpose: str = "deck"
    ) -> tuple[tuple[C, ...], Piles[C], Chance]:
        """Return the cards that were drawn, the piles left, and the chance after it.

        Where the deck runs out the discards become a new one, shuffled for `purpose`;
        where both are empty there are fewer cards than asked for.

        >>> cards, piles, _ = Piles(("a",), ("b", "b")).draw(2, Chance(b"key"))
        >>> cards, piles
        (('a', 'b'), Piles(deck=('b',), discards=()))
        """
        found: tuple[C, ...] = ()
        deck, discards = self.deck, self.discards
        while len(found) < count and (deck or discards):
            if not deck:
                deck, chance = chance.shuffled(discards, purpose)
                discards = ()
            left = max(0, len(deck) - count + len(found))
            found, deck = (*found, *reversed(deck[left:])), deck[:left]
        return found, Piles(deck, discards), chance

    def discarded(self, *cards: C) -> Piles[C]:
        """Return the piles with cards added on top of the discards."""
        return Piles(self.deck, (*self.discards, *cards))
