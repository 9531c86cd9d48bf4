"""Which lines of a letter become orders, which are trouble, and which are nothing."""

from __future__ import annotations

import pytest

from pbem.record.imagined import imagined
from pbem.record.replay import Story, play
from pbem.record.turn_file import read
from pbem.server.game import order_lines, orders
from pbem.server.game.preview import split_guesses

ARENA = "Game: arena\nSeats: Ann, Bob\nOptions: hp=8\n\nAnn: fire C3\nBob: air F6\n"
MAGBLAST = f"Game: magblast\nSeats: Ann, Bob\nSeed: {'ab' * 32}\n\n"
DIPLOMACY = (
    "Game: diplomacy\nSeats: France, England\nOptions: powers=France/England\n\n"
)
PLACED = "place 1 yellow 2 green 3 red 4 blue"


def begun(text: str) -> Story:
    """A game as a record tells it."""
    return play(read(text))


@pytest.mark.parametrize(
    ("text", "kept", "ignored"),
    [
        ("My move:\nD4 1NE", "D4 1NE", ""),
        ("My move: D4\nMagic: 1NE\n\nSee you!", "D4 1NE", "See you!"),
        ("D4 please\nand cast 1NE", "D4 1NE", ""),
        ("1. D4\n2. 1NE", "D4 1NE", ""),
        ("Turn 1: D4 1NE", "D4 1NE", ""),
        # A line that only begins like an order is none beside one that is.
        ("C3 was fun, but over.\nMy move: D4", "D4", "C3 was fun, but over."),
        ("B2 or not B2, I wonder.\nD4 1NE", "D4 1NE", "B2 or not B2, I wonder."),
    ],
)
def test_an_order_in_own_words_is_found_in_a_letter(
    text: str, kept: str, ignored: str
) -> None:
    found = orders.offer_text(begun(ARENA), "Ann", text)
    assert (found.text, "|".join(found.ignored)) == (kept, ignored)
    assert found.troubles == []


def test_an_order_for_another_turn_is_asked_about() -> None:
    found = orders.offer_text(begun(ARENA), "Ann", "Turn 2: D4 1NE")
    assert "is for turn 2, but turn 1 is open" in found.asks


def test_a_letter_without_an_order_is_talk() -> None:
    found = orders.offer_text(begun(ARENA), "Ann", "Thanks, see you soon, Bob!")
    assert (found.text, found.talk, found.troubles) == ("", True, [])


@pytest.mark.parametrize(
    ("text", "kept", "ignored", "refused"),
    [
        ("", "", "", ""),
        ("D4", "D4", "", ""),
        ("Hi all\nD4", "D4", "Hi all", ""),
        ("Hello\nhello there\nD4 1NE\nBye", "D4 1NE", "Hello|hello there|Bye", ""),
        ("D4\nE5", "E5", "", ""),
        ("D4\nfly\nE5", "E5", "fly", ""),
        ("D4\n1NE", "D4 1NE", "", ""),
        ("hello", "", "hello", ""),
        ("Hello\nfly", "", "Hello", "fly"),
        ("a\nb b\n?\n!", "", "a|?|!", "b b"),
        ("C9", "C9", "", ""),
    ],
)
def test_one_order_is_found_in_a_letter(
    text: str, kept: str, ignored: str, refused: str
) -> None:
    found = orders.offer_text(begun(ARENA), "Ann", text)
    assert "|".join(found.text.split("\n")) == kept
    assert "|".join(found.ignored) == ignored
    assert "|".join(found.refused) == refused
    assert (found.story is None) is (not kept)
    assert not found.resolved
    assert not found.anytime
    assert [one.source for one in found.troubles] == (
        refused.split("|") if refused else ["C9"] if kept == "C9" else []
    )


@pytest.mark.parametrize(
    ("text", "kept", "ignored", "refused"),
    [
        ("[b]A Par - Bur[/b]\n[color=red]A Mar[/color] - Spa", 2, "", ""),
        ("| Unit | Order |\n| A Par | - Bur |\n| A Mar | Hold |", 2,
         "| Unit | Order |", ""),
        ("| A | B |\n|---|---|\n| A Par | - Bur |", 1, "| A | B |||---|---|", ""),
        ("| A Prz | - Bur |\n| A Mar | - Spa |", 1, "", "| A Prz | - Bur |"),
    ],
)  # fmt: skip
def test_orders_in_bbcode_and_in_tables_with_a_head_are_read(
    text: str, kept: int, ignored: str, refused: str
) -> None:
    found = orders.offer_text(begun(DIPLOMACY), "France", text)
    assert len(found.text.split("\n")) == kept
    assert "|".join(found.ignored) == ignored
    assert "|".join(found.refused) == refused


@pytest.mark.parametrize(
    ("text", "kept", "ignored", "refused", "anytime"),
    [
        (f"hello\nhi\n{PLACED}", PLACED, "hello|hi", "", False),
        (f"{PLACED}\nend\nfly\nend", f"{PLACED}|end", "", "fly|end", False),
        ("hi\nfly", "", "hi", "fly", False),
        ("hi\nhello\nfly\nend", "", "hi|hello", "fly|end", False),
        (f"hi\n{PLACED}\nhi", PLACED, "hi", "", False),
        ("resign\nfly", "resign", "", "fly", True),
        ("standing pass all until my turn\nplace 9 red\nend",
         "standing pass all until my turn", "", "place 9 red|end", True),
        ("place 1 yellow", "", "", "place 1 yellow", False),
        ("place 1 yellow\nend", "", "", "place 1 yellow|end", False),
    ],
)  # fmt: skip
def test_the_lines_of_a_sheet_are_taken_up_to_the_first_that_will_not_do(
    text: str, kept: str, ignored: str, refused: str, anytime: bool
) -> None:
    found = orders.offer_text(begun(MAGBLAST), "Ann", text)
    assert "|".join(found.text.split("\n")) == kept
    assert "|".join(found.ignored) == ignored
    assert "|".join(found.refused) == refused
    assert found.anytime is anytime
    assert bool(found.troubles) is bool(refused)


