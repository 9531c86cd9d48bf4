"""What an order would do, in the words of its receipt."""

from __future__ import annotations

import pytest

from pbem.games import find
from pbem.record import replay, turn_file
from pbem.report.wording import words

GAME = find("magblast")
TABLE = """Game: magblast
Seats: Ann, Bob, Cid
Seed: 00112233445566778899aabbccddeeff

== Position ==
turn: Ann {phase}
Ann: flagship {power}
Ann: B1 destroyer damage laser
Ann: B2 cruiser
Ann: Y1 carrier
Ann: Y2 scout
Ann: Y3 gunship
Ann: hand {hand}
Bob: flagship {power_of_bob}
Bob: B1 dreadnought
Bob: Y1 scout
Bob: Y2 carrier
Cid: R1 gunship
Bob: hand evasive, flux, fighter, laser A, beam A, minefield

== 0 ==
{lines}
"""
HAND = (
    "laser B, beam A, mag, laser A, fighter, bomber, bay, minefield, asteroids, "
    "spacedock, reinforcements, allocation"
)
WAITS = "this waits for its moment and is tried then"


def meant(
    seat: str,
    order: str,
    *lines: str,
    phase: str = "action",
    power: str = "Naalu",
    hand: str = HAND,
    power_of_bob: str = "Jol-Nar",
) -> str:
    """What is said of an order after some lines."""
    given = {"phase": phase, "power": power, "hand": hand}
    text = TABLE.format(lines="\n".join(lines), power_of_bob=power_of_bob, **given)
    state = replay.play(turn_file.read(text)).table.state
    events = GAME.rules.reading(state, seat, GAME.notation.parse(order))
    return words(GAME).tell(events[0]).strip()


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ('laser B1 at Bob B1 "zap"',
         'Laser B (card 1) from your Destroyer B1 at Bob\'s Dreadnought B1, "zap": '
         "1 damage if nobody objects, 9 hull left after it"),
        ('laser 4 B1 at Bob Y1 "zap"',
         'Laser A (card 4) from your Destroyer B1 at Bob\'s Scout Y1, "zap": '
         "1 damage if nobody objects, 2 hull left after it"),
        ("laser B1 at Bob B1",
         "Laser B (card 1) from your Destroyer B1 at Bob's Dreadnought B1, "
         "without a noise: it misses"),
        ('beam B2 at Bob flagship "x"',
         'Beam A (card 2) from your Cruiser B2 at Bob\'s flagship, "x": '
         "3 damage if nobody objects, 5 hull left after it"),
        ('then laser B1 at Bob B1 "x"',
         'then: Laser B (card 1) from your Destroyer B1 at Bob\'s Dreadnought B1, "x": '
         "1 damage if nobody objects, 9 hull left after it"),
        ("launch fighter from Y1 at Bob Y1",
         "Fighter A (card 5) from your Carrier Y1 at Bob's Scout Y1: "
         "2 damage until the end of your turn, 1 hull left after it"),
        ("launch bomber Y1 at Bob Y1",
         "Bomber A (card 6) from your Carrier Y1 at Bob's Scout Y1: "
         "4 damage until the end of your turn, that destroys it"),
        ("upgrade Y1 with bay", "you play Squadron Bay (card 7) on your Carrier Y1"),
        ("upgrade bay on B1", "you play Squadron Bay (card 7) on your Destroyer B1"),
        ("minefield on Bob", "you play Minefield A (card 8) on Bob"),
        ("asteroids on Cid", "you play Asteroids A (card 9) on Cid"),
        ("spacedock on B1 laser",
         "Spacedock 1 (card 10): Laser removed from your Destroyer B1"),
        ("allocation", "you play Strategic Allocation (card 12)"),
        ("naalu B1 to Bob B1",
         "the 1 damage of your Destroyer B1 goes to Bob's Dreadnought B1, "
         "9 hull left after it"),
        ("naalu B1 Bob Y1",
         "the 1 damage of your Destroyer B1 goes to Bob's Scout Y1, "
         "2 hull left after it"),
        ("end", "your turn ends"),
        ("if destroyed: end", "if destroyed: your turn ends"),
        ("resign", "you give up your flagship, at once and for good"),
        ("vote Bob", "your vote for the worst noises is noted"),
        ("cancel 1", "that standing order is taken back"),
        ("standing evade blasts", "a standing order: evade blast"),
        ('laser Y1 at Bob Y2 "x"', WAITS),
        ("direct hit", WAITS),
        ("pass", WAITS),
        ("mentak to red", WAITS),
        ("move B1 yellow", WAITS),
        ("if it is destroyed: boarding to red",
         "this waits for its moment (if destroyed) and is tried then"),
    ],
)  # fmt: skip
def test_an_order_of_the_turn_is_said_in_words(order: str, said: str) -> None:
    assert meant("Ann", order) == said


