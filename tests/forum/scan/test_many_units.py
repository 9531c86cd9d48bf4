"""Posts of games whose orders have a line for each unit: a later line changes one unit,
and what is doubtful or illegal in a post takes nothing from its other lines."""

from __future__ import annotations

import pytest

from pbem.forum.scan.question_text import markup
from pbem.plugins.games import find
from pbem.record.replay import play
from pbem.record.turn_file import read as record
from tests.forum.said import asked, entries, post, read

TEXT = """Game: diplomacy
Name: duel
Seats: Ann, Bob
Options: powers=France/Italy

== 0 ==
"""
ANN = post(2, "Ann", "France:\nA Par - Bur\nF Bre - Mao\nA Mar - Spa")
BOB = post(3, "Bob", "A Rom - Apu, A Ven - Tri\nNaples to the Ionian Sea")
OPENED = (post(1, "Gina", "game duel #0"), ANN)


def units(text: str) -> list[str]:
    """Return the units of France after a record."""
    state = play(record(text)).table.state
    return sorted(str(one) for one in state.units.values() if one.power == "France")


def test_a_later_post_changes_the_units_that_it_names() -> None:
    found = read((*OPENED, post(3, "Ann", "Sorry, A Mar H")), text=TEXT)
    assert len(entries(found)) == 2
    late = post(4, "Ann", "A Mar H\nvote draw")
    found = read((*OPENED, BOB, late), text=TEXT)
    assert not asked(found)
    assert units(found.text) == ["A Bur", "A Mar", "F Mao"]


def test_an_illegal_line_is_noted_and_the_others_are_taken() -> None:
    mixed = post(2, "Ann", "A Par - Bur\nF Bre - Mos\nA Mar - Spa")
    found = read((OPENED[0], mixed, BOB), text=TEXT)
    assert not asked(found)
    shown = markup(found, find("diplomacy"), written=True)
    assert "noted :: F Bre cannot get to Moscow" in shown
    assert play(record(found.text)).awaited() == ("Ann",)
    end = found.text + "-- deadline --\n"
    assert units(end) == ["A Bur", "A Spa", "F Bre"]
    illegal = play(record(end)).table.state.verdicts
    assert [one.verdict for one in illegal if one.unit == "F Bre"] == ["illegal"]


def test_what_a_judge_only_remarks_on_is_noted_and_asks_nothing() -> None:
    found = read((OPENED[0], post(2, "Ann", "A Bre H\nA Par - Bur")), text=TEXT)
    assert not asked(found)
    shown = markup(found, find("diplomacy"), written=True)
    assert "noted :: The unit there is F Bre; the order was taken for it." in shown


def test_orders_that_all_can_read_in_fog_are_taken_and_the_moderator_is_told() -> None:
    found = read(OPENED, text=TEXT.replace("Italy", "Italy, fog=yes"))
    assert len(entries(found)) == 1
    shown = markup(found, find("diplomacy"), written=True)
    assert "Post 2 by Ann: This post shows everybody what only Ann may know" in shown


def test_a_doubtful_line_is_asked_about_together_with_the_sure_ones() -> None:
    unsure = post(2, "Ann", "A Par - Bur? I think I'll do A Par - Pic\nF Bre - Mao")
    found = read((OPENED[0], unsure), text=TEXT)
    assert asked(found) == [(2, "almost", "A Par - Pic / F Bre - Mao")]
    assert found.questions[0].readings[-1] == "F Bre - Mao"
    taken = entries(read((OPENED[0], unsure), "2 = yes", text=TEXT))
    assert taken[0].startswith("Ann:")


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        (
            "par - bur, mar - spa, bre - mao. @Bob: sorry not sorry.\n"
            "Correction: par - pic, mar - bur, fleet stays as above",
            ["A Bur", "A Pic", "F Mao"],
        ),
        (
            "A Par - Bur\nA Mar - Spa\nF Bre - Mao\n"
            "Correction: A Mar - Pie\nF Bre - Pic",
            ["A Bur", "A Pie", "F Pic"],
        ),
    ],
)
def test_a_post_that_corrects_itself_is_asked_about_once(
    text: str, becomes: list[str]
) -> None:
    posts = (OPENED[0], post(2, "Ann", text), BOB)
    assert [one[1] for one in asked(read(posts, text=TEXT))] == ["corrected"]
    assert units(read(posts, "2 = yes", text=TEXT).text) == becomes


def test_a_correction_stays_asked_where_what_it_corrects_is_answered() -> None:
    first = post(2, "Ann", "par - bur, mar - spa. @Bob: sorry not sorry.")
    posts = (OPENED[0], first, post(4, "Ann", "Correction: par - pic, fleet as above"))
    assert [one[0] for one in asked(read(posts, text=TEXT))] == [2, 4]
    assert [one[0] for one in asked(read(posts, "2 = yes", text=TEXT))] == [4]


SEVEN = """Game: diplomacy
Name: seven
Seats: Ann, Bob, Cid, Dee, Eve, Fay, Gus
Options: powers=Austria/England/France/Germany/Italy/Russia/Turkey

== 0 ==
"""
SPRING = {
    "Ann": "A Vie - Gal, A Bud - Ser, F Tri - Alb",
    "Bob": "F Lon - Nth\nF Edi - Nwg\nA Lvp - Yor",
    "Cid": "FRANCE\n* F Bre - Mao\n* A Par - Bur\n* A Mar S A Par - Bur",
    "Dee": "[b]A Mun - Ruh[/b]\nf kie-den; a ber-kie",
    "Eve": "| Unit | Order |\n| A Ven | Hold |\n| A Rom | - Apu |\n| F Nap | - Ion |",
    "Fay": "A War - Gal, A Mos - Ukr, F Sev - Rum, F Stp - Bot",
    "Gus": "The army at Con moves to Bul\nA Smy - Con\nF Ank - Bla",
}
GREY = "*An unnamed power writes:* if I were Germany, A Ruh - Bel it would be."


@pytest.mark.slow
def test_a_game_of_seven_in_a_thread_ends_in_a_draw_with_a_new_player() -> None:
    posts = [post(1, "Gina", "game seven #0")]
    posts += [post(at, who, text) for at, (who, text) in enumerate(SPRING.items(), 2)]
    posts += [post(9, "Gina", "game seven #1"), post(10, "Gina", GREY)]
    posts += [post(11, "Dee", "Sorry, I have no time any more. Hal plays on for me!")]
    found = read(posts, "seat Dee = Hal", text=SEVEN)
    votes = dict.fromkeys(SPRING, "all hold\nvote draw") | {"Hal": "vote draw"}
    del votes["Dee"]
    posts += [post(at, who, text) for at, (who, text) in enumerate(votes.items(), 12)]
    found = read(posts, text=found.text)
    assert not asked(found)
    assert {"A Ruh", "A Apu", "A Bul", "F Den", "F Mao"} <= {
        str(one) for one in play(record(found.text)).table.state.units.values()
    }
    end = play(record(found.text + "-- deadline --\n")).table.state
    assert (end.ending, len(end.sharers)) == ("draw", 7)
