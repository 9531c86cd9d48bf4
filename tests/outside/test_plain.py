"""A game that brings only words has a plain report, a replay, and its roles."""

from __future__ import annotations

import json
import re
from pathlib import Path

from pbem.plugins import games
from pbem.record import replay, turn_file
from pbem.record.replay import Story
from pbem.referee import Played
from pbem.report.builder import meaning_of, report
from pbem.report.html import html_letter, html_page
from pbem.report.model import Reader, render
from pbem.report.replay_page import film
from tests.support.outside import installed, race, write

WORDS = "pbem_race/templates/race/words.j2"
TOML = "pbem_race/games/race/game.toml"
RULES = "pbem_race/rules.py"
ENTRY = {"race": "pbem_race.rules:RULES"}
RECORD = """Game: race
Name: friday
Seats: Ann, Bob
Options: goal=5

== 0 ==
Ann: add 3
"""
BOARD = """
    def board(self) -> list[str]:
        return ["+-----+", "|" + ("#" * self.total).ljust(5) + "|", "+-----+"]
"""
ROLES = """
[[roles]]
name = "White"
colour = "white"
[[roles]]
name = "Black"
colour = "#1d1d1b"
"""


def _bare(**changes: tuple[str, str]) -> dict[str, str]:
    files = race()
    del files["pbem_race/templates/race/report.j2"]
    for name, (old, new) in changes.items():
        file = {"words": WORDS, "toml": TOML, "rules": RULES}[name]
        assert old in files[file]
        files[file] = files[file].replace(old, new)
    return files


def _with_roles() -> dict[str, str]:
    files = _bare(toml=("seats = [2, 6]", "seats = [2, 2]"))
    files[TOML] += ROLES
    return files


def _story(text: str = RECORD) -> tuple[Story, list[Played]]:
    played: list[Played] = []
    return replay.play(turn_file.read(text), played.append), played


def test_words_alone_make_a_report(tmp_path: Path) -> None:
    write(tmp_path, "pbem-race", ENTRY, _bare())
    with installed(tmp_path):
        story, played = _story()
        page = render(report(story, Reader(seat="Bob")))
        assert page == (
            "friday: turn 1 is done.                                   game friday #1\n"
            "\n"
            "  Ann adds 3: 3.\n"
            "\n"
            "  Total  3\n"
            "  Goal   5\n"
            "\n"
            "Your turn, Bob\n"
            "\n"
            "  Send a number, for example: add 1\n"
        )
        over, windows = _story(RECORD + "Bob: 2\n")
        page = render(report(over, Reader(), windows))
        assert "friday is over." in page
        assert "Bob reaches 5 and wins." in page
        assert page.index("Turn 1") < page.index("Ann adds 3") < page.index("Turn 2")
        for form in ("markdown", "bbcode", "html"):
            assert "adds 3" in render(report(story, Reader(moderator=True)), form)
        assert "<svg" not in html_page(report(story, Reader()))
        assert html_letter(report(story, Reader()))[1] == []
        assert played


def test_a_view_may_bring_lines_of_a_board(tmp_path: Path) -> None:
    files = _bare(
        rules=("    goal: int\n\n\ndef _add", f"    goal: int\n{BOARD}\n\ndef _add")
    )
    write(tmp_path, "pbem-race", ENTRY, files)
    with installed(tmp_path):
        story, _ = _story()
        assert "\n  |###  |\n" in render(report(story, Reader()))
        assert "|###" not in render(report(story, Reader(display="list")))
        assert "<pre>+-----+\n|###  |" in html_page(report(story, Reader()))


def test_a_picture_needs_no_report(tmp_path: Path) -> None:
    """What a picture may not show stands beside it; who cannot see it has a list."""
    files = _bare()
    files["pbem_race/templates/race/board.svg.j2"] = (
        '{% extends "picture.svg.j2" %}{% block height %}90{% endblock %}'
        '{% block body %}<text class="ink">{{ view.total }}</text>{% endblock %}'
    )
    write(tmp_path, "pbem-race", ENTRY, files)
    with installed(tmp_path):
        found = report(_story()[0], Reader())
        page = html_page(found)
        assert '<text class="ink">3</text>' in page
        assert page.index("</svg>") < page.index("<dt>Goal</dt><dd>5</dd>")
        assert ">Total 3\nGoal 5</desc>" in page
        letter, pictures = html_letter(found)
        assert 'alt="Total 3\nGoal 5"' in letter
        assert len(pictures) == 1


