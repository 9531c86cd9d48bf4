"""A running game at an address: its board and its replay in a folder that a web server
shows. They hold what all may see."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from pbem.report import board_image, builder, replay_page
from pbem.report.model import Reader
from pbem.system.files import write_whole
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.unreported import turns_since


def publish(game: LoadedGame, folder: Path) -> None:
    """Write NAME.html, the game turn by turn, and NAME.png, its board, as the open turn
    found them; the same whatever has come in for it. Raises OSError."""
    story, played = turns_since(game, 0)
    name, reader = game.copy.name, Reader()
    page = replay_page.film(story, played, reader)
    write_whole(folder / f"{name}.html", page.encode())
    if board_image.can_draw(story.game):
        drawn = board_image.svg(builder.report(story, reader), "light")
        write_whole(folder / f"{name}.png", board_image.png(drawn))


def addresses(game: LoadedGame, address: str) -> tuple[str, str]:
    """Return where the replay and the picture of a game lie below an address; "" where
    there is none."""
    if not address:
        return "", ""
    at = f"{address.rstrip('/')}/{quote(game.copy.name)}"
    # Browsers keep the picture of an older turn.
    picture = f"{at}.png?{game.now}" if board_image.can_draw(game.story.game) else ""
    return f"{at}.html", picture
