"""Letters in HTML and pages of one report: whole, small, and asking nobody."""

from __future__ import annotations

import re
from dataclasses import replace
from email import message_from_bytes
from email.message import Message as Mime
from email.policy import default
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pbem.mail.reply.reply import marker
from pbem.pages import page
from pbem.plugins.games import find
from pbem.report import board_image
from pbem.report.html import html_letter, html_page, plain_letter
from pbem.report.model import Reader, Report, render
from pbem.server.outbound.message import Envelope, Message, compose
from pbem.testing.pages import story
from tests.pictures.stories import FILES, GAMES, label, recorded, reports

every_file = pytest.mark.parametrize("file", FILES[1::2], ids=label)
every_game = pytest.mark.parametrize("game", GAMES)
ENVELOPE = Envelope("ref@x.example", "Ref", "a@b.example", "ref@x.example", "<1@x>", 0)


class Seen(HTMLParser):
    """What an HTML document asks for, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.alts: list[str] = []
        self.words = ""
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "srcset", "background", "action", "data"):
                self.asked.append(value or "")
            if name == "alt":
                self.alts.append(value or "")

    def handle_data(self, data: str) -> None:
        self.words += data + " "


def letter(report: Report) -> tuple[bytes, Mime]:
    """The report as a letter, and the same read by another library."""
    html, pictures = html_letter(report, lead=marker("g7.t3"))
    body = report.blocks()
    draft = Message(
        subject="News",
        body=body,
        ref="g7.t3",
        html=html,
        pictures=tuple(pictures),
    )
    raw = compose(draft, ENVELOPE, html=True)
    return raw, message_from_bytes(raw, policy=default)


@every_file
def test_a_letter_carries_all_that_it_shows(file: Path) -> None:
    told, _ = story(file)
    report = reports(file, Reader(seat=told.header.seats[-1]))[-1]
    raw, message = letter(report)
    assert len(raw) < 200_000
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    _, plain, _, html, image = message.walk()
    text = plain.get_payload(decode=True)
    assert isinstance(text, bytes)
    wanted = f"{marker('g7.t3')}\n\n{page.to_text(report.blocks())}"
    assert text.decode().replace("\r\n", "\n").rstrip() == wanted.rstrip()
    shown = html.get_payload(decode=True)
    assert isinstance(shown, bytes)
    seen = Seen(shown.decode())
    assert seen.asked == [f"cid:{str(image['Content-ID'])[1:-1]}"]
    assert [alt.split() for alt in seen.alts] == [
        board_image.in_words(report).alt.split()
    ]
    assert not {"script", "link", "iframe", "object"} & set(seen.open)
    png = image.get_payload(decode=True)
    assert isinstance(png, bytes)
    assert png.startswith(b"\x89PNG")
    assert marker("g7.t3") in seen.words


@every_file
def test_nothing_but_the_drawing_gives_way_to_the_picture(file: Path) -> None:
    told, _ = story(file)
    report = reports(file, Reader(seat=told.header.seats[0]))[-1]
    html, _ = html_letter(report)
    words = set(Seen(html).words.split())
    drawn = board_image.position(report, "board")
    for block in report.blocks():
        if block not in drawn and block.kind != "=":
            missing = set(" ".join(block.lines).replace(" :: ", " ").split()) - words
            assert missing == set()


@every_game
def test_styles_are_inlined_and_dark_screens_thought_of(game: str) -> None:
    html, _ = html_letter(reports(recorded(game)[0])[-1])
    assert re.search(r'<h1 style="[^"]*font-size', html)
    assert re.search(r'<body style="[^"]*background-color', html)
    assert "prefers-color-scheme: dark" in html
    assert 'name="color-scheme" content="light dark"' in html


def test_who_wants_no_drawings_gets_no_picture() -> None:
    report = reports(recorded("arena")[0], Reader(display="list"))[-1]
    html, pictures = html_letter(report)
    assert pictures == []
    assert "<img" not in html
    assert html_page(report) == render(report, "html")


@every_game
def test_no_report_is_heavier_than_a_page_of_mail(game: str) -> None:
    """The fullest board of a game; it was twice as much in all colours.

    A map with small letters may weigh more: its picture is as wide as a page.
    """
    full = max(
        (reports(file)[-1] for file in recorded(game)),
        key=lambda report: len(board_image.svg(report)),
    )
    raw, message = letter(full)
    fine = find(game).facts.get("fine")
    assert len(raw) < (165_000 if fine else 105_000)
    png = [part for part in message.walk() if part.get_content_maintype() == "image"]
    assert len(png) == 1


def test_a_long_letter_has_a_smaller_picture() -> None:
    report = max(
        (reports(file)[-1] for file in recorded("mars")),
        key=lambda report: len(board_image.svg(report)),
    )
    more = [
        page.Block("", (f"Line {number} of a long letter.",)) for number in range(9)
    ]
    short = html_letter(report)[1][0][1]
    html, pictures = html_letter(report, [*report.blocks(), *more * 90])
    assert int.from_bytes(pictures[0][1][16:20]) < int.from_bytes(short[16:20])
    assert 2.2 * len(html) + 1.37 * len(pictures[0][1]) < 200_000
    html, pictures = html_letter(report, [*report.blocks(), *more * 400])
    assert pictures == []
    assert "<pre" in html


def test_a_receipt_on_top_stays_on_top() -> None:
    report = reports(recorded("lava")[0])[-1]
    receipt = page.Block("", ("Thank you for your letter.",))
    html, pictures = html_letter(report, [receipt, *report.blocks()])
    assert html.index("Thank you") < html.index("<img")
    assert len(pictures) == 1


def test_a_letter_without_a_picture() -> None:
    body = [page.Block("", ("5 < 6 & 7",))]
    html = plain_letter(body, "-- above --", "a name")
    assert "5 &lt; 6 &amp; 7" in html
    assert "<img" not in html
    raw = compose(Message(subject="x", body=body), ENVELOPE, html=True)
    kinds = [part.get_content_type() for part in message_from_bytes(raw).walk()]
    assert kinds == ["multipart/alternative", "text/plain", "text/html"]
    assert b"html" not in compose(Message(subject="x", body=body), ENVELOPE)


@every_file
def test_a_page_is_one_file_with_its_picture(file: Path) -> None:
    report = reports(file)[-1]
    made = html_page(report)
    seen = Seen(made)
    assert seen.open.count("figure") == 1
    assert all(place.startswith("#") for place in seen.asked)
    assert "script" not in seen.open
    assert board_image.svg(report, headed=False) in made


@every_game
def test_a_page_tells_its_heading_once_and_not_in_its_picture(game: str) -> None:
    report = reports(recorded(game)[0])[-1]
    heading = board_image.caption(report).title
    page = html_page(report)

    def lettering(drawn: str) -> str:
        return " ".join(re.findall(r"<text[^>]*>([^<]*)", drawn))

    assert f"{escape(heading)} <" in page[: page.index("<svg")]
    assert heading in lettering(board_image.svg(report))
    assert heading not in lettering(page)
    assert report.game.title not in lettering(page)


@every_game
def test_two_letters_name_their_pictures_apart(game: str) -> None:
    report = reports(recorded(game)[0])[-1]
    own = reports(recorded(game)[0], Reader(seat=report.seats[0]))[-1]
    names = {
        html_letter(one)[1][0][0]
        for one in (
            report,
            replace(report, serial=report.serial + 1),
            replace(report, name=report.name + "x"),
            own,
        )
    }
    assert len(names) == 4
