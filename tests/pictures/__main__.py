"""Makes screenshots and the README's pictures anew.

python -m tests.pictures --write [GAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.report.replay_page import film
from pbem.testing.pages import story
from tests.pictures import readme, screens
from tests.pictures.stories import GAMES, PUBLIC, shown
from tests.support import browser


def main(words: list[str]) -> None:
    """Writes the goldens of all games, or of those that are named."""
    if "--write" not in words:
        sys.exit(__doc__)
    games = [word for word in words if word != "--write"] or GAMES
    for one in readme.PICTURES:
        if one.game in games:
            one.file.parent.mkdir(exist_ok=True)
            one.file.write_bytes(one.drawn())
    with TemporaryDirectory() as folder, browser.browser() as chromium:

        def page(game: str) -> str:
            place = Path(folder) / f"{game}.html"
            place.write_text(film(*story(shown(game)), PUBLIC), encoding="utf-8")
            return place.as_uri()

        for game in games:
            screens.write(chromium, game, page)


if __name__ == "__main__":
    main(sys.argv[1:])
