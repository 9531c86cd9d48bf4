"""What letters may bring: sheets, floods, and things that nobody should send."""

from __future__ import annotations

import pytest

from pbem.record import replay, turn_file
from pbem.record.trial import try_orders
from pbem.referee import Played
from pbem.report import builder
from pbem.report.model import Reader, render
from pbem.rules.magblast.events.explanations import Meant
from pbem.rules.magblast.state import State
from tests.rules.magblast.table import explained, read

HEAD = "Game: magblast\nSeats: Ann, Bob, Cid\nSeed: 00112233445566778899aabbccddeeff\n"
TABLE = """
== Position ==
turn: Ann action
Ann: B1 destroyer
Ann: B2 cruiser
Ann: hand laser, beam, mag, laser A
Bob: B1 dreadnought 12
Bob: hand minefield

"""


def played(*lines: str, position: str = TABLE) -> tuple[replay.Story, list[Played]]:
    """A game from the position."""
    windows: list[Played] = []
    text = "\n".join((HEAD + position, "== 0 ==", *lines, ""))
    return replay.play(turn_file.read(text), windows.append), windows


def codes(story: replay.Story) -> list[str]:
    """The faults so far."""
    return [fault.fault.code for fault in story.faults]


def test_a_flood_of_ten_thousand_lines_is_read_in_peace() -> None:
    lines = ["Ann: draw 1", *("  pass" for _ in range(10_000))]
    story, _ = played(*lines)
    assert codes(story) == ["doubtful.draw"]
    story, _ = played(
        'Ann: laser B1 at Bob B1 "x"', *["  discard 1"] * 10_000, "Bob: pass"
    )
    assert codes(story) == ["illegal.first-turn"]
    state = story.table.state
    assert isinstance(state, State)
    assert state.hit is not None
    assert not story.table.held


def test_a_flood_of_letters_is_refused_one_by_one() -> None:
    story, _ = played(*["Bob: fire laser B1 at Ann B1"] * 2_000)
    assert codes(story) == ["illegal.not-your-turn"] * 2_000


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('fire mag 9 B1 at Bob B1 "x"', "illegal.number"),
        ('fire 7 B1 at Bob B1 "x"', "illegal.number"),
        ("launch fighter at Bob B1", "illegal.card"),
        ("launch 0 fighters at Bob B1", "illegal.no-wing"),
        ("launch 1 1 B1 at Bob B1", "illegal.twice"),
        ('fire laser Y3 at Bob B1 "x"', "illegal.no-ship"),
        ('fire laser B9 at Bob B1 "x"', "illegal.no-ship"),
        ('fire laser C5 at Bob B1 "x"', "illegal.no-ship"),
        ('fire laser B1 at Zoe B1 "x"', "illegal.seat"),
        ('fire laser B1 "x"', "illegal.no-aim"),
        ('fire laser B1 at Bob B1 "x', "invalid.notation"),
        ('fire laser B1 at Bob B1 "', "invalid.notation"),
        ("fire laser B1 at Bob B1 x", "invalid.notation"),
        ("minefield on Nobody", "illegal.card"),
        ("spacedock on B1", "illegal.undamaged"),
        ("upgrade B1 laser", "illegal.kind"),
        ("flux", "illegal.nothing-asked"),
        ("pass", "illegal.nothing-asked"),
        ("place blue", "illegal.no-place"),
        ("sol to red", "illegal.power"),
        ("cancel 3", "illegal.cancel-number"),
        ("xxcha Bob", "illegal.power"),
        ("standing 7: evade beam", "illegal.standing-number"),
        ("discard 1 1", "illegal.first-turn"),
        ("move B1 to red", "illegal.phase"),
        ("jol-nar 1 2", "illegal.nothing-asked"),
    ],
)
def test_what_cannot_be_done_is_refused_with_words(line: str, code: str) -> None:
    story, _ = played(f"Ann: {line}", position=TABLE + "Ann: flagship Hacan\n\n")
    assert codes(story) == [code]
    page = render(builder.report(story, Reader(seat="Ann")))
    assert "What I could not use" in page
    assert all(len(row) <= 72 for row in page.splitlines())


@pytest.mark.parametrize("line", ["place red", "place blue", "place 1 red"])
def test_a_fleet_that_is_not_placed_whole_is_refused_with_words(line: str) -> None:
    header = "Game: magblast\nSeats: Ann, Bob\nSeed: 00112233445566778899\n\n"
    story = replay.play(turn_file.read(f"{header}Ann: {line}\n"))
    (fault,) = builder.faults(story, Reader(seat="Ann"))
    assert fault.fault.refuses
    assert '"place as dealt"' in builder.fault_message(story, fault).message


