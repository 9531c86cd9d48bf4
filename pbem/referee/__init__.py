"""Accepts orders and settles what is due: one loop for every kind of turn.

Sequential turns, sealed turns, reactions, standing orders, defaults at the
deadline and sheets of several lines are all windows here (ARCHITECTURE.md).
"""

from pbem.referee.offer import offer
from pbem.referee.settle import begin, settle
from pbem.referee.table import (
    Played,
    Refused,
    Settled,
    Table,
    Written,
    awaited,
)

__all__ = [
    "Played",
    "Refused",
    "Settled",
    "Table",
    "Written",
    "awaited",
    "begin",
    "offer",
    "settle",
]
