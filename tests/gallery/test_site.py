"""The site of finished games: what stands on it, what does not, what is made anew."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from pbem.cli.site import command
from pbem.gallery.names import NamesFault, read_names, renamed, shown_as
from pbem.gallery.site import MANIFEST, make_site, standings
from pbem.report.model import Reader
from pbem.report.replay_page import film
from pbem.system.resources import folder
from pbem.testing.pages import story
from tests.pictures.seen import NARROW_DARK, WIDE_LIGHT, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WITH_A_WORD = """Game: lava
Seats: Ann, Bob
Options: tumbling=yes
Seed: 000102030405060708090a0b0c0d0e0f
Words: Ann=lark

Ann: red
Ann: e 0,0
Bob: red
Bob: h 0,1
Ann: resign
"""
ATOM = "{http://www.w3.org/2005/Atom}"


def _example(game: str, name: str) -> Path:
    return folder("games") / game / "examples" / f"{name}.txt"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with two finished games, one that goes on, and other files."""
    place = tmp_path / "games"
    place.mkdir()
    for game, name in (
        ("arena", "duel"),
        ("arena", "friday"),
        ("lava", "three-rivers"),
    ):
        shutil.copy(_example(game, name), place)
    (place / "notes.txt").write_text("Buy milk.\n")
    (place / "old.txt").write_text("Game: bingo\nSeats: Ann, Bob\n")
    os.utime(place / "duel.txt", (1_700_000_000, 1_700_000_000))
    os.utime(place / "three-rivers.txt", (1_600_000_000, 1_600_000_000))
    return place


def _all_of(out: Path) -> str:
    return "".join(path.read_text("utf-8") for path in sorted(out.rglob("*")))


def test_finished_games_stand_there_and_no_others(games: Path, tmp_path: Path) -> None:
    made = make_site(games, tmp_path / "out", "Table")
    assert made.shown == ["duel", "three-rivers"]
    assert made.going_on == ["friday"]
    assert made.unreadable == ["old"]
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        *("duel.html", "duel.svg", "three-rivers.html", "three-rivers.svg"),
        *("index.html", "standings.html", "atom.xml", MANIFEST),
    }
    index = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert index.index("duel.html") < index.index("three-rivers.html")
    assert "friday" not in _all_of(tmp_path / "out")


def test_nobody_is_named_who_has_not_agreed(games: Path, tmp_path: Path) -> None:
    seats = set(story(games / "duel.txt")[0].header.seats)
    seats |= set(story(games / "three-rivers.txt")[0].header.seats)
    make_site(games, tmp_path / "out", "Table")
    words = set(re.findall(r"\w+", _all_of(tmp_path / "out")))
    assert not seats & words
    one = min(seats)
    (games / "names.txt").write_text(f"# who agreed\n{one} = Falcon\n")
    make_site(games, tmp_path / "out", "Table")
    words = set(re.findall(r"\w+", _all_of(tmp_path / "out")))
    assert not seats & words
    assert "Falcon" in words


def test_a_page_is_what_everybody_could_see(tmp_path: Path) -> None:
    """Hands were hidden in this game: the page is the public one, to the letter."""
    games = tmp_path / "games"
    games.mkdir()
    shutil.copy(_example("magblast", "screamers"), games)
    told, played = story(games / "screamers.txt")
    (games / "names.txt").write_text("\n".join(told.header.seats))
    assert make_site(games, tmp_path / "out", "Table").shown == ["screamers"]
    page = (tmp_path / "out" / "screamers.html").read_text("utf-8")
    assert page == film(told, played, Reader(), home="index.html")
    everything = _all_of(tmp_path / "out")
    seed = told.header.seed
    assert seed is not None
    assert seed.hex() not in everything
    assert "data:text/plain" not in everything


