"""The picture of a map: units, orders as arrows, retreats, builds, before and after."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from pbem.protocol import Stages, failures
from pbem.record.replay import Story, play
from pbem.record.turn_file import read
from pbem.referee import Played
from pbem.report import board_image, builder
from pbem.report.model import Reader, Report
from pbem.report.replay_page import film
from tests.pictures.stories import reports
from tests.rules.diplomacy.helpers import POWERS

HEAD = f"Game: diplomacy\nName: map\nSeats: {', '.join(POWERS)}\n\n== Position ==\n"
PUBLIC = Reader()
SOLO = Path(__file__).parents[2] / "playthroughs/diplomacy/solo.txt"


def told(position: str, *orders: str) -> Report:
    """Return the report after one phase from a position."""
    return _played(position, *orders)[2]


def _played(position: str, *orders: str) -> tuple[Story, list[Played], Report]:
    lines = [*position.split(" | "), "", "== 0 ==", *orders, "-- deadline --", ""]
    played: list[Played] = []
    story = play(read(HEAD + "\n".join(lines)), played.append)
    return story, played, builder.report_after(story, PUBLIC, played[0])


def looks(report: Report) -> Counter[str]:
    """Return how many ways of each look are drawn."""
    chart = report.view.chart(report.chapters[-1].events)
    return Counter(str(way.look) for way in chart.ways)


ATTACK = "Spring 1902 movement | France: A Par, A Mar | Germany: A Bur, A Mun"


def test_moves_supports_and_those_that_fail_have_looks_of_their_own() -> None:
    report = told(
        ATTACK,
        "France: A Par - Bur, A Mar S A Par - Bur",
        "Germany: A Bur H, A Mun S A Bur",
    )
    assert looks(report) == {"failed": 1, "support": 2}
    report = told(
        ATTACK, "France: A Par - Pic, A Mar S A Par - Bur", "Germany: A Bur H"
    )
    assert looks(report) == {"move": 1, "cut": 1}


def test_an_arrow_leads_to_where_the_unit_stands_now() -> None:
    report = told(ATTACK, "France: A Par - Pic")
    chart = report.view.chart(report.chapters[-1].events)
    (way,) = chart.ways
    (piece,) = [one for one in chart.pieces if one.fresh]
    at = chart.sheet.outlines.spot("Pic")
    assert (piece.x, piece.y) == at
    far = ((way.end[0] - at[0]) ** 2 + (way.end[1] - at[1]) ** 2) ** 0.5
    assert 20 < far < 40


def test_a_convoy_goes_over_its_fleets() -> None:
    report = told(
        "Spring 1902 movement | England: A Lon, F Nth | France: F Eng",
        "England: A Lon - Nwy via convoy, F Nth C A Lon - Nwy",
        "France: F Eng C A Lon - Bel",
    )
    assert looks(report) == {"move": 1, "convoy": 1}
    chart = report.view.chart(report.chapters[-1].events)
    x, y = chart.sheet.outlines.spot("Nth")
    assert any(f"{x} {y}" in way.shaft for way in chart.ways)


def test_a_dislodged_unit_stands_aside_with_the_places_that_are_open() -> None:
    report = told(ATTACK, "France: A Par - Bur, A Mar S A Par - Bur")
    chart = report.view.chart(report.chapters[-1].events)
    (lost,) = [one for one in chart.pieces if one.lost]
    assert (lost.x, lost.y) != chart.sheet.outlines.spot("Bur")
    assert looks(report)["open"] == len(report.view.retreats["A Bur"])
    drawn = board_image.svg(report)
    assert "may go there" in drawn


def test_retreats_builds_and_removals_are_drawn() -> None:
    lost = "Germany: dislodged A Bur (from Par)"
    where = f"Fall 1902 retreats | France: A Bur; centres Par | {lost}"
    assert looks(told(where, "Germany: A Bur R Mun"))["retreat"] == 1
    gone = told(where, "Germany: A Bur D")
    chart = gone.view.chart(gone.chapters[-1].events)
    assert [one.power for one in chart.pieces if one.gone] == ["Germany"]
    built = told(
        "Winter 1902 adjustments | France: A Bur; centres Par, Mar",
        "France: build A Par",
    )
    chart = built.view.chart(built.chapters[-1].events)
    assert [one.power for one in chart.pieces if one.fresh] == ["France"]


def test_a_replay_shows_the_orders_before_and_what_they_came_to_after() -> None:
    story, played, _ = _played(ATTACK, "France: A Par - Pic")
    rules = story.game.rules
    orders = {seat: answer for seat, answer in played[0].orders.items()}
    assert orders
    page = film(story, played, PUBLIC)
    assert '"stages"' in page
    before, after = _stages(story, played[0])
    assert "A Par" in before.view.units["France"]
    assert "A Pic" in after.view.units["France"]
    assert looks(before) == looks(after) == {"move": 1}
    assert not any(
        one.fresh for one in before.view.chart(before.chapters[-1].events).pieces
    )
    assert rules.window(played[0].before) is not None


def _stages(story: Story, one: Played) -> list[Report]:
    rules = story.game.rules
    assert isinstance(rules, Stages)
    bound = {
        seat: failures.bind(rules, one.before, seat, order).order
        for seat, order in one.orders.items()
    }
    steps = rules.stages(one.before, bound)
    return [
        builder.report_after(story, PUBLIC, one._replace(step=step, news=()))
        for step in steps
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_power_has_a_letter_beside_its_colour(theme: str) -> None:
    report = told(ATTACK, "France: A Par - Pic")
    drawn = board_image.svg(report, theme)
    for nation in report.view.chart(()).nations.values():
        assert f">{nation.letter}</text>" in drawn
        assert nation.name in drawn


def test_every_province_is_named_on_the_picture() -> None:
    report = told(ATTACK, "France: A Par - Pic")
    drawn = board_image.svg(report)
    names = set(re.findall(r">([A-Z][a-z]{2})</text>", drawn))
    assert names >= set(report.view.chart(()).sheet.outlines.labels)


def test_a_busy_picture_is_not_too_heavy_for_a_letter() -> None:
    last = reports(SOLO)[-2]
    assert len(last.view.chart(last.chapters[-1].events).ways) > 15
    png = board_image.png(board_image.svg(last, "light"), 1200)
    assert int.from_bytes(png[16:20]) == 1200
    assert len(png) < board_image.MAX_BYTES


def test_the_words_of_a_picture_say_who_stands_where_and_owns_what() -> None:
    words = board_image.in_words(
        told(
            "Spring 1902 movement | France: A Par, F Spa/sc; centres Par, Spa",
            "France: A Par H",
        )
    ).alt
    assert "France army in Paris and fleet in Spain (sc); owns Paris and Spain" in words