def test_a_fleet_is_given_back_to_who_resigns() -> None:
    header = "Game: magblast\nSeats: Ann, Bob, Cid\nSeed: 00112233445566778899\n\n"
    lines = "Ann: place 1 yellow 2 green 3 red 4 blue\nAnn: resign\n"
    story = replay.play(turn_file.read(header + lines))
    assert codes(story) == ["illegal.lost"]
    assert story.awaited() == ("Bob", "Cid")


@pytest.mark.parametrize(
    ("position", "lines", "said"),
    [
        (
            "Ann: G1 scout 3 upgrade long-range cannon\nBob: B2 cruiser",
            ['Ann: fire laser G1 at Bob B2 "x"'],
            "is in green and reaches yellow, green and red only; Bob's Cruiser B2",
        ),
        (
            "",
            ['Ann: fire laser B1 at Bob B1 "x"', "Bob: pass", "Ann: discard 2"],
            "Nobody discards in the first turn (B24); your hand has been filled",
        ),
        (
            "turn: Ann ships\nAnn: hand fighter AB, fighter AC, fighter BC",
            ["Ann: resources 5 6 7 ships to blue, blue"],
            "In blue there is room for one ship only.",
        ),
        (
            "Cid: hand laser",
            ['Ann: fire laser B1 at Bob B1 "x"', "Bob: resign", "Cid: end"],
            "at Bob's fleet. Bob is out of the game, so it will find its target gone.",
        ),
    ],
)
def test_words_say_how_it_is(position: str, lines: list[str], said: str) -> None:
    story, _ = played(*lines, position=f"{TABLE}{position}\n\n")
    seat = story.faults[0].seat
    page = render(builder.report(story, Reader(seat=seat)))
    assert said in " ".join(page.split())


def test_the_power_of_naalu_may_mean_any_opponent() -> None:
    """Neighbours alone are attacked (B22), and Naalu's transfer is no attack."""
    head = HEAD.replace("Cid", "Cid, Dot, Eve")
    position = TABLE.replace("Ann: B1 destroyer", "Ann: B1 destroyer damage laser")
    lines = "Ann: flagship Naalu\n\n== 0 ==\nAnn: naalu B1 to B1\n"
    story = replay.play(turn_file.read(head + position + lines))
    assert codes(story) == ["ambiguous.opponent"]
    assert story.faults[0].fault.given["known"] == ("Bob", "Cid", "Dot", "Eve")


def test_a_place_is_kept_by_its_caret() -> None:
    story, _ = played('Ann: fire laser B1 at Bob G2 "x"')
    fault = story.faults[0]
    assert fault.text == "Bob G2"
    assert fault.column == len("Ann: fire laser B1 at ") + 1


def test_a_noise_cannot_break_the_page() -> None:
    noise = "| = == * - <b>&amp;[/b]`*_# \\ https://x.example"
    story, windows = played(f'Ann: laser B1 at Bob B1 "{noise}"', "Bob: pass")
    for form in ("text", "markdown", "bbcode", "html"):
        page = render(builder.report(story, Reader(seat="Bob"), windows), form)
        assert "<b>" not in page or form != "html"
    assert noise.split()[-1] in render(
        builder.report(story, Reader(seat="Bob"), windows)
    )


def test_a_seat_with_a_strange_name_can_be_shot_at() -> None:
    text = (HEAD + TABLE).replace("Bob", "Red").replace("Cid", "G1")
    story = replay.play(
        turn_file.read(text + '== 0 ==\nAnn: laser B1 at "Red" B1 "x"\n')
    )
    assert codes(story) == []
    state = story.table.state
    assert isinstance(state, State)
    assert state.stack[-1].noise == "x"


def test_who_has_answered_is_not_told_by_silence_either() -> None:
    """A deadline tells nobody but oneself who had sent nothing."""
    extra = TABLE + "Cid: hand beam\n\n"
    lines = ('Ann: laser B1 at Bob B1 "x"', "Bob: pass", "-- deadline --")
    story, windows = played(*lines, position=extra)
    pages = {
        seat: render(builder.report(story, Reader(seat=seat), windows))
        for seat in ("Ann", "Bob", "Cid")
    }
    assert "sent nothing in time" in pages["Cid"]
    assert "sent nothing in time" not in pages["Ann"]
    assert "sent nothing in time" not in pages["Bob"]


