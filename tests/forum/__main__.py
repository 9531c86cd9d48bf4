"""Writes the thread files anew, and the records that scans make of them.

    python -m tests.forum

Look at every difference before it is kept: the records are what must hold.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from pbem.forum.annotations import game_settings
from pbem.forum.annotations.evidence import AnnotatedRecord
from pbem.forum.annotations.remembered import recall
from pbem.forum.detect import read_all
from pbem.forum.scan.authors import People
from pbem.forum.scan.question_text import markup
from pbem.forum.scan.questions import Scan
from pbem.forum.scan.scan import scan
from pbem.plugins.games import find
from pbem.record.turn_file import read
from tests.forum import scenarios, scenarios_more, scenarios_turns
from tests.forum.pages import FORMS, START, Said, times
from tests.forum.scenarios import Scenario

FOLDER = Path(__file__).with_name("threads")
ALL: list[Scenario] = [
    *scenarios.OPENINGS,
    *scenarios.QUOTES,
    *scenarios.WRITING,
    *scenarios_more.NAMES,
    *scenarios_more.EDITS,
    *scenarios_turns.TURNS,
    *scenarios_turns.GAMES,
    *scenarios_more.HOSTILE,
]


def told(found: Scan) -> str:
    """What the moderator is told of a scan, below the codes of what is asked."""
    codes = [
        f"{one.number} {one.code}{' ?' if one.asks else ''} {one.proposal}".strip()
        for one in found.questions
    ]
    game = find(AnnotatedRecord(found.text).record.header.game)
    return "\n".join([*codes, "", markup(found, game, written=False), ""])


def scanned(text: str, files: list[bytes], answers: list[str]) -> Scan:
    """A scan of files, as the command makes it."""
    names = People.of_game(read(text).header, recall(text)).names() if text else []
    thread = read_all(files, names)
    if not text:
        block = game_settings.read(thread.posts[0])
        assert block is not None
        text = block.record()
    return scan(text, thread, answers)


def pages(scenario: Scenario, stage: int) -> list[str]:
    """The files of one stage."""
    form, _ = FORMS[scenario.form]
    given = scenario.stages[stage]
    posts = [
        replace(post, minute=round((when - START).total_seconds() / 60))
        for post, when in zip(given.posts, times(given.posts), strict=True)
    ]
    found: list[list[Said]] = []
    for count in given.pages:
        found.append(posts[:count])
        posts = posts[count:]
    found.append(posts)
    out, done = [], 0
    for part in found:
        first = {"first": given.first} if given.first else {}
        if done:
            first = {"first": 101 + done}
        out.append(form(part, "A duel", **first))
        done += len(part)
    return out


def main() -> None:
    """Writes all of it."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    for scenario in ALL:
        folder = FOLDER / scenario.name
        folder.mkdir(parents=True)
        text = scenario.start
        if text:
            (folder / "start.txt").write_text(text)
        for number in range(len(scenario.stages)):
            answers = scenario.stages[number].answers
            files = pages(scenario, number)
            for letter, page in zip("abc", files, strict=False):
                ending = FORMS[scenario.form][1]
                (folder / f"{number + 1}{letter}.{ending}").write_text(page)
            if answers:
                (folder / f"{number + 1}.answers").write_text("\n".join(answers) + "\n")
            found = scanned(text, [page.encode() for page in files], list(answers))
            text = found.text
            (folder / f"{number + 1}.record").write_text(text)
            (folder / f"{number + 1}.questions").write_text(told(found))


if __name__ == "__main__":
    main()
