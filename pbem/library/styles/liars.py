"""Liar's Dice: bids on what all cups hold together, until somebody doubts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from pbem.chance import Chance
from pbem.library.hands import Counted, Revealed, Shown
from pbem.library.play import LegalTurn, Play, Turns
from pbem.library.styles.secret import Seats, Secret, drawn, moves, with_draws, worlds
from pbem.protocol import Event, Fault, Token

FACES = 6
_FACES = ("one", "two", "three", "four", "five", "six")
_NUMBERS = (*_FACES, "seven", "eight", "nine", "ten")


def _bid(count: Token, face: Token) -> Play:
    what = face.lower().lstrip("x* \t").rstrip("'s")
    what = "six" if what == "sixe" else what
    return Play(text=_written(_number(count.lower()), _number(what)))


def _number(word: str) -> int:
    """Return the number of a word or of digits.

    >>> _number("three"), _number("12")
    (3, 12)
    """
    return int(word) if word.isdigit() else _NUMBERS.index(word) + 1


def _doubt(_word: Token) -> Play:
    return Play(text="liar")


def _written(count: int, face: int) -> str:
    """Return a bid as it is written.

    >>> _written(1, 6), _written(3, 6), _written(2, 5)
    ('1 six', '3 sixes', '2 fives')
    """
    name = _FACES[face - 1]
    return f"{count} {name}" + ("" if count == 1 else "es" if face == 6 else "s")


def _read(action: int) -> tuple[int, int]:
    """Return number and face of a bid."""
    return action // FACES + 1, action % FACES + 1


def _each(state: Any) -> int:
    """Return how many dice each player has."""
    return int(state.get_game().get_parameters()["numdice"])


class Style(Secret):
    """Bids of a number and a face, and the doubt."""

    readers = MappingProxyType({"bid": _bid, "doubt": _doubt})

    def _dice(self, state: Any) -> list[list[int]]:
        """Return the dice of each player, by their faces from 1, as far as thrown."""
        each = _each(state)
        faces = [action + 1 for action in drawn(state)]
        return [faces[:each], faces[each:]]

    def _bids(self, state: Any) -> list[int]:
        top = self._top(state)
        return [action for _, action in moves(state) if action < top]

    def _top(self, state: Any) -> int:
        """Return the action of the doubt, which is the highest."""
        return int(state.num_distinct_actions()) - 1

    def turns(self, state: Any, player: int) -> Iterator[LegalTurn]:
        """Yield the higher bids, and the doubt."""
        for action in state.legal_actions():
            doubt = action == self._top(state)
            yield LegalTurn((action,), "liar" if doubt else _written(*_read(action)))

    def why_not(self, state: Any, player: int, order: Play, turns: Turns) -> Fault:
        """Return that there is nothing to doubt, or which bids are higher."""
        bids = [turn.text for turn in turns if turn.text != "liar"]
        last = self._bids(state)
        given = {
            "written": order.text,
            "last": _written(*_read(last[-1])) if last else "",
            "next": bids[0] if bids else "",
            "dice": sum(map(len, self._dice(state))),
        }
        return Fault("illegal.bid", given=given)

    def forced(self, state: Any) -> Mapping[int, LegalTurn] | None:
        """Return the doubt of the highest bid of all, above which there is none."""
        turns = [*self.turns(state, state.current_player())]
        return {state.current_player(): turns[0]} if len(turns) == 1 else None

    def kind(self, text: str) -> str:
        """Return whether it is a bid, or the doubt."""
        return "liar" if text == "liar" else "bid"

    def shown(self, state: Any, names: Seats) -> Iterator[Event]:
        """Yield all dice, and how many there are of what was bid."""
        dice = self._dice(state)
        for player, faces in enumerate(dice):
            yield Revealed(seat=names[player], things=tuple(map(str, sorted(faces))))
        number, face = _read(self._bids(state)[-1])
        count = sum(one in (face, FACES) for faces in dice for one in faces)
        doubter, _ = moves(state)[-1]
        yield Counted(
            bid=_written(number, face),
            count=count,
            doubter=names[doubter],
            bidder=names[1 - doubter],
            true=count >= number,
        )

    def draw(self, state: Any, chance: Chance) -> tuple[int, Chance]:
        """Return the face of a die, less one."""
        return chance.below(FACES, "die")

    def dealt(self, before: Any, after: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield a player, once all of the dice are thrown."""
        each = _each(after)
        player = 0 if len(drawn(after)) <= each else 1
        faces = self._dice(after)[player]
        if len(faces) == each:
            yield player, tuple(map(str, sorted(faces)))

    def seen(self, state: Any, player: int | None, names: Seats, over: bool) -> Shown:
        """Return the own dice, and the bid that is to be beaten."""
        dice, bids = self._dice(state), self._bids(state)
        texts = [" ".join(map(str, sorted(faces))) for faces in dice]
        bid = _written(*_read(bids[-1])) if bids else ""
        facts = tuple(
            {"dice": texts[at] if over else str(len(faces))}
            for at, faces in enumerate(dice)
        )
        hand = () if player is None else tuple(map(str, sorted(dice[player])))
        return Shown(hand, "dice", {"The last bid": bid} if bids else {}, facts)

    def imagined(
        self, state: Any, player: int | None, chance: Chance
    ) -> tuple[Any, Chance]:
        """Return the state with other dice of the other player."""
        each = _each(state)
        thrown, chance = chance.draws([FACES] * (2 * each), "imagined")
        if player is not None:
            own = slice(player * each, (player + 1) * each)
            thrown[own] = drawn(state)[own]
        return with_draws(state, thrown), chance

    def chosen(self, state: Any, player: int, chance: Chance, playouts: int) -> str:
        """Return the bid that is true in most of some throws of the other's dice; the
        doubt, where the last bid is false in more of them."""
        own = Counter(self._dice(state)[player])
        each = _each(state)
        throws = worlds(playouts, _MOST_WORLDS)
        thrown, chance = chance.draws([FACES] * each * throws, "bot")
        counts = [
            own + Counter(face + 1 for face in thrown[at : at + each])
            for at in range(0, len(thrown), each)
        ]
        bids = [action for action in state.legal_actions() if action < self._top(state)]
        true = {bid: sum(_holds(bid, one) for one in counts) for bid in bids}
        if last := self._bids(state)[-1:]:
            doubted = throws - sum(_holds(last[0], one) for one in counts)
            if doubted > max(true.values(), default=-1):
                return "liar"
        best = [bid for bid in bids if true[bid] == max(true.values())]
        return _written(*_read(chance.pick(best, "bot")[0]))


_MOST_WORLDS = 300  #: throws that a bot looks at


def _holds(bid: int, count: Mapping[int, int]) -> bool:
    """Return whether a bid is true of all dice, counted by their faces."""
    number, face = _read(bid)
    return number <= count[face] + (count[FACES] if face != FACES else 0)