def test_a_replay_needs_no_picture(tmp_path: Path) -> None:
    """The position stands where a picture would, and once alone."""
    files = _with_roles()
    files[RULES] = files[RULES].replace(
        "    goal: int\n\n\ndef _add", f"    goal: int\n{BOARD}\n\ndef _add"
    )
    write(tmp_path, "pbem-race", ENTRY, files)
    with installed(tmp_path):
        story, played = _story(RECORD + "Bob: 2\n")
        page = film(story, played, Reader())
        found = re.search(r'<script id="data"[^>]*>(.*?)</script>', page)
        assert found is not None
        data = json.loads(found[1])
        assert not any(isinstance(n, list) for x in data["frames"] for n in x["board"])
        boards = [
            "\n".join(data["lines"][n] for n in one["board"]) for one in data["frames"]
        ]
        assert ["|###  |" in board for board in boards] == [True, False]
        assert "|#####|" in boards[1]
        told = [
            "\n".join(data["lines"][n] for n in x["report"]) for x in data["frames"]
        ]
        assert not any("|###" in one for one in told)
        assert "Ann adds 3" in told[0]
        assert "Ann plays White, " in re.sub(r"<[^>]+>", "", page)
        assert 'fill="#ffffff"' in page


def test_a_macro_takes_what_it_declares(tmp_path: Path) -> None:
    """One class of event serves what happened and what would happen."""
    macro = (
        "{% macro Added(e, view, reader, would) %}"
        "{% if would %}you will come to {{ e.total }} of {{ view.goal }}"
        "{% elif reader.seat == e.seat %}You add {{ e.number }}, to {{ view.total }}."
        "{% else %}{{ e.seat }} adds {{ e.number }}, to {{ view.total }}.{% endif %}"
    )
    reading = (
        "    def explain(self, state: State, seat: Seat, order: int)"
        " -> tuple[Event, ...]:\n"
        "        total = state.total + order\n"
        "        return (Added(seat=seat, number=order, total=total),)\n\n"
        "    def view(self"
    )
    files = _bare(
        words=("{% macro Added(e) %}{{ e.seat }} adds {{ e.number }}: {{ e.total }}.",
               macro),
        rules=("    def view(self", reading),
    )  # fmt: skip
    files[WORDS] = files[WORDS].replace("ending_goal(o, view)", "ending_goal(o)")
    files[WORDS] = files[WORDS].replace("reaches {{ view.goal }}", "is there")
    files[WORDS] = files[WORDS].replace("prompt_turn(view, seat)", "prompt_turn()")
    write(tmp_path, "pbem-race", ENTRY, files)
    with installed(tmp_path):
        story, _ = _story()
        assert "Ann adds 3, to 3." in render(report(story, Reader(seat="Bob")))
        assert "You add 3, to 3." in render(report(story, Reader(seat="Ann")))
        (order,) = [story.game.notation.parse("add 2")]
        (meaning,) = meaning_of(story, "Bob", order)
        assert meaning.words == "you will come to 5 of 5"
        over, windows = _story(RECORD + "Bob: 2\n")
        page = render(report(over, Reader(), windows))
        # Each event is told with the view of its own turn.
        assert "Ann adds 3, to 3." in page
        assert "Bob adds 2, to 5." in page
        assert "Bob is there and wins." in page


def test_seats_have_roles(tmp_path: Path) -> None:
    write(tmp_path, "pbem-race", ENTRY, _with_roles())
    with installed(tmp_path):
        game = games.find("race")
        assert [(role.name, role.ink) for role in game.roles] == [
            ("White", "#1d1d1b"),
            ("Black", "#ffffff"),
        ]
        assert game.read_options({})["roles"] == ("White", "Black")
        begun, _ = _story(RECORD.partition("== 0")[0])
        first = render(report(begun, Reader(seat="Bob")))
        assert "You play Black; Ann plays White." in first
        story, _ = _story(RECORD + "black: 1\nWHITE: 1\n")
        assert not story.faults
        page = render(report(story, Reader()))
        assert re.search(r"\n  Ann  White\n  Bob  Black\n", page)
        assert "plays White" not in page  # that is told when a game begins


def test_a_players_name_goes_before_a_role(tmp_path: Path) -> None:
    """Black may be called White."""
    write(tmp_path, "pbem-race", ENTRY, _with_roles())
    with installed(tmp_path):
        text = RECORD.replace("Ann", "Black").replace("Bob", "White")
        story, _ = _story(text + "White: 1\n")
        assert not story.faults
        assert "White adds 1: 4." in render(report(story, Reader()))
