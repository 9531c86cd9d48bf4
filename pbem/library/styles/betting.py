"""Small games of poker: Kuhn's with one card each, Leduc with one on the table, too."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, ClassVar

from pbem.chance import Chance
from pbem.library.hands import Revealed, Shown, Turned
from pbem.library.play import LegalTurn, Play
from pbem.library.styles.secret import Seats, Secret, drawn, moves, with_draws
from pbem.protocol import Event, Token

#: Cards by rank, lowest first: as many as a game has, from the right.
_RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
          "jack", "queen", "king", "ace")  # fmt: skip
_THREE = ("jack", "queen", "king")


def _act(word: Token) -> Play:
    """Return an order: the word that it begins with, without an s."""
    return Play(text=word.lower().removesuffix("s") if word[:4] != "pass" else "pass")


class Style(Secret):
    """Words of poker: check, bet, call, raise, fold."""

    readers = MappingProxyType({"act": _act})
    spread: ClassVar[float] = 4

    @property
    def leduc(self) -> bool:
        """Whether a card is turned up for all, and bets can be raised."""
        return self.engine.game == "leduc_poker"

    def turns(self, state: Any, player: int) -> Iterator[LegalTurn]:
        """Yield check and bet; or fold, call and raise, where somebody has bet."""
        open_bet = self._bet(state)
        if not self.leduc:
            words = ["fold", "call"] if open_bet else ["check", "bet"]
        else:
            words = ["fold", *(("call", "raise") if open_bet else ("check", "bet"))]
        for action in state.legal_actions():
            yield LegalTurn((action,), words[action])

    def means(self, state: Any, player: int, order: Play) -> str:
        """Return check or fold for a pass."""
        if order.text == "pass":
            return "fold" if self._bet(state) else "check"
        return order.text

    def _bet(self, state: Any) -> bool:
        """Return whether there is a bet to answer."""
        if self.leduc:
            return 0 in state.legal_actions()
        return any(action == 1 for _, action in moves(state))

    def _name(self, state: Any, card: int) -> str:
        """Return what a card is called."""
        players = state.num_players()
        ranks = _THREE if players == 2 else _RANKS[-players - 1 :]
        return ranks[card // 2 if self.leduc else card]

    def _cards(self, state: Any) -> list[str]:
        """Return the cards in the order in which they were drawn."""
        return [self._name(state, card) for card in drawn(state)]

    def dealt(self, before: Any, after: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield a player and the card."""
        cards = self._cards(after)
        if len(cards) <= after.num_players():
            yield len(cards) - 1, (cards[-1],)

    def turned(self, before: Any, after: Any) -> Iterator[Event]:
        """Yield the card on the table."""
        cards = self._cards(after)
        if len(cards) > after.num_players():
            yield Turned(what="The card on the table", card=cards[-1])

    def _folded(self, state: Any) -> set[int]:
        """Return who has folded."""
        found, bet = set[int](), False
        if self.leduc:
            return {player for player, action in moves(state) if action == 0}
        for player, action in moves(state):
            if bet and action == 0:
                found.add(player)
            bet = bet or action == 1
        return found

    def shown(self, state: Any, names: Seats) -> Iterator[Event]:
        """Yield the cards of those who are left, where several are."""
        left = [x for x in range(len(names)) if x not in self._folded(state)]
        cards = self._cards(state)
        for player in left if len(left) > 1 else ():
            yield Revealed(seat=names[player], things=(cards[player],))

    def seen(self, state: Any, player: int | None, names: Seats, over: bool) -> Shown:
        """Return the card, that on the table, and what everybody has put in."""
        cards, players = self._cards(state), state.num_players()
        table = {"On the table": cards[players]} if len(cards) > players else {}
        put, folded = self._put(state), self._folded(state)
        table["In the pot"] = f"{sum(put)} {self.engine.piece}s"
        facts = [{"in the pot": str(chips)} for chips in put]
        for at in range(players):
            facts[at] |= {"has folded": ""} if at in folded else {}
            facts[at] |= {"held the": cards[at]} if over else {}
        hand = () if player is None else (cards[player],)
        return Shown(hand, "hand", table, tuple(facts))

    def _put(self, state: Any) -> list[int]:
        """Return how many chips each player has put into the pot."""
        players = state.num_players()
        put, stake, round_ = [1] * players, 1, 0
        seen = 0
        for one in state.full_history():
            if one.player < 0:
                seen += 1
                round_ = int(seen > players)
            elif not self.leduc:
                put[one.player] += one.action
            elif one.action == 2:
                stake += 4 if round_ else 2
                put[one.player] = stake
            elif one.action == 1:
                put[one.player] = stake
        return put

    def imagined(
        self, state: Any, player: int | None, chance: Chance
    ) -> tuple[Any, Chance]:
        """Return the state with other cards in the hands of others."""
        cards, players = drawn(state), state.num_players()
        known = {at: card for at, card in enumerate(cards)
                 if at == player or at >= players}  # fmt: skip
        deck = range(2 * (players + 1) if self.leduc else players + 1)
        pool, chance = chance.shuffled(
            [card for card in deck if card not in known.values()], "imagined"
        )
        left = [*pool]
        draws = [known[at] if at in known else left.pop() for at in range(len(cards))]
        return with_draws(state, draws), chance

    def promise(self, state: Any, player: int) -> float:
        """Return what the pot brings if all who are left show their cards now."""
        put, folded = self._put(state), self._folded(state)
        if player in folded:
            return -put[player]
        cards, players = drawn(state), state.num_players()
        table = cards[players] // 2 if len(cards) > players else -1

        def strength(at: int) -> tuple[bool, int]:
            rank = cards[at] // 2 if self.leduc else cards[at]
            return rank == table, rank

        best = max(strength(at) for at in range(players) if at not in folded)
        winners = [at for at in range(players)
                   if at not in folded and strength(at) == best]  # fmt: skip
        share = sum(put) / len(winners) if player in winners else 0
        return share - put[player]

    def silent(self, state: Any, player: int) -> str:
        """Return check, or fold."""
        return self.means(state, player, Play(text="pass"))