def test_what_was_sent_before_is_replaced_by_what_can_be_used_alone() -> None:
    story = begun(f"{ARENA}== 1 ==\nAnn: D4\n")
    assert orders.offer_text(story, "Ann", "E5").replaces == "D4"
    assert orders.offer_text(story, "Ann", "fly").replaces == ""
    assert orders.offer_text(story, "Bob", "E5").replaces == ""
    last = orders.offer_text(story, "Bob", "E5")
    assert last.resolved
    assert [one.serial for one in last.played] == [1]
    assert (last.orders, last.news) == (["E5"], ())


@pytest.mark.parametrize(
    ("line", "caret"),
    [
        ("fly to F6", "^^^"),
        ("place 1 yelow", " " * 8 + "^^^^^"),
        (f"place 1 {' ' * 49}yelow", " " * 57 + "^^^"),
        (f"place 1 {' ' * 90}yelow", " " * 60 + "^"),
    ],
)
def test_a_caret_stands_below_what_is_not_understood(line: str, caret: str) -> None:
    (trouble,) = orders.offer_text(begun(MAGBLAST), "Ann", line).troubles
    assert trouble.source == line[:60]
    assert trouble.caret == caret


def test_the_legal_order_that_is_most_like_a_refused_one_is_named() -> None:
    story = begun(MAGBLAST)
    wrong = PLACED.replace("blue", "red")
    assert orders.offer_text(story, "Ann", wrong).nearest == PLACED
    assert orders.offer_text(story, "Ann", "qqqqqq").nearest == ""
    lava = begun("Game: lava\nSeats: Ann, Bob\n\n")
    (who,) = lava.awaited()
    other = "Ann" if who == "Bob" else "Bob"
    legal = str(next(iter(lava.game.rules.legal(lava.table.state, who))))
    assert orders.offer_text(lava, who, f"{legal}5").nearest == legal
    assert orders.offer_text(lava, other, f"{legal}5").nearest == ""


MARS = "Game: mars\nSeats: Ann, Bob\nSeed: {seed}\n\n== 0 ==\n"


def test_a_question_mark_of_the_notation_makes_no_order_a_question() -> None:
    story = begun(MARS.format(seed="ab" * 16))
    found = orders.offer_text(story, "Ann", "make girder ?, leaf T9.3 > T9.2 ?")
    assert (found.talk, found.text) == (False, "")
    assert found.troubles[0].message.startswith("There is no T9 on the map")


def test_an_order_counts_as_it_stands_however_long_it_is() -> None:
    story = begun(MARS.format(seed="ab" * 16))
    own = next(x for x in ("explore T1.2", "explore T1.4") if _plays(story, x))
    found = orders.offer_text(story, "Ann", ", ".join([f"{own} ?"] * 30))
    assert found.text.count(own) == 30


def _plays(story: Story, line: str) -> bool:
    return bool(orders.offer_text(story, "Ann", line).text)


def test_no_more_lines_are_read_than_a_letter_may_have() -> None:
    game = begun(ARENA).game
    found = order_lines.read(game, ["", "D4", "\u200b"] * 300)
    lines = "\n".join(one.written for one in found).split("\n")
    assert 0 < len(lines) <= order_lines.MAX_LINES
    (bad,) = order_lines.read(game, ["?!"])
    assert not bad.orders


@pytest.mark.parametrize(
    ("lines", "own", "guessed"),
    [
        (["D4"], ["D4"], {}),
        (["Bob: E5", "D4"], [], {"Bob": ["E5", "D4"]}),
        (["D4", "if BOB : E5", "1NE", "Ann: 2"], ["D4", "2"], {"Bob": ["E5", "1NE"]}),
        (["Bob:", "E5"], [], {"Bob": ["E5"]}),
        (["Zoe: E5", "D4"], ["Zoe: E5", "D4"], {}),
        (["Bob: E5", " ", "Bob: F6"], [], {"Bob": ["E5", "F6"]}),
    ],
)
def test_guesses_for_others_begin_with_their_names(
    lines: list[str], own: list[str], guessed: dict[str, list[str]]
) -> None:
    assert split_guesses(begun(ARENA), "Ann", lines) == (own, guessed)


def test_whom_a_guess_is_for_is_read_as_everywhere() -> None:
    story = begun("Game: arena\nSeats: Ann, J\u00f6rg\n")
    found = split_guesses(story, "Ann", ["jorg: E5"])
    assert found == ([], {"J\u00f6rg": ["E5"]})


def test_what_is_imagined_knows_nothing_of_others_and_nothing_hidden() -> None:
    story = begun(f"{ARENA}== 1 ==\nAnn: D4\n")
    seen = imagined(story, "Bob")
    assert seen is not None
    assert (seen.table.answers, seen.table.state) == ({}, story.table.state)
    assert list(story.table.answers) == ["Ann"]
    cards = begun(MAGBLAST)
    first, again = imagined(cards, "Ann"), imagined(cards, "Ann")
    other = imagined(cards, "Bob")
    assert first is not None
    assert again is not None
    assert other is not None
    rules = cards.game.rules
    assert first.table.state == again.table.state != cards.table.state
    assert first.table.state != other.table.state
    for seat, story in (("Ann", first), ("Bob", other)):
        mine = rules.view(cards.table.state, seat)
        assert rules.view(story.table.state, seat) == mine
