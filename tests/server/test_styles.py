"""Everything that a player can write, in answers as mail programs really send them."""

from __future__ import annotations

import base64
import html
import quopri
from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.mail.reading import read
from pbem.mail.reply import marker
from pbem.server import sheet

OURS = f"{marker('g1.t3')}\n\nfriday, turn 2 is done.\n\n  Ann  C3 to D4\n  show\n"
QUOTED = "".join(f"> {line}\n" for line in OURS.split("\n"))
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
    "judges": "SIGNON Afriday secret\nSET WAIT\nPRESS TO Bob\nHello.\nENDPRESS\n",
    "richard": "lava move river ann secret k 3,-2#7\n",
    "set": "set timezone Europe/Paris\nset digest daily\nset display list\n",
    "ask": "orders?\nhistory\nshow turn 2\nstandings\nwhois Bob\ngames\nhelp set\n",
    "seat": "standby arena 2\nwatch river\naddress add ann@work.example\n",
}


def _plain(text: str) -> str:
    return f"{HEAD}Content-Type: text/plain; charset=utf-8\n\n{text}"


def above(text: str) -> str:
    """The answer above, the letter quoted below."""
    return _plain(f"{text}\nOn Tue, 14 Nov 2023 at 22:13, The referee wrote:\n{QUOTED}")


def below(text: str) -> str:
    """The answer below the quoted letter."""
    return _plain(f"On 11/14/23 22:13, The referee wrote:\n{QUOTED}\n{text}")


def flowed(text: str) -> str:
    """Lines that end in a blank where they were only wrapped."""
    head = f"{HEAD}Content-Type: text/plain; charset=utf-8; format=flowed\n\n"
    return f"{head}{text}\n{QUOTED}"


def telephone(text: str) -> str:
    """A telephone that signs for itself, in quoted-printable."""
    body = f"{text}\nSent from my iPhone\n\n> On 14 Nov 2023, at 22:13, The referee"
    body += f" <referee@x.example> wrote:\n> \n{QUOTED}"
    coded = quopri.encodestring(body.encode()).decode()
    head = "Content-Type: text/plain; charset=utf-8\n"
    return f"{HEAD}{head}Content-Transfer-Encoding: quoted-printable\n\n{coded}"


def outlook(text: str) -> str:
    """Nothing but HTML, and the letter below a rule."""
    lines = "".join(
        f'<p class="MsoNormal">{html.escape(line) or "&nbsp;"}<o:p></o:p></p>'
        for line in text.rstrip("\n").split("\n")
    )
    old = "<br>".join(map(html.escape, OURS.split("\n")))
    page = (
        f'<html><body><div class="WordSection1">{lines}'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p>'
        "<b>From:</b> The referee<br><b>Sent:</b> Tuesday, November 14, 2023"
        "<br><b>To:</b> Ann<br><b>Subject:</b> friday #3: your turn</p></div>"
        f"<p>{old}</p></div></body></html>"
    )
    coded = base64.encodebytes(page.encode()).decode()
    head = "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64"
    return f"{HEAD}{head}\n\n{coded}"


def gmail(text: str) -> str:
    """Text and HTML side by side."""
    lines = "".join(
        f"<div>{html.escape(line) or '<br>'}</div>"
        for line in text.rstrip("\n").split("\n")
    )
    old = "<br>".join(map(html.escape, OURS.split("\n")))
    form = (
        f'<div dir="ltr">{lines}</div><br><div class="gmail_quote"><div dir="ltr" '
        'class="gmail_attr">On Tue, Nov 14, 2023 at 10:13 PM The referee wrote:<br>'
        f'</div><blockquote class="gmail_quote">{old}</blockquote></div>'
    )
    plain = above(text).split("\n\n", 1)[1]
    return (
        f'{HEAD}Content-Type: multipart/alternative; boundary="b1"\n\n--b1\n'
        f"Content-Type: text/plain; charset=utf-8\n\n{plain}\n--b1\n"
        f"Content-Type: text/html; charset=utf-8\n\n{form}\n--b1--\n"
    )


@pytest.mark.parametrize(
    "style", [above, below, flowed, telephone, outlook, gmail], ids=lambda s: s.__name__
)
@pytest.mark.parametrize("name", LETTERS)
def test_a_command_is_the_same_in_every_style(
    style: Callable[[str], str], name: str
) -> None:
    text = LETTERS[name]
    reading = read(style(text).encode())
    assert reading.verdict.kind == "reply"
    found = _plainly(reading.reply.text)
    assert found == _plainly(text)
    assert found


def _plainly(text: str) -> list[sheet.Item]:
    """The items of a letter, without blank lines in what belongs to them."""
    return [
        replace(one, body=tuple(line for line in one.body if line.strip()))
        if isinstance(one, sheet.Command)
        else one
        for one in sheet.divide(sheet.ours(text.rstrip("\n")))
    ]
