"""Pictures are painted quickly where that is sure to be right, and right anywhere."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageFilter

from pbem.record.replay import play
from pbem.record.turn_file import read
from pbem.report import board_image, builder, painting
from pbem.report.model import Reader
from pbem.report.painting.letters import word
from pbem.report.painting.plain import Unknown, plain
from pbem.report.svg_text import BOLD, REGULAR, legible, wide
from tests.pictures.stories import GAMES, recorded, reports

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">'
GROUND = '<rect width="90" height="60" fill="#ffffff"/>'


def apart(one: Image.Image, other: Image.Image) -> int:
    """How far two pictures are from each other where they differ most, soft edges
    and the beginnings of dashes aside: 0 to 255."""
    assert one.size == other.size
    soft = [x.convert("RGB").filter(ImageFilter.BoxBlur(4)) for x in (one, other)]
    return max(ImageChops.difference(*soft).tobytes())


@pytest.mark.parametrize("game", GAMES)
def test_both_painters_show_the_same_board(game: str) -> None:
    for number, file in enumerate(recorded(game)[:3]):
        report = reports(file)[-2]
        drawn = legible(board_image.svg(report, ("light", "dark")[number % 2]))
        seen = [paint(drawn, 400) for paint in (painting.quickly, painting.thoroughly)]
        assert apart(*seen) < 40
        # Which a token more would not be.
        token = '<circle cx="300" cy="300" r="12" fill="#ff00ff"/></svg>'
        more = painting.quickly(drawn.removesuffix("</svg>\n") + token, 400)
        assert apart(more, seen[1]) > 60


@pytest.mark.parametrize("game", GAMES)
def test_all_boards_are_painted_quickly(game: str) -> None:
    for file in recorded(game)[::3]:
        for seat in (None, reports(file)[0].seats[0]):
            report = reports(file, Reader(seat=seat))[-1]
            assert plain(legible(board_image.svg(report, "light", key=True)))


@pytest.mark.parametrize(
    "body",
    [
        '<text x="5" y="20" font-size="16">Ännchen, Ωμέγα <tspan font-weight="bold">'
        'Жук</tspan></text><text x="85" y="50" text-anchor="end">end</text>',
        '<style>.a{fill:#d55e00}.b{fill:#0072b2;stroke:#000000}</style><g class="a">'
        '<rect x="5" y="5" width="30" height="30" class="b x"/><circle cx="60" cy="30"'
        ' r="20" style="fill:#009e73"/><path d="M5 50h50v8z"/></g>',
        '<g text-anchor="middle" font-size="12" fill="#0072b2"><text>'
        '<tspan\nx="20" y="20">one</tspan><tspan x="60" y="40">two</tspan></text></g>',
        '<defs><g id="x"><path d="M0 0h30v30z"/></g></defs><g opacity=".5">'
        '<use href="#x" transform="translate(20 9) scale(1.5)" fill="#d55e00"/></g>',
        '<text x="9" y="40" font-size="30" stroke="#d55e00" stroke-width="6"'
        ' paint-order="stroke" stroke-linejoin="round">abc</text>',
    ],
)
def test_what_is_said_in_few_words_looks_the_same(body: str) -> None:
    drawn = f"{HEAD}{GROUND}{body}</svg>"
    assert apart(painting.quickly(drawn), painting.thoroughly(drawn)) < 24
    assert (
        apart(painting.quickly(drawn), painting.quickly(f"{HEAD}{GROUND}</svg>")) > 60
    )


@pytest.mark.parametrize(
    "body",
    [
        '<linearGradient id="g"><stop stop-color="#d55e00"/></linearGradient>'
        '<rect width="50" height="50" fill="url(#g)"/>',
        '<style>g > rect{fill:#d55e00}</style><g><rect width="50" height="50"/></g>',
        '<style>@media all{rect{fill:#d55e00}}</style><rect width="50" height="50"/>',
        '<text x="9" y="40" font-size="30">محمد</text>',
        '<text x="9" y="40" font-size="2em">two</text>',
        '<text x="9" y="40" font-size="30" dx="4">two</text>',
        '<text x="9" y="20">a<tspan y="40">step</tspan></text>',
        '<svg x="9"><rect width="50" height="50"/></svg>',
        '<rect width="50" height="50" fill="var(--red, #d55e00)"/>',
        '<rect id="a&quot;b" width="50" height="50"/>',
    ],
)
def test_what_is_not_known_is_left_to_the_other_painter(body: str) -> None:
    drawn = f"{HEAD}{GROUND}{body}</svg>"
    with pytest.raises(Unknown):
        painting.quickly(drawn)
    assert painting.painted(drawn).tobytes() == painting.thoroughly(drawn).tobytes()
    assert len(painting.painted(drawn).getcolors() or ()) > 1


def test_a_machine_without_the_quick_painter_has_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = f"{HEAD}{GROUND}</svg>"
    monkeypatch.setattr("thorvg_python.engine.THORVG_LIB", None)
    monkeypatch.setattr(painting, "_engine", painting._engine.__wrapped__)
    with pytest.raises(Unknown, match="machine"):
        painting.quickly(drawn)
    assert painting.painted(drawn).size == (90, 60)


def test_what_is_no_picture_is_said() -> None:
    with pytest.raises(ValueError, match="root"):
        painting.painted("<svg")


@pytest.mark.parametrize(("font", "bold"), [(REGULAR, False), (BOLD, True)])
def test_a_text_is_as_wide_as_it_is_taken_to_be(font: str, bold: bool) -> None:
    for text in ("Wilhelmina", "Ἀριστοτέλης", "Достоевский", "Zoë, 4 × 3 → 12 −5"):
        assert word(text, 15, bold).wide == pytest.approx(wide(text, 15, bold))


def test_boards_with_names_that_run_leftwards_are_painted() -> None:
    head = "Game: magma\nSeats: محمد, דוד, Ann\n"
    drawn = board_image.svg(builder.report(play(read(head)), Reader()), "light")
    whole = painting.painted(drawn, 300)
    assert whole.width == 300
