"""Frozen dataclasses that cost a program little at its start.

The module `dataclasses` writes six methods for each class as text and compiles them,
whether anybody calls them or not: half a millisecond a class, and a game has a hundred
and more. Here the library only looks at the fields of a class, classes share what can
be shared, and `__init__` is written when the first thing of a class is made.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType, MemberDescriptorType, SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

N = TypeVar("N")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass

    def made(kind: type[N], values: tuple[Any, ...], /) -> N:
        """Return a NamedTuple of all its values, in half the time of calling it."""

    def maker(kind: type[N], /) -> Callable[..., N]:
        """Return what makes a thing of one of these classes out of all its values, in
        their order, in half of the time of calling the class.

        Nothing is done after `__init__`, and nothing may be left out.
        """
else:
    made = tuple.__new__

    def dataclass(
        *,
        frozen: bool,
        slots: bool,
        kw_only: bool = False,
        eq: bool = True,
        repr: bool = True,
    ) -> Callable[[type], type]:
        """Do what `dataclasses.dataclass` does, for frozen classes with slots.

        >>> from pbem.values import dataclass
        >>> @dataclass(frozen=True, slots=True)
        ... class Cell:
        ...     x: int
        ...     y: int = 0
        >>> Cell(2), Cell(2) == Cell(2, 0), Cell(2) in {Cell(3)}
        (Cell(x=2, y=0), True, False)
        """
        assert frozen
        assert slots
        unwanted = () if eq else ("__eq__", "__hash__")
        unwanted = unwanted if repr else (*unwanted, "__repr__")

        def better(plain: type) -> type:
            kind = _slotted(plain, unwanted, kw_only=kw_only)
            if "__init__" not in vars(plain):
                _write_init_later(kind)
            return kind

        return better

    @cache
    def maker(kind: type) -> Callable[..., object]:
        """Write what fills a thing of a twin class, and then exchanges the class."""
        names = [field.name for field in dataclasses.fields(kind)]
        known = {"new": object.__new__, "twin": twin_of(kind), "kind": kind}
        code = [f"def make({', '.join(names)}):", "thing = new(twin)"]
        code += [f"thing.{name} = {name}" for name in names]
        exec("\n ".join([*code, "thing.__class__ = kind", "return thing"]), known)
        return known["make"]


def _slotted(plain: type, unwanted: tuple[str, ...], *, kw_only: bool) -> type:
    """Return a class with slots for the fields that a plain one has, and with all
    methods that classes share but the unwanted ones."""
    own = vars(plain)
    fields, slots = dict[str, Any](), set[str]()
    for base in plain.__mro__[:0:-1]:
        fields |= vars(base).get("__dataclass_fields__", {})
        slots |= {*vars(base).get("__slots__", ())}
    fields |= _plain_fields(plain, kw_only=kw_only) or _fields(plain, kw_only=kw_only)
    body = {"__dataclass_fields__": fields, "__dataclass_params__": _PARAMS}
    real: Any = dataclasses.fields(SimpleNamespace(**body))  # type: ignore[arg-type]
    body["__slots__"] = tuple([one.name for one in real if one.name not in slots])
    body["__match_args__"] = tuple([one.name for one in real if not one.kw_only])
    gone = {"__dict__", "__weakref__", *(one.name for one in real)}
    body |= {name: value for name, value in own.items() if name not in gone}
    for name, method in _SHARED.items():
        if name in unwanted:
            continue
        if name not in own or (name, own[name]) == ("__hash__", None):
            body[name] = method
    kind = type(plain)(plain.__name__, plain.__bases__, body)
    kind.__qualname__ = plain.__qualname__
    return kind


def _plain_fields(plain: type, *, kw_only: bool) -> dict[str, Any]:
    """Return the fields of a class that are no more than names, types and defaults,
    in a tenth of the time that the library takes; {} where they may be more."""
    own, said = vars(plain), plain.__annotations__
    found = dict[str, Any]()
    for name, kind in said.items():
        default = own.get(name, dataclasses.MISSING)
        if type(kind) is not str or "Var" in kind or "KW_ONLY" in kind:
            return {}
        if isinstance(default, _NO_DEFAULTS) or type(default).__hash__ is None:
            return {}
        found[name] = one = dataclasses.field(default=default)
        one.name, one.type, one.kw_only = name, kind, kw_only
        one._field_type = _ORDINARY
    return found


def _fields(plain: type, *, kw_only: bool) -> dict[str, Any]:
    """Return what the library says of a class that has nothing but fields."""
    own, said = vars(plain), plain.__annotations__
    given = {name: own[name] for name in said if name in own}
    given |= {"__annotations__": said, "__module__": plain.__module__, "__doc__": " "}
    alone = type(plain.__name__, (), given)
    dataclasses.dataclass(
        init=False, repr=False, eq=False, match_args=False, kw_only=kw_only
    )(alone)
    found: dict[str, Any] = vars(alone)["__dataclass_fields__"]
    return found


def _write_init_later(kind: type) -> None:
    """Give a class an `__init__` that is written when it is first called."""

    def __init__(self: object, *given: Any, **named: Any) -> None:
        init = kind.__init__ = _init_of(kind)  # type: ignore[misc]
        init(self, *given, **named)

    kind.__init__ = __init__  # type: ignore[misc]


def _init_of(kind: Any) -> Callable[..., None]:
    """Return the `__init__` of a class: each value goes straight to its slot.

    Its code is that of all classes whose fields are of the same shape; only what the
    values are called is its own, which is sooner done than to compile it.
    """
    known: dict[str, Any] = {"__made__": _MADE}
    places, names = list[tuple[str, Any]](), list[tuple[str, Any]]()
    shape = list[tuple[bool, bool]]()
    for at, field in enumerate(dataclasses.fields(kind)):
        default = field.default
        makes = field.default_factory is not dataclasses.MISSING
        if makes:
            known[f"__make{at}__"] = field.default_factory
            default = _MADE
        known[f"__set{at}__"] = getattr(kind, field.name).__set__
        (names if field.kw_only else places).append((field.name, default))
        shape.append((bool(field.kw_only), makes))
    code = _init_code(tuple(shape), hasattr(kind, "__post_init__"))
    called = ("self", *(name for name, _ in (*places, *names)))
    init = FunctionType(code.replace(co_varnames=called), known, "__init__")
    defaults = [one for _, one in places]
    while defaults and defaults[0] is dataclasses.MISSING:
        del defaults[0]
    if dataclasses.MISSING in defaults:
        raise TypeError(f"{kind.__qualname__}: a field without default follows one")
    init.__defaults__ = tuple(defaults)
    init.__kwdefaults__ = {
        name: one for name, one in names if one is not dataclasses.MISSING
    }
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    return init


def twin_of(kind: Any) -> Any:
    """Return a class that is laid out as a frozen one with slots is, and not frozen.

    Raises AttributeError or TypeError where slots are not all that its things have.
    """
    own = {"__slots__": kind.__slots__, "__setattr__": object.__setattr__}
    # Of a frozen base: as long as one of the two is Python's, stores take five times.
    own["__delattr__"] = object.__delattr__
    if bases := vars(kind).get("__orig_bases__"):
        own["__orig_bases__"] = bases  # which `Generic` wants to see
    twin = type(kind)(kind.__name__, kind.__bases__, own)
    object.__new__(twin).__class__ = kind
    return twin


@cache
def _init_code(shape: tuple[tuple[bool, bool], ...], checks: bool) -> CodeType:
    """Write an `__init__` for fields, of each whether it is given by name alone and
    whether its default is made; `checks`: something is to be done after it."""
    places = [f"v{at}" for at, (named, _) in enumerate(shape) if not named]
    names = [f"v{at}" for at, (named, _) in enumerate(shape) if named]
    body = [
        f"    __set{at}__(self, __make{at}__() if v{at} is __made__ else v{at})"
        if makes
        else f"    __set{at}__(self, v{at})"
        for at, (_, makes) in enumerate(shape)
    ]
    if checks:
        body.append("    self.__post_init__()")
    listed = ", ".join(["self", *places, *(["*", *names] if names else [])])
    own: dict[str, Any] = {}
    exec("\n".join([f"def __init__({listed}):", *(body or ["    pass"])]), own)
    code: CodeType = own["__init__"].__code__
    return code


_MADE = object()  #: the default of what is made


@cache
def _compared(kind: Any) -> Callable[[Any], Any]:
    """Return what gives the values by which things of a class are compared."""
    names = [field.name for field in dataclasses.fields(kind) if field.compare]
    return attrgetter(*names) if names else lambda thing: ()


def _equal(self: Any, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    kind: Any = self.__class__
    values = _compared(kind)
    return values(self) == values(other)


def _hash(self: Any) -> int:
    kind: Any = self.__class__
    return hash(_compared(kind)(self))


def _told(self: Any) -> str:
    shown = [field.name for field in dataclasses.fields(self) if field.repr]
    values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
    return f"{self.__class__.__qualname__}({values})"


def _set(self: Any, name: str, value: Any) -> None:
    if name in self.__dataclass_fields__ or not hasattr(self, "__dict__"):
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
    object.__setattr__(self, name, value)


def _delete(self: Any, name: str) -> None:
    if name in self.__dataclass_fields__ or not hasattr(self, "__dict__"):
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
    object.__delattr__(self, name)


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


_SHARED = {
    "__eq__": _equal,
    "__hash__": _hash,
    "__repr__": _told,
    "__setattr__": _set,
    "__delattr__": _delete,
    "__getstate__": _state,
    "__setstate__": _set_state,
    "__replace__": dataclasses.replace,  # for `copy.replace`
}


@dataclasses.dataclass(frozen=True, slots=True)
class _Frozen:
    """What all of these classes are."""

    one: int = 0


_PARAMS = vars(_Frozen)["__dataclass_params__"]
_ORDINARY = vars(_Frozen)["__dataclass_fields__"]["one"]._field_type
#: What stands in place of a default, and says more than a value would.
_NO_DEFAULTS = (dataclasses.Field, MemberDescriptorType, property)
