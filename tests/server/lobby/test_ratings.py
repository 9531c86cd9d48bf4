"""Standings: who came how far in a game that is over, and what that is worth."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.server.lobby import ratings
from pbem.server.lobby.profile import Person
from pbem.server.store import schema
from pbem.server.store.ladders import GameResult, PlayerStanding
from tests.support.server.world import ANN, BOB, CID, DOT, HOUR, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
_game = schema.game
SEATS = ("Ann", "Bob", "Cid", "Dot")


def _over(world: World, name: str, when: float, **known: Any) -> None:
    """A game is over, as it was noted at its end."""
    noted = {"winners": [], "reason": "last", "scores": {}, "teams": []} | known
    noted["winners"] = [SEATS.index(seat) for seat in noted["winners"]]
    noted["scores"] = {SEATS.index(seat): n for seat, n in noted["scores"].items()}
    noted["teams"] = [[SEATS.index(seat) for seat in one] for one in noted["teams"]]
    values = {"state": "over", "ended": when, "result": json.dumps(noted)}
    with world.store.writing() as conn:
        conn.execute(_game.update().where(_game.c.name == name).values(values))


@pytest.mark.parametrize(
    ("known", "teams", "ranks"),
    [
        ({"winners": ["Cid"]}, "Ann Bob Cid Dot", (2, 2, 1, 2)),
        ({"winners": ["Ann", "Dot"]}, "Ann Bob Cid Dot", (1, 2, 2, 1)),
        ({"winners": ["Ann"], "scores": {"Ann": 9, "Bob": 3, "Cid": 5, "Dot": 3}},
         "Ann Bob Cid Dot", (1, 3, 2, 3)),
        ({"winners": ["Ann"], "scores": {"Ann": 3, "Bob": 9, "Cid": 5, "Dot": 1}},
         "Ann Bob Cid Dot", (1, 2, 2, 4)),
        ({"winners": ["Ann"], "scores": {"Ann": 9, "Bob": 3}},
         "Ann Bob Cid Dot", (1, 2, 2, 2)),
        ({"winners": ["Bob"], "teams": [["Ann", "Cid"], ["Bob", "Dot"]]},
         "Ann+Cid Bob+Dot", (2, 1)),
        ({"winners": ["Dot"], "teams": [["Ann", "Cid"], []]},
         "Ann+Cid Bob Dot", (2, 2, 1)),
        ({"winners": [], "teams": [["Ann", "Bob", "Cid", "Dot"]]},
         "Ann+Bob+Cid+Dot", (2,)),
        ({"winners": ["Ann"], "teams": [["Ann", "Bob"], ["Cid"], ["Dot"]],
          "scores": {"Ann": 1, "Bob": 8, "Cid": 6, "Dot": 7}},
         "Ann+Bob Cid Dot", (1, 3, 2)),
        ({"winners": ["Dot"], "teams": [["Ann", "Bob"], ["Cid"], ["Dot"]],
          "scores": {"Ann": 1, "Bob": 8, "Cid": 6, "Dot": 9}},
         "Ann+Bob Cid Dot", (2, 3, 1)),
    ],
)  # fmt: skip
def test_teams_have_their_ranks(
    world: World, known: dict[str, Any], teams: str, ranks: tuple[int, ...]
) -> None:
    world.start(BOB, CID, DOT, options="hp=9")
    _over(world, "arena-1", 5.0, **known)
    player, seat = schema.player, schema.seat
    with world.store.reading() as conn:
        (one,) = ratings.results(conn)
        owners = {row.name: row.player_id for row in conn.execute(seat.select())}
        assert set(owners.values()) <= {r.id for r in conn.execute(player.select())}
    named = [team.split("+") for team in teams.split()]
    assert one.teams == tuple(tuple(owners[who] for who in team) for team in named)
    assert one.ranks == ranks
    assert (one.name, one.kind, one.ended) == ("arena-1", "arena", 5.0)
    assert one.box == ("arena hp=9" if len(named) == 1 else "")


def test_results_come_in_the_order_in_which_games_ended(world: World) -> None:
    for kind in ("arena", "lava", "arena", "arena"):
        world.start(game=kind, options="\nset pace 60 days")
        world.now += 24 * HOUR
    for name, when in (("arena-1", 9.0), ("lava-1", 4.0), ("arena-3", 4.0)):
        _over(world, name, when, winners=["Bob"])
    _over(world, "arena-2", 1.0, winners=["Ann"], reason="closed")
    with world.store.reading() as conn:
        assert [one.name for one in ratings.results(conn)] == [
            "lava-1", "arena-3", "arena-1",
        ]  # fmt: skip
        assert [one.name for one in ratings.results(conn, "lava")] == ["lava-1"]
        table = ratings.table(conn)
        assert [(one.name, one.played, one.won, one.shared) for one in table] == [
            ("Bob", 3, 3, 0), ("Ann", 3, 0, 0),
        ]  # fmt: skip
        assert ratings.table(conn, "lava")[0].played == 1
        # What was agreed upon or closed is in no record.
        afresh = [one.name for one in ratings.results(conn, afresh=True)]
        assert "arena-2" not in afresh


def test_the_game_itself_is_rated_by_how_it_is_set(world: World) -> None:
    hard, easy = "mars module=9", "mars module=1"
    lost = [GameResult("m", "mars", n, ((1, 2),), (2,), hard) for n in range(4)]
    found = ratings.rated([*lost, GameResult("m", "mars", 9, ((3,),), (1,), hard)])
    same = ratings.rated([*lost, GameResult("m", "mars", 9, ((3,),), (1,), easy)])
    # Who wins where others have lost has won more.
    assert found[3].mu > same[3].mu > 25
    assert found[1].mu == same[1].mu < 25
    assert (found[3].won, found[3].shared, found[1].won, found[1].played) == (
        1,
        0,
        0,
        4,
    )
    shared = ratings.rated([GameResult("a", "a", 1, ((1,), (2,), (3,)), (1, 1, 3))])
    assert [(shared[n].won, shared[n].shared) for n in (1, 2, 3)] == [
        (0, 1), (0, 1), (0, 0),
    ]  # fmt: skip


def test_what_was_noted_is_believed_unless_records_are_to_be_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.start(options="\nset pace 60 days")
    _over(world, "arena-1", 9.0, winners=["Bob"])
    read: list[object] = []

    def story(*given: object) -> None:
        read.append(given)

    monkeypatch.setattr("pbem.server.store.game_store.load_story", story)
    monkeypatch.setattr("pbem.server.game.endings.result", lambda story: None)
    with world.store.reading() as conn:
        (noted,) = ratings.results(conn)
        assert read == []
        assert ratings.results(conn, afresh=True) == [noted]
        assert len(read) == 1
        assert ratings.results(conn, "lava") == []
        assert ratings.results(conn, "arena") == [noted]
        ((first, second), lines) = ratings.table(conn), ratings.rated([noted])
        assert first.rating > second.rating
        assert {first.player_id, second.player_id} == set(lines)
        assert len(read) == 1


def test_a_rating_is_what_is_sure(world: World) -> None:
    first = PlayerStanding(1)
    assert first.rating == 0
    assert (first.played, first.won, first.shared) == (0, 0, 0)
    assert PlayerStanding(1, mu=30.0, sigma=2.0).rating == 24
    after = ratings.rated([GameResult("a", "a", 1, ((1,), (2,)), (1, 2))])
    assert after[1].sigma < first.sigma


@pytest.mark.parametrize(
    ("asked", "missed", "reliable"), [(0, 0, 100), (3, 1, 67), (200, 1, 100), (4, 4, 0)]
)
def test_how_reliable_somebody_is(
    world: World, asked: int, missed: int, reliable: int
) -> None:
    person = Person("Ann", asked, missed, 0, 0, 0, None, ())
    assert person.reliable == reliable


def test_a_person_is_told_by_what_others_share(world: World) -> None:
    world.start(BOB, CID)
    world.start(BOB, game="lava")
    _over(world, "lava-1", 1.0, winners=["Bob"])
    text = " ".join(world.answer(ANN, "whois Bob")[0].text.split())
    assert "arena-1" in text
    assert "lava-1" in text
    about_cid = " ".join(world.answer(ANN, "whois Cid")[0].text.split())
    assert "is with you in arena-1" in about_cid
    assert "and lava-1" not in about_cid
