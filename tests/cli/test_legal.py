"""`pbem legal --from`: the orders at one place, in games that have places."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

MARS = "Game: mars\nSeats: Ann, Bob\nSeed: 00112233445566778899aabbccddeeff\n\n"


def test_the_orders_at_one_place_are_among_all_of_them(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "mars.txt").write_text(MARS + "== 0 ==\nAnn: make leaf\nBob: pass\n")
    words = ("legal", "mars.txt", "--for", "Ann", "--no-words")
    found = run(*words, "--from", "T1.3").stdout.decode().splitlines()
    assert found == ["leaf T1.3 > T1.6"]
    assert set(found) < set(run(*words).stdout.decode().splitlines())


def test_a_place_that_is_none_has_no_orders(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mars.txt").write_text(MARS)
    for nowhere in ("T9.9", "home"):
        done = run("legal", "mars.txt", "--for", "Ann", "--from", nowhere)
        assert (done.returncode, done.stdout) == (0, b"")
        assert done.stderr == b"There is nothing that Ann may play here.\n"


def test_a_game_without_places_says_so(run: Run) -> None:
    done = run("legal", "duel.txt", "--from", "H3")
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "Magic Arena has no places to ask for; leave --from out.\n"
    )


def test_whose_turn_it_is_is_said_to_another(run: Run, tmp_path: Path) -> None:
    (tmp_path / "go.txt").write_text("Game: go\nSeats: Ann, Bob\n\n")
    done = run("legal", "go.txt", "--for", "Bob")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr == b"It is not Bob's turn. Awaited: Ann.\n"
