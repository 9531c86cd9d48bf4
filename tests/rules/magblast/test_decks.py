"""Decks are data: what is in the house deck, and what is said of a bad one."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from pbem.pages.wording import words
from pbem.plugins.games import find
from pbem.protocol import Unplayable
from pbem.rules.magblast import RULES
from pbem.rules.magblast.cards import KINDS, POWERS
from pbem.rules.magblast.check.icons import icons, payments, sets
from pbem.rules.magblast.decks import box, load
from tests.rules.magblast.table import SEATS, begin

HOUSE = find("magblast").folder


def test_the_house_deck_has_the_cards_that_it_should() -> None:
    house = box("house")
    assert len(house.ships) == 54
    assert len(house.actions) == 109
    assert [card.power for card in house.flagships] == list(POWERS)
    assert {card.hull for card in house.flagships} == {8}
    assert {card.key for card in house.actions} == set(KINDS)
    keys = Counter(card.key for card in house.actions)
    assert keys["laser"] == 18
    assert keys["beam"] == 22
    assert keys["mag"] == 10
    assert keys["fighter"] == 9
    assert keys["direct-hit"] == 8
    assert {key: keys[key] for key, kind in KINDS.items() if kind == "upgrade"} == {
        key: 2 for key, kind in KINDS.items() if kind == "upgrade"
    }
    damage = {card.key: card.damage for card in house.actions if card.damage}
    assert damage == {"laser": 1, "beam": 3, "mag": 5, "fighter": 2, "bomber": 4}
    types = Counter(card.type for card in house.ships)
    assert types == {
        "Scout": 12,
        "Cruiser": 12,
        "Destroyer": 10,
        "Carrier": 8,
        "Dreadnought": 6,
        "Gunship": 3,
        "Minesweeper": 3,
    }
    assert sum(card.hull for card in house.ships if card.type == "Scout") == 34
    assert {card.icons for card in house.actions if card.key == "bomber"} == {
        "A",
        "B",
        "C",
        "BB",
    }


#: The house deck as the rulings list it: icons of each copy, "-" for none.
HOUSE_CARDS = {
    "laser": "- " * 12 + "A A B B C C",
    "beam": "- " * 19 + "A C C",
    "mag": "- " * 7 + "A B C",
    "fighter": "A A B B C C AB BC AC",
    "bomber": "A C B BB",
    "direct-hit": "- - A A B B C C",
    "catastrophic": "- A",
    "boarding": "- B",
    "bridge-hit": "AA CC",
    "minefield": "A B C",
    "asteroids": "A B C",
    "reinforcements": "- - - -",
    "spacedock": "- - - -",
    "allocation": "- -",
    "flux": "- -",
    "evasive": "- -",
    **{key: "- -" for key, kind in KINDS.items() if kind == "upgrade"},
}
HOUSE_SHIPS = {
    "Scout": (2, "1 2 2 3 3 3 3 3 3 3 4 4"),
    "Cruiser": (1, "5 5 5 5 5 6 6 6 6 6 7 7"),
    "Destroyer": (1, "4 " * 10),
    "Carrier": (1, "7 7 8 8 8 8 9 9"),
    "Dreadnought": (0, "9 10 10 11 11 12"),
    "Minesweeper": (2, "4 4 4"),
}


def test_the_house_deck_card_for_card() -> None:
    house = box("house")
    for key, copies in HOUSE_CARDS.items():
        found = Counter(card.icons or "-" for card in house.actions if card.key == key)
        assert found == Counter(copies.split()), key
    for name, (move, hulls) in HOUSE_SHIPS.items():
        ships = [card for card in house.ships if card.type == name]
        assert sorted(card.hull for card in ships) == list(map(int, hulls.split()))
        assert {card.move for card in ships} == {move}
    guns = [(c.move, c.hull) for c in house.ships if c.type == "Gunship"]
    assert sorted(guns) == [(0, 6), (1, 5), (2, 4)]
    docks = [card.amount for card in house.actions if card.key == "spacedock"]
    assert sorted(docks) == [1, 1, 1, 2]
    weapons = {card.type: card.weapons for card in house.ships}
    assert weapons == {
        "Scout": ("laser",),
        "Cruiser": ("beam",),
        "Destroyer": ("laser", "beam"),
        "Carrier": ("laser",),
        "Dreadnought": ("beam", "mag"),
        "Gunship": ("laser", "beam", "mag"),
        "Minesweeper": ("laser",),
    }


def test_another_deck_takes_what_it_lacks_from_the_house() -> None:
    second = box("second")
    assert second.actions == box("house").actions
    assert {c.weapons for c in second.ships if c.type == "Carrier"} == {()}


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "said"),
    [
        ("ships.toml", "total = 54", "total = 53", "deck.count", "ships.toml"),
        ("ships.toml", "3 = 7", "3 = 8", "deck.count", "there are 55"),
        ("ships.toml", "move = 2", "move = 5", "deck.number", "Scout, move"),
        ("ships.toml", 'type = "Cruiser"\n', "", "deck.missing", "type"),
        ("ships.toml", '["beam"]', '["beem"]', "deck.word", "Cruiser, weapons"),
        ("ships.toml", "carrier = true", "carier = true", "deck.key", "carier"),
        ("ships.toml", "carrier = true", 'carrier = "yes"', "deck.yesno", "Carrier"),
        ("ships.toml", "4 = 10", "4 = 10.5", "deck.number", "hulls.4"),
        ("ships.toml", "4 = 10", "x = 10", "deck.number", "Destroyer"),
        ("ships.toml", "[[ship]]", "[[ship]", "deck.unreadable", "ships.toml"),
        ("actions.toml", "A = 2", "D = 2", "deck.icons", "Laser"),
        ("actions.toml", 'key = "laser"', 'key = "lazer"', "deck.word", "Laser, key"),
        ("actions.toml", 'kind = "blast"', 'kind = "event"', "deck.word", "kind"),
        ("actions.toml", "damage = 3\n", "", "deck.missing", "Beam, damage"),
        ("actions.toml", "amount = 2\n", "", "deck.missing", "Spacedock"),
        ("actions.toml", 'title = "Beam"', "title = 7", "deck.text", "title"),
        ("actions.toml", 'title = "Beam"', 'title = "Be\\nam"', "deck.text", "title"),
        ("actions.toml", 'title = "Beam"\n', "", "deck.missing", "beam, title"),
        ("actions.toml", "damage = 3", "damage = 0", "deck.number", "from 1 to 99"),
        ("actions.toml", "amount = 1", "amount = 0", "deck.number", "Spacedock"),
        ("actions.toml", "total", "sum = 3\ntotal", "deck.key", "sum"),
        ("actions.toml", 'label = "house', "label = 3 #", "deck.text", "label"),
        ("ships.toml", '"Scout"', '"Extraordinary Scout"', "deck.text", "14 letters"),
        ("flagships.toml", "hull = 8", "hull = 0", "deck.number", "Xxcha, hull"),
        ("flagships.toml", 'power = "sol"', 'power = "soul"', "deck.word", "Sol"),
        ("flagships.toml", "total = 10", "", "deck.missing", "total"),
        ("flagships.toml", "uses = 2", "uses = true", "deck.number", "Xxcha, uses"),
        ("flagships.toml", "uses = 2", "uses = -1", "deck.number", "Xxcha, uses"),
    ],
)
def test_a_bad_deck_is_told_by_file_card_and_key(
    tmp_path: Path, file: str, old: str, new: str, code: str, said: str
) -> None:
    text = (HOUSE / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1))
    with pytest.raises(Unplayable) as bad:
        load("trial", HOUSE, tmp_path)
    assert bad.value.fault.code == code
    told = words(find("magblast")).fault(bad.value.fault)
    assert file in told
    assert said in told


def test_a_deck_must_have_a_folder_of_a_plain_name(tmp_path: Path) -> None:
    for name in ("nowhere", "../second", "a b", ""):
        with pytest.raises(Unplayable) as bad:
            box(name)
        assert bad.value.fault.code == "deck.unknown"
        assert "second" in words(find("magblast")).fault(bad.value.fault)


def test_a_deck_too_small_for_so_many_is_refused() -> None:
    small = box("house")
    from pbem.rules.magblast.setup import enough

    with pytest.raises(Unplayable) as bad:
        enough(small, 14)
    assert "10 cards are too few for 14" in words(find("magblast")).fault(
        bad.value.fault
    )


def test_a_folder_of_ones_own_is_played_with(tmp_path: Path) -> None:
    shutil.copy(HOUSE / "flagships.toml", tmp_path)
    text = (tmp_path / "flagships.toml").read_text().replace("hull = 8", "hull = 3")
    (tmp_path / "flagships.toml").write_text(text)
    assert {c.hull for c in load("mine", HOUSE, tmp_path).flagships} == {3}


def test_payments_are_all_the_smallest_ones() -> None:
    """Against every choice of cards there is, for a few hundred hands."""
    from itertools import combinations

    for seed in range(40):
        state = begin(seed, 4).state
        for me in range(len(SEATS[:4])):
            hand = state.fleets[me].cards
            expected = set()
            for size in range(1, 6):
                for choice in combinations(hand, size):
                    worth = sets(icons(state, choice))
                    if worth and all(
                        sets(icons(state, [c for c in choice if c != one])) < worth
                        for one in choice
                    ):
                        expected.add(choice)
            shown = tuple(state.action(card).icons for card in hand)
            found = {tuple(hand[i] for i in one) for one in payments(shown)}
            assert found == expected


def test_sets_are_as_many_as_anybody_could_find() -> None:
    def slowly(a: int, b: int, c: int) -> int:
        best = 0
        for cost in ((3, 0, 0), (0, 3, 0), (0, 0, 3), (1, 1, 1)):
            if a >= cost[0] and b >= cost[1] and c >= cost[2]:
                rest = slowly(a - cost[0], b - cost[1], c - cost[2])
                best = max(best, 1 + rest)
        return best

    for a in range(7):
        for b in range(7):
            for c in range(7):
                assert sets("A" * a + "B" * b + "C" * c) == slowly(a, b, c)


def test_rules_of_all_seats_can_be_dealt() -> None:
    for seats in range(2, 9):
        state = begin(seats, seats).state
        assert len({fleet.flagship for fleet in state.fleets}) == seats
        assert RULES.window(state) is not None
