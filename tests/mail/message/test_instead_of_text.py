"""What people send instead of plain text: read, or known for what it is."""

from __future__ import annotations

import pytest

from pbem.mail.reply.reply import marker
from pbem.mail.sandbox.read import ParsedLetter, read

HEAD = "From: Ann <ann@x.example>\nTo: ref@h.example\nMIME-Version: 1.0\n"


MARK = marker("g1.t1")


def letter(*parts: str, kind: str = "mixed") -> ParsedLetter:
    """A letter of parts, each from its Content-Type on."""
    if len(parts) == 1:
        return read(f"{HEAD}{parts[0]}".encode())
    body = "".join(f"--b\n{part}\n" for part in parts)
    return read(
        f"{HEAD}Content-Type: multipart/{kind}; boundary=b\n\n{body}--b--\n".encode()
    )


def html(markup: str) -> str:
    return f"Content-Type: text/html; charset=utf-8\n\n{markup}\n"


def plain(text: str) -> str:
    return f"Content-Type: text/plain; charset=utf-8\n\n{text}\n"


def file(kind: str, name: str) -> str:
    return (
        f"Content-Type: {kind}\nContent-Transfer-Encoding: base64\n"
        f'Content-Disposition: attachment; filename="{name}"\n\nMIIB\n'
    )


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("D4 <s>1N</s> 1NE", "D4 1NE"),
        ("D4 <strike>1N </strike>1NE", "D4 1NE"),
        ("D<del>3</del>4 1NE", "D4 1NE"),
        ("D4<s><br>E5</s><br>F6", "D4\n\nF6"),
        ("<p>D4</p><p style='text-decoration:line-through'>E5</p>", "D4"),
        (
            "D4 <span style='TEXT-DECORATION-LINE: underline line-through'>1N</span>",
            "D4",
        ),
        ("D4 <span style='text-decoration:underline'>1N</span>", "D4 1N"),
        ("<s><p>D4</p><div>E5</div></s><p>F6</p>", "F6"),
        ("D4 ~~1N~~ 1NE", "D4 1NE"),
    ],
)
def test_struck_out_text_counts_in_no_form(markup: str, text: str) -> None:
    """Nor where the plain form beside the HTML does not show the stroke."""
    for one in (letter(html(markup)), letter(plain("D4 1N 1NE"), html(markup))):
        if "underline'" not in markup and "~~" not in markup:
            assert one.reply.text == text
            assert one.letter.unread[0].kind == "struck"
    assert letter(html(markup)).reply.text == text


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("D4 ~~1N~~ 1NE", "D4 1NE"),
        ("~~D4 1N\nE5~~\nF6", "F6"),
        ("D4 [s]1N[/s] 1NE", "D4 1NE"),
        ("D4 1\u0336N\u0336 1NE", "D4 1NE"),
        ("D4 ~~~ 1NE ~~ x", "D4 ~~~ 1NE ~~ x"),
        ("~~~~~~~~\nD4", "~~~~~~~~\nD4"),
    ],
)
def test_strokes_that_people_type(written: str, text: str) -> None:
    assert letter(plain(written)).reply.text == text


@pytest.mark.parametrize(
    "markup",
    [
        '<div class="gmail_quote">D4 1NE<br></div>',
        '<div class="gmail_quote gmail_quote_container"><div>D4 1NE</div></div>',
        '<div class="gmail_quote">D4 1NE<br><br>On 3 May 2024, Ref &lt;r@h.example&gt; '
        "wrote:<br><br>E5</div>",
        '<div class="yahoo_quoted">D4 1NE</div>',
        '<div class="gmail_quote">D4 1NE</div><div class="gmail_signature">Ann</div>',
    ],
)
def test_new_text_in_a_box_for_quotes(markup: str) -> None:
    assert letter(html(markup)).reply.text == "D4 1NE"


@pytest.mark.parametrize(
    "markup",
    [
        '<div class="gmail_quote">On 3 May 2024, Ref &lt;r@h.example&gt; wrote:<br>E5'
        "</div>",
        '<div class="gmail_quote">##- answer above this line (g1.t1) -##<br>E5</div>',
        "<blockquote type=cite>E5</blockquote>",
        '<div class="gmail_attr">On 3 May 2024, Ref &lt;r@h.example&gt; wrote:</div>'
        '<div class="gmail_quote">E5</div>',
    ],
)
def test_what_such_a_box_quotes_stays_old(markup: str) -> None:
    assert "E5" not in letter(html(markup)).reply.text


