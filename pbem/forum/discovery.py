"""Finds what a package offers by what lies in its folder."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def modules_in(package: ModuleType) -> dict[str, ModuleType]:
    """Return the modules of a package by their own names."""
    names = [found.name for found in iter_modules(package.__path__)]
    return {name: import_module(f"{package.__name__}.{name}") for name in names}
