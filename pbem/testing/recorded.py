"""The cases of a game hold, and its recorded games are told as they were."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

from pbem.cases.runner import load, run
from pbem.testing.contract import GameCase
from pbem.testing.pages import golden, pages, rebuilt, story, write


class RecordedTests(GameCase):
    """Tests of the games, cases and pages that an author has recorded."""

    @classmethod
    def playthroughs(cls) -> list[Path]:
        """Return the recorded games: `playthroughs/*.txt` beside the tests.

        Those of several games lie in folders with their names.
        """
        folder = Path(inspect.getfile(cls)).parent / "playthroughs"
        name = cls.game if isinstance(cls.game, str) else cls.game.name
        folder = folder / name if (folder / name).is_dir() else folder
        return sorted(folder.glob("*.txt"))

    def test_every_case_holds(self) -> None:
        """Those that `pbem game cases` runs."""
        wrong = {case.id: run(case) for case in load(self.opened())}
        assert {name: faults for name, faults in wrong.items() if faults} == {}

    def test_every_page_is_as_it_was(self, request: pytest.FixtureRequest) -> None:
        """`pytest --write-pages` writes them anew, to be read as a difference."""
        for file in self.playthroughs():
            if request.config.getoption("write_pages"):
                write(file)
            assert golden(file).is_file(), f"no pages of {file.name}: --write-pages"
            recorded = rebuilt(golden(file).read_text(encoding="utf-8"))
            shown = {page.title: page.text for page in pages(file)}
            assert list(recorded) == list(shown), file.name
            for title, page in shown.items():
                assert recorded[title] == page, f"{file.name}, {title}"

    def test_every_way_to_end_is_recorded(self) -> None:
        """Where games are recorded at all."""
        files, rules = self.playthroughs(), self.opened().rules
        if not files:
            return
        outcomes = [rules.outcome(story(file)[0].table.state) for file in files]
        ended = {outcome.reason for outcome in outcomes if outcome is not None}
        assert set(self.opened().facts["endings"]) - ended == set()
