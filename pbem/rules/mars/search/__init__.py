"""A search that wins games: it proves that a box of tiles can be played."""

from pbem.rules.mars.search.proof import Proof, prove
from pbem.rules.mars.search.team import plan_round, styles

__all__ = ["Proof", "plan_round", "prove", "styles"]
