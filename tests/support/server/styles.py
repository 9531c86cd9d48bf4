"""Answers as mail programs send them: what is written, around the letter it answers.

Each style gives the part of a raw letter from its Content-Type on.
"""

from __future__ import annotations

import base64
import html
import quopri
import textwrap
from collections.abc import Callable

PLAIN = "Content-Type: text/plain; charset=utf-8\n"
HTML = "Content-Type: text/html; charset=utf-8\n"
WHO = "The referee <referee@x.example>"
WROTE = f"On Tue, 14 Nov 2023 at 22:13, {WHO} wrote:"
Style = Callable[[str, str], str]


def _quoted(old: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in old.split("\n"))


def _lines(old: str) -> str:
    return "<br>\n".join(map(html.escape, old.split("\n")))


def _paragraphs(text: str, kind: str) -> str:
    return "".join(
        f"<{kind}>{html.escape(line) or '<br>'}</{kind.split()[0]}>\n"
        for line in text.rstrip("\n").split("\n")
    )


def _wrapped(text: str, soft: str = "") -> str:
    """Long lines broken, as programs do that write plain text themselves; `soft` ends
    a line that was only wrapped."""
    return "\n".join(
        f"{soft}\n".join(textwrap.wrap(line, 72, break_long_words=False))
        for line in text.split("\n")
    )


def _both(plain: str, page: str) -> str:
    return (
        'Content-Type: multipart/alternative; boundary="b1"\n\n--b1\n'
        f"{PLAIN}\n{plain}\n--b1\n{HTML}\n{page}\n--b1--\n"
    )


def above(text: str, old: str) -> str:
    """The answer above, the letter quoted below."""
    return f"{PLAIN}\n{text}\n\n{WROTE}\n{_quoted(old)}"


def below(text: str, old: str) -> str:
    """The answer below the quoted letter, and a signature."""
    return f"{PLAIN}\n{WROTE}\n{_quoted(old)}\n{text}\n\n-- \nAnn Smith\nParis\n"


def mutt(text: str, old: str) -> str:
    """As people with terminals write: below, with little around it."""
    return f"{PLAIN}\nThe referee wrote:\n{_quoted(old)}\n{text}\n"


def flowed(text: str, old: str) -> str:
    """Thunderbird: lines that end in a blank where they were only wrapped."""
    head = "Content-Type: text/plain; charset=UTF-8; format=flowed\n"
    bit = "Content-Transfer-Encoding: 8bit\n"
    lead = f"On 11/14/23 22:13, The referee wrote:\n{_quoted(old)}"
    return f"{head}{bit}\n{lead}\n{_wrapped(text, ' ')}\n"


def telephone(text: str, old: str) -> str:
    """An iPhone, in quoted-printable."""
    body = f"{text}\n\nSent from my iPhone\n\n> On 14 Nov 2023, at 22:13, {WHO} "
    body += f"wrote:\n> \n{_quoted(old)}"
    coded = quopri.encodestring(body.encode()).decode()
    return f"{PLAIN}Content-Transfer-Encoding: quoted-printable\n\n{coded}"


def android(text: str, old: str) -> str:
    """K-9, with a signature of its own between the answer and the quote."""
    sign = "-- \nSent from my Android device with K-9 Mail. Please excuse my brevity."
    return f"{PLAIN}\n{text}\n\n{sign}\n\n{WROTE}\n\n{_quoted(old)}"


def outlook(text: str, old: str) -> str:
    """Nothing but HTML, in base64, and the letter below a rule."""
    lines = "".join(
        f'<p class="MsoNormal">{html.escape(line) or "&nbsp;"}<o:p></o:p></p>'
        for line in text.rstrip("\n").split("\n")
    )
    page = (
        f'<html><body><div class="WordSection1">{lines}'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">'
        "<b>From:</b> The referee<br><b>Sent:</b> Tuesday, November 14, 2023 10:13 PM"
        "<br><b>To:</b> Ann<br><b>Subject:</b> a game</p></div>"
        f"<p>{_lines(old)}</p></div></body></html>"
    )
    coded = base64.encodebytes(page.encode()).decode()
    return f"{HTML}Content-Transfer-Encoding: base64\n\n{coded}"


