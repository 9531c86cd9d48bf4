"""The standings from what is kept of them: whoever asks waits for no more than the
games that have ended since they were last written down."""

from __future__ import annotations

import hashlib

from sqlalchemy.engine import Connection

from pbem.server.context import ServerContext
from pbem.server.database.connection import ServerLock, only_one
from pbem.server.database.rating_rows import BoxRatingRow, RatingRow
from pbem.server.lobby import ratings
from pbem.server.lobby.ratings import Ladder, PlayerStanding, Result
from pbem.server.storage import ladders
from pbem.server.storage.ladders import Mark

BATCH = 100  #: games that are counted in one transaction
PENDING = 1000  #: games that whoever asks counts besides


class _Kept(Ladder):
    """A ladder of which players and boxes are read when a game needs them."""

    def __init__(self, link: Connection, kind: str) -> None:
        super().__init__()
        self._link, self._kind = link, kind
        self._rows: dict[int, RatingRow] = {}
        self._boxes: dict[str, BoxRatingRow | None] = {}

    def add(self, one: Result) -> None:
        """Count a game, after what is kept of those who played it."""
        everybody = [player for team in one.teams for player in team]
        self.load([player for player in everybody if isinstance(player, int)])
        boxes = [one.box, *(player for player in everybody if isinstance(player, str))]
        for box in filter(None, boxes):
            if box in self._boxes:
                continue
            row = ladders.of_box(self._link, self._kind, _digest(box))
            self._boxes[box] = row
            if row is not None:
                self.boxes[box] = self.model.rating(mu=row.mu, sigma=row.sigma)
        super().add(one)

    def load(self, player_ids: list[int]) -> None:
        """Read what is kept of players, those apart of whom it is known."""
        wanted = [one for one in player_ids if one not in self.lines]
        for row in ladders.of_players(self._link, self._kind, wanted):
            self.take(row)

    def take(self, row: RatingRow) -> None:
        """Begin with what is kept of a player."""
        self._rows[row.player_id] = row
        who, counts = row.player_id, (row.played, row.won, row.shared)
        self.lines[who] = PlayerStanding(who, "", *counts, row.mu, row.sigma)

    @property
    def fresh(self) -> int:
        """How many players have not been on the ladder before."""
        return len(self.lines) - len(self._rows)

    def save(self) -> None:
        """Write everything down."""
        kind, link = self._kind, self._link
        for who, line in self.lines.items():
            counts = (line.played, line.won, line.shared)
            new = RatingRow(kind, who, *counts, line.mu, line.sigma, line.rating)
            ladders.keep(link, self._rows.get(who), new)
        for box, old in self._boxes.items():
            rated = self.boxes[box]
            row = BoxRatingRow(kind, _digest(box), rated.mu, rated.sigma)
            ladders.keep(link, old, row)


def step(context: ServerContext, now: float) -> bool:
    """Count some games that have ended; return whether there were any."""
    with context.database.reading() as link:
        if not ladders.uncounted(link, ladders.mark(link), 1):
            return False
    with context.writing(now) as tx:
        link = tx.link
        if not only_one(link, ServerLock.RATE):
            return False
        before = ladders.mark(link)
        games = ladders.uncounted(link, before, BATCH)
        if not games:
            return False
        found: dict[str, _Kept] = {}
        for game in games:
            one = ratings.result(link, game)
            if one is None:
                continue
            for kind in ("", game.kind):
                ladder = found.setdefault(kind, _Kept(link, kind))
                ladder.add(one)
        many = dict(before.players)
        for kind, ladder in found.items():
            many[kind] = many.get(kind, 0) + ladder.fresh
            ladder.save()
        ladders.set_mark(link, Mark(games[-1].ended or 0.0, games[-1].id, many))
    return True


def _now(link: Connection, kind: str) -> tuple[_Kept, int]:
    """Return those of a ladder for whom something has changed since it was kept, and
    how many players it has in all."""
    before, ladder = ladders.mark(link), _Kept(link, kind)
    for game in ladders.uncounted(link, before, PENDING):
        one = ratings.result(link, game) if kind in ("", game.kind) else None
        if one is not None:
            ladder.add(one)
    return ladder, before.players.get(kind, 0) + ladder.fresh


def standings(
    link: Connection, kind: str, most: int
) -> tuple[list[PlayerStanding], int]:
    """Return the best of a kind of game, or of all, and how many players there are."""
    ladder, many = _now(link, kind)
    for row in ladders.best(link, kind, most + len(ladder.lines)):
        if row.player_id not in ladder.lines:
            ladder.take(row)
    return ratings.in_order(link, ladder.lines)[:most], many


def standing(link: Connection, player_id: int) -> PlayerStanding | None:
    """Return what a player has reached in all games; None: none of theirs is over."""
    ladder, _ = _now(link, "")
    ladder.load([player_id])
    return ladder.lines.get(player_id)


def _digest(box: str) -> str:
    return hashlib.sha256(box.encode()).hexdigest()
