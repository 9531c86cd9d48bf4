"""Letters of mail servers, of people who are away, and of people who only seem so."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.sandbox.read import read

FILE = Path(__file__).with_name("machines.toml")
LETTERS = tomllib.loads(FILE.read_text("utf-8"))["letter"]


@pytest.mark.parametrize("one", [pytest.param(one, id=one["name"]) for one in LETTERS])
def test_what_it_is_and_who_was_not_reached(one: dict[str, Any]) -> None:
    raw = f"To: ref@h.example\n{one['head']}\n\n{one['body']}".encode()
    verdict = read(raw).classification
    assert verdict.kind == one["kind"]
    for name in ("failed", "delayed"):
        if name in one:
            assert list(getattr(verdict, name)) == one[name]
