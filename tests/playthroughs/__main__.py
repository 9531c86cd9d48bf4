"""Write the golden pages of recorded games anew, or say which have changed."""

from __future__ import annotations

import sys

from pbem.testing.pages import golden, text, write
from tests.playthroughs.recorded import turn_files


def main(words: list[str]) -> int:
    """Go through all games, or those that are named; return 1 if pages differ."""
    writing = "--write" in words
    games = [word for word in words if not word.startswith("-")] or ["*"]
    changed = 0
    for game in games:
        for file in turn_files(game):
            place, pages = golden(file), text(file)
            if place.exists() and place.read_text(encoding="utf-8") == pages:
                continue
            changed += 1
            print(
                f"{file.parent.name}/{file.stem}: {'written' if writing else 'differs'}"
            )
            if writing:
                write(file)
    return int(changed > 0 and not writing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
