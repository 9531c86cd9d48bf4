"""The commands of a letter, each as a player writes it."""

from __future__ import annotations

import pytest

from pbem.server.commands import __path__ as place
from pbem.server.game import order_lines
from pbem.server.store import schema
from pbem.server.syntax import parser
from pbem.server.syntax.command import Command, OrderLines
from pbem.server.syntax.parser import parse_command
from tests.support.server.world import ADDRESS, ANN, BOB, CID, World


def _text(world: World, who: str, text: str) -> str:
    return world.answer(who, text)[0].text


def test_every_command_has_its_help_and_its_rule() -> None:
    from pathlib import Path

    from pbem.system.resources import folder

    names = [path.stem for path in Path(place[0]).glob("[a-z]*.py")]
    assert len(names) >= 13
    for name in names:
        assert (folder("templates") / "mail" / "help" / f"{name}.j2").is_file(), name
        rule = (folder("grammars") / "letter" / f"{name}.lark").read_text("utf-8")
        assert rule.startswith(f"{name}: "), name


def test_help_is_for_everybody(world: World) -> None:
    text = world.say(CID, "help")[0].text
    assert "How to play by mail" in text
    assert "arena" in text
    assert "Magic Arena" in world.say(CID, "help arena")[0].text
    assert "takes back what you have sent" in world.say(BOB, "help clear")[0].text


def test_help_in_the_subject(world: World) -> None:
    assert "How to play" in world.say(CID, "", subject="Help!")[0].text


def test_an_unknown_game_is_named_nearly(world: World) -> None:
    assert 'Did you mean "arena"?' in world.say(CID, "help areana")[0].text
    assert (
        'Did you mean "magma"?' in world.say(BOB, "new magmma with x@y.example")[0].text
    )


def test_games_lists_those_of_the_writer_and_of_nobody_else(world: World) -> None:
    world.begin()
    assert "arena-1" not in world.say(CID, "games")[0].text
    assert "arena-1  Magic Arena, until" in _text(world, ANN, "games")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("new arena with referee@x.example", "is my own address"),
        ("new arena with ann@a.example", "is your own address"),
        ("new arena with bob@b.example hp=0", "cannot be the value of hp"),
        ("new arena with bob@b.example hpp=3", 'Did you mean "hp"?'),
    ],
)
def test_games_that_cannot_begin(world: World, line: str, words: str) -> None:
    text = " ".join(world.say(ANN, line)[0].text.split())
    assert words in text
    assert world.count(schema.game) == 0


def test_a_name_is_given_once(world: World) -> None:
    world.say(ANN, "new arena called friday with bob@b.example")
    text = world.say(CID, "new arena called Friday with bob@b.example")[0].text
    assert 'a game called "friday" already' in " ".join(text.split())


def test_new_in_an_answer_needs_no_confirmation(world: World) -> None:
    world.begin()
    out = world.answer(ANN, "new arena with cid@c.example, Bo <bob@b.example> hp=9")
    assert [mail.recipient for mail in out][0:2] == [ADDRESS[CID], ADDRESS[BOB]]
    assert "waits for Cid and Bo" in " ".join(out[2].text.split())


def test_orders_and_clear(world: World) -> None:
    world.begin()
    assert "nothing of you" in _text(world, ANN, "orders?")
    world.answer(ANN, "D4 1SE")
    assert "Flame Thrower south-east" in _text(world, ANN, "orders?")
    world.answer(ANN, "D5")
    assert "  D5\n" in _text(world, ANN, "clear")
    assert "nothing of you" in _text(world, ANN, "orders?")
    assert "nothing of yours to take back" in _text(world, ANN, "clear")
    world.answer(BOB, "E5")
    assert world.orders() == ["Ann: fire C3", "Bob: air F6", "Bob: E5"]
    world.office.game_cache.forget(1)
    out = world.answer(ANN, "clear\nC4")
    assert len(out) == 2
    assert world.orders()[-1] == "Ann: C4"


def test_clear_takes_back_what_a_sheet_holds_in_store(world: World) -> None:
    from pbem.server.store import game_store

    world.start(game="magblast")
    with world.store.reading() as conn:
        game = game_store.find(conn, "magblast-1")
        assert game is not None
        story = game_store.load_story(conn, game)
    rules, state = story.game.rules, story.table.state
    legal = {seat: str(next(rules.legal(state, seat))) for seat in story.awaited()}
    first = next(iter(legal))
    who = ANN if first == "Ann" else BOB
    world.answer(who, f"{legal[first]}\npass")
    assert len(world.orders()) == 1
    taken = _text(world, who, "clear")
    assert "pass" in taken
    with world.store.reading() as conn:
        again = game_store.load_story(conn, game)
    assert first not in again.table.answers
    assert first not in again.table.held