def test_a_card_shows_the_board_without_its_heading(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    shutil.copy(_example("arena", "duel"), games)
    make_site(games, tmp_path / "out", "Table")
    picture = (tmp_path / "out" / "duel.svg").read_text("utf-8")
    assert "is over" not in picture[picture.index("</desc>") :]
    assert "Magic Arena" not in picture[picture.index("</desc>") :]


def test_a_card_cuts_no_board_off(
    chromium: Browser, games: Path, tmp_path: Path
) -> None:
    make_site(games, tmp_path / "out", "Table")
    with opened(chromium, (tmp_path / "out/index.html").as_uri(), WIDE_LIGHT) as seen:
        fit = "[...document.images].map((one) => getComputedStyle(one).objectFit)"
        assert seen.page.evaluate(fit) == ["contain", "contain"]


def test_where_chance_goes_by_names_they_must_all_agree(tmp_path: Path) -> None:
    """A player's word is mixed into the seed with the name."""
    games = tmp_path / "games"
    games.mkdir()
    (games / "lark.txt").write_text(WITH_A_WORD)
    made = make_site(games, tmp_path / "out", "Table")
    assert (made.shown, made.unnamed) == ([], ["lark"])


@pytest.mark.parametrize("name", ["screamers", "five-admirals"])
def test_orders_name_other_players_by_their_aliases(name: str, tmp_path: Path) -> None:
    """ "at Player 3 Y1": the number is part of the name."""
    games = tmp_path / "games"
    games.mkdir()
    shutil.copy(_example("magblast", name), games)
    assert make_site(games, tmp_path / "out", "Table").shown == [name]


def test_only_what_has_changed_is_written(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    make_site(games, out, "Table")
    before = {path: path.stat().st_mtime_ns for path in out.iterdir()}
    assert make_site(games, out, "Table").written == []
    kept = {path for path in before if path.stat().st_mtime_ns == before[path]}
    assert {path.name for path in before.keys() - kept} <= {MANIFEST}
    (out / "duel.svg").unlink()
    assert make_site(games, out, "Table").written == ["duel"]
    text = (games / "duel.txt").read_text("utf-8")
    (games / "duel.txt").write_text(text + "\n# the end\n")
    assert make_site(games, out, "Table").written == ["duel"]
    (out / MANIFEST).write_text("{")
    assert len(make_site(games, out, "Table").written) == 2


def test_what_is_shown_no_more_goes(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    make_site(games, out, "Table")
    (out / "mine.html").write_text("my own page")
    (games / "duel.txt").unlink()
    assert make_site(games, out, "Table").removed == ["duel"]
    assert not (out / "duel.html").exists()
    assert not (out / "duel.svg").exists()
    assert "duel" not in (out / "index.html").read_text("utf-8")
    assert (out / "mine.html").exists()


def test_the_feed(games: Path, tmp_path: Path) -> None:
    make_site(games, tmp_path / "out", "A & B", "https://example.org/games")
    feed = ElementTree.parse(tmp_path / "out" / "atom.xml").getroot()
    assert feed.tag == f"{ATOM}feed"
    assert feed.findtext(f"{ATOM}title") == "A & B"
    assert feed.findtext(f"{ATOM}updated") == "2023-11-14T22:13:20Z"
    entries = feed.findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") for entry in entries]
    assert titles == ["duel: Magic Arena", "three-rivers: Lava"]
    ids = [one.text for one in feed.iter(f"{ATOM}id")]
    assert len(set(ids)) == 3
    assert all(str(one).startswith("urn:uuid:") for one in ids)
    links = [one.get("href") for one in feed.iter(f"{ATOM}link")]
    assert "https://example.org/games/duel.html" in links
    make_site(games, tmp_path / "out", "A & B", "https://example.org/games")
    again = ElementTree.parse(tmp_path / "out" / "atom.xml").getroot()
    assert [one.text for one in again.iter(f"{ATOM}id")] == ids


def test_standings_count_who_is_named(games: Path, tmp_path: Path) -> None:
    seats = story(games / "duel.txt")[0].header.seats
    (games / "names.txt").write_text("\n".join(seats))
    make_site(games, tmp_path / "out", "Table")
    page = (tmp_path / "out" / "standings.html").read_text("utf-8")
    assert "Magic Arena" in page
    assert "Lava" not in page
    assert all(f'<th scope="row">{seat}</th>' in page for seat in seats)
    assert standings([]) == {}


def test_names_that_are_none_are_said(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("Ann\n\n= Bob\n")
    with pytest.raises(NamesFault) as fault:
        read_names(tmp_path)
    assert fault.value.line == 3
    ran = CliRunner().invoke(command, [str(tmp_path), "-o", str(tmp_path / "out")])
    assert ran.exit_code == 2
    assert "names.txt, line 3" in ran.output


def test_names_are_changed_all_at_once() -> None:
    names = shown_as(("Ann", "Player 1", "Bo"), {"player 1": "Player 1", "bo": "Ann"})
    assert names == {"Ann": "Player 1", "Player 1": "Player 2", "Bo": "Ann"}
    assert renamed("Ann hits Bo, Annabel and player 1", names) == (
        "Player 1 hits Ann, Annabel and Player 2"
    )


def test_a_name_is_changed_whatever_stands_beside_it() -> None:
    names = {"Ann": "Player 1", "Bo": "Player 2", "Ann2": "Ann2", "E": "Player 4"}
    said = '(Ann) _Ann_ *Ann* Ann\'s Anns Ann_7 x2Ann ANN! "Bo"/Bo2 BoWins, hiBo; E'
    assert renamed(said, names) == (
        "(Player 1) _Player 1_ *Player 1* Player 1's Player 1s Player 1_7 x2Player 1"
        ' Player 1! "Player 2"/Player 22 Player 2Wins, hiPlayer 2; Player 4'
    )
    kept = "Ann2 Annabel cannot boat E5 the"
    assert renamed(kept, names) == kept
    both = {"Ann B": "Player 1", "Ann": "Player 2"}
    assert renamed("Ann B, Ann Barnes", both) == "Player 1, Player 2 Barnes"


def test_no_name_is_left_on_a_page_that_was_not_agreed_to(
    games: Path, tmp_path: Path
) -> None:
    text = (games / "duel.txt").read_text("utf-8")
    seat = story(games / "duel.txt")[0].header.seats[0]
    (games / f"_{seat}_2.txt").write_text(text)
    made = make_site(games, tmp_path / "out", "Table")
    for page in (tmp_path / "out").iterdir():
        assert seat not in page.name
    assert len(made.shown) > 1


def test_the_command_says_what_it_did(games: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    ran = CliRunner().invoke(command, [str(games), "-o", out, "--title", "Table"])
    assert ran.exit_code == 0
    assert ran.output.splitlines() == [
        f"2 finished games in {out}, 2 anew.",
        "friday: not shown, as it goes on.",
        "old: not shown: pbem resolve says what is wrong with it.",
    ]
    ran = CliRunner().invoke(command, [str(games), "-o", str(games)])
    assert ran.exit_code == 2
    assert "not for all" in ran.output


@pytest.mark.parametrize("mode", [WIDE_LIGHT, NARROW_DARK], ids=["wide", "narrow"])
@pytest.mark.parametrize("name", ["index", "standings"])
def test_its_pages_shut_nobody_out(
    chromium: Browser,
    games: Path,
    tmp_path: Path,
    name: str,
    mode: tuple[int, int, str],
) -> None:
    (games / "names.txt").write_text(
        "\n".join(story(games / "duel.txt")[0].header.seats)
    )
    make_site(games, tmp_path / "out", "Table")
    address = (tmp_path / "out" / f"{name}.html").as_uri()
    with opened(chromium, address, mode) as seen:
        assert seen.faults() == []
        wide = seen.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= mode[0]
        broken = "[...document.images].filter((one) => !one.naturalWidth).length"
        assert seen.page.evaluate(broken) == 0
        assert [x for x in seen.troubles if not x.startswith("request: file:")] == []


def test_games_that_are_called_alike_have_a_page_each(
    games: Path, tmp_path: Path
) -> None:
    """Nobody's name is said, so two may be "Player 1"; and "index" is ours."""
    first, second = story(games / "duel.txt")[0].header.seats[:2]
    text = (games / "duel.txt").read_text("utf-8")
    turned = renamed(text, {first: second, second: first})
    (games / "duel.txt").unlink()
    (games / f"{first}.txt").write_text(text)
    (games / f"{second}.txt").write_text(turned)
    (games / "index.txt").write_text(text)
    out = tmp_path / "out"
    made = make_site(games, out, "Table")
    assert len(set(made.shown)) == 4
    assert "Player 1" in made.shown
    assert "index" not in made.shown
    for name in made.shown:
        assert (out / f"{name}.html").read_text("utf-8").count("<html") == 1
    again = make_site(games, out, "Table")
    assert (again.shown, again.written, again.removed) == (made.shown, [], [])
    (games / "aaa.txt").write_text(text.replace("\n\n", "\n# first\n\n", 1))
    (games / f"{first}.txt").rename(games / "Zoe.txt")
    third = make_site(games, out, "Table")
    assert third.removed == ["Player 1"]


def test_an_alias_is_no_path(games: Path, tmp_path: Path) -> None:
    (first, *_) = story(games / "duel.txt")[0].header.seats
    (games / "duel.txt").rename(games / f"{first}.txt")
    (games / "names.txt").write_text(f"{first} = ../../{first}\n")
    made = make_site(games, tmp_path / "out", "Table")
    assert f"..-..-{first}" in made.shown
    assert not list(tmp_path.parent.glob(f"{first}*"))


def test_what_is_no_game_of_the_folder_stops_nothing(
    games: Path, tmp_path: Path
) -> None:
    os.mkfifo(games / "pipe.txt")
    (games / "folder.txt").mkdir()
    (games / "nowhere.txt").symlink_to("nothing.txt")
    shutil.copy(games / "duel.txt", tmp_path / "elsewhere.txt")
    (games / "link.txt").symlink_to(tmp_path / "elsewhere.txt")
    shutil.copy(games / "old.txt", games / os.fsdecode(b"\xff.txt"))
    made = make_site(games, tmp_path / "out", "Table")
    assert made.shown == ["duel", "three-rivers"]
    assert made.unreadable == ["old", "\N{REPLACEMENT CHARACTER}"]


@pytest.mark.parametrize("name", ["duel.html", "index.html", MANIFEST])
def test_no_link_leads_the_site_elsewhere(
    games: Path, tmp_path: Path, name: str
) -> None:
    out, other = tmp_path / "out", tmp_path / "other.html"
    out.mkdir()
    other.write_text("mine")
    (out / name).symlink_to(other)
    ran = CliRunner().invoke(command, [str(games), "-o", str(out)])
    assert ran.exit_code == 2
    assert "leads out of the folder" in ran.output
    assert other.read_text() == "mine"


def test_what_the_last_run_has_left_takes_nothing_elsewhere_away(
    games: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    make_site(games, out, "Table")
    (tmp_path / "mine.html").write_text("mine")
    told = (out / MANIFEST).read_text("utf-8")
    (out / MANIFEST).write_text(told.replace('"name": "duel"', '"name": "../mine"'))
    (games / "duel.txt").unlink()
    make_site(games, out, "Table")
    assert (tmp_path / "mine.html").read_text() == "mine"
    (out / MANIFEST).write_text("[" * 200_000)
    assert make_site(games, out, "Table").written == ["three-rivers"]