@pytest.mark.parametrize(
    "nothing",
    ["&nbsp;", "\u00a0", "\u200b \ufeff", "&#160;\n&zwnj;", " \n\t", "&NBSP; &#xA0;"],
)
def test_a_plain_form_that_says_nothing_gives_way_to_the_html(nothing: str) -> None:
    found = letter(plain(nothing), html("<div>D4 1NE</div>"), kind="alternative")
    assert found.reply.text == "D4 1NE"
    assert letter(plain(nothing)).reply.text == ""


@pytest.mark.parametrize(
    "kind",
    [
        "=?utf-8?Q?text/plain?=; charset=utf-8",
        '"text/plain"; charset=utf-8',
        "text/plain charset=utf-8",
        "text; charset=utf-8",
        "TEXT/Plain;charset=utf-8;",
        "text/markdown",
    ],
)
def test_types_that_programs_misspell(kind: str) -> None:
    assert letter(f"Content-Type: {kind}\n\nD4 1NE é\n").reply.text == "D4 1NE é"


ARMOUR = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----"
SIGNED = "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


@pytest.mark.parametrize(
    ("part", "kind", "name"),
    [
        (plain(ARMOUR), "encrypted", ""),
        (
            file("application/pkcs7-mime; smime-type=enveloped-data", "x"),
            "encrypted",
            "",
        ),
        (file("application/x-pkcs7-mime", "smime.p7m"), "encrypted", ""),
        (file("application/octet-stream", "encrypted.asc"), "encrypted", ""),
        (file(SIGNED, "smime.p7m"), "packed", ""),
        (file("application/ms-tnef", "winmail.dat"), "winmail", ""),
        (file("application/octet-stream", "WINMAIL.DAT"), "winmail", ""),
        (file(WORD, "orders.docx"), "document", "orders.docx"),
        (file("application/octet-stream", "orders.odt"), "document", "orders.odt"),
        (file("application/pdf", "orders.pdf"), "document", "orders.pdf"),
        (file("text/rtf", "orders.rtf"), "document", "orders.rtf"),
        (file("image/heic", "IMG_1.HEIC"), "picture", "IMG_1.HEIC"),
        (file("audio/amr", "voice.amr"), "recording", "voice.amr"),
        (file("application/zip", "a.zip"), "file", "a.zip"),
        (file("message/rfc822", "a.eml"), "letter", "a.eml"),
    ],
)
def test_what_cannot_be_read_is_known_for_what_it_is(
    part: str, kind: str, name: str
) -> None:
    """Alone, beside an empty text, and beside one that is read all the same."""
    for found in (letter(part), letter(plain(""), part)):
        assert found.reply.text == ""
        assert found.letter.unread == ((kind, name),)
    beside = letter(plain("D4 1NE"), part)
    assert beside.reply.text == "D4 1NE"
    assert beside.letter.unread == ((kind, name),)


def test_a_letter_encrypted_by_openpgp_is_one_thing() -> None:
    version = "Content-Type: application/pgp-encrypted\n\nVersion: 1\n"
    data = file("application/octet-stream", "encrypted.asc")
    for kind in ("encrypted; protocol=application/pgp-encrypted", "mixed"):
        found = letter(version, data, kind=kind)
        assert (found.reply.text, found.letter.unread) == ("", (("encrypted", ""),))


@pytest.mark.parametrize(
    "how", ["pgp-signature", "pkcs7-signature", "x-pkcs7-signature"]
)
def test_a_signed_letter_is_read(how: str) -> None:
    found = letter(plain("D4 1NE"), file(f"application/{how}", "s"), kind="signed")
    assert (found.reply.text, found.letter.unread) == ("D4 1NE", ())


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        (f"On 3 May 2024, Ref wrote:\n> D4 1NE\n>\n> {MARK}", ("D4 1NE",)),
        ("make leaf, girder T1.1\n> T1.2, make leaf", ("> T1.2, make leaf",)),
        ("D4\n\n> old", ()),
        ("> old\nD4\n> older\n1NE", ()),
        (f"D4\n\nOn 3 May 2024, Ref wrote:\n> {MARK}\n> E5", ()),
    ],
)
def test_lines_behind_a_mark_that_are_the_writers_are_told(
    text: str, behind: tuple[str, ...]
) -> None:
    assert letter(plain(text)).reply.behind == behind
