"""Frozen things are copied as `dataclasses.replace` would copy them."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from pbem.kit.change import changed
from pbem.protocol import Order
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Plain:
    name: str
    value: int = 3


@dataclass(frozen=True, slots=True)
class Derived(Order):
    thing: str
    copy: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class Unslotted:
    name: str
    value: int = 3


class Loose(Plain):
    """Has room for anything besides its slots."""


@pytest.mark.parametrize(
    ("thing", "fields"),
    [
        (Plain("a"), {"name": "b"}),
        (Derived("a", (1,)), {"thing": "b", "copy": (2,)}),
        (Unslotted("a"), {"value": 4}),
        (Loose("a"), {"value": 4}),
    ],
)
def test_other_values_in_some_fields(thing: Any, fields: dict[str, Any]) -> None:
    before = repr(thing)
    found = changed(thing, **fields)
    assert found == dataclasses.replace(thing, **fields) != thing
    assert type(found) is type(thing)
    assert repr(thing) == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(found, next(iter(fields)), "c")


def test_the_same_values_are_the_same_thing() -> None:
    plain = Plain("a")
    assert changed(plain, name="a", value=3) is plain
