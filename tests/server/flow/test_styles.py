"""Everything that a player can write, in answers as mail programs really send them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.mail.reply.reply import marker
from pbem.mail.sandbox.read import read
from pbem.server.syntax import parser
from pbem.server.syntax.command import Command, Item
from tests.support.server.styles import STYLES, Style

OURS = f"{marker('g1.t3')}\n\nfriday, turn 2 is done.\n\n  Ann  C3 to D4\n  show\n"
HEAD = (
    "From: Ann Smith <ann@a.example>\nTo: referee+g1.abc@x.example\n"
    "Subject: Re: friday #3: your turn\nMessage-ID: <s1@a.example>\n"
    "In-Reply-To: <m1@x.example>\nMIME-Version: 1.0\n"
)
LETTERS = {
    "orders": "E6 1SE\n",
    "press": "press to Bob: shall we? No!\n",
    "press below": "press to all\nFriends,\n\nlist of three.\nend press\nD4\n",
    "terms": "new arena with bob@b.example hp=9\nset pace Fri 20:00 Europe/Paris\n",
    "away": "away 24 Dec to 2 Jan\n",
    "preview": "preview\nE6 1SE\nBob: D4\n",
    "votes": "agree\n",
    "wait": "wait\nE6 1SE\n",
    "guard": "E6 1SE #3\n",
    "game": "game friday #3\nE6 1SE\ngame river\nk 3,-2\n",
    "gm": "gm friday #3 try extend 24h because the mail was down.\n",
    "long": "gm friday #3 replace Bob with dot@d.example because nobody was on the "
    "list of those who wait, and the others have waited for a week\nwhois Bob\n",
    "judges": "SIGNON Afriday secret\nSET WAIT\nPRESS TO Bob\nHello.\nENDPRESS\n",
    "richard": "lava move river ann secret k 3,-2#7\n",
    "set": "set timezone Europe/Paris\nset digest daily\nset display list\n",
    "ask": "orders?\nhistory\nshow turn 2\nstandings\nwhois Bob\ngames\nhelp set\n",
    "seat": "standby arena 2\nwatch river\naddress add ann@work.example\n",
}


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
@pytest.mark.parametrize("name", LETTERS)
def test_a_command_is_the_same_in_every_style(style: Style, name: str) -> None:
    text = LETTERS[name]
    reading = read(f"{HEAD}{style(text, OURS)}".encode())
    assert reading.classification.kind == "reply"
    found = _plainly(reading.reply.text)
    assert found == _plainly(text)
    assert found


def _plainly(text: str) -> list[Item]:
    """The items of a letter, without blank lines in what belongs to them."""
    return [
        replace(one, body=tuple(line for line in one.body if line.strip()))
        if isinstance(one, Command)
        else one
        for one in parser.group(parser.read_lines(text.rstrip("\n")))
    ]
