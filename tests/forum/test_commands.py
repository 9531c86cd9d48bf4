"""`pbem forum read` and `pbem forum post` as a moderator uses them."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.forum.__main__ import FOLDER
from tests.forum.pages import Said, pasted
from tests.forum.scenarios import gina, orders
from tests.support.command import pbem


def run(folder: Path, *words: str) -> CompletedProcess[str]:
    """A command in a folder."""
    done = pbem(folder, *words)
    texts = (done.stdout.decode(), done.stderr.decode())
    return CompletedProcess(done.args, done.returncode, *texts)


START = "Game: arena\nName: duel\nSeats: Ann, Bob, Cid\n\n== 0 ==\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder with a record and a thread."""
    (tmp_path / "game.txt").write_text(START)
    said = orders(Said("Anne", "D4"), Said("Bob", "## F7 now"))
    (tmp_path / "thread.txt").write_text(pasted(said, "A duel"))
    return tmp_path


def test_nothing_is_written_before_it_is_asked_for(table: Path) -> None:
    done = run(table, "forum", "read", "thread.txt", "--game", "game.txt")
    assert done.returncode == 0
    assert "Ann, turn 0 fire C3 (post 2)" in " ".join(done.stdout.split())
    assert "Nobody here is called Anne. Is it Ann?" in " ".join(done.stdout.split())
    assert '--answer "Anne = Ann"' in done.stdout
    assert "Nothing is written yet" in done.stdout
    assert "Turn 1: Ann and Cid are awaited." in done.stdout
    assert (table / "game.txt").read_text() == START


def test_answers_are_remembered(table: Path) -> None:
    words = ("forum", "read", "thread.txt", "--game", "game.txt", "--write")
    done = run(table, *words, "--answer", "Anne = Ann")
    assert done.returncode == 0
    text = (table / "game.txt").read_text()
    assert "# forum: alias Anne = Ann\n" in text
    assert "# post 6 by Anne, 2026-11-20 18:50 UTC [6@" in text
    again = run(table, *words)
    assert "Nothing new: the record is as it was." in again.stdout
    assert (table / "game.txt").read_text() == text
    resolved = run(table, "resolve", "game.txt")
    assert resolved.returncode == 0
    assert "duel #1" in resolved.stdout


def test_a_record_is_begun_from_the_first_post(tmp_path: Path) -> None:
    page = next((FOLDER / "phpbb-settings").glob("1a.*"))
    done = run(tmp_path, "forum", "read", str(page), "--game", "new.txt", "--write")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "new.txt").read_text()
    assert text == (FOLDER / "phpbb-settings" / "1.record").read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("none.txt", "--game", "game.txt"), "there is no such file"),
        (("thread.txt", "--game", "none.txt"), "no such record"),
        (("thread.txt", "--game", "game.txt", "--answer", "12"), "an answer is like"),
        (("thread.txt", "--game", "game.txt", "--answer", "99 = yes"), "no post 99"),
        (("thread.txt", "--game", "game.txt", "--answer", "3 = yes"), "proposed"),
        (("thread.txt", "--game", "game.txt", "--answer", "a = b"), "no seat"),
        (
            ("thread.txt", "--game", "game.txt", "--answer", "Ann = Bob"),
            "name of a seat",
        ),
        (("thread.txt", "--game", "game.txt", "--answer", "edits = x"), "ask, count"),
        (("game.txt", "--game", "game.txt"), "Please put a line"),
    ],
)
def test_what_cannot_be_is_told(table: Path, words: tuple[str, ...], told: str) -> None:
    done = run(table, "forum", "read", *words)
    assert done.returncode == 2
    assert told in " ".join(done.stderr.split())
    assert (table / "game.txt").read_text() == START


