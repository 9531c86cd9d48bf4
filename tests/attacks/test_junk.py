"""What lies in Junk: letters of players come out, and nothing else does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pbem.mail.transport.base import HeadTest, Incoming, Rescued
from pbem.server.flow import junk
from tests.server.conftest import Make
from tests.support.server.world import ANN, BOB, World

DAY = 86_400.0


@dataclass
class Folder:
    """A mailbox with letters in Junk, which is looked into as a server does."""

    letters_in_junk: list[bytes]
    name: str = "imap:referee@x"
    inbox: list[bytes] = field(default_factory=list)
    looks: int = 0
    longest: float = 0.0

    def rescue(self, test: HeadTest, *, take: bool = True) -> Rescued:
        self.looks += 1
        heads = [raw.partition(b"\n\n")[0] + b"\n\n" for raw in self.letters_in_junk]
        found = [
            raw
            for raw, head in zip(self.letters_in_junk, heads, strict=True)
            if test(head)
        ]
        if take:
            self.inbox += found
            self.letters_in_junk = [r for r in self.letters_in_junk if r not in found]
        return Rescued(len(found), len(heads))

    def letters(self) -> Iterator[Incoming]:
        for number, raw in enumerate(self.inbox):
            yield Incoming(f"{self.name}:1:{number}", raw, None)

    def done(self, key: str) -> None:
        self.inbox[int(key.rpartition(":")[2])] = b""

    def close(self) -> None:
        pass


def raw(writer: str, to: str, text: str) -> bytes:
    return (
        f"From: {writer}\nTo: {to}\nSubject: Re: a game\n"
        f"Message-ID: <{abs(hash((writer, to, text)))}@x>\n\n{text}\n"
    ).encode()


def token_of(world: World, who: str) -> str:
    return world.last(re.sub(r".*<(.*)>", r"\1", who)).reply_to


def test_a_good_token_brings_a_letter_out_and_no_other(make: Make) -> None:
    world = make()
    world.start()
    good = token_of(world, ANN)
    local, at, domain = good.partition("@")
    guessed = f"{local[:-26]}{'a' * 26}{at}{domain}"
    elsewhere = f"{local}{at}other.example"
    folder = Folder(
        [
            raw(ANN, good, "fire C3"),
            raw(ANN, guessed, "fire C4"),
            raw(ANN, "referee@x.example", "games"),  # nothing proves it
            raw(ANN, elsewhere, "fire C5"),
            raw("M <m@m.example>", "referee@x.example", f"buy this {good}"),
            raw("M <m@m.example>", "m@m.example", "x" * 2000),
            b"\xff\x00" * 500,
        ]
    )
    world.server.sources.append(folder)  # type: ignore[arg-type]
    world.run()
    assert world.orders() == ["Ann: fire C3"]
    assert len(folder.letters_in_junk) == 6
    with world.store.reading() as conn:
        assert junk.rescued_lately(conn, world.now) == 1
        assert junk.rescued_lately(conn, world.now + 31 * DAY) == 0


def test_a_stolen_token_in_junk_is_worth_what_it_is_elsewhere(make: Make) -> None:
    """Out of Junk it comes, as into the mailbox it would have; it moves nothing."""
    world = make()
    world.start()
    folder = Folder([raw("M <m@m.example>", token_of(world, ANN), "fire C3")])
    world.server.sources.append(folder)  # type: ignore[arg-type]
    world.run()
    assert folder.letters_in_junk == []
    assert world.orders() == []


def test_it_is_looked_into_once_a_day_whoever_serves(make: Make) -> None:
    world = make()
    folder = Folder([])
    world.server.sources.append(folder)  # type: ignore[arg-type]
    for _ in range(5):
        world.run()
        world.now += DAY / 10
    assert folder.looks == 1
    # A server that is begun anew knows when it was.
    world.server._junk_at.clear()
    world.run()
    assert folder.looks == 1
    world.now += DAY
    world.run()
    world.run()
    assert folder.looks == 2


def test_a_token_of_a_turn_long_ago_brings_nothing_out(make: Make) -> None:
    world = make()
    world.start()
    old = token_of(world, BOB)
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    world.now += 31 * DAY
    folder = Folder([raw(BOB, old, "air F6")])
    world.server.sources.append(folder)  # type: ignore[arg-type]
    world.run()
    assert len(folder.letters_in_junk) == 1
