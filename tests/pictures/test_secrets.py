"""What a reader may not know is in no picture, letter or replay page of theirs."""

from __future__ import annotations

import random
import re
from importlib import import_module

import pytest

from pbem.protocol import Hidden, Seat
from pbem.record import replay, turn_file
from pbem.report import board_image
from pbem.report.builder import report
from pbem.report.html import html_letter, html_page
from pbem.report.model import Reader
from pbem.report.replay_page import Remark, film
from pbem.testing.matches import Match
from pbem.testing.pages import story
from tests.pictures.stories import GAMES, recorded
from tests.rules.games import game

HIDING = ("magblast", "mars")  #: games with secrets that can be shuffled


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("seed", range(4))
def test_a_picture_changes_with_nothing_that_cannot_be_seen(
    name: str, seed: int
) -> None:
    secrets = import_module(f"tests.rules.{name}.secrets")
    match = Match(game(name), random.Random(seed))
    match.play(4 + 9 * seed)
    header = turn_file.read(match.header())
    readers: list[Seat | None] = [None, *match.seats]
    for seat in readers:
        made = []
        for state in (
            match.state,
            secrets.permuted(match.state, seat, match.rng),
            secrets.permuted(match.state, seat, match.rng),
        ):
            table = match.table.__class__(state, serial=match.table.serial)
            story = replay.Story(match.game, header, match.options, table)
            told = report(story, Reader(seat=seat))
            drawn = board_image.svg(told)
            made.append((drawn, html_page(told), html_letter(told)))
        assert made[0] == made[1] == made[2]


def test_only_games_without_secrets_are_left_out() -> None:
    for name in set(GAMES) - set(HIDING):
        match = Match(game(name), random.Random(5))
        match.play(3)
        rules = match.game.rules
        assert not isinstance(rules, Hidden) or rules.truth(match.state) is None


def _pages(file_text: str, reader: Reader, **more: object) -> str:
    played: list[object] = []
    told = replay.play(turn_file.read(file_text), played.append)
    return film(told, played, reader, file_text, faults=True, **more)  # type: ignore[arg-type]


MARKED = """Game: magblast
Name: marked
Seats: Ann, Bob, Cid
Seed: 00112233445566778899aabbccddeeff

== Position ==
turn: Ann action
Ann: hand laser, evade
Bob: hand flux, boarding
Cid: hand minefield
Ann: B1 scout 3
Bob: B1 cruiser 5
Cid: B1 cruiser 5

== 0 ==
# xyzzy-comment
Bob: standing flux boarding or catastrophic
Bob: frobnicate-xyzzy
Ann: fire laser B1 at Bob B1 "Zap!"
-- deadline --
"""


def test_a_seats_page_holds_nothing_of_others() -> None:
    press = [
        Remark(0, "Bob", "plugh-for-cid", ("Cid",)),
        Remark(0, "Bob", "plover-for-all"),
        Remark(0, None, "from-above", ("Ann",)),
    ]
    pages = {
        "Ann": _pages(MARKED, Reader(seat="Ann"), press=press),
        "Bob": _pages(MARKED, Reader(seat="Bob"), press=press),
        "Cid": _pages(MARKED, Reader(seat="Cid"), press=press),
        "": _pages(MARKED, Reader(), press=press),
    }
    moderators = _pages(MARKED, Reader(moderator=True), press=press)
    seen = {
        "frobnicate-xyzzy": {"Bob"},
        "plugh-for-cid": {"Bob", "Cid"},
        "plover-for-all": {"Ann", "Bob", "Cid", ""},
        "from-above": {"Ann"},
        "Temporal Flux": {"Bob"},
        "Minefield": {"Cid"},
        "boarding or catastrophic": {"Bob"},
        "data:text/plain": set(),
        "xyzzy-comment": set(),
        "00112233": set(),
    }
    for word, readers in seen.items():
        found = {seat for seat, page in pages.items() if word in page}
        assert found == readers, word
    for word in ("frobnicate-xyzzy", "plugh-for-cid", "data:text/plain", "Minefield"):
        assert word in moderators


@pytest.mark.parametrize("name", GAMES)
def test_no_page_but_the_moderators_holds_the_turn_file(name: str) -> None:
    file = recorded(name)[0]
    text = file.read_text(encoding="utf-8")
    told, played = story(file)
    for reader in (Reader(), Reader(seat=told.header.seats[0])):
        page = film(told, played, reader, text)
        assert "data:text/plain" not in page
        for seed in re.findall("^Seed: *(.+)$", text, re.MULTILINE):
            assert seed not in page
    assert "data:text/plain" in film(told, played, Reader(moderator=True), text)
