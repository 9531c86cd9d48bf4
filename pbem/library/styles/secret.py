"""What a style of a game with hidden hands answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from pbem.chance import Chance
from pbem.library.engine import Engine
from pbem.library.hands import Acted, Shown
from pbem.library.play import LegalTurn, Play, Turns, after, no_such_move
from pbem.protocol import Bound, Event, Fault, Seat

Seats: TypeAlias = Sequence[Seat]
"""In the engine's order of players."""
Orders: TypeAlias = Mapping[int, LegalTurn]
"""Turns by player."""
_A_WORLD = 30  #: playouts for a world that a bot looks at
_CHANCE = -1  #: the player to whom the engine's history gives draws


def worlds(playouts: int, most: int) -> int:
    """Return how many worlds a bot looks at for so many playouts."""
    return max(1, min(most, playouts // _A_WORLD))


def drawn(state: Any) -> list[int]:
    """Return the actions of chance in a state's history."""
    return [one.action for one in state.full_history() if one.player == _CHANCE]


def moves(state: Any) -> list[tuple[int, int]]:
    """Return player and action of all that was played."""
    history = state.full_history()
    return [(one.player, one.action) for one in history if one.player != _CHANCE]


def with_draws(state: Any, draws: Sequence[int]) -> Any:
    """Return a state with other draws, and the same turns of players."""
    found, left = state.get_game().new_initial_state(), [*draws]
    for one in state.full_history():
        found.apply_action(left.pop(0) if one.player == _CHANCE else one.action)
    return found


class Secret(ABC):
    """A game with hidden hands, in the engine's own numbers of players."""

    readers: ClassVar[Mapping[str, Callable[..., Any]]] = {}
    spread: ClassVar[float] = 2  #: how many points are much
    counted: ClassVar[bool] = True  #: points are the scores of a game

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def awaited(self, state: Any) -> tuple[int, ...]:
        """Return the players who may speak now; several do so at once."""
        return (state.current_player(),)

    def stage(self, state: Any) -> str:
        """Return what the open window is called, which picks its prompt."""
        return "turn"

    @abstractmethod
    def turns(self, state: Any, player: int) -> Iterator[LegalTurn]:
        """Yield the turns of a player, or a sample."""

    def means(self, state: Any, player: int, order: Play) -> str:
        """Return how a turn is written that an order means."""
        return order.text

    def bind(self, state: Any, player: int, order: Play) -> Bound[LegalTurn]:
        """Return the turn that an order means, or why it means none."""
        turns = tuple(self.turns(state, player))
        text = self.means(state, player, order)
        found = [turn for turn in turns if turn.text == text]
        if found:
            return Bound(found[0])
        return Bound.no(self.why_not(state, player, order, turns))

    def why_not(self, state: Any, player: int, order: Play, turns: Turns) -> Fault:
        """Return why an order means none of the turns that may be played."""
        return no_such_move(order, turns)

    def played(self, state: Any, turns: Orders) -> Any:
        """Return the engine's state after the turns of a window."""
        ((_, turn),) = turns.items()
        return after(state, turn)

    def forced(self, state: Any) -> Mapping[int, LegalTurn] | None:
        """Return the turns that everybody knows to be the only ones; None: there is
        something to choose, or only its player knows that there is not."""
        return None

    def events(
        self, before: Any, after: Any, turns: Orders, names: Seats
    ) -> Iterator[Event]:
        """Yield the events of turns for everybody."""
        for player, turn in turns.items():
            yield Acted(seat=names[player], text=turn.text, deed=self.kind(turn.text))

    def kind(self, text: str) -> str:
        """Return what kind of thing a turn is, for words."""
        return text

    def listed(self, before: Any, after: Any, turns: Orders) -> Mapping[int, str]:
        """Return how turns are listed for everybody, by player."""
        return {player: turn.text for player, turn in turns.items()}

    def draw(self, state: Any, chance: Chance) -> tuple[int, Chance]:
        """Return the engine's action for what chance brings, and the chance left."""
        actions = state.legal_actions()
        return chance.pick(actions, "card")

    def dealt(self, before: Any, after: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield players who got all of their things by a draw, and these things."""
        yield from ()

    def turned(self, before: Any, after: Any) -> Iterator[Event]:
        """Yield what a draw shows to everybody."""
        yield from ()

    def shown(self, state: Any, names: Seats) -> Iterator[Event]:
        """Yield what is shown at the end of a deal."""
        yield from ()

    @abstractmethod
    def seen(self, state: Any, player: int | None, names: Seats, over: bool) -> Shown:
        """Return what a player sees, None: everybody; all of it when it is over."""

    @abstractmethod
    def imagined(
        self, state: Any, player: int | None, chance: Chance
    ) -> tuple[Any, Chance]:
        """Return the state with all that a player cannot see drawn anew."""

    def promise(self, state: Any, player: int) -> float:
        """Return what the deal may bring to a player, in points, all hands open."""
        return 0

    def chosen(self, state: Any, player: int, chance: Chance, playouts: int) -> str:
        """Return a turn that is chosen in another way than by search; "": none is.

        Of the state nothing is looked at that the player cannot see.
        """
        return ""

    def sensible(self, state: Any, player: int, texts: Sequence[str]) -> Sequence[str]:
        """Return the turns that a bot should consider."""
        return texts

    def silent(self, state: Any, player: int) -> str:
        """Return the default turn at a deadline; "" where the game waits."""
        return ""
