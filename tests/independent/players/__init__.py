"""Who makes random games for the comparison."""

from tests.independent.naive import Player
from tests.independent.players.arena import ArenaPlayer
from tests.independent.players.lava import LavaPlayer
from tests.independent.players.magma import MagmaPlayer
from tests.independent.players.mars import MarsPlayer

PLAYERS: dict[str, type[Player]] = {
    "arena": ArenaPlayer,
    "lava": LavaPlayer,
    "magma": MagmaPlayer,
    "mars": MarsPlayer,
}
