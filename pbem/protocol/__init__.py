"""The types that pass between the referee and a game.

A game is a module of pure functions over frozen dataclasses: it is given a
state and orders, and gives back a state and events. It knows nothing of mail,
files, clocks, grammars or templates.
"""

from pbem.protocol.alike import alike, seems
from pbem.protocol.compound import CompoundRules
from pbem.protocol.events import (
    Event,
    Outcome,
    PartEvent,
    Step,
    secret,
    visible_to,
)
from pbem.protocol.failures import FAILED
from pbem.protocol.family import Family, Member
from pbem.protocol.faults import LEFT_OUT, Fault, Misread, Unplaceable, Unplayable
from pbem.protocol.orders import Bound, Compound, Held, Lines, Order, Token
from pbem.protocol.parts import (
    Anytime,
    Clock,
    DataFiles,
    Enough,
    Hidden,
    Judged,
    Mistake,
    Overheard,
    Places,
    Positions,
    Press,
    Queue,
    SearchResult,
    Stages,
    Standing,
    Teams,
    Transcribed,
)
from pbem.protocol.rules import AnyRules, Options, Rules
from pbem.protocol.seats import Seat, seat_called
from pbem.protocol.windows import Closes, Window

__all__ = [
    "FAILED",
    "LEFT_OUT",
    "AnyRules",
    "Anytime",
    "Bound",
    "Clock",
    "Closes",
    "Compound",
    "CompoundRules",
    "DataFiles",
    "Enough",
    "Event",
    "Family",
    "Fault",
    "Held",
    "Hidden",
    "Judged",
    "Lines",
    "Member",
    "Misread",
    "Mistake",
    "Options",
    "Order",
    "Outcome",
    "Overheard",
    "PartEvent",
    "Places",
    "Positions",
    "Press",
    "Queue",
    "Rules",
    "SearchResult",
    "Seat",
    "Stages",
    "Standing",
    "Step",
    "Teams",
    "Token",
    "Transcribed",
    "Unplaceable",
    "Unplayable",
    "Window",
    "alike",
    "seat_called",
    "secret",
    "seems",
    "visible_to",
]