def test_a_thread_goes_round(table: Path) -> None:
    """What `pbem forum post` writes is where the next `pbem forum read` begins."""
    said = list(orders()[:4])
    for turn in range(1, 4):
        (table / "thread.txt").write_text(pasted(said, "A duel"))
        done = run(
            table, "forum", "read", "thread.txt", "--game", "game.txt", "--write"
        )
        assert done.returncode == 0, done.stderr
        words = ("forum", "post", "game.txt", "--forum", "plain", "--folder", "out")
        made = run(table, *words, "--until", "2026-12-24 20:00")
        assert made.returncode == 0, made.stderr
        assert made.stdout == "out/post.txt\n"
        report = (table / "out/post.txt").read_text()
        assert f"game duel #{turn}, orders until 2026-12-24 20:00 UTC" in report
        said.append(Said("Gina", report))
        if turn < 3:
            moves = {1: ("D4", "F7", "B7"), 2: ("E4", "F6", "C7")}[turn]
            pairs = zip(("Ann", "Bob", "Cid"), moves, strict=True)
            said.extend(Said(seat, move) for seat, move in pairs)
    text = (table / "game.txt").read_text()
    assert [line for line in text.splitlines() if line.startswith("Bob:")] == [
        "Bob: air F6",
        "Bob: F7",
        "Bob: F6",
    ]


def test_bad_wishes_of_post_are_told(table: Path) -> None:
    shown = ("--forum", "bgg", "--picture", "https://example.org/a.png")
    done = run(table, "forum", "post", "game.txt", *shown)
    assert done.returncode == 2
    assert "BoardGameGeek cannot show a picture" in " ".join(done.stderr.split())
    for words in (
        *(("--until", "soon"), ("--picture", "javascript:x")),
        ("--replay", "file:///a"),
    ):
        done = run(table, "forum", "post", "game.txt", *words)
        assert done.returncode == 2
        assert "please give" in done.stderr or "no time" in done.stderr
    assert gina(0).author == "Gina"


def test_how_the_thread_was_read_is_told(tmp_path: Path) -> None:
    unknown = Path(__file__).parent / "unknown" / "next-year.html"
    (tmp_path / "game.txt").write_text(START)
    (tmp_path / "page.html").write_bytes(unknown.read_bytes())
    done = run(tmp_path, "forum", "read", "page.html", "--game", "game.txt", "--write")
    assert done.returncode == 0, done.stderr
    assert "told apart by their build" in " ".join(done.stdout.split())
    assert (
        "# post 1 by Ann, 2026-11-20 18:00 UTC" in (tmp_path / "game.txt").read_text()
    )
    again = run(tmp_path, "forum", "read", "page.html", "--game", "game.txt")
    assert "Nothing new" in again.stdout


def test_bots_answer_between_the_posts_of_people(tmp_path: Path) -> None:
    """Read day by day or at once, the record is the same."""
    start = "Game: lava\nName: dice\nSeats: Ann, Rob\nSeed: " + "07" * 32
    start += "\nBots: Rob=easy\n\n== 0 ==\n"
    said = [Said("Gina", "Who plays?"), Said("Ann", "n 0,0")]
    words = ("forum", "read", "thread.txt", "--write", "--game")
    (tmp_path / "days.txt").write_text(start)
    (tmp_path / "thread.txt").write_text(pasted(said, "Dice"))
    only = run(tmp_path, "forum", "read", "thread.txt", "--game", "days.txt")
    assert "Rob is awaited; a bot that answers when the record is written." in (
        " ".join(only.stdout.split())
    )
    done = run(tmp_path, *words, "days.txt")
    assert "Rob (bot, easy), turn 1: " in done.stdout
    assert "Turn 2: Ann is awaited." in done.stdout
    legal = run(tmp_path, "legal", "days.txt", "--for", "Ann").stdout
    assert "A bot" not in run(tmp_path, "forum", "post", "days.txt").stderr
    (tmp_path / "hand.txt").write_text(f"{start}Ann: n 0,0\n")
    told = run(tmp_path, "forum", "post", "hand.txt").stderr
    assert 'A bot is to answer first (Rob): "pbem append hand.txt"' in told
    cell = legal.splitlines()[-1].split("  ")[0]
    said += [Said("Rob", cell), Said("Ann", cell)]
    (tmp_path / "thread.txt").write_text(pasted(said, "Dice"))
    done = run(tmp_path, *words, "days.txt")
    assert "Post 3 by Rob: Who is Rob?" in " ".join(done.stdout.split())
    refused = run(tmp_path, *words, "days.txt", "--answer", "Rob = Rob")
    assert refused.returncode == 2
    (tmp_path / "once.txt").write_text(start)
    run(tmp_path, *words, "once.txt")
    days = (tmp_path / "days.txt").read_text()
    assert days == (tmp_path / "once.txt").read_text()
    assert days.count("\nRob: ") == 2
