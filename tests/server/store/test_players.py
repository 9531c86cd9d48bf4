"""Players and their addresses, asked of the store itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.store import players, schema
from pbem.server.store.queries import fetch, insert
from pbem.server.store.rows import AddressRow, PlayerRow, SeatRow
from tests.support.server.world import World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
NOW = 1_700_000_000.0
OLD, NEW = "ann@old.example", "ann@new.example"


@pytest.fixture
def conn(world: World) -> Iterator[Connection]:
    """A transaction in an empty store."""
    with world.store.writing() as conn:
        yield conn


@pytest.fixture
def ann(conn: Connection) -> int:
    """A player with two addresses that are proven."""
    number = players.get_or_create(conn, OLD, "Ann", NOW, proven=True)
    players.add_address(conn, number, NEW, NOW + 1)
    return number


def rows(conn: Connection, number: int) -> list[AddressRow]:
    """The addresses of a player as they stand in the store."""
    table = schema.address
    query = sa.select(table).where(table.c.player_id == number).order_by(table.c.rank)
    return fetch(conn, AddressRow, query)


def test_a_player_is_made_once_of_an_address(conn: Connection, ann: int) -> None:
    assert players.get_or_create(conn, OLD, "Other", NOW + 5) == ann
    found = players.get(conn, ann)
    assert (found.name, found.made, found.display) == ("Ann", NOW, "board")
    assert (found.asked, found.missed, found.digest_at) == (0, 0, None)
    bob = players.get_or_create(conn, "bob@b.example", "", NOW)
    assert bob != ann
    assert players.names(conn, [ann, bob]) == {ann: "Ann", bob: "Bob"}
    assert players.names(conn, [ann]) == {ann: "Ann"}
    assert [row.proven for row in rows(conn, bob)] == [False]
    assert [(row.rank, row.made, row.proven) for row in rows(conn, ann)] == [
        (0, NOW, True),
        (1, NOW + 1, True),
    ]


def test_whose_an_address_is(conn: Connection, ann: int) -> None:
    bob = players.get_or_create(conn, "bob@b.example", "Bob", NOW)
    found = [players.owner(conn, one) for one in (OLD, NEW, "bob@b.example", "", "x")]
    assert found == [ann, ann, bob, None, None]
    proven = [players.proven_owner(conn, one) for one in (OLD, "bob@b.example", "x")]
    assert proven == [ann, None, None]


def test_answers_and_silences_are_counted(conn: Connection, ann: int) -> None:
    bob = players.get_or_create(conn, "bob@b.example", "Bob", NOW)
    players.count_asked(conn, ann)
    players.count_asked(conn, ann)
    players.count_missed(conn, ann)
    ours, his = (players.get(conn, one) for one in (ann, bob))
    assert (ours.asked, ours.missed) == (3, 1)
    assert (his.asked, his.missed) == (0, 0)


def test_the_next_digest_is_the_one_that_is_due_first(
    conn: Connection, ann: int
) -> None:
    assert players.next_digest(conn) is None
    bob = players.get_or_create(conn, "bob@b.example", "Bob", NOW)
    for number, at in ((ann, NOW + 2), (bob, NOW + 1)):
        this = schema.player.update().where(schema.player.c.id == number)
        conn.execute(this.values(digest_at=at))
    assert players.next_digest(conn) == NOW + 1
    assert players.with_digest_due(conn, NOW + 0.5) is None
    assert players.with_digest_due(conn, NOW + 1) == bob


def test_the_zone_of_the_house_is_for_who_has_none(world: World) -> None:
    with world.store.writing() as conn:
        ann = players.get_or_create(conn, OLD, "Ann", NOW)
        assert players.zone(conn, world.config, ann) == "UTC"
        this = schema.player.update().where(schema.player.c.id == ann)
        conn.execute(this.values(zone="Europe/Paris"))
        assert players.zone(conn, world.config, ann) == "Europe/Paris"


def test_the_address_that_is_preferred_comes_first_and_works_again(
    conn: Connection, ann: int
) -> None:
    players.add_address(conn, ann, "ann@c.example", NOW)
    for address in (OLD, NEW):
        players.mark_undeliverable(conn, address, "gone")
    players.prefer_address(conn, ann, NEW)
    assert players.addresses(conn, ann) == [NEW, OLD, "ann@c.example"]
    assert [(one.rank, one.trouble) for one in rows(conn, ann)] == [
        (0, ""),
        (1, "gone"),
        (3, ""),
    ]
    players.remove_address(conn, ann, OLD)
    assert players.addresses(conn, ann) == [NEW, "ann@c.example"]
    bob = players.get_or_create(conn, "bob@b.example", "Bob", NOW)
    players.remove_address(conn, ann, "bob@b.example")
    assert players.addresses(conn, bob) == ["bob@b.example"]


def test_letters_go_to_the_first_address_that_works(conn: Connection, ann: int) -> None:
    def to(wanted: str = "") -> str | None:
        found = players.working_address(conn, ann, wanted)
        return found and found.address

    assert (to(), to(NEW), to("x@y.example")) == (OLD, NEW, OLD)
    assert players.mark_undeliverable(conn, OLD, "x" * 301) == ann
    assert players.mark_undeliverable(conn, OLD, "again") is None
    assert players.mark_undeliverable(conn, "x@y.example", "why") is None
    assert [one.trouble for one in players.in_trouble(conn)] == ["x" * 300]
    assert (to(), to(OLD)) == (NEW, NEW)
    assert players.mark_undeliverable(conn, NEW, "") == ann
    assert rows(conn, ann)[1].trouble == "unknown"
    assert to() is None
    assert players.mark_working(conn, OLD, None) is False
    assert to() == OLD


def test_who_was_only_named_is_written_to_once(conn: Connection, ann: int) -> None:
    bob = players.get_or_create(conn, "bob@b.example", "Bob", NOW)
    assert not players.waits_for_word(conn, bob)
    this = schema.address.update()
    conn.execute(this.values(told=NOW))
    assert players.waits_for_word(conn, bob)
    assert not players.waits_for_word(conn, ann)
    players.mark_undeliverable(conn, "bob@b.example", "gone")
    assert not players.waits_for_word(conn, bob)


def test_an_address_is_proven_by_its_player_alone(conn: Connection, ann: int) -> None:
    address = "bob@b.example"
    bob = players.get_or_create(conn, address, "Bob", NOW)
    assert not players.mark_working(conn, "x@y.example", bob)
    assert not players.mark_working(conn, address, ann)
    assert not rows(conn, bob)[0].proven
    assert players.mark_working(conn, address, bob)
    assert rows(conn, bob)[0].proven
    assert not players.mark_working(conn, address, bob)
    assert players.owner_and_doubt(conn, address) == (bob, False)
    players.mark_undeliverable(conn, address, "gone")
    assert players.owner_and_doubt(conn, address) == (bob, True)
    assert not players.mark_working(conn, address, ann)
    assert (rows(conn, bob)[0].trouble, rows(conn, bob)[0].proven) == ("", True)


def test_what_others_meant_for_an_address_goes_to_who_proves_it(
    world: World, conn: Connection
) -> None:
    address = "bob@b.example"
    ann = players.get_or_create(conn, OLD, "Ann", NOW, proven=True)
    named = players.get_or_create(conn, address, "Bob", NOW)
    players.add_address(conn, ann, address, NOW + 1)
    assert players.owner(conn, address) == ann
    assert players.addresses(conn, ann) == [OLD, address]
    assert players.addresses(conn, named) == []


def test_changes_of_addresses_are_taken_back(conn: Connection, ann: int) -> None:
    def note(what: str, address: str, at: float) -> None:
        before = players.addresses(conn, ann)
        players.note_address_change(conn, ann, what, address, before, at)

    note("add", "eve@e.example", NOW)
    players.add_address(conn, ann, "eve@e.example", NOW)
    note("use", "eve@e.example", NOW + 1)
    players.prefer_address(conn, ann, "eve@e.example")
    note("remove", OLD, NOW + 2)
    players.remove_address(conn, ann, OLD)
    assert players.addresses(conn, ann) == ["eve@e.example", NEW]
    assert len(players.address_changes(conn, ann, NOW + 3)) == 0
    assert [c.what for c in players.address_changes(conn, ann, NOW + 1)] == [
        "use",
        "remove",
    ]
    changes = players.address_changes(conn, ann, NOW)
    assert [(c.what, c.made, c.undone) for c in changes] == [
        ("add", NOW, False),
        ("use", NOW + 1, False),
        ("remove", NOW + 2, False),
    ]
    players.take_back_addresses(conn, changes, NOW + 4)
    assert players.addresses(conn, ann) == [OLD, NEW]
    assert players.address_changes(conn, ann, NOW) == []


def test_an_address_that_is_anothers_now_stays_with_them(
    conn: Connection, ann: int
) -> None:
    before = players.addresses(conn, ann)
    players.note_address_change(conn, ann, "use", NEW, before, NOW)
    for address in (OLD, NEW):
        players.remove_address(conn, ann, address)
        players.get_or_create(conn, address, "Bob", NOW, proven=True)
    players.add_address(conn, ann, "ann@c.example", NOW)
    changes = players.address_changes(conn, ann, NOW)
    players.take_back_addresses(conn, changes, NOW + 1)
    assert players.addresses(conn, ann) == ["ann@c.example"]


def test_seats_that_were_only_offered_go_along(world: World) -> None:
    """Two players turn out to be one: of each game one seat is theirs."""
    world.start()
    with world.store.writing() as conn:
        seats = fetch(conn, SeatRow, sa.select(schema.seat))
        ours, theirs = seats[0].player_id, seats[1].player_id
        assert ours is not None
        address = players.addresses(conn, theirs or 0)[0]
        conn.execute(schema.address.update().values(proven=False))
        players.add_address(conn, ours, address, NOW)
        after = fetch(conn, SeatRow, sa.select(schema.seat))
        # She sits in this game already: that seat stays as it was.
        assert [one.player_id for one in after] == [ours, theirs]
        other = insert(
            conn,
            PlayerRow(0, "Eve", "board", NOW, "", "", None, False, 0, 0, 0, "", ""),
        )
        players.add_address(conn, theirs or 0, "bob@two.example", NOW, proven=False)
        players.add_address(conn, other, "bob@two.example", NOW)
        after = fetch(conn, SeatRow, sa.select(schema.seat))
        assert [one.player_id for one in after] == [ours, other]
