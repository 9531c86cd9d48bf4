"""What can be written: every order is read back as it was printed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.notation.parser import NotUnderstood
from pbem.plugins.games import find
from pbem.rules.magblast import RULES
from pbem.rules.magblast.cards import KINDS
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import Aim, Item, Rule, When, Wing
from tests.rules.magblast.table import LEFT, play, read

ZONES = st.sampled_from(["yellow", "green", "red", "blue"])
BERTH = st.builds("{}{}".format, st.sampled_from("YGRB"), st.integers(1, 3))
SHIP = st.one_of(BERTH, st.builds("C{}".format, st.integers(1, 9)))
LETTERS = st.characters(categories=["Lu", "Ll", "Nd"], exclude_characters="ſ")
NAME = st.one_of(
    st.sampled_from(
        ["Ann", "Big Bob", "Red", "B 2", "flagship", "Zoë", "at", "G1", "7", "c3po",
         "O'Hara", "Ann B.", "all", "Blue Max", "carrier 4", "if", "the one"]
    ),
    st.lists(st.text(LETTERS, min_size=1, max_size=6), min_size=1, max_size=3).map(
        " ".join
    ),
)  # fmt: skip
KEY = st.sampled_from(list(KINDS))
BLAST = st.sampled_from(["laser", "beam", "mag"])
NUMBER = st.integers(1, 99)
ITEM = st.one_of(st.builds(Item, number=NUMBER), st.builds(Item, key=KEY))
CARD = st.one_of(ITEM, st.builds(Item, key=KEY, number=NUMBER))
ITEMS = st.lists(ITEM, min_size=1, max_size=6).map(tuple)
FLYER = st.sampled_from(["fighter", "bomber"])
NUMBERS = st.lists(NUMBER, min_size=1, max_size=4).map(tuple)
WING = st.one_of(
    st.builds(Wing, key=FLYER, count=NUMBER),
    NUMBERS.map(lambda numbers: Wing("", len(numbers), numbers)),
    st.tuples(FLYER, NUMBERS).map(lambda p: Wing(p[0], len(p[1]), p[1])),
)
AIM = st.builds(Aim, st.one_of(st.just(""), NAME), st.one_of(st.just(""), SHIP))
NOISE = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters='"'),
    max_size=30,
).map(str.strip)
MAYBE_ZONE = st.one_of(st.just(""), ZONES)
NO_NUMBER = st.one_of(st.just(0), NUMBER)
WHEN = st.one_of(
    st.none(),
    st.builds(When, st.sampled_from(["hit", "missed", "destroyed", "then"])),
    st.builds(When, st.sampled_from(["stands", "gone"]), NAME, SHIP),
    st.builds(When, st.just("empty"), NAME, ZONES),
)
CLASSES = st.sampled_from(["blast", "squadron", "critical", "upgrade", "attack"])
RULE = st.builds(
    Rule,
    verb=st.sampled_from(["evade", "flux", "jol-nar", "yssaril", "pass", "defend"]),
    cards=st.lists(st.one_of(KEY, CLASSES), max_size=3).map(tuple),
    least=NO_NUMBER,
    deadly=st.booleans(),
    at=st.one_of(st.just(""), st.just("flagship"), SHIP, NAME),
    zone=MAYBE_ZONE,
    by=st.one_of(st.just(""), NAME),
    keep=NO_NUMBER,
    spare=st.lists(KEY, max_size=3).map(tuple),
    until=st.one_of(st.just(0), st.just(-1), NUMBER),
    once=st.booleans(),
)
ORDERS = st.one_of(
    st.builds(
        o.Place,
        ships=st.lists(st.tuples(NUMBER.map(str), ZONES), min_size=1, max_size=4).map(
            tuple
        ),
    ),
    st.just(o.Place()),
    st.builds(o.Place, ships=ZONES.map(lambda zone: (("", zone),))),
    st.builds(o.Discard, when=WHEN, cards=st.one_of(st.just(()), ITEMS)),
    st.builds(o.Draw, count=st.one_of(st.none(), st.integers(0, 9))),
    st.builds(o.Resources, cards=ITEMS, zones=st.lists(ZONES, max_size=3).map(tuple)),
    st.builds(o.Reinforce, when=WHEN, number=NO_NUMBER, zone=MAYBE_ZONE),
    st.builds(
        o.Move,
        moves=st.lists(st.tuples(SHIP, ZONES), min_size=1, max_size=3).map(tuple),
    ),
    st.builds(
        o.Fire,
        when=WHEN,
        card=CARD,
        ship=st.one_of(st.just(""), SHIP),
        aim=st.one_of(st.none(), AIM),
        noise=NOISE,
    ),
    st.builds(
        o.Launch,
        wing=WING,
        ship=st.one_of(st.just(""), SHIP),
        aim=st.one_of(st.none(), AIM),
    ),
    st.builds(o.Upgrade, ship=SHIP, card=CARD),
    st.builds(
        o.Field,
        key=st.sampled_from(["minefield", "asteroids"]),
        number=NO_NUMBER,
        seat=NAME,
    ),
    st.builds(
        o.Spacedock,
        number=NO_NUMBER,
        ship=SHIP,
        blasts=st.lists(BLAST, max_size=2).map(tuple),
    ),
    st.builds(
        o.Play,
        when=WHEN,
        key=st.sampled_from(["allocation", "direct-hit", "catastrophic", "bridge-hit"]),
        number=NO_NUMBER,
    ),
    st.builds(o.Boarding, when=WHEN, number=NO_NUMBER, zone=ZONES),
    st.builds(o.Sol, zone=MAYBE_ZONE),
    st.builds(o.Naalu, ship=SHIP, seat=NAME, target=SHIP),
    st.builds(o.Mentak, when=WHEN, zone=ZONES),
    st.builds(o.End),
    st.builds(o.Pass, all=st.booleans()),
    st.builds(o.Counter, key=st.sampled_from(["flux", "evasive"]), number=NO_NUMBER),
    st.builds(o.Defend, wing=WING),
    st.builds(o.JolNar, cards=ITEMS),
    st.builds(o.Yssaril),
    st.builds(o.Standing, number=NO_NUMBER, rule=RULE),
    st.builds(o.Cancel, number=NO_NUMBER),
    st.builds(o.Xxcha, seat=NAME),
    st.builds(o.Vote, seat=NAME),
    st.builds(o.Resign),
)


@given(order=ORDERS)
@settings(max_examples=600, deadline=None)
def test_what_is_printed_is_read_as_it_was(order: o.Line) -> None:
    assert read(str(order)) == order


def test_every_legal_order_of_a_game_is_read_as_it_was() -> None:
    seen: set[str] = set()

    def watch(table: object, played: object) -> None:
        state = getattr(table, "state")  # noqa: B009  (a table of any game)
        window = RULES.window(state)
        for seat in window.seats if window else ():
            for order in RULES.legal(state, seat):
                if str(order) not in seen:
                    seen.add(str(order))
                    assert read(str(order)) == order

    play(3, 3, watch, rounds=5)
    assert len(seen) > 200


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('fire laser B1 at Bob G2 "Kapow!"', "LASER blue 1 At bob g2 «Kapow!»"),
        ('laser from b1 on Bob\'s G2 "x"', 'fire laser B1 at Bob G2 "x"'),
        ("launch 2 fighters C1 at Bob flagship", "launch 2 fighters c1 on Bob flag"),
        ("place 1 yellow 2 green 3 red 4 blue", "place y1, g2, r3, b4"),
        ("resources 1 3 4 ship to blue", "resources 1,3,4 blue"),
        ("upgrade B1 secondary cannon", "upgrade secondary on b1"),
        ("play reinforcements to red", "reinforce red"),
        ("minefield on Bob", "mine Bob"),
        ('beam B1 at "Player 3" G2', "beam B1 at Player 3 G2"),
        ('naalu B1 to "Player 3" R1', "naalu B1 to Player 3's R1"),
        ("if it hits: direct hit", "if hit direct-hit"),
        ("standing evade all", "standing evade any"),
        ("standing evade any blast", "standing evade blasts"),
        ("if it hit then direct hit", "if hit direct hit"),
        ("if Bob B1 gone: then fire laser", "if Bob B1 gone fire laser"),
        ("if Bob's blue is empty, then end", "if Bob blue empty end"),
        (
            "whenever Bob: mag or beam of 3 or more at flagship keep 1 then evade",
            "standing evade mag or beam of 3 or more at flagship by Bob keep 1",
        ),
        (
            "whenever anybody: deadly then defend with 2",
            "standing defend with 2 deadly",
        ),
        (
            "Whenever Big Bob: upgrades once then: pass",
            "standing pass upgrade by Big Bob once",
        ),
        ("whenever anyone: anything then jol-nar", "standing jol-nar"),
        ("pass", "PASS"),
        ("evasive action", "evade"),
        ("temporal flux", "flux"),
        ("end turn", "End"),
        ("fire,  mag  blast, B1", "fire mag B1"),
        ("Direct ,hit 5", "direct hit 5"),
        ("upgrade B1 point,\tdefense,turret", "upgrade B1 turret"),
        ("jol, nar 1 2", "jol-nar 1 2"),
    ],
)
def test_there_are_several_ways_to_say_it(one: str, other: str) -> None:
    assert str(read(one)).casefold() == str(read(other)).casefold()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('fire laser B1 at Bob G2 "Kapow', "invalid.notation"),
        ('fire laser B1 at Bob G2 "Ka\npow"', "invalid.notation"),
        ("fire laser B1 at Bob G2 Kapow", "invalid.notation"),
        ("", "invalid.empty"),
        ("   ", "invalid.empty"),
        ("fire", "invalid.unfinished"),
        ("move B2", "invalid.unfinished"),
        ("wobble", "invalid.notation"),
        ("standing wobble", "invalid.notation"),
        ("standing evade of", "invalid.unfinished"),
        ("whenever Bob: mag then draw", "invalid.notation"),
        ("whenever Bob: mag", "invalid.unfinished"),
        ("if", "invalid.unfinished"),
        ("place 1", "invalid.unfinished"),
        ("pass pass", "invalid.notation"),
        ("fire " * 4000, "invalid.too-long"),
        ('laser blue 1 Bob g2 "x"', "invalid.notation"),
    ],
)
def test_what_cannot_be_read_is_said_so(line: str, code: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        read(line)
    assert refused.value.fault.code == code


def test_every_word_of_the_grammar_has_players_words() -> None:
    assert find("magblast").notation.wordless() == set()


def test_random_words_are_refused_in_peace() -> None:
    luck = random.Random(3)
    more = ["fire", "laser", "B1", "at", "Bob", '"x"', "if"]
    words = [*" ".join(LEFT).split(), *more]
    for _ in range(1500):
        line = " ".join(luck.choices(words, k=luck.randint(1, 9)))
        try:
            order = read(line)
        except NotUnderstood:
            continue
        assert read(str(order)) == order
