"""Recorded games to draw: all examples, and all playthroughs."""

from __future__ import annotations

from pathlib import Path

from pbem.plugins.games import built_in, find
from pbem.report import builder
from pbem.report.board_image import can_draw
from pbem.report.model import Reader, Report
from pbem.system.resources import folder
from pbem.testing.pages import story

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
GAMES = [name for name in built_in() if can_draw(find(name))]
PUBLIC = Reader()


def examples(game: str) -> list[Path]:
    """The example games in a game's box."""
    return sorted((folder("games") / game / "examples").glob("*.txt"))


def recorded(game: str) -> list[Path]:
    """All recorded games of a kind."""
    return [*examples(game), *sorted((PLAYTHROUGHS / game).glob("*.txt"))]


FILES = [file for game in GAMES for file in recorded(game)]


def label(file: Path) -> str:
    """A recorded game's name among tests."""
    game = file.parent.parent if file.parent.name == "examples" else file.parent
    return f"{game.name}-{file.stem}"


def shown(game: str) -> Path:
    """The example whose replay page is tested: of six turns or more, if one is."""
    lengths = {file: len(story(file)[1]) for file in examples(game)}
    ranked = sorted(lengths, key=lambda file: (lengths[file], file.name))
    return next((file for file in ranked if lengths[file] >= 6), ranked[-1])


def reports(file: Path, reader: Reader = PUBLIC) -> list[Report]:
    """The report after each window of a recorded game, and the one of now."""
    told, played = story(file)
    found = [builder.report_after(told, reader, one) for one in played]
    return [*found, builder.report(told, reader)]
