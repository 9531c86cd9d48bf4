"""Recorded games are told as they were when somebody last read the pages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import pbem
from pbem.pages.wording import words
from pbem.plugins.games import built_in, find
from pbem.report.builder import report
from pbem.report.document import document
from pbem.report.html import html_page
from pbem.report.model import Reader, render
from pbem.testing.pages import golden, pages, rebuilt, story
from tests.playthroughs.recorded import turn_files

FILES = turn_files()


def _name(file: Path) -> str:
    return f"{file.parent.name}-{file.stem}"


@pytest.mark.parametrize("file", FILES, ids=_name)
def test_every_page_is_as_it_was(file: Path) -> None:
    recorded = rebuilt(golden(file).read_text(encoding="utf-8"))
    shown = {page.title: page.text for page in pages(file)}
    assert list(recorded) == list(shown)
    for title, page in shown.items():
        assert recorded[title] == page, title


@pytest.mark.parametrize("file", FILES, ids=_name)
def test_every_page_fits(file: Path) -> None:
    told, played = story(file)
    for reader in (Reader(moderator=True), Reader(), Reader(display="list")):
        page = render(report(told, reader, played, whole=True))
        assert [line for line in page.splitlines() if len(line) > 72] == []


@pytest.mark.parametrize("file", FILES, ids=_name)
def test_who_sees_all_is_told_of_each_seat_by_its_name(file: Path) -> None:
    """A game master reads what each seat alone may know, and must know whose it is."""
    told, played = story(file)
    found = report(told, Reader(moderator=True), played, whole=True)
    for chapter in found.chapters:
        for event in chapter.events:
            if hasattr(event, "seat"):
                said = words(found.game).tell(event, found.view, found.reader)
                assert not re.search(r"\b[Yy]our?\b", said.partition('"')[0]), said


@pytest.mark.parametrize("name", built_in())
def test_every_way_to_end_is_recorded(name: str) -> None:
    rules = find(name).rules
    ended = set()
    for file in turn_files(name):
        outcome = rules.outcome(story(file)[0].table.state)
        if outcome is not None:
            ended.add(outcome.reason)
    assert set(find(name).facts["endings"]) - ended == set()


@pytest.mark.parametrize("name", built_in())
def test_the_command_line_prints_these_pages(name: str) -> None:
    file = turn_files(name)[0]
    told, played = story(file)
    seat = told.header.seats[0]
    run = CliRunner()

    def printed(*words: str) -> str:
        done = run.invoke(pbem, ["resolve", str(file), *words])
        assert done.exit_code == 0, done.output
        return done.output

    public = Reader()
    assert printed("--public") == render(report(told, public))
    for form in ("markdown", "bbcode"):
        page = render(report(told, public), form)
        assert printed("--public", "--format", form) == page
    page = html_page(report(told, public))
    assert printed("--public", "--format", "html") == page
    listed = Reader(moderator=True, display="list")
    assert printed("--display", "list") == render(report(told, listed))
    own = Reader(seat=seat)
    page = render(report(told, own, played, whole=True))
    assert printed("--for", seat, "--all") == page
    whole = document(told, Reader(moderator=True), played)
    made = json.loads(printed("--format", "json", "--all"))
    assert made == json.loads(json.dumps(whole))


def test_no_page_lies_about_that_nobody_recorded() -> None:
    recorded = {golden(file) for file in FILES}
    assert set(Path(__file__).parent.glob("*/*.golden")) - recorded == set()
