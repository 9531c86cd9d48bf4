"""One letter being answered: what it said so far, and what is said back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Connection, Row

from pbem.report import page
from pbem.server import sheet, words
from pbem.server.intake import Content
from pbem.server.office import Office

if TYPE_CHECKING:
    from pbem.server.sitting import Sitting


#: Parts of a receipt that say why something was not done.
REFUSALS = frozenset(
    {
        *("cannot_join", "gm_refused", "many_games", "name_taken", "no_game"),
        *("no_game_named", "no_such_game", "no_such_seat", "no_turn", "not_playable"),
        *("odd_guest", "odd_name", "offer_gone", "press_refused", "proof_later"),
        *("set_unknown", "term_refused", "term_unknown", "vote_refused"),
    }
)


@dataclass(slots=True)
class Talk:
    """A letter, its writer as far as known, and the receipt that grows.

    Commands are handed it: they look into it, and `say` what is to be said.
    """

    office: Office
    link: Connection
    now: float
    row: Row[Any]
    content: Content
    sitting: Sitting | None = None  #: the game that it is for
    serial: int = -1  #: the turn of that game when it was read
    said: list[page.Block] = field(default_factory=list)
    understood: bool = False  #: something in it was of use
    ordered: bool = False  #: orders of it are in the record
    done: bool = False  #: something was said that is no refusal
    refused: bool = False  #: something was refused
    preview: bool = False  #: what follows is to be shown, not kept
    silent: bool = False  #: another letter answers it already
    seals: list[str] = field(default_factory=list)  #: of the orders that it brought
    guard: int | None = None  #: the turn that the next lines are for, if they say it
    terms: dict[str, Any] = field(default_factory=dict)  #: of a game it begins
    sent_on: int = 0  #: lines of it went to other games
    items: list[sheet.Item] | None = None  #: its lines, once they were divided

    @property
    def player_id(self) -> int | None:
        """Who wrote it, where that is proven."""
        return self.content.player_id

    def say(self, template: str, /, **given: Any) -> None:
        """Adds a part to the receipt: templates/mail/<template>.j2."""
        refuses = template in REFUSALS or bool(given.get("problem"))
        self.refused = self.refused or refuses
        self.done = self.done or not refuses
        self.said += words.blocks(template, **given)

    def show(self, blocks: list[page.Block]) -> None:
        """Adds a part that stands already."""
        self.done = True
        self.said += blocks
