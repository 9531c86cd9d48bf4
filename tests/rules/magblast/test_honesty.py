"""Shuffles that players can verify, with a file that needs nothing of ours."""

from __future__ import annotations

import hmac
import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import verify_alone
from pbem.chance import Chance, Draw, commitment, mixed, proof
from pbem.plugins.games import find
from pbem.record import opening, replay, turn_file
from pbem.rules.magblast import setup
from pbem.rules.magblast.state import MagBlastOptions

EXAMPLE = find("magblast").folder / "examples" / "screamers.txt"


def finished(words: str = "") -> tuple[str, str]:
    """The proof of a finished game, and what was published before it."""
    text = EXAMPLE.read_text(encoding="utf-8")
    if words:
        text = text.replace("Seed:", f"Words: {words}\nSeed:", 1)
    one, log = turn_file.read(text), list[Draw]()
    story = replay.begin(one, log)
    if not words:
        story = replay.play(one, None, log := [])
    assert one.header.seed is not None
    players = opening.players_words(one)
    return (
        proof(story.name, one.header.seed, players, log),
        commitment(one.header.seed),
    )


def test_a_finished_game_holds() -> None:
    text, promised = finished()
    lines = verify_alone.verify(text, promised)
    assert "It is the commitment that you were given." in lines
    assert any("emp" in line or "actions" in line for line in lines)
    assert len(text.splitlines()) > 170


def test_words_of_players_change_every_shuffle() -> None:
    plain, _ = finished()
    mixed, _ = finished("Ann=owl, Bob=two words")
    assert "Word: Bob=two words" in mixed
    assert verify_alone.verify(mixed)
    first, second = plain.split("\n\n")[1], mixed.split("\n\n")[1]
    assert first.splitlines()[:20] != second.splitlines()[:20]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Seed: ad", "Seed: ae", "not the commitment in the proof"),
        ("\n0 10 ", "\n0 11 ", "line"),
        ("\n1 9 ", "\n2 9 ", "should come here"),
        ("\nDraws: ", "\nDraws: 1", "lists"),
        ("Commitment: ", "Commitmend: ", "no draw"),
        ("Seed: ad", "Seed: zz", "not hexadecimal"),
        ("\n7 ", "\n²7 ", "no draw"),
        ("\n7 ", "\n٧ ", "no draw"),
        ("\n7 ", "\n" + "7" * 5000 + " ", "no draw"),
    ],
)
def test_what_was_changed_is_found(old: str, new: str, why: str) -> None:
    text, _ = finished()
    assert old in text
    with pytest.raises(verify_alone.Wrong, match=why):
        verify_alone.verify(text.replace(old, new, 1))


def test_a_draw_that_was_altered_left_out_or_added_is_found() -> None:
    text, _ = finished()
    head, body = text.split("\n\n")
    draws = body.splitlines()
    fields = draws[50].split(" ", 3)
    fields[2] = str((int(fields[2]) + 1) % int(fields[1]))
    altered = [*draws[:50], " ".join(fields), *draws[51:]]
    for changed in (altered, [*draws[:50], *draws[51:]], [*draws, draws[-1]]):
        count = f"Draws: {len(changed)}"
        lines = [count if line.startswith("Draws:") else line for line in
                 head.splitlines()]  # fmt: skip
        with pytest.raises(verify_alone.Wrong):
            verify_alone.verify("\n".join([*lines, "", *changed]))


def test_another_promise_is_found() -> None:
    text, promised = finished()
    with pytest.raises(verify_alone.Wrong, match="you were given"):
        verify_alone.verify(text, promised[::-1])


def test_the_file_runs_alone(tmp_path: Path) -> None:
    text, promised = finished()
    (tmp_path / "proof.txt").write_text(text, encoding="utf-8")
    source = Path(verify_alone.__file__).read_text(encoding="utf-8")
    assert "pbem" not in [
        line.split()[1].split(".")[0]
        for line in source.splitlines()
        if line.startswith(("import ", "from "))
    ]
    (tmp_path / "verify_alone.py").write_text(source, encoding="utf-8")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-S", "verify_alone.py", *words]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False
        )

    good = run("proof.txt", promised)
    assert good.returncode == 0, good.stderr
    assert "It is the commitment" in good.stdout
    bad = run("proof.txt", "0" * 64)
    assert bad.returncode == 1
    assert "NOT as promised" in bad.stderr
    assert run("nothing.txt").returncode == 2
    assert run().returncode == 2


def test_a_shuffle_can_be_redone_from_the_handbook_alone() -> None:
    seed, counter = bytes(range(32)), itertools.count()
    key = hmac.digest(seed, b"pbem words 1\nAnn=owl\n", "sha256")

    def below(limit: int, purpose: str) -> int:
        while True:
            drawn = hmac.digest(key, f"{purpose}:{next(counter)}".encode(), "sha256")
            value = int.from_bytes(drawn[:8], "big")
            if value < (1 << 64) // limit * limit:
                return value % limit

    def shuffle(count: int, purpose: str) -> list[int]:
        cards = list(range(count))
        for place in range(count, 1, -1):
            other = below(place, purpose)
            cards[place - 1], cards[other] = cards[other], cards[place - 1]
        return cards

    state = setup.deal(
        ("Ann", "Bob"), MagBlastOptions(), Chance(mixed(seed, {"Ann": "owl"}))
    ).state
    box = state.box
    flagships = shuffle(len(box.flagships), "flagships")
    yard = shuffle(len(box.ships), "shipyard")
    deck = shuffle(len(box.actions), "actions")
    for fleet, flagship in zip(state.fleets, flagships, strict=False):
        assert fleet.flagship == flagship
        assert list(fleet.dealt) == [yard.pop() for _ in range(4)]
        assert list(fleet.hand) == [deck.pop() for _ in range(5)]
    assert (list(state.yard), list(state.draw)) == (yard, deck)