def test_preview_keeps_nothing(world: World) -> None:
    world.begin()
    text = _text(world, ANN, "preview\nD4 1SE 9")
    assert "nothing is kept" in text
    assert "Flame Thrower south-east" in text
    assert '"9" is no magic' in " ".join(text.split())
    assert len(world.orders()) == 2


def test_show_sends_the_turn_again_and_only_to_who_plays(world: World) -> None:
    world.begin()
    assert "Your turn, Ann" in _text(world, ANN, "show")
    world.answer(ANN, "new arena with cid@c.example")
    for who in (CID,):
        world.answer(who, "accept")
    out = world.answer(ANN, "fire D3\nshow arena-1")
    assert "arena-1 #1: your turn" in [mail.subject for mail in out]
    assert "I know no game" in _text(world, CID, "show arena-1")


def test_standing_tells_what_silence_means(world: World) -> None:
    world.start()
    assert "no move that I could make" in _text(world, ANN, "standing")
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    text = _text(world, ANN, "standing")
    assert "I play for you" in text
    assert "you stay on C3" in text


def test_a_slip_in_a_command_is_noticed(world: World) -> None:
    world.begin()
    text = _text(world, ANN, "D4 1SE\nstnadby")
    assert 'Did you mean the command "standby"?' in text
    assert world.orders()[-1] == "Ann: D4 1SE"


def test_greetings_and_farewells_are_no_orders(world: World) -> None:
    world.begin()
    text = _text(world, ANN, "Hi all,\n\nD4 1SE\n\nCheers, Ann")
    assert world.orders()[-1] == "Ann: D4 1SE"
    assert "Left aside as talk" in text
    assert "could not use" not in text


def test_a_change_of_mind_in_one_letter(world: World) -> None:
    world.begin()
    world.answer(ANN, "D4 1SE\nE4")
    assert world.orders()[-1] == "Ann: E4"


def test_a_receipt_tells_all_that_it_should(world: World) -> None:
    world.begin()
    text = _text(world, ANN, "C4 1NE 4 NW")
    for words in (
        "Got it, Ann.",
        "game arena-1 #1",
        "you go to C4",
        "Flame Thrower north-east",
        "  > C4 1NE 4 NW\n           ^\n",
        "Fire Storm costs 14 MP",
        "This stands. You may send something else until",
    ):
        assert words in text, words
    assert "This replaces what you had sent: C4 1NE" in _text(world, ANN, "D4")
    wrong = _text(world, BOB, "wander to E55")
    for words in (
        "I could not use your letter, Bob.",
        "copy this line to the top",
        "You are awaited, until",
        "Nothing received by then means",
    ):
        assert words in " ".join(wrong.split()), words


def test_the_nearest_order_that_would_do_is_offered(world: World) -> None:
    world.start()
    text = _text(world, BOB, "fire C33")
    assert "The nearest that would do:\n\n  fire C3\n" in text


def test_an_answer_below_our_line_is_noticed(world: World) -> None:
    world.begin()
    last = world.last(ADDRESS[ANN])
    text = world.say(ANN, f"{last.text}\nD4 1SE", last.reply_to)[0].text
    assert "nothing above the line" in " ".join(text.split())
    assert len(world.orders()) == 2


def test_orders_before_and_after_the_game(world: World) -> None:
    world.say(ANN, "new arena with bob@b.example")
    assert "I wait until everybody has accepted" in " ".join(
        _text(world, ANN, "fire C3").split()
    )
    world.answer(ANN, "accept")
    world.answer(BOB, "accept")
    world.answer(ANN, "resign")
    assert "arena-1 is over" in _text(world, BOB, "air F6")
    assert "The game is over" in _text(world, BOB, "accept")


def test_a_line_is_a_command_or_it_is_not() -> None:
    items = parser.group(
        parser.read_lines("Show.\n\nD4 1NE\nshow me the money\nHELP new\n")
    )
    assert [type(item) for item in items] == [Command, OrderLines, Command]
    assert items[1] == OrderLines(("D4 1NE", "show me the money"))
    words = parse_command("new arena called fri with Bo <b@y.org> and c@z.org hp=3")
    assert words is not None
    assert words.words["NAMED"] == ("Bo <b@y.org>",)
    assert words.one("OPTION") == "hp=3"
    assert words.one("CALLED") == "fri"


@pytest.mark.parametrize(
    "line", ["", " ", "a" * 5000, "new " + "x@y.z " * 300, "\x00", "\u202e show", "🙂"]
)
def test_no_line_breaks_the_reading(line: str) -> None:
    parser.group(parser.read_lines(line))
    parser.similar_command(line)
    assert "\x00" not in order_lines.clean_line(line)
