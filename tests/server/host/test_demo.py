"""The game that `pbem server demo` plays, letter by letter as people send them."""

from __future__ import annotations

from email.message import Message
from pathlib import Path

from pbem.record.turn_file import Entry, read
from pbem.server.host import demo, local
from pbem.server.store import game_store
from pbem.server.store.connection import Database
from pbem.system.resources import folder

EXAMPLE = folder("games") / "arena" / "examples" / "duel.txt"


def test_every_letter_is_shown_to_its_reader_and_answered_as_people_do(
    tmp_path: Path,
) -> None:
    shown: list[tuple[str, Message]] = []
    name = demo.play(tmp_path, lambda letter, reader: shown.append((reader, letter)))
    assert name == "duel"
    readers = [reader for reader, _ in shown]
    assert readers[:8] == [
        *("the referee", "Ann"),  # a game, which she confirms
        *("the referee", "Ann", "Bob"),  # a receipt, and an invitation
        *("the referee", "Ann", "Bob"),  # it begins
    ]
    sent = [letter for reader, letter in shown if reader == "the referee"]
    first, *answers = sent
    assert first["Subject"] == "a game"
    assert first["In-Reply-To"] is None
    assert first["To"] == local.REFEREE
    assert local.body_of(first).startswith(
        "new arena called duel with bob@pbem.example"
    )
    ids = [str(letter["Message-ID"]) for letter in sent]
    assert ids[:2] == ["<ann-1@mail.example>", "<ann-2@mail.example>"]
    assert len(set(ids)) == len(ids)
    known: dict[str, Message] = {}
    for reader, letter in shown:
        if reader != "the referee":
            assert str(letter["To"]).startswith(f"<{reader.lower()}@")
            known[str(letter["Message-ID"])] = letter
            continue
        if letter is first:
            continue
        answered = known[str(letter["In-Reply-To"])]
        assert letter["Subject"] == f"Re: {answered['Subject']}"
        assert str(answered["Reply-To"]).endswith(f"<{letter['To']}>")
        said, _, quoted = local.body_of(letter).partition("\n\nOn Tuesday")
        lines = local.body_of(answered).splitlines()
        assert quoted.split("wrote:\n")[1].rstrip("\n").split("\n") == [
            f"> {line}" for line in lines
        ]
        assert said
    # What was sent is the example, order by order, and it was played as there.
    orders = [
        (str(letter["From"]).split()[0], local.body_of(letter).partition("\n\n")[0])
        for letter in answers
    ]
    example = [
        (one.seat.text, "\n".join(piece.text for piece in one.pieces))
        for one in read(EXAMPLE.read_text("utf-8")).items()
        if isinstance(one, Entry)
    ]
    assert orders[:2] == [("Ann", "yes"), ("Bob", "yes")]
    assert sorted(orders[2:]) == sorted(example)
    last = [str(one["Subject"]) for _, one in shown[-2:]]
    assert all("the game is over" in subject for subject in last)
    store = Database(str(tmp_path / "demo.db"))
    with store.reading() as conn:
        game = game_store.find(conn, "duel")
        assert game is not None
        assert game.state == "over"
        kept = read(game_store.turn_file(conn, game))
    store.close()
    played = [one for one in kept.items() if isinstance(one, Entry)]
    assert len(played) == len(example)