def outlook_german(text: str, old: str) -> str:
    """An older Outlook, in plain text and German, that marks nothing."""
    head = (
        "-----Ursprüngliche Nachricht-----\nVon: The referee [mailto:referee@x.example]"
        "\nGesendet: Dienstag, 14. November 2023 22:13\nAn: Ann\nBetreff: a game\n"
    )
    return f"{PLAIN}\n{text}\n\n{head}\n{old}\n"


def gmail(text: str, old: str) -> str:
    """Text and HTML side by side."""
    page = (
        f'<div dir="ltr">{_paragraphs(text, "div")}</div><br>'
        '<div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f"{html.escape(WROTE)}<br></div>"
        f'<blockquote class="gmail_quote" style="margin:0">{_lines(old)}</blockquote>'
        "</div>"
    )
    return _both(f"{_wrapped(text)}\n\n{WROTE}\n\n{_quoted(old)}", page)


def gmail_french(text: str, old: str) -> str:
    """The same in French, with the line above the quote broken in two."""
    wrote = "Le mar. 14 nov. 2023 à 22:13, The referee <referee@x.example>\na écrit :"
    page = (
        f'<div dir="ltr">{_paragraphs(text, "div")}</div>'
        f'<div class="gmail_quote">{html.escape(wrote)}<br>'
        f'<blockquote class="gmail_quote">{_lines(old)}</blockquote></div>'
    )
    return _both(f"{_wrapped(text)}\n\n{wrote}\n\n{_quoted(old)}", page)


def apple(text: str, old: str) -> str:
    """Apple Mail: nothing but HTML, with a quote that cites."""
    page = (
        '<html><body style="overflow-wrap: break-word;">'
        f'{_paragraphs(text, "div")}<br><div><br><blockquote type="cite"><div>'
        f"On 14 Nov 2023, at 22:13, {html.escape(WHO)} wrote:</div><br>"
        f"<div>{_lines(old)}</div></blockquote></div></body></html>"
    )
    return f"{HTML}\n{page}\n"


def outlook_mobile(text: str, old: str) -> str:
    """Outlook on a telephone: HTML with breaks, and an advertisement."""
    lines = "<br>".join(html.escape(line) for line in text.rstrip("\n").split("\n"))
    page = (
        f'<html><body><div dir="ltr">{lines}</div><div><br></div>'
        '<div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">'
        'Outlook for iOS</a></div><hr><div id="divRplyFwdMsg"><b>From:</b> The '
        "referee &lt;referee@x.example&gt;<br><b>Sent:</b> Tuesday, November 14, 2023 "
        "10:13:20 PM<br><b>To:</b> Ann<br><b>Subject:</b> a game</div><br>"
        f"<div>{_lines(old)}</div></body></html>"
    )
    return f"{HTML}\n{page}\n"


def proton(text: str, old: str) -> str:
    """A web mailer that advertises, and dates its quote in its own way."""
    wrote = "On Tuesday, November 14th, 2023 at 10:13 PM, The referee "
    wrote += "<referee@x.example> wrote:"
    sign = "Sent with Proton Mail secure email."
    return f"{PLAIN}\n{text}\n\n{sign}\n\n{wrote}\n\n{_quoted(old)}"


def yahoo(text: str, old: str) -> str:
    """Yahoo: HTML with a quote in a box of its own."""
    page = (
        f'<html><body><div class="ydp1yahoo-style-wrap">{_paragraphs(text, "div")}'
        '<div><br></div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>'
        "On Tuesday, November 14, 2023 at 10:13:20 PM GMT+1, The referee "
        f"&lt;referee@x.example&gt; wrote:</div><div><br></div>{_lines(old)}"
        "</div></body></html>"
    )
    return f"{HTML}\n{page}\n"


def fresh(text: str) -> str:
    """A letter that answers none, with a signature."""
    return f"{PLAIN}\n{text}\n\n-- \nSmith\nParis\n"


STYLES: tuple[Style, ...] = (
    above, below, mutt, flowed, telephone, android,
    outlook, outlook_german, gmail, gmail_french, apple,
    outlook_mobile, proton, yahoo,
)  # fmt: skip
