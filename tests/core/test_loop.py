"""The one loop on a game that can be told how it closes, and what its silent do."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from pbem import referee
from pbem.chance import Chance
from pbem.protocol import (
    LEFT_OUT,
    Anytime,
    Bound,
    Closes,
    Enough,
    Event,
    Fault,
    Held,
    Options,
    Order,
    Queue,
    Rules,
    Standing,
    Step,
    Window,
)
from pbem.referee import Settled, Table, Written

SEATS = ("Ann", "Bob", "Cid")
State = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Order):
    """A number: 0 is refused, -1 for no reason, 50 is left out and doubted."""

    number: int

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside(Order):
    """Something that is written down at once."""

    anytime: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard(Event):
    """What was said; numbers above a hundred are known to those who said them."""

    number: int


class Asking(Rules[Options, State, Order, Order]):
    """Everybody says a number, window after window, until seven of them are over."""

    closes = Closes.ALL
    silent: Mapping[str, Order] = {}  #: what is said for whom

    def setup(
        self, seats: Sequence[str], options: Options, chance: Chance | None
    ) -> Step[State]:
        """Nothing was said."""
        return Step(())

    def legal(self, state: State, seat: str) -> Iterator[Order]:
        """Nobody asks."""
        return iter(())

    def bind(self, state: State, seat: str, order: Order) -> Bound[Order]:
        """Some numbers have faults."""
        number = order.number if isinstance(order, Say) else 1
        if number == 0:
            return Bound.no(Fault("illegal.zero"))
        if number == 50:
            return Bound(None, (Fault("doubtful.fifty"), Fault(LEFT_OUT)))
        return Bound(None) if number < 0 else Bound(order)

    def resolve(self, state: State, orders: Mapping[str, Order]) -> Step[State]:
        """All is written down, but for what is above a thousand."""
        said = {
            seat: one.number for seat, one in orders.items() if isinstance(one, Say)
        }
        text = " ".join(f"{seat} {n}" for seat, n in said.items() if n < 1000)
        events = (
            Heard(number=n, known_to=frozenset({seat}) if n > 100 else None)
            for seat, n in said.items()
        )
        return Step((*state, text), tuple(events))

    def view(self, state: State, seat: str | None) -> State:
        """All is public."""
        return state

    def outcome(self, state: State) -> None:
        """Nobody asks."""

    def window(self, state: State) -> Window | None:
        """All who sit there."""
        return Window("say", SEATS, self.closes) if len(state) < 7 else None

    def default(self, state: State, seat: str) -> Order | None:
        """What is said for the silent."""
        return self.silent.get(seat)


class Enoughing(Asking, Enough[State, Order]):
    """Two are enough."""

    closes = Closes.ENOUGH

    def enough(self, state: State, answers: Mapping[str, Order]) -> bool:
        """Whether two have spoken."""
        return len(answers) > 1


class Leaving(
    Asking, Standing[State, Order], Queue[State, Order], Anytime[State, Order]
):
    """Numbers stand for those who are silent; held ones may be skipped or kept."""

    left: Mapping[str, Order] = {}

    def standing(self, state: State, seat: str) -> Order | None:
        """What somebody has left."""
        return self.left.get(seat)

    def held(self, state: State, seat: str, order: Order) -> Held:
        """Threes are skipped, fours are kept."""
        number = order.number if isinstance(order, Say) else 0
        return {3: Held.SKIP, 4: Held.KEEP}.get(number, Held.FEED)

    def anytime(self, state: State, seat: str, order: Order) -> Step[State]:
        """It is written down."""
        return Step((*state, f"{seat} aside"))


def asking(closes: Closes = Closes.ALL, **silent: int) -> Asking:
    """The game, with what it says for the silent."""
    rules = Asking()
    rules.closes = closes
    rules.silent = {seat: Say(number=number) for seat, number in silent.items()}
    return rules


def sheet(*numbers: int) -> list[Written]:
    return [Written(Say(number=number), str(number)) for number in numbers]


def played(
    rules: Asking, due: bool = False, **said: tuple[int, ...]
) -> tuple[Settled[State], list[str]]:
    """A table on which some have spoken, and the codes of their faults."""
    table: Table[State] = Table(())
    codes = []
    for seat, numbers in said.items():
        table, refused = referee.offer(rules, table, seat, sheet(*numbers))
        codes += [one.fault.code for one in refused]
    return referee.settle(rules, table, due=due), codes


@pytest.mark.parametrize(
    ("closes", "silent", "said", "state", "missed"),
    [
        # All must be spoken for.
        (Closes.ALL, {}, {}, None, ()),
        (Closes.ALL, {"Ann": 1}, {}, None, ()),
        (Closes.ALL, {"Bob": 1, "Cid": 2}, {}, None, ()),
        (Closes.ALL, {"Ann": 1, "Bob": 2}, {"Bob": 9}, None, ()),
        (Closes.ALL, {"Ann": 1, "Cid": 2}, {"Bob": 9}, "Ann 1 Bob 9 Cid 2", "Ann Cid"),
        (Closes.ALL, {"Ann": 1, "Bob": 2, "Cid": 3}, {"Cid": 8}, None, "Ann Bob"),
        # The first who can be spoken for is enough.
        (Closes.FIRST, {}, {}, None, ()),
        (Closes.FIRST, {"Bob": 2, "Cid": 3}, {}, "Bob 2", "Bob"),
        (Closes.FIRST, {"Ann": 1, "Cid": 3}, {}, "Ann 1", "Ann"),
    ],
)
def test_what_a_deadline_closes(
    closes: Closes,
    silent: dict[str, int],
    said: dict[str, int],
    state: str | None,
    missed: str,
) -> None:
    rules = asking(closes, **silent)
    given: dict[str, Any] = {seat: (number,) for seat, number in said.items()}
    settled, _ = played(rules, due=True, **given)
    if missed and state is None:
        state = "Ann 1 Bob 2 Cid 8"
    assert settled.table.state == ((state,) if state else ())
    assert settled.table.serial == len(settled.played) == bool(state)
    assert [one.missed for one in settled.played] == (
        [tuple(missed.split())] if state else []
    )
    for one in settled.played:
        assert [*one.orders] == [seat for seat in SEATS if seat in one.orders]
        assert (one.before, one.after) == ((), settled.table.state)
    waits, _ = played(rules, **given)
    assert waits.played == ()


@pytest.mark.parametrize(
    ("number", "why"), [(0, "illegal.zero"), (-1, "no fault says why")]
)
def test_a_default_that_is_refused_is_the_games_mistake(number: int, why: str) -> None:
    rules = asking(Closes.FIRST, Ann=number)
    with pytest.raises(TypeError, match=rf"the default {number} is refused \({why}\)"):
        played(rules, due=True)


def test_one_fault_of_several_leaves_a_line_out() -> None:
    settled, codes = played(asking(), Ann=(50, 4))
    assert codes == ["doubtful.fifty", LEFT_OUT]
    assert [one.text for one in settled.table.answers.values()] == ["4"]
    settled, codes = played(asking(), Ann=(0, 4))
    assert codes == ["illegal.zero"]
    assert settled.table.answers == {}


def test_nobody_speaks_when_it_is_over() -> None:
    over: Table[State] = Table(("",) * 7)
    rules = asking(Closes.FIRST, Ann=1)
    assert referee.awaited(rules, over) == ()
    table, refused = referee.offer(rules, over, "Ann", sheet(1))
    assert table == over
    assert [one.fault.code for one in refused] == ["late.over"]
    assert referee.settle(rules, over, due=True) == Settled(over)


def test_a_game_without_positions_begins_from_none() -> None:
    with pytest.raises(TypeError, match="Asking begins from no position"):
        referee.begin(asking(), SEATS, {}, None, ["a1"])
    assert referee.begin(asking(), SEATS, {}, None) == Table(())


def test_a_game_says_when_it_has_heard_enough() -> None:
    settled, _ = played(Enoughing(), Bob=(2,))
    assert (settled.played, [*settled.table.answers]) == ((), ["Bob"])
    settled, _ = played(Enoughing(), Cid=(3,), Ann=(1,))
    assert settled.table.state == ("Ann 1 Cid 3",)
    assert settled.table.answers == {}


@pytest.mark.parametrize(
    ("left", "said", "state", "held"),
    [
        ({"Bob": 5, "Cid": 6}, {"Ann": (1,)}, ("Ann 1 Bob 5 Cid 6",), {}),
        ({"Bob": 0, "Cid": 6}, {"Ann": (1,)}, (), {}),
        # A line in store goes before what was left.
        ({"Bob": 5, "Cid": 6}, {"Ann": (1, 2)}, ("Ann 1 Bob 5 Cid 6",) * 2, {}),
        ({"Bob": 5, "Cid": 6}, {"Ann": (1, 3, 2)}, ("Ann 1 Bob 5 Cid 6",) * 2, {}),
        ({"Bob": 5, "Cid": 6}, {"Ann": (1, 3, 3)}, ("Ann 1 Bob 5 Cid 6",), {}),
        ({"Bob": 5, "Cid": 6}, {"Ann": (1, 3, 4, 2)}, ("Ann 1 Bob 5 Cid 6",), "4 2"),
        ({"Bob": 5, "Cid": 6}, {"Ann": (1, 4)}, ("Ann 1 Bob 5 Cid 6",), "4"),
        ({"Bob": 5, "Cid": 6}, {"Ann": (1, 0, 2)}, ("Ann 1 Bob 5 Cid 6",), {}),
    ],
)
def test_what_is_in_store_and_what_stands(
    left: dict[str, int], said: dict[str, Any], state: State, held: str
) -> None:
    rules = Leaving()
    rules.left = {seat: Say(number=number) for seat, number in left.items()}
    settled, _ = played(rules, **said)
    later = tuple(one.replace("Ann 1", "Ann 2") for one in state[1:])
    assert settled.table.state == (*state[:1], *later)
    texts = {seat: [x.text for x in one] for seat, one in settled.table.held.items()}
    assert texts == ({"Ann": held.split()} if held else {})
    refused = [one.fault.code for one in settled.refused]
    assert refused == (["illegal.zero"] if 0 in said["Ann"] else [])


def test_an_aside_out_of_the_store_is_followed_by_the_rest() -> None:
    rules = Leaving()
    rules.left = {"Bob": Say(number=5), "Cid": Say(number=6)}
    lines = [*sheet(1), Written(Aside(), "aside"), *sheet(2)]
    empty: Table[State] = Table(())
    table, refused = referee.offer(rules, empty, "Ann", lines)
    settled = referee.settle(rules, table)
    assert refused == ()
    assert settled.table.state == (
        "Ann 1 Bob 5 Cid 6",
        "Ann aside",
        "Ann 2 Bob 5 Cid 6",
    )
    over: Table[State] = Table(("",) * 7)
    _, late = referee.offer(rules, over, "Ann", lines[1:2])
    assert [one.fault.code for one in late] == ["late.over"]
    with pytest.raises(TypeError, match="Asking takes not the part Anytime"):
        referee.offer(asking(), empty, "Ann", lines[1:2])


def test_rules_say_what_they_must() -> None:
    class Odd(Asking):
        @abstractmethod
        def more(self) -> None: ...

    odd: Any = Odd
    with pytest.raises(TypeError, match=r"Odd does not say all it must\. more: $"):
        odd()
