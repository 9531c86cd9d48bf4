"""How hard a bot thinks: a number of playouts, and when it is cut off."""

from __future__ import annotations

from typing import NamedTuple

from pbem.record.header import BOT_LEVELS

FEWEST = 5  #: playouts below which nothing is found out


class Level(NamedTuple):
    """What a bot may spend on one order. The playouts decide; seconds only cut off."""

    name: str
    playouts: int
    seconds: float  #: of processor time

    def part(self, share: int) -> Level:
        """Return the level with so small a part of its playouts, but a few.

        >>> FAIR.part(30).playouts
        50
        """
        return self._replace(playouts=max(FEWEST, self.playouts // share))


#: So far apart that a thirtieth of one is still more than all of the one below.
_EFFORTS = ((30, 2), (1500, 10), (48000, 30))
EASY, FAIR, STRONG = (
    Level(name, *effort) for name, effort in zip(BOT_LEVELS, _EFFORTS, strict=True)
)
LEVELS = {level.name: level for level in (EASY, FAIR, STRONG)}
USUAL = FAIR
