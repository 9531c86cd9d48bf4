"""Says in words of the host what does not fit in a pbem.toml."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Literal, get_args, get_origin

import msgspec

from pbem.plugins.games import nearest

_KINDS = {
    "str": "a text in quotation marks",
    "int": "a whole number",
    "bool": "true or false",
    "float": "a number",
    "array": "a list of tables such as [[in]]",
    "object": "a table such as [out]",
    "null": "nothing",
}
_AT = re.compile(r" - at `\$\.?(.*)`$")
_KIND = re.compile(r"Expected `([a-z]+)[^`]*`(?: ([<>]=) (\d+))?(?:, got `([a-z]+)`)?")
_NAME = re.compile(r"(?:unknown|required) field `(.*?)`")
_LIMITS = {">=": "at least", "<=": "at most"}


def explain(error: msgspec.ValidationError, parts: list[type[msgspec.Struct]]) -> str:
    """Return what is wrong, where, and what would do.

    `parts` are the tables that a file may have.
    """
    text = str(error)
    found = _AT.search(text)
    place = found[1] if found else ""
    text = _AT.sub("", text)
    where = f"{place}: " if place else ""
    name = place.rpartition(".")[2]
    match = _NAME.search(text)
    if match and "unknown" in text:
        fields = (field for part in parts for field in msgspec.structs.fields(part))
        near = nearest(match[1], sorted({field.encode_name for field in fields}))
        hint = f'; perhaps "{near}" is meant' if near else ""
        return f'{where}there is no setting "{match[1]}"{hint}'
    if match:
        return f'{where}"{match[1]}" is missing'
    if text.startswith("Invalid"):
        known = _choices(name, parts)
        return f"{where}{text.rpartition('value ')[2]} will not do; it can be {known}"
    kind = _KIND.search(text)
    if kind and kind[2]:
        return f"{where}{_KINDS[kind[1]]} is wanted, {_LIMITS[kind[2]]} {kind[3]}"
    if kind and kind[4]:
        expected, given = (_KINDS.get(kind[n], kind[n]) for n in (1, 4))
        return f"{where}{expected} is wanted, not {given}"
    return f"{where}{text}"


def _choices(name: str, parts: list[type[msgspec.Struct]]) -> str:
    """Return the values that a setting can have."""
    found: list[str] = []
    for part in parts:
        tag = part.__struct_config__.tag_field
        if tag == name:
            found.append(str(part.__struct_config__.tag))
        for field in msgspec.structs.fields(part):
            if field.encode_name != name:
                continue
            if get_origin(field.type) is Literal:
                found += [str(one) for one in get_args(field.type)]
            elif isinstance(field.type, type) and issubclass(field.type, StrEnum):
                found += field.type
    return ", ".join(f'"{value}"' for value in dict.fromkeys(found))
