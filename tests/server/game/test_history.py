"""What happened, told in sentences of their own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.game import history


@pytest.mark.parametrize(
    ("names", "said", "told"),
    [
        ({"seat": "Ann"}, "moves to D4", "Ann: moves to D4"),
        ({"caster": "Ann"}, "casts fire", "Ann: casts fire"),
        ({"seat": "Ann", "caster": "Bob"}, "is hit by Bob", "Ann: is hit by Bob"),
        ({"seat": "Ann", "caster": "Bob"}, "Ann is hit", "Bob: Ann is hit"),
        ({"seat": "Ann"}, "Ann moves to D4", "Ann moves to D4"),
        ({"seat": "Ann"}, "You move to D4", "You move to D4"),
        ({"seat": "Ann"}, "Your ship sinks", "Your ship sinks"),
        ({"seat": "Ann"}, "Yours is the first", "Ann: Yours is the first"),
        ({"seat": ""}, "nothing happens", "nothing happens"),
        ({"seat": 4}, "nothing happens", "nothing happens"),
        ({}, "the sand runs", "the sand runs"),
        ({"seat": "Ann"}, "", ""),
    ],
)
def test_a_sentence_names_whom_it_is_about(
    names: dict[str, object], said: str, told: str
) -> None:
    event: Any = SimpleNamespace(**names)
    assert history._event_line(event, said) == told
