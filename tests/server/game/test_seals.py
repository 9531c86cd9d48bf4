"""The record of a finished game beside the letter that opens its seals: a true record
passes, and every single change of one is found, and named with its place."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import wrap

import pytest
from click.testing import CliRunner, Result

from pbem import verify_alone
from pbem.chance import commitment, proof
from pbem.cli.verify import command as verify
from pbem.record import replay, turn_file
from pbem.record.tried_orders import pieces
from pbem.record.turn_file import Entry, Piece
from pbem.server.game import commitments
from pbem.server.states import EntrySource
from pbem.server.store import game_store
from pbem.server.store.game_store import StoredEntry
from tests.support.server.played import exported
from tests.support.server.world import ADDRESS, ANN, BEGIN, BOB, World

HEAD = "Game: arena\nName: duel\nSeats: Ann, Bob, Cid\nOptions: hp=8\n\n"
SOURCES = [*["letter"] * 3, "plan", "bot", "act", "skipped", "import"]
#: An order of a record: its turn, its seat, its text.
Order = tuple[int, str, str]
FOUND = re.compile(r"#(\d+) (\w+): (.*?): not in|Line (\d+) of the record, ")


def _played(chance: random.Random) -> list[Order]:
    """A random game of Arena, some orders replaced, some turns closed by deadline."""
    story = replay.begin(turn_file.read(HEAD))
    found: list[Order] = []
    while (window := story.window) and story.table.serial < 6:
        serial = story.table.serial
        legal = story.game.rules.legal
        seats = list(window.seats)
        for seat in chance.sample(seats, len(seats)):
            for _ in range(chance.choice((1, 1, 2))):
                if story.table.serial != serial:
                    break
                orders = [str(one) for one in legal(story.table.state, seat)][:60]
                text = chance.choice(orders)
                story.take(Entry(Piece(seat, 0, 1), pieces([text])))
                found.append((serial, seat, text))
    return found


def _record(orders: list[Order]) -> str:
    """A record of orders, as a server exports it."""
    lines = [HEAD]
    serial = -1
    for at, seat, text in orders:
        if at != serial > -1 or (serial < at and at > 0):
            lines.append(f"\n== {at} ==\n")
        serial = at
        lines.append(f"{seat}: {text}\n")
    return "".join(lines)


def _letter(orders: list[Order], chance: random.Random) -> str:
    """The last report of a game of these orders, which opens all seals."""
    lines = []
    for number, (serial, seat, text) in enumerate(orders):
        source = EntrySource(chance.choice(SOURCES))
        row = StoredEntry(number, serial, seat, text, None, source, False, "", 0, 0)
        if source is EntrySource.LETTER:
            salt = f"{chance.getrandbits(64):016x}"
            came = BEGIN + 1000 * serial + number
            row = row._replace(salt=salt, received=came, due=came + 100)
        folded = wrap(
            commitments.opening(row), 68, subsequent_indent="   ",
            break_on_hyphens=False,
        )  # fmt: skip
        lines += [f"  {line}" for line in folded]
    return "\n".join(["How to check the orders", "", *lines, ""])


def _checked(folder: Path, record: str, letter: str, *receipts: str) -> Result:
    files = {"record": record, "last": letter}
    files |= {f"receipt{n}": text for n, text in enumerate(receipts)}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    more = [("--receipt", str(folder / name)) for name in files if "receipt" in name]
    call = [str(folder / "record"), "--opened", str(folder / "last")]
    return CliRunner().invoke(verify, [*call, *sum(more, ())])


def _changes(orders: list[Order]) -> Iterator[tuple[str, list[Order]]]:
    """Every single change of a record, each in its words."""
    for n, (serial, seat, text) in enumerate(orders):
        before, after = orders[:n], orders[n + 1 :]
        yield f"{n} cut", before + after
        yield f"{n} twice", [*before, orders[n], orders[n], *after]
        other = "-" if text != "-" else "- 1"
        yield f"{n} altered", [*before, (serial, seat, other), *after]
        yield f"{n} added", [*before, (serial, seat, "- 1"), orders[n], *after]
        whose = "Cid" if seat != "Cid" else "Ann"
        yield f"{n} another's", [*before, (serial, whose, text), *after]
        for m, (at, who, words) in enumerate(after, n + 1):
            if (seat, text) == (who, words):
                continue
            swapped = list(orders)
            if text != words:
                swapped[n], swapped[m] = (serial, seat, words), (at, who, text)
                yield f"{n} and {m} exchanged", swapped
            if at != serial:
                moved = [*before, *after[: m - n], (at, seat, text), *orders[m + 1 :]]
                yield f"{n} moved behind {m}", moved


@pytest.mark.parametrize("seed", range(6))
def test_a_true_record_passes_and_every_change_of_one_is_found(
    seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    orders = _played(chance)
    letter = _letter(orders, chance)
    done = _checked(tmp_path, _record(orders), letter)
    assert done.exit_code == 0, done.output
    changes = list(_changes(orders))
    for what, changed in chance.sample(changes, 40):
        record = _record(changed)
        done = _checked(tmp_path, record, letter)
        assert done.exit_code == 1, what
        places = FOUND.findall(done.output)
        assert places, what
        for serial, seat, text, line in places:
            if line:
                number = int(line) - 1
                assert re.match(r"\w+: ", record.splitlines()[number]), what
            else:
                assert (int(serial), seat, text) in orders, what


def test_every_source_of_an_order_is_named(
    make: Callable[..., World], tmp_path: Path
) -> None:
    """An order by the game master, a draft that another took the place of, one taken
    back, an undone turn, a plan, a bot: the true record passes with all receipts."""
    world = make('[identity]\npolicy = "open"\n[limits]\nbots = 5\n')
    world.say(ANN, "new arena called friday with bob@b.example, bot")
    for who in (ANN, BOB):
        world.answer(who, "accept")
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    world.run()
    world.answer(ANN, "wait\nC4")
    world.answer(ANN, "wait\nD4")
    world.answer(ANN, "ready")
    world.answer(BOB, "E6")
    world.run()
    world.answer(ANN, "E4")
    world.answer(ANN, "clear")
    world.answer(ANN, "D5")
    world.answer(BOB, "F6")
    world.run()
    world.host_does("undo to 1", "friday")
    world.answer(BOB, "-")
    world.answer(ANN, "wait\nD4")
    world.answer(ANN, "clear")
    world.answer(ANN, "- 1NE\nif Bob: - then D4")
    world.run()
    world.host_does("act as Ann: D5", "friday")
    world.answer(BOB, "E6")
    world.run()
    world.answer(ANN, "resign")
    world.answer(BOB, "resign")
    letters = [m.text for m in world.box.mail if m.recipient == ADDRESS[ANN]]
    with world.store.reading() as conn:
        game = game_store.find(conn, "friday")
        assert game is not None
        lines = commitments.openings(conn, game.id)
    letter = "".join(f"  {line}\n" for line in lines)
    done = _checked(tmp_path, exported(world), letter, *letters)
    assert done.exit_code == 0, done.output + letter + exported(world)
    assert "Played by the game master for Ann: D5" in done.output
    assert "Taken back, so not in the record: #2 Ann: E4" in done.output
    assert "Taken back, so not in the record: #1 Ann: C4" in done.output
    assert re.search("Played by a bot for .*: ", done.output)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_sheet_of_which_a_part_was_taken_back_keeps_its_seal(
    world: World, tmp_path: Path
) -> None:
    world.start(game="magblast", options="\nset pace 60 days")
    first = "standing pass all until my turn"
    placed = "place 1 yellow 2 green 3 red 4 blue"
    (receipt,) = world.answer(ANN, f"{first}\n{placed}\nend")
    world.answer(ANN, "clear")
    with world.store.reading() as conn:
        game = game_store.get(conn, 1)
        letter = "\n".join(commitments.openings(conn, game.id))
        record = game_store.turn_file(conn, game)
    done = _checked(tmp_path, record, letter, receipt.text)
    assert done.exit_code == 0, done.output
    assert f"Played by Ann, who took back the rest: {first}\n" in done.output
    assert "1 of 1 seals of your receipts hold." in done.output


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_receipt_fits_its_own_order_alone(world: World, tmp_path: Path) -> None:
    """Twenty digits of it, eighty bits; none of them may be another one."""
    world.start()
    (receipt, *_) = world.answer(ANN, "fire C3")
    (digits,) = re.findall(r"^ +Seal +([0-9a-f]+) ", receipt.text, re.MULTILINE)
    assert len(digits) == 20
    with world.store.reading() as conn:
        letter = "\n".join(commitments.openings(conn, 1))
        record = game_store.turn_file(conn, game_store.get(conn, 1))
    assert _checked(tmp_path, record, letter, receipt.text).exit_code == 0
    for place, digit in enumerate(digits):
        other = digits[:place] + "0123456789abcdef0"[int(digit, 16) + 1]
        changed = receipt.text.replace(digits, other + digits[place + 1 :])
        done = _checked(tmp_path, record, letter, changed)
        assert done.exit_code == 1
        assert f"No order has the seal {other}" in done.output


def test_no_part_of_a_hash_proves_a_seed(tmp_path: Path) -> None:
    """Not its beginning, not nothing at all, not one with a digit that is wrong."""
    record = tmp_path / "game.txt"
    seed = bytes(range(32))
    head = "Game: lava\nName: friday\nSeats: Ann, Bob\n"
    record.write_text(f"{head}Seed: {seed.hex()}\n", encoding="utf-8")
    whole = commitment(seed)
    for promised in (whole, whole.upper(), f" {whole}\n"):
        call = [str(record), "--commitment", promised]
        assert CliRunner().invoke(verify, call).exit_code == 0
    proven = proof("friday", seed, {}, [])
    wrong = [whole[:n] for n in range(64)] + [whole + "0", whole[1:]]
    wrong += [
        whole[:n] + ("0" if whole[n] != "0" else "1") + whole[n + 1 :]
        for n in range(64)
    ]
    for promised in wrong:
        call = [str(record), "--commitment", promised]
        done = CliRunner().invoke(verify, call)
        assert done.exit_code == 1, promised
        assert "It is NOT the one that was published." in done.output
        with pytest.raises(verify_alone.Wrong, match="you were given"):
            verify_alone.verify(proven, promised)
