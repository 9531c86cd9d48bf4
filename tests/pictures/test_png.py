"""SVG becomes PNG: whole, with all that it says, and small in letters."""

from __future__ import annotations

from collections import Counter
from io import BytesIO

import pytest
from PIL import Image

from pbem.pages.svg_text import wide
from pbem.record.replay import play
from pbem.record.turn_file import read
from pbem.report import board_image, builder
from pbem.report.model import Reader
from tests.pictures.stories import GAMES, recorded, reports

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">'


def opened(png: bytes) -> Image.Image:
    """Its pixels, in red, green, blue and alpha."""
    return Image.open(BytesIO(png)).convert("RGBA")


def pixels(picture: Image.Image) -> list[bytes]:
    """Its pixels in red, green and blue, one after the other."""
    data = picture.tobytes()
    return [data[at : at + 3] for at in range(0, len(data), 3)]


@pytest.mark.parametrize(
    "body",
    [
        '<linearGradient id="g"><stop stop-color="#d55e00"/></linearGradient>'
        '<rect width="50" height="50" fill="url(#g)"/>',
        '<style>g > rect{fill:#d55e00}</style><g><rect width="50" height="50"/></g>',
        '<text x="9" y="40" font-size="30">محمد</text>',
        '<text x="9" y="20">a<tspan y="40">step</tspan></text>',
    ],
)
def test_all_words_of_svg_are_painted(body: str) -> None:
    assert opened(board_image.painted(HEAD + body + "</svg>")).getcolors() != [
        (90 * 60, (0, 0, 0, 0))
    ]


@pytest.mark.parametrize("text", ["<svg", "", "<html/>"])
def test_what_is_no_picture_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"svg|root"):
        board_image.png(text)


@pytest.mark.parametrize("text", ["Wilhelmina", "Ἀριστοτέλης", "Zoë, 4 × 3 → 12"])
@pytest.mark.parametrize("bold", [False, True])
def test_a_text_is_painted_as_wide_as_it_is_taken_to_be(text: str, bold: bool) -> None:
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90">'
        f'<text x="9" y="60" font-size="50" font-weight="{700 if bold else 400}">'
        f"{text}</text></svg>"
    )
    box = opened(board_image.painted(drawn)).getbbox()
    assert box is not None
    assert box[2] - 9 == pytest.approx(wide(text, 50, bold), abs=6)


def test_boards_with_names_that_run_leftwards_are_painted() -> None:
    head = "Game: magma\nSeats: محمد, דוד, Ann\n"
    drawn = board_image.svg(builder.report(play(read(head)), Reader()), "light")
    assert opened(board_image.png(drawn, 300)).width == 300


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_few_colours_show_the_same_in_fewer_bytes(game: str, theme: str) -> None:
    drawn = board_image.svg(reports(recorded(game)[0])[-1], theme)
    png, small = board_image.painted(drawn, 300), board_image.png(drawn, 300)
    assert len(small) < 0.6 * len(png)
    before, after = (opened(one).convert("RGB") for one in (png, small))
    assert len(after.getcolors() or ()) <= 256
    pairs = Counter(zip(pixels(before), pixels(after), strict=True))
    off = {pair: max(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in pairs}
    # What is drawn in one colour is still in one, and nobody sees another; the
    # edges between two are rounded, none of them to a colour of its own.
    areas = [pair for pair, number in pairs.items() if number > 100]
    assert areas
    assert len({one for one, _ in areas}) == len(areas)
    assert max(off[pair] for pair in areas) <= 12
    assert max(off.values()) <= 64


def test_one_pixel_is_a_picture() -> None:
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">'
        '<rect width="1" height="1" fill="#123456"/></svg>'
    )
    assert opened(board_image.png(drawn)).convert("RGB").getpixel((0, 0)) == (
        *(0x12, 0x34, 0x56),
    )


def test_players_who_see_the_same_board_share_one_picture() -> None:
    """Where nothing is hidden, the second letter is not painted again."""
    seen = [
        board_image.svg(reports(recorded("lava")[0], Reader(seat=seat))[-1], "light")
        for seat in (None, reports(recorded("lava")[0])[-1].seats[0])
    ]
    pictures = [board_image.png(drawn, 300) for drawn in seen]
    assert pictures[0] is pictures[1]