def test_a_whole_turn_goes_by_in_one_letter() -> None:
    story, windows = played(
        'Ann: laser 1 B1 at Bob B1 "pew"',
        "  if hit direct hit",
        "  then boarding to red",
        '  beam B2 at Bob B1 "bzzt"',
        "  end",
        "Bob: pass all",
    )
    assert codes(story) == ["illegal.card"]
    story, windows = played(
        'Ann: laser 1 B1 at Bob B1 "pew"',
        "  if destroyed direct hit",
        "  if Bob B1 gone end",
        '  beam B2 at Bob B1 "bzzt"',
        "  end",
        "Bob: pass all",
    )
    assert codes(story) == []
    assert story.awaited() == ("Bob",)
    assert sum(type(e).__name__ == "Struck" for w in windows for e in w.events) == 2


def test_what_a_theft_undoes_is_told_to_the_robbed_alone() -> None:
    """Xxcha learns from no fault what another had answered."""
    position = TABLE.replace("Bob: hand minefield", "Bob: hand evasive")
    position += "Cid: flagship Xxcha\nCid: hand laser\n\n"
    lines = ('Ann: laser 1 B1 at Bob B1 "x"', "Bob: evade")
    story, _ = played(*lines, position=position)
    assert story.order("Cid", [turn_file.Piece("xxcha Bob", 1, 1)]).faults == ()
    assert codes(story) == ["illegal.card"]
    assert story.faults[0].seat == "Bob"
    assert story.awaited() == ("Cid",)


def test_an_answer_to_what_is_asked_no_more_is_no_fault() -> None:
    """Who acts gives up while the others answer: nobody did anything wrong."""
    position = TABLE.replace("Bob: hand minefield", "Bob: hand evasive")
    position += "Cid: flagship Xxcha\nCid: hand laser\n\n"
    lines = ('Ann: laser B1 at Bob B1 "x"', "Bob: evade", "Ann: resign")
    story, _ = played(*lines, position=position)
    assert codes(story) == []
    assert story.awaited() == ("Bob",)


@pytest.mark.parametrize(
    ("rounds", "said"), [(1, "One round is"), (3, "Three rounds are")]
)
def test_the_limit_is_told_in_good_grammar(rounds: int, said: str) -> None:
    head = HEAD.replace("Seed", f"Options: rounds={rounds}\nSeed")
    lines = [f"{seat}: end" for _ in range(rounds) for seat in ("Ann", "Bob", "Cid")]
    text = head + "\n== Position ==\nturn: Ann action\n== 0 ==\n" + "\n".join(lines)
    story = replay.play(turn_file.read(text + "\n"))
    page = " ".join(render(builder.report(story, Reader())).split())
    assert page.count(f"{said} over.") == 3


def test_a_power_after_moves_is_explained_by_the_new_names() -> None:
    """Moves are over when a power is used, so the ship is called as it stands then."""
    position = TABLE.replace("Ann action", "Ann movement")
    position = position.replace("Ann: B1 destroyer", "Ann: B1 destroyer damage laser")
    position += "Ann: flagship Naalu\n\n"
    story, _ = played("Ann: move B1 to red", position=position)
    state = story.table.state
    (told,) = explained(state, "Ann", read("naalu R1 to Bob B1"))
    assert isinstance(told, Meant)
    assert (told.kind, told.berth, told.damage) == ("naalu", "R1", 1)


def test_a_letter_is_asked_before_a_direct_hit_is_lost() -> None:
    position = TABLE + "Ann: flagship Sol\nAnn: hand direct hit\n\n"
    head = ('Ann: laser B1 at Bob B1 "x"', "Bob: pass", "Cid: pass")
    story, _ = played(*head, position=position)
    tried = try_orders(story, "Ann", ["sol to red"])
    assert tried.doubt is not None
    assert (tried.doubt.code, tried.refused) == ("doubtful.hit-passes", False)
    assert try_orders(story, "Ann", ["direct hit"]).doubt is None


@pytest.mark.parametrize("standing", ["standing evade anything", "standing pass"])
def test_a_question_about_a_later_line_tells_nothing_of_answers(standing: str) -> None:
    """Whether a blast stands is told when it was fired, and not when one asks (B46)."""
    head = HEAD.replace(", Cid", "") + "Options: reactions=standing\n"
    position = TABLE.replace("hand laser, beam", "hand direct hit, laser, beam")
    position = position.replace("hand minefield", "hand evasive")
    text = f"{head}{position}Ann: flagship Sol\n\n== 0 ==\nBob: {standing}\n"
    story = replay.play(turn_file.read(text))
    sheet = ('laser B1 at Bob B1 "x"', "sol to red")
    asked = try_orders(story, "Ann", sheet, sure=False)
    assert asked.doubt is not None
    assert asked.doubt.code == "doubtful.hit-passes"
    assert not asked.resolved
    assert asked.story.table.state == story.table.state
    assert try_orders(story, "Ann", sheet).resolved
