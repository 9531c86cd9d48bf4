"""Whose mistake an error is: ours, or that of a game of another package."""

from __future__ import annotations

from pbem.plugins.defects import GameFault
from pbem.plugins.games import everywhere, packages
from pbem.plugins.outside import endless, house_of, raised
from pbem.protocol import Fault
from pbem.system.too_long import TookTooLong


def author_of(error: BaseException) -> GameFault | None:
    """Return the fault of a game that an error came of; None: it is ours.

    It is a game's if code or a template of its package was the last of another
    package's to be called.
    """
    if isinstance(error, GameFault):
        return error
    for package, module in packages():
        house = house_of(module)
        if isinstance(error, TookTooLong):
            defect = endless(error, house)
        else:
            defect = raised(error, house)
        if defect.file:
            given = {"package": package, "defects": (defect,)}
            return GameFault(Fault("game.raised", given=given))
    return None


def at_work() -> list[tuple[str, str]]:
    """Return the games of other packages whose rules were called: name, and package.

    What one gives back that is of another kind than was wanted breaks a line of ours.
    """
    games = everywhere().values()
    return [(x.name, x.package) for x in games if x.outside and "rules" in vars(x)]