@pytest.mark.parametrize(
    ("phase", "order", "said"),
    [
        ("movement", "move Y1 blue",
         "Carrier Y1 to blue; ships keep their names until all have moved"),
        ("movement", "move B1 yellow",
         "Destroyer B1 to yellow; ships keep their names until all have moved. As it "
         "is now, yellow would hold 4 ships and nobody would move: send one elsewhere "
         "too"),
        ("movement", "move B1 yellow and Y1 green",
         "Destroyer B1 to yellow, Carrier Y1 to green; ships keep their names until "
         "all have moved"),
        ("movement", "move Y1 red", WAITS),
        ("ships", "reinforcements to red",
         "you play Reinforcements (card 11), into red"),
        ("ships", "reinforcements", "you play Reinforcements (card 11)"),
        ("ships", "resources laser", WAITS),
        ("discard", "discard laser, beam",
         "you discard Laser B (card 1), Beam A (card 2), and draw"),
        ("discard", "discard 12, 3",
         "you discard Strategic Allocation (card 12), Mag-Blast (card 3), and draw"),
        ("discard", "discard nothing", "you discard nothing, and draw"),
        ("discard", "draw", "you discard nothing, and draw"),
        ("discard", "draw 0", "you discard nothing, and draw at most no cards"),
        ("discard", "draw 1", "you discard nothing, and draw at most one card"),
    ],
)  # fmt: skip
def test_each_part_of_a_turn_has_its_orders(phase: str, order: str, said: str) -> None:
    assert meant("Ann", order, phase=phase) == said


def test_all_cards_are_named_where_all_are_given_up() -> None:
    said = meant("Ann", "discard all", phase="discard", hand="laser, mag")
    assert said == "you discard Laser (card 1), Mag-Blast (card 2), and draw"


@pytest.mark.parametrize(
    ("phase", "order", "said"),
    [
        ("ships", "sol to red", "a ship from the shipyard to red"),
        ("action", "sol",
         "a ship from the shipyard; you place it when you have seen it"),
    ],
)  # fmt: skip
def test_the_power_of_sol_is_said_in_words(phase: str, order: str, said: str) -> None:
    assert meant("Ann", order, phase=phase, power="Sol") == said


LASER = 'Ann: laser B1 at Bob B1 "zap"'


@pytest.mark.parametrize(
    ("seat", "order", "said"),
    [
        ("Bob", "evade", "you answer the Laser with Evasive Action (card 1)"),
        ("Bob", "flux", "you answer the Laser with Temporal Flux (card 2)"),
        ("Bob", "jol-nar laser, beam",
         "you give up Laser A (card 4), Beam A (card 5) against the Laser"),
        ("Bob", "pass", "you let the Laser pass"),
        ("Cid", "pass", "you let the Laser pass"),
        ("Bob", "pass all",
         "you let the Laser pass, and everything else of this turn that your "
         "standing orders do not answer"),
        ("Bob", "yssaril", WAITS),
        ("Bob", "defend", WAITS),
        ("Cid", "evade", WAITS),
        ("Ann", "flux", WAITS),
        ("Ann", 'beam B2 at Bob B1 "x"', WAITS),
        ("Bob", "draw", WAITS),
    ],
)  # fmt: skip
def test_an_answer_is_said_in_words(seat: str, order: str, said: str) -> None:
    assert meant(seat, order, LASER) == said


def test_a_power_and_a_squadron_answer_in_words() -> None:
    said = meant("Bob", "yssaril", LASER, power_of_bob="Yssaril")
    assert said == "your tribes evade the Laser"
    launched = "Ann: launch fighter Y1 at Bob Y1"
    for order in ("defend", "defend with fighter", "defend with 1 fighter"):
        said = meant("Bob", order, launched)
        assert said == "you answer the Fighter with Fighter B (card 3)"


def test_the_blasts_of_a_direct_hit_are_told_from_others() -> None:
    lines = ["Bob: pass", "Ann: direct hit", "Bob: pass"]
    hand = "laser, direct hit, beam"
    said = meant("Ann", "direct hit", LASER, *lines[:1], hand=hand)
    assert said == "you play Direct Hit (card 2) on Bob's Dreadnought B1"
    said = meant("Ann", 'beam B2 at Bob B1 "x"', LASER, *lines, hand=hand)
    assert said == (
        'Beam (card 3) from your Cruiser B2 at Bob\'s Dreadnought B1, "x": 3 damage if '
        "nobody objects, 6 hull left after it (the second blast of the Direct Hit)"
    )
