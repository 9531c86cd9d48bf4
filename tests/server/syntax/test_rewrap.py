"""Which lines of a letter are one command that a mail program broke."""

from __future__ import annotations

import pytest

from pbem.server.syntax.rewrap import rejoin_wrapped

NEW = "new arena called friday with ann@some-provider.example,"
ACT = "gm friday #3 extend 24h because the mail server was down for a whole"


def _is_command(line: str) -> bool:
    return line.split()[0] in ("new", "open", "gm", "whois", "help")


def _joined(*lines: str) -> list[str]:
    return rejoin_wrapped(list(lines), _is_command)


@pytest.mark.parametrize(
    ("above", "below"),
    [
        # Names, after a comma or at the edge of the letter.
        (NEW, "bob@b.example"),
        (NEW, "bob@b.example, cid@c.example and dot@d.example"),
        (NEW, '"Bob B." <bob@b.example>, Cid <cid@c.example>'),
        (NEW, "bob@b.example hp=9"),
        # What may stand in a line of its own below them.
        ("open lava for 2", "called tide"),
        ("open lava for 2", "called tide, master me"),
        ("open lava for 2", "num-dice=24"),
        # A reason that goes on.
        (ACT, "night"),
        (ACT, "night, and nobody saw it"),
    ],
)
def test_what_goes_on_is_one_command(above: str, below: str) -> None:
    assert _joined(above, below) == [f"{above} {below}"]
    assert _joined("hello", above, below, "whois") == [
        "hello", f"{above} {below}", "whois",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("above", "below"),
    [
        (NEW, "hello everybody"),
        (NEW, ""),
        ("new arena with a@x.org", "hp"),
        ("new arena with a@x.org", "hp="),
        ("new arena with a@x.org", "=9"),
        ("new arena with a@x.org", "hp=a=9"),
        ("open lava for 2", "called"),
        ("open lava for 2", "called 7"),
        ("open lava for 2", "master ann"),
        ("open lava for 2", "called tide tomorrow"),
        # A reason that is at its end: the next line begins anew.
        (ACT, "Bob asked for it"),
        (ACT, "whois Bob"),
        (ACT, ""),
        ("gm friday #3 extend 24h because so", "it is"),
        ("gm friday #3 extend 24h, as the mail server was down for all of this", "so"),
        # No other command goes on in the next line.
        ("whois Bob, who plays in this game and in others that I know of, too", "and"),
        ("D4 and then to the end of the row, as far as anybody can possibly go", "on"),
        ("help me with " + "x" * 2000, "bob@b.example"),
        ("new arena with " + "a" * 2000 + "@x.org,", "bob@b.example"),
    ],
)
def test_what_does_not_go_on_stays_apart(above: str, below: str) -> None:
    assert _joined(above, below) == [above, below]
