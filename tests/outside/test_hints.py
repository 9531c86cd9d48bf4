"""What nobody asks for, and codes that are put together: found and named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.authoring.loading import loaded
from pbem.pages.wording import shared_words
from pbem.plugins import games
from pbem.plugins.defects import Broken
from pbem.testing.soundness import defects
from tests.outside.test_broken import (
    ENTRY,
    HINTS,
    RULES,
    Planted,
    _ids,
    _line,
    _plant,
)
from tests.support.outside import installed, race, write


@pytest.mark.parametrize("one", HINTS, ids=_ids)
def test_what_nobody_asks_for_is_found(tmp_path: Path, one: Planted) -> None:
    """Tables and keys of game.toml, blocks of templates, codes made at run time."""
    files = _plant(one)
    write(tmp_path, "pbem-race", {"race": ENTRY}, files)
    with installed(tmp_path):
        (defect,) = [x for x in defects("race") if x.code == one.code]
        assert (defect.file, defect.line, defect.hint) == (
            one.file,
            _line(files, one),
            True,
        )
        told = shared_words().problem("defect", defect)
        assert f"{one.file}, line {defect.line}: " in told
        assert told.endswith((".", "?"))
        assert not re.search(r"\bNone\b|<class|\{\{", told), told


def test_a_code_in_a_sum_of_other_things_is_a_code(tmp_path: Path) -> None:
    files = race()
    old = 'return Bound.no(Fault("illegal.number", given={"most": most}))'
    new = 'return Bound(None, (Fault("illegal.numbers"),) + ())'
    assert old in files[RULES]
    files[RULES] = files[RULES].replace(old, new)
    write(tmp_path, "pbem-race", {"race": ENTRY}, files)
    with installed(tmp_path):
        assert next(defect.code for defect in defects("race")) == "no-fault-words"


def test_a_code_that_no_words_can_be_for_is_a_defect(tmp_path: Path) -> None:
    files = race()
    files[RULES] = files[RULES].replace('"illegal.number"', 'f"illegal.odd-{most}"')
    write(tmp_path, "pbem-race", {"race": ENTRY}, files)
    with installed(tmp_path), pytest.raises(Broken) as caught:
        loaded(games.find("race"))
    (defect,) = caught.value.defects
    assert (defect.code, defect.file) == ("made-code", RULES)
    assert "no macro like illegal_odd_*" in shared_words().problem("defect", defect)
