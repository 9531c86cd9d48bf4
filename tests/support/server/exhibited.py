"""The site that a server keeps, of a game that is brought to its end for it."""

from __future__ import annotations

from pathlib import Path

from pbem.server.host.site import SiteKeeper
from tests.support.server.conversation import PEOPLE
from tests.support.server.world import World


def exhibited(world: World, folder: Path) -> str:
    """The site, once the game is over and its players have agreed to be named.

    What is opened to them at the end is in letters that are not looked at here.
    """
    before = len(world.box.mail)
    for _ in range(3):
        for who in ("Ann", "Bob", "Cid"):
            world.answer(f"<{PEOPLE[who]}>", "resign")
            world.answer(f"<{PEOPLE[who]}>", "yes")
        world.now += 8 * 86400
        world.run()
    (folder / "names.txt").write_text("Ann\nBob\nCid\n", encoding="utf-8")
    keeper = SiteKeeper(world.office)
    for _ in range(2):
        keeper.step(world.now)
        world.now = keeper.next_at()
    del world.box.mail[before:]
    files = sorted((folder / "public").iterdir())
    return "\n".join(file.read_text(encoding="utf-8") for file in files)
