"""Our frozen dataclasses beside those of `dataclasses`: they are the same to use."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import field
from typing import Any, ClassVar

import pytest

from pbem import values
from pbem.record import turn_file

#: Whether things of these classes can be handed to `copy.replace`.
REPLACES = hasattr(copy, "replace")


def _classes(dataclass: Callable[..., Any]) -> tuple[Any, Any, Any, Any]:
    @dataclass(frozen=True, slots=True)
    class Cell:
        """A place."""

        x: int
        y: int = 7
        kind: ClassVar[str] = "cell"
        span: tuple[int, int] = field(default=(0, 0), compare=False, repr=False)

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named(Cell):
        """A place with things on it."""

        things: list[str] = field(default_factory=list)
        _set0: str = ""

        def __str__(self) -> str:
            return f"{self.x}"

    @dataclass(frozen=True, slots=True)
    class Whole:
        """What looks after itself."""

        size: int

        def __post_init__(self) -> None:
            if self.size < 0:
                raise ValueError("too small")

        def __repr__(self) -> str:
            return "whole"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, int)

    @dataclass(frozen=True, slots=True)
    class Nothing:
        """No field at all."""

    return Cell, Named, Whole, Nothing


OURS, THEIRS = _classes(values.dataclass), _classes(dataclasses.dataclass)


def test_who_is_not_to_be_compared_or_told_is_not() -> None:
    def plainest(dataclass: Callable[..., Any]) -> Any:
        @dataclass(frozen=True, slots=True, eq=False, repr=False)
        class Thing:
            size: int

        return Thing

    for kind in (plainest(values.dataclass), plainest(dataclasses.dataclass)):
        one = kind(1)
        assert one == one
        assert one != kind(1)
        assert len({one, kind(1)}) == 2
        assert repr(one) == object.__repr__(one)


def tried(work: Callable[[], Any]) -> str:
    """What comes of some work, as text: values by what they say, errors by class."""
    try:
        return repr(work())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize(
    "work",
    [
        lambda c, n, w, e: (c(1), c(1, 2), c(x=1, span=(1, 2)).span, c.kind),
        lambda c, n, w, e: (n(3), n(3, 4, things=["a"]), str(n(5)), n(1)._set0),
        lambda c, n, w, e: n(1).things is n(1).things,
        lambda c, n, w, e: (c(1) == c(1, span=(3, 4)), c(1) == c(2), c(1) == n(1)),
        lambda c, n, w, e: (c(1) != c(1), c(1) == 1, e() == e(), w(1) == 2),
        lambda c, n, w, e: (hash(c(1)) == hash(c(1, span=(1, 1))), len({c(1), c(1)})),
        lambda c, n, w, e: hash(n(1)),
        lambda c, n, w, e: (w(1), hash(w(1)) == hash(w(1)), len({e(), e()})),
        lambda c, n, w, e: w(-1),
        lambda c, n, w, e: c(),
        lambda c, n, w, e: c(1, 2, (1, 1), 4),
        lambda c, n, w, e: n(1, 2, (0, 0), ["things"]),
        lambda c, n, w, e: c(1, z=2),
        lambda c, n, w, e: c(1, x=2),
        lambda c, n, w, e: setattr(c(1), "x", 2),
        lambda c, n, w, e: delattr(c(1), "x"),
        lambda c, n, w, e: dataclasses.replace(n(1, things=["b"]), x=4),
        lambda c, n, w, e: dataclasses.replace(c(1), z=4),
        lambda c, n, w, e: n(1, things=["b"]).__replace__(x=4) if REPLACES else 0,
        lambda c, n, w, e: (dataclasses.asdict(n(1)), dataclasses.astuple(c(1))),
        lambda c, n, w, e: ([f.name for f in dataclasses.fields(n)], n.__match_args__),
        lambda c, n, w, e: (copy.copy(c(1, 2)), copy.deepcopy(n(1, things=["a"]))),
        lambda c, n, w, e: (n.__slots__, hasattr(c(1), "__dict__"), c.__doc__),
        lambda c, n, w, e: c.__init__(c(1), 2),
    ],
)
def test_all_is_as_with_those_of_dataclasses(work: Callable[..., Any]) -> None:
    assert tried(lambda: work(*OURS)) == tried(lambda: work(*THEIRS))


def test_each_can_be_a_subclass_of_the_other() -> None:
    ours, theirs = OURS[0], THEIRS[0]
    for base, dataclass in ((ours, dataclasses.dataclass), (theirs, values.dataclass)):

        @dataclass(frozen=True, slots=True)
        class More(base):  # type: ignore[misc,valid-type]
            z: int = 9

        assert repr(More(1)).endswith("More(x=1, y=7, z=9)")
        assert More(1) == More(1) != More(1, z=8)
        assert len({More(1), More(1)}) == 1
        with pytest.raises(dataclasses.FrozenInstanceError):
            More(1).z = 2


def test_nothing_can_be_added() -> None:
    for one in (OURS[0](1), OURS[1](1)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            one.new = 2
        with pytest.raises(dataclasses.FrozenInstanceError):
            del one.new


def test_what_is_kept_in_a_file_comes_back() -> None:
    from pbem.protocol import Outcome

    one = Outcome(("Ann",), "tie", {"Ann": 3})
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_thing_is_made_of_its_values_in_order() -> None:
    cell, named, _, nothing = _classes(values.dataclass)
    assert values.maker(cell)(1, 2, (3, 4)) == cell(1, 2)
    assert values.maker(cell)(1, 2, (3, 4)).span == (3, 4)
    made = values.maker(named)(1, 2, (3, 4), ["a"], "b")
    assert made == named(1, 2, (3, 4), things=["a"], _set0="b")
    assert type(made) is named
    assert values.maker(nothing)() == nothing()
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.x = 5
    with pytest.raises(TypeError):
        values.maker(cell)(1)
    assert values.made(turn_file.Piece, ("a", 1, 2)) == turn_file.Piece("a", 1, 2)


def test_a_twin_is_filled_without_python() -> None:
    """C stores what Python may neither store nor delete for the frozen base."""
    named = _classes(values.dataclass)[1]
    twin = values.twin_of(named)
    assert twin.__setattr__ is object.__setattr__
    assert twin.__delattr__ is object.__delattr__
    assert named.__delattr__ is not object.__delattr__
