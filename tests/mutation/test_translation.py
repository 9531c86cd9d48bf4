"""What was recorded of an older tree is used for a later one."""

from __future__ import annotations

from tests.mutation.blocks import Module
from tests.mutation.translation import Outline, translator

ONE = "def a():\n    return 1\n\ndef b(c):\n    if c:\n        return 2\n    return 3\n"
TWO = "def d():\n    return 4\n"


def _outlines(**sources: str) -> tuple[list[Outline], dict[str, set[int]]]:
    """The outlines of modules, and the blocks of each function of theirs."""
    found: list[Outline] = []
    blocks: dict[str, set[int]] = {}
    first = 0
    for name, source in sources.items():
        module = Module(f"pbem/{name}.py", source, first)
        found.append(Outline.of(module))
        first = module.end
        for place in module.places.values():
            if place.function:
                key = f"{name}.{place.function}"
                blocks.setdefault(key, set()).add(place.block)
    return found, blocks


def _bits(blocks: set[int]) -> int:
    return sum(1 << block for block in blocks)


def test_what_stands_as_it_did_is_entered_as_it_was() -> None:
    old, before = _outlines(m=ONE, n=TWO)
    new, after = _outlines(l=TWO, m=ONE, n=TWO)
    anew, changed = translator(old, new)
    assert changed == 1
    for name, blocks in before.items():
        for block in blocks:
            assert anew(1 << block).bit_count() == 1
        assert anew(_bits(blocks)) == _bits(after[name])
    assert translator(new, new)[0](_bits(after["m.b"])) == _bits(after["m.b"])
    assert translator(new, new)[1] == 0


def test_a_function_that_has_changed_is_entered_as_a_whole() -> None:
    more = ONE.replace("    return 3\n", "    else:\n        c = 5\n    return c\n")
    old, before = _outlines(m=ONE, n=TWO)
    new, after = _outlines(m=more, n=TWO)
    anew, changed = translator(old, new)
    assert changed == 1
    assert anew(1 << min(before["m.b"])) == _bits(after["m.b"])
    assert anew(_bits(before["m.a"])) == _bits(after["m.a"])
    assert anew(_bits(before["n.d"])) == _bits(after["n.d"])
    assert len(after["m.b"]) > len(before["m.b"])


def test_a_new_function_is_asked_of_all_that_enter_its_module() -> None:
    old, before = _outlines(m=ONE, n=TWO)
    new, after = _outlines(m=f"{ONE}\ndef e():\n    return 6\n", n=TWO)
    anew, _ = translator(old, new)
    assert anew(_bits(before["m.a"])) == _bits(after["m.a"] | after["m.e"])
    assert anew(_bits(before["n.d"])) == _bits(after["n.d"])


def test_nothing_is_known_of_a_new_module() -> None:
    old, before = _outlines(n=TWO)
    new, after = _outlines(m=ONE, n=TWO)
    anew, changed = translator(old, new)
    assert changed == 1
    assert anew(_bits(before["n.d"])) == _bits(after["n.d"])
    gone, _ = translator(new, old)
    assert gone(_bits(after["m.a"])) == 0
