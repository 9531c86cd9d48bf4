"""How people write orders, and what they mean by it."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.notation.parser import NotUnderstood
from pbem.plugins.games import find
from pbem.record.turn_file import Piece
from tests.rules.diplomacy.helpers import story, understood

MOVEMENT = "Spring 1902 movement | "
FRANCE = "France: A Par, A Mar, F Bre, A Bel, A Bur, A Ruh"
WEST = f"{MOVEMENT}{FRANCE} | Germany: A Mun, F Kie"
ENGLAND = "England: F Edi, F Nth, A Lon, A Yor"


@pytest.mark.parametrize(
    ("units", "text", "meant"),
    [
        ("A Par", "A Par-Bur", "A Par - Bur"),
        ("A Par", "army paris to burgundy", "A Par - Bur"),
        ("A Par", "Par > Bur", "A Par - Bur"),
        ("A Par", "Par–Bur", "A Par - Bur"),
        ("A Par", "Par/Bur", "A Par - Bur"),
        ("A Par", "Par Bur", "A Par - Bur"),
        ("F Bre", "F Bre → Mao", "F Bre - Mao"),
        ("F Bre", "Bre-Mid", "F Bre - Mao"),
        ("F Lon", "F Lon - Nth Sea", "F Lon - Nth"),
        ("F Edi", "F Edi-Nrg", "F Edi - Nwg"),
        ("F Edi", "F Edi-Nor", "ambiguous.place"),
        ("F Nth", "F Nth-Nor", "ambiguous.place"),
        ("A Swe", "A Swe-Nor", "A Swe - Nwy"),
        ("A Yor", "A Yor-Liv", "A Yor - Lvp"),
        ("A War", "A War-Liv", "A War - Lvn"),
        ("F Rom", "F Rom-Tyr", "F Rom - Tys"),
        ("A Ven", "A Ven-Tyr", "A Ven - Tyr"),
        ("F Mar", "F Mar-GoL", "F Mar - Lyo"),
        ("F Mar", "F Mar - Gulf of Lions", "F Mar - Lyo"),
        ("F Mar", "F Mar-Lyn", "F Mar - Lyo"),
        ("F Mar", "F Mar-Lyo", "F Mar - Lyo"),
        ("F Stp/sc", "F Stp-GoB", "F Stp/sc - Bot"),
        ("F Stp/sc", "F Stp-Both", "F Stp/sc - Bot"),
        ("F Nap", "F Nap-Tyn", "F Nap - Tys"),
        ("F Mao", "F Mao-Spa", "ambiguous.coast"),
        ("F Mao", "F Mao-Spa(nc)", "F Mao - Spa/nc"),
        ("F Mao", "F Mao-Spa/nc", "F Mao - Spa/nc"),
        ("F Mao", "F Mao-Spa NC", "F Mao - Spa/nc"),
        ("F Mao", "F Mao-Spa-north coast", "F Mao - Spa/nc"),
        ("F Mao", "F Mao-spanc", "F Mao - Spa/nc"),
        ("F Gas", "F Gas-Spa", "F Gas - Spa/nc"),
        ("F Gas", "F Gas-Spa sc", "illegal.coast"),
        ("A Gas", "A Gas-Spa nc", "A Gas - Spa"),
        ("F Spa/sc", "F Spa-Por", "F Spa/sc - Por"),
        ("F Con", "F Con-Bul east", "F Con - Bul/ec"),
        ("A Par, A Mar", "A Par S A Mar-Bur", "A Par S A Mar - Bur"),
        ("A Par, A Mar", "Par sup Mar to Bur", "A Par S A Mar - Bur"),
        ("A Par, A Mar", "A Par s Mar->Bur (own)", "A Par S A Mar - Bur"),
        ("F Nth, A Lon", "F Nth C A Lon-Bel", "F Nth C A Lon - Bel"),
        ("F Nth, A Lon", "F Nth convoys London to Belgium", "F Nth C A Lon - Bel"),
        ("F Nth, A Lon", "Nth C Lon", "ambiguous.no-goal"),
        ("F Nth, A Lon", "A Lon-Bel via Nth", "A Lon - Bel via convoy"),
        ("F Nth, A Lon", "A Lon-Bel by convoy", "A Lon - Bel via convoy"),
        ("F Nth, A Lon", "A Lon-Bel (convoyed)", "A Lon - Bel via convoy"),
        ("F Nth, A Lon", "A Lon-Bel vc", "A Lon - Bel via convoy"),
        ("A Lon", "A Lon-Bel", "illegal.no-convoy"),
        ("F Nth, A Lon", "Lon conv Bel", "A Lon - Bel via convoy"),
        ("A Bel", "A Bel H", "A Bel H"),
        ("A Bel", "A Bel stands", "A Bel H"),
        ("A Bel", "Bel stay", "A Bel H"),
        ("A Bel", "Bel", "ambiguous.bare"),
        ("A Par", "A PAR - BUR", "A Par - Bur"),
        ("A Par", "((FRA AMY PAR) MTO BUR)", "A Par - Bur"),
        ("A Par", "( FRA AMY PAR ) HLD", "A Par H"),
        ("F Nth, A Lon", "((ENG AMY LON) CTO BEL VIA (NTH))", "A Lon - Bel via convoy"),
        ("F Nth, A Lon", "((ENG FLT NTH) CVY (ENG AMY LON) CTO BEL)",
         "F Nth C A Lon - Bel"),
        ("F Stp/nc", "((RUS FLT (STP NCS)) MTO BAR)", "F Stp/nc - Bar"),
        ("A Par, A Mar", "((FRA AMY PAR) SUP (FRA AMY MAR) MTO BUR)",
         "A Par S A Mar - Bur"),
        ("A Par", "The army at Paris move to Burgundy", "A Par - Bur"),
        ("A Bud, A Vie", "The army at Bud support move to Gal from Vie",
         "A Bud S A Vie - Gal"),
        ("F Nth, A Edi", "The fleet at Nth convoy to Norway from Edinburgh",
         "F Nth C A Edi - Nwy"),
        ("A Par", "**A Par** - Bur", "A Par - Bur"),
        ("A Par", "1. A Par - Bur", "A Par - Bur"),
        ("A Par", "- A Par - Bur", "A Par - Bur"),
        ("A Par", "France: A Par - Bur", "A Par - Bur"),
        ("F Mao", "F Mid-Atlantic - Western Med", "F Mao - Wes"),
        ("A Mos", "A Mos - St. Petersburg", "A Mos - Stp"),
        ("F Lon", "F London -> North Sea", "F Lon - Nth"),
        ("F Stp/sc", "fleet st petersburg south coast to gulf of bothnia",
         "F Stp/sc - Bot"),
        ("A Bur, A Mar", "The army at Burgundy support hold to Marseilles",
         "A Bur S A Mar"),
    ],
)  # fmt: skip
def test_one_order_of_a_movement(units: str, text: str, meant: str) -> None:
    game = story(f"{MOVEMENT}France: {units}")
    orders, codes = understood(game, "France", text)
    assert (orders or codes) == [meant]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A Bur S German A Mun-Ruh", ["A Bur S A Mun - Ruh"]),
        ("A Bur S Ger Mun - Ruh", ["A Bur S A Mun - Ruh"]),
        ("A Bur S Mun", ["A Bur S A Mun"]),
        ("A Bur supports Munich holding", ["A Bur S A Mun"]),
        ("A Ruh S Kiel into Holland", ["A Ruh S F Kie - Hol"]),
        ("A Par and A Ruh s Bur", ["A Par S A Bur", "A Ruh S A Bur"]),
        ("A Par-Pic, F Bre-Mao; Mar H", ["A Par - Pic", "F Bre - Mao", "A Mar H"]),
        ("a par-pic and f bre-mao", ["A Par - Pic", "F Bre - Mao"]),
        ("Paris, Marseilles and A Ruh hold", ["A Par H", "A Mar H", "A Ruh H"]),
        ("Paris, Marseilles => hold", ["A Par H", "A Mar H"]),
        ("Bur holds with support from Par and Ruh",
         ["A Bur H", "A Par S A Bur", "A Ruh S A Bur"]),
        ("((FRA AMY PAR) MTO PIC) ((FRA FLT BRE) MTO MAO)",
         ["A Par - Pic", "F Bre - Mao"]),
    ],
)  # fmt: skip
def test_supports_of_others_and_several_orders(text: str, meant: list[str]) -> None:
    assert understood(story(WEST), "France", text) == (meant, [])


def test_nobody_supports_himself() -> None:
    assert understood(story(WEST), "France", "Bur S self") == ([], ["illegal.self"])


def test_places_on_the_way_of_a_convoy_are_left_out_and_that_is_said() -> None:
    game = story(f"{MOVEMENT}{ENGLAND}")
    orders, codes = understood(game, "England", "A Lon-Nth-Bel")
    assert (orders, codes) == (["A Lon - Bel via convoy"], ["doubtful.through"])


def test_a_fleet_carries_an_army_that_was_just_named() -> None:
    orders, _ = understood(
        story(f"{MOVEMENT}{ENGLAND}"), "England", "Lon-Bel, Nth conv it"
    )
    assert orders == ["A Lon - Bel via convoy", "F Nth C A Lon - Bel"]


def test_help_for_an_own_unit_that_does_something_else_is_doubted() -> None:
    lines = ("A Bur S A Par", "A Par - Pic")
    orders, codes = understood(story(WEST), "France", *lines)
    assert (orders, codes) == ([*lines],
                               ["doubtful.unmatched"])  # fmt: skip


@pytest.mark.parametrize("text", ["all hold", "everything holds", "HOLD ALL"])
def test_all_units_hold(text: str) -> None:
    game = story(f"{MOVEMENT}{ENGLAND}")
    orders, _ = understood(game, "England", "A Yor - Lon", text)
    assert orders == ["F Edi H", "F Nth H", "A Lon H", "A Yor H"]


@pytest.mark.parametrize("text", ["rest hold", "others stand", "the rest holds"])
def test_all_other_units_hold_by_one_line_for_the_rest(text: str) -> None:
    game = story(f"{MOVEMENT}{ENGLAND}")
    orders, codes = understood(game, "England", "A Yor - Wal, A Lon - Yor", text)
    assert orders == ["A Yor - Wal", "A Lon - Yor", "F Edi H", "F Nth H"]
    assert codes == []


@pytest.mark.parametrize("text", ["Italy: all hold", "Italy: rest hold", "all hold"])
def test_the_units_of_one_power_hold_and_orders_of_another_stay(text: str) -> None:
    options = "powers=France+Italy/Germany"
    units = f"{MOVEMENT}France: A Par, A Mar | Italy: A Ven | Germany: A Mun"
    game = story(units, seats="Ann, Bob", options=options)
    orders, codes = understood(game, "Ann", "A Par - Bur", "A Mar H", text)
    assert (orders, codes) == (["A Par - Bur", "A Mar H", "A Ven H"], [])


@pytest.mark.parametrize("text", ["same orders", "as last turn"])
def test_orders_of_the_last_turn_are_given_again_where_they_can_be(text: str) -> None:
    game = story(f"{MOVEMENT}{ENGLAND}")
    lines = ("F Nth H", "F Edi H", "A Yor - Wal", "A Lon H")
    game.order("England", [Piece(one, 0, 1) for one in lines])
    assert understood(game, "England", text)[0] == ["F Nth H", "F Edi H", "A Lon H"]
    orders, _ = understood(game, "England", f"{text} but A Lon-Yor")
    assert orders == ["F Nth H", "F Edi H", "A Lon - Yor"]


def test_orders_are_taken_back() -> None:
    game = story(f"{MOVEMENT}{ENGLAND}")
    sheet = ("A Yor - Wal", "A Lon - Yor")
    assert understood(game, "England", *sheet, "cancel Yor")[0] == ["A Lon - Yor"]
    assert understood(game, "England", *sheet, "scrap all")[0] == []
    anew = understood(game, "England", *sheet, "new orders: A Lon - Wal")[0]
    assert anew == ["A Lon - Wal"]


LOST = (
    "Spring 1902 retreats | Austria: A Vie; dislodged F Tri (from Ven) | Italy: A Tri"
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("F Tri R Alb", "F Tri R Alb"),
        ("Tri-Alb", "F Tri R Alb"),
        ("Tri retreats Alb", "F Tri R Alb"),
        ("F TRI R ALB", "F Tri R Alb"),
        ("((AUS FLT TRI) RTO ALB)", "F Tri R Alb"),
        ("F Tri D", "F Tri D"),
        ("F Tri disband", "F Tri D"),
        ("F Tri OTB", "F Tri D"),
        ("F Tri off", "F Tri D"),
        ("destroy F Tri", "F Tri D"),
        ("F Tri NRP", "F Tri D"),
        ("F Tri R Alb, else Adr, else off", "F Tri R Alb, else Adr"),
        ("F Tri r Adr, Alb", "F Tri R Adr, else Alb"),
        ("F Tri r Alb, off", "F Tri R Alb"),
        ("Retreat: F Tri to Albania", "F Tri R Alb"),
        ("F Tri off the board", "F Tri D"),
        ("F Tri R Ven", "illegal.retreat"),
        ("A Vie - Bud", "illegal.not-dislodged"),
        ("retreats Alb", "F Tri R Alb"),
        ("R Alb, else off", "F Tri R Alb"),
        ("NRP", "F Tri D"),
        ("destroy", "F Tri D"),
    ],
)
def test_a_retreat_or_a_disband_is_understood_as_people_write_it(
    text: str, meant: str
) -> None:
    orders, codes = understood(story(LOST), "Austria", text)
    assert (orders or codes) == [meant]


BUILDS = (
    "Winter 1901 adjustments | France: A Spa; centres Bre, Mar, Par"
    " | Russia: A War; centres Mos, Stp | Germany: A Ruh, A Ber; centres Ber"
)


@pytest.mark.parametrize(
    ("seat", "text", "meant"),
    [
        ("France", "Build A Par", ["build A Par"]),
        ("France", "A Par B", ["build A Par"]),
        ("France", "+A Par", ["build A Par"]),
        ("France", "build army in Paris", ["build A Par"]),
        ("France", "((FRA FLT BRE) BLD)", ["build F Bre"]),
        ("France", "build Par", ["build A Par"]),
        ("France", "build Bre", ["ambiguous.kind"]),
        ("France", "2 builds: F Bre, A Mar", ["build F Bre", "build A Mar"]),
        ("France", "waive", ["waive"]),
        ("France", "pass", ["waive"]),
        ("France", "no build", ["waive"]),
        ("France", "1 waived", ["waive"]),
        ("France", "build A Par; waive the rest", ["build A Par", "waive"]),
        ("France", "build A Par, else A Mar, else waive", ["build A Par"]),
        ("France", "Build 2: A Par, A Mar", ["build A Par", "build A Mar"]),
        ("Russia", "B F StP", ["ambiguous.coast"]),
        ("Russia", "B F StP south coast", ["build F Stp/sc"]),
        ("Germany", "Remove A Ruh", ["remove A Ruh"]),
        ("Germany", "-A Ruh", ["remove A Ruh"]),
        ("Germany", "A Ruh D", ["remove A Ruh"]),
        ("Germany", "build A Kie", ["illegal.build"]),
        ("France", "A Par, F Bre", ["build A Par", "build F Bre"]),
        ("France", "build A Spa, else F Bre", ["build F Bre"]),
        ("France", "France builds: fleet Brest, A Mar", ["build F Bre", "build A Mar"]),
        ("France", "build F Bre or A Par, A Mar", ["build F Bre", "build A Mar"]),
        ("Germany", "remove A Kie, else A Ber", ["remove A Ber"]),
    ],
)
def test_builds_and_removals(seat: str, text: str, meant: list[str]) -> None:
    orders, codes = understood(story(BUILDS), seat, text)
    assert (orders or codes) == meant


def test_a_build_too_many_is_left_out_and_that_is_said() -> None:
    lines = ("build A Mos", "build F Stp/nc")
    _, codes = understood(story(BUILDS), "Russia", *lines)
    assert codes == ["illegal.too-many"]


@pytest.mark.parametrize("text", ["A Prais - Bur", "A Paris - Burgnudy"])
def test_a_name_with_one_mistake_is_read_and_marked(text: str) -> None:
    orders, codes = understood(story(f"{MOVEMENT}France: A Par"), "France", text)
    assert (orders, codes) == (["A Par - Bur"], ["doubtful.typo"])


@pytest.mark.parametrize(
    "text",
    [
        "I'd go Par-Bur if I were you",
        "Hello everyone",
        "Paris is nice in spring",
        "What will you do in Burgundy?",
        "We hold together",
    ],
)
def test_a_sentence_that_names_provinces_is_no_order(text: str) -> None:
    with pytest.raises(NotUnderstood):
        find("diplomacy").notation.parse(text)


def test_an_order_for_another_phase_says_how_it_could_wait() -> None:
    game = story(f"{MOVEMENT}France: A Par")
    assert understood(game, "France", "build A Par")[1] == ["illegal.not-now"]
    orders, _ = understood(game, "France", "Winter: build A Par, else A Mar")
    assert orders == ["Winter 1902 adjustments: build A Par, else A Mar"]
    notation = find("diplomacy").notation
    for text in ("Spring 1902 Movement", "phase S1902M"):
        assert str(notation.parse(text).moment) == "Spring 1902 movement"
    heading = find("diplomacy").notation.parse("Winter adjustments: build A Par")
    assert str(heading.lines[0]).strip() == "Winter adjustments:"


def test_whose_support_could_never_be_is_named_in_orders_ahead_too() -> None:
    game = story(f"{MOVEMENT}Germany: A Mun, F Kie", seats="Germany")
    rules: Any = game.game.rules
    parsed: Any = game.game.notation.parse("Fall 1902: A Mun S F Kie - Boh")
    _, line = rules.headed(parsed.lines)
    (fault,) = rules.bind_line(game.table.state, "Germany", line).faults
    assert (fault.code, fault.given["other"]) == ("illegal.cannot-go", "F Kie")


@pytest.mark.parametrize(
    ("orders", "awaited", "taken"),
    [
        ("A War - Gal", "takes Gal", True),
        ("A War - Gal\nA Vie - Gal", "takes Gal", False),
        ("A War H", "takes War", False),
        ("A War H", "A War", True),
        ("A War - Gal", "A Gal", True),
        ("A War - Gal", "F Gal", False),
        ("A War - Gal", "A War", False),
    ],
)
def test_a_plan_hears_where_the_units_of_a_power_come(
    orders: str, awaited: str, taken: bool
) -> None:
    game = story(f"{MOVEMENT}Austria: A Vie|Russia: A War")
    rules: Any = game.game.rules
    given = {}
    for seat, text in zip(("Russia", "Austria"), orders.split("\n"), strict=False):
        given[seat] = game.game.notation.parse(text)
    wanted = game.game.notation.parse(awaited)
    assert rules.hears(game.table.state, "Russia", wanted, given) is taken
