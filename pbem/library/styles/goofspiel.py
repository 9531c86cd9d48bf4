"""Goofspiel: a card for each prize, all at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from pbem.chance import Chance
from pbem.library.hands import Shown, Taken, Turned
from pbem.library.play import LegalTurn, Play
from pbem.library.styles.secret import Orders, Seats, Secret, drawn
from pbem.protocol import Event, Token

_NAMES = {1: "A", 11: "J", 12: "Q", 13: "K"}
_WORDS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K",
          "1": "A", "11": "J", "12": "Q", "13": "K"}  # fmt: skip


def _card(word: Token) -> Play:
    text = word.lower()
    return Play(text=_WORDS.get(text, text.upper()))


def _name(action: int) -> str:
    """Return the name of a card, by its number less one.

    >>> _name(0), _name(8), _name(12)
    ('A', '9', 'K')
    """
    return _NAMES.get(action + 1, str(action + 1))


def _count(state: Any) -> int:
    """Return how many cards each player began with."""
    return int(state.get_game().get_parameters()["num_cards"])


_NEAR = 2  #: places from the prize's that a bot's card lies


class Style(Secret):
    """One card each, and the highest takes the prize."""

    readers = MappingProxyType({"card": _card})
    spread: ClassVar[float] = 12

    def awaited(self, state: Any) -> tuple[int, ...]:
        """Return all players."""
        return tuple(range(state.num_players()))

    def turns(self, state: Any, player: int) -> Iterator[LegalTurn]:
        """Yield the cards that a player has left."""
        for action in state.legal_actions(player):
            yield LegalTurn((action,), _name(action))

    def kind(self, text: str) -> str:
        """Return that it is a card."""
        return "card"

    def played(self, state: Any, turns: Orders) -> Any:
        """Return the state after a card of each player."""
        state = state.clone()
        state.apply_actions([turns[at].actions[0] for at in range(len(turns))])
        return state

    def events(
        self, before: Any, after: Any, turns: Orders, names: Seats
    ) -> Iterator[Event]:
        """Yield all cards, and who takes the prize."""
        rounds = self._rounds(after)
        for prize, cards in rounds[len(drawn(before)) - 1 :]:
            winner = _winner(cards)
            yield Taken(
                cards=dict(zip(names, map(_name, cards), strict=True)),
                winner="" if winner is None else names[winner],
                prize=_name(prize),
            )

    def draw(self, state: Any, chance: Chance) -> tuple[int, Chance]:
        """Return the next prize."""
        return chance.pick(state.legal_actions(), "prize")

    def turned(self, before: Any, after: Any) -> Iterator[Event]:
        """Yield the prize."""
        yield Turned(what="The prize", card=_name(drawn(after)[-1]))

    def _rounds(self, state: Any) -> list[tuple[int, list[int]]]:
        """Return each prize with the cards that were played for it."""
        found: list[tuple[int, list[int]]] = []
        for one in state.full_history():
            if one.player < 0:
                found.append((one.action, []))
            else:
                found[-1][1].append(one.action)
        if state.is_terminal():
            found.append(self._last(state))
        return found

    def _last(self, state: Any) -> tuple[int, list[int]]:
        """Return the last prize with the last cards: the engine plays them by itself,
        as there is nothing left to choose."""
        cards = range(_count(state))
        used: list[set[int]] = [set() for _ in self.awaited(state)]
        for one in state.full_history():
            if one.player >= 0:
                used[one.player].add(one.action)
        lasts = [next(x for x in cards if x not in mine) for mine in used]
        return next(x for x in cards if x not in drawn(state)), lasts

    def _points(self, state: Any) -> list[int]:
        """Return what each player has taken."""
        points = [0] * state.num_players()
        for prize, cards in self._rounds(state):
            winner = _winner(cards) if cards else None
            if winner is not None:
                points[winner] += prize + 1
        return points

    def seen(self, state: Any, player: int | None, names: Seats, over: bool) -> Shown:
        """Return the hand, the prize, and what each player has left."""
        prizes, points = drawn(state), self._points(state)
        count = _count(state)
        left = [_name(x) for x in range(count) if x not in prizes]
        table = {"The prize": _name(prizes[-1]), "Prizes to come": " ".join(left)}
        table = {} if state.is_terminal() else table
        hands = [[*range(count)] for _ in names]
        for _, cards in self._rounds(state):
            for at, card in enumerate(cards):
                hands[at].remove(card)
        texts = [" ".join(map(_name, hand)) for hand in hands]
        facts = tuple(
            {"points": str(points[at])} | ({"has": texts[at]} if texts[at] else {})
            for at in range(len(names))
        )
        hand = () if player is None else tuple(map(_name, hands[player]))
        return Shown(hand, "hand", table, facts)

    def imagined(
        self, state: Any, player: int | None, chance: Chance
    ) -> tuple[Any, Chance]:
        """Return the state as it is: only what comes next is hidden."""
        return state, chance

    def promise(self, state: Any, player: int) -> float:
        """Return the points that a player has, and a share of those to come: as much as
        the cards that are left are worth next to those of others."""
        count = _count(state)
        left = [sum(range(1, count + 1))] * state.num_players()
        to_come = left[0]
        for prize, cards in self._rounds(state):
            to_come -= prize + 1 if cards else 0
            for at, card in enumerate(cards):
                left[at] -= card + 1
        share = left[player] / sum(left) if sum(left) else 0
        return self._points(state)[player] + to_come * share

    def sensible(self, state: Any, player: int, texts: Sequence[str]) -> Sequence[str]:
        """Return the cards whose place in the hand is near that of the prize among
        those that are left."""
        prizes = drawn(state)
        count = _count(state)
        lower = sum(x < prizes[-1] for x in range(count) if x not in prizes)
        hand = [turn.text for turn in self.turns(state, player)]
        return [x for x in texts if abs(hand.index(x) - lower) <= _NEAR]

    def silent(self, state: Any, player: int) -> str:
        """Return the lowest card."""
        return _name(min(state.legal_actions(player)))


def _winner(cards: Sequence[int]) -> int | None:
    """Return whose card is highest; None where several are."""
    best = max(cards)
    return [*cards].index(best) if cards.count(best) == 1 else None
