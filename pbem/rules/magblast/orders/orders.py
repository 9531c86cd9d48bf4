"""What a player of Mag-Blast may write, one line an order: a class for each verb."""

from pbem.rules.magblast.verbs import anytime, cards, place, reply, supply
from pbem.rules.magblast.verbs.anytime import Cancel, Resign, Standing, Vote, Xxcha
from pbem.rules.magblast.verbs.attack import Fire, Launch
from pbem.rules.magblast.verbs.cards import Boarding, Field, Play, Spacedock, Upgrade
from pbem.rules.magblast.verbs.line import Line, Readers, reader
from pbem.rules.magblast.verbs.place import Move, Place
from pbem.rules.magblast.verbs.powers import Mentak, Naalu, Sol
from pbem.rules.magblast.verbs.reply import (
    Counter,
    Defend,
    JolNar,
    Pass,
    Reaction,
    Yssaril,
)
from pbem.rules.magblast.verbs.supply import Discard, Draw, Reinforce, Resources
from pbem.rules.magblast.verbs.turn import End

__all__ = [
    "Boarding", "Cancel", "Counter", "Defend", "Discard", "Draw", "End", "Field",
    "Fire", "JolNar", "Launch", "Line", "Mentak", "Move", "Naalu", "Pass", "Place",
    "Play", "Reaction", "Reinforce", "Resign", "Resources", "Sol", "Spacedock",
    "Standing", "Upgrade", "Vote", "Xxcha", "Yssaril",
]  # fmt: skip
#: Those that are read field by field; the others say how, in their modules.
_PLAIN = (Draw, Reinforce, Fire, Launch, Field, Play, Boarding, Sol, Naalu, Mentak, End,
          Pass, Counter, Defend, Yssaril, Standing, Xxcha, Vote, Resign)  # fmt: skip
READERS: Readers = {
    **{verb.__name__.lower(): reader(verb) for verb in _PLAIN},
    **place.READERS,
    **supply.READERS,
    **cards.READERS,
    **reply.READERS,
    **anytime.READERS,
}
