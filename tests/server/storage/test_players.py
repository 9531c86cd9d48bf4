"""Players and their addresses, asked of the store itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.database import schema
from pbem.server.database.queries import fetch, insert
from pbem.server.database.rows import AddressRow, PlayerRow, SeatRow
from pbem.server.storage import players
from tests.support.server.world import World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
NOW = 1_700_000_000.0
OLD, NEW = "ann@old.example", "ann@new.example"


@pytest.fixture
def link(world: World) -> Iterator[Connection]:
    """A transaction in an empty store."""
    with world.store.writing() as link:
        yield link


@pytest.fixture
def ann(link: Connection) -> int:
    """A player with two addresses that are proven."""
    number = players.get_or_create(link, OLD, "Ann", NOW, proven=True)
    players.add_address(link, number, NEW, NOW + 1)
    return number


def rows(link: Connection, number: int) -> list[AddressRow]:
    """The addresses of a player as they stand in the store."""
    table = schema.address
    query = sa.select(table).where(table.c.player_id == number).order_by(table.c.rank)
    return fetch(link, AddressRow, query)


def test_a_player_is_made_once_of_an_address(link: Connection, ann: int) -> None:
    assert players.get_or_create(link, OLD, "Other", NOW + 5) == ann
    found = players.get(link, ann)
    assert (found.name, found.made, found.display) == ("Ann", NOW, "board")
    assert (found.asked, found.missed, found.digest_at) == (0, 0, None)
    bob = players.get_or_create(link, "bob@b.example", "", NOW)
    assert bob != ann
    assert players.names(link, [ann, bob]) == {ann: "Ann", bob: "Bob"}
    assert players.names(link, [ann]) == {ann: "Ann"}
    assert [row.proven for row in rows(link, bob)] == [False]
    assert [(row.rank, row.made, row.proven) for row in rows(link, ann)] == [
        (0, NOW, True),
        (1, NOW + 1, True),
    ]


def test_whose_an_address_is(link: Connection, ann: int) -> None:
    bob = players.get_or_create(link, "bob@b.example", "Bob", NOW)
    found = [players.owner(link, one) for one in (OLD, NEW, "bob@b.example", "", "x")]
    assert found == [ann, ann, bob, None, None]
    proven = [players.proven_owner(link, one) for one in (OLD, "bob@b.example", "x")]
    assert proven == [ann, None, None]


def test_answers_and_silences_are_counted(link: Connection, ann: int) -> None:
    bob = players.get_or_create(link, "bob@b.example", "Bob", NOW)
    players.count_asked(link, ann)
    players.count_asked(link, ann)
    players.count_missed(link, ann)
    ours, his = (players.get(link, one) for one in (ann, bob))
    assert (ours.asked, ours.missed) == (3, 1)
    assert (his.asked, his.missed) == (0, 0)


def test_the_next_digest_is_the_one_that_is_due_first(
    link: Connection, ann: int
) -> None:
    assert players.next_digest(link) is None
    bob = players.get_or_create(link, "bob@b.example", "Bob", NOW)
    for number, at in ((ann, NOW + 2), (bob, NOW + 1)):
        this = schema.player.update().where(schema.player.c.id == number)
        link.execute(this.values(digest_at=at))
    assert players.next_digest(link) == NOW + 1
    assert players.with_digest_due(link, NOW + 0.5) is None
    assert players.with_digest_due(link, NOW + 1) == bob


def test_the_zone_of_the_house_is_for_who_has_none(world: World) -> None:
    with world.store.writing() as link:
        ann = players.get_or_create(link, OLD, "Ann", NOW)
        assert players.zone(link, world.config, ann) == "UTC"
        this = schema.player.update().where(schema.player.c.id == ann)
        link.execute(this.values(zone="Europe/Paris"))
        assert players.zone(link, world.config, ann) == "Europe/Paris"


def test_the_address_that_is_preferred_comes_first_and_works_again(
    link: Connection, ann: int
) -> None:
    players.add_address(link, ann, "ann@c.example", NOW)
    for address in (OLD, NEW):
        players.mark_undeliverable(link, address, "gone")
    players.prefer_address(link, ann, NEW)
    assert players.addresses(link, ann) == [NEW, OLD, "ann@c.example"]
    assert [(one.rank, one.trouble) for one in rows(link, ann)] == [
        (0, ""),
        (1, "gone"),
        (3, ""),
    ]
    players.remove_address(link, ann, OLD)
    assert players.addresses(link, ann) == [NEW, "ann@c.example"]
    bob = players.get_or_create(link, "bob@b.example", "Bob", NOW)
    players.remove_address(link, ann, "bob@b.example")
    assert players.addresses(link, bob) == ["bob@b.example"]


def test_letters_go_to_the_first_address_that_works(link: Connection, ann: int) -> None:
    def to(wanted: str = "") -> str | None:
        found = players.working_address(link, ann, wanted)
        return found and found.address

    assert (to(), to(NEW), to("x@y.example")) == (OLD, NEW, OLD)
    assert players.mark_undeliverable(link, OLD, "x" * 301) == ann
    assert players.mark_undeliverable(link, OLD, "again") is None
    assert players.mark_undeliverable(link, "x@y.example", "why") is None
    assert [one.trouble for one in players.in_trouble(link)] == ["x" * 300]
    assert (to(), to(OLD)) == (NEW, NEW)
    assert players.mark_undeliverable(link, NEW, "") == ann
    assert rows(link, ann)[1].trouble == "unknown"
    assert to() is None
    assert players.mark_working(link, OLD, None) is False
    assert to() == OLD


def test_who_was_only_named_is_written_to_once(link: Connection, ann: int) -> None:
    bob = players.get_or_create(link, "bob@b.example", "Bob", NOW)
    assert not players.waits_for_word(link, bob)
    this = schema.address.update()
    link.execute(this.values(told=NOW))
    assert players.waits_for_word(link, bob)
    assert not players.waits_for_word(link, ann)
    players.mark_undeliverable(link, "bob@b.example", "gone")
    assert not players.waits_for_word(link, bob)


def test_an_address_is_proven_by_its_player_alone(link: Connection, ann: int) -> None:
    address = "bob@b.example"
    bob = players.get_or_create(link, address, "Bob", NOW)
    assert not players.mark_working(link, "x@y.example", bob)
    assert not players.mark_working(link, address, ann)
    assert not rows(link, bob)[0].proven
    assert players.mark_working(link, address, bob)
    assert rows(link, bob)[0].proven
    assert not players.mark_working(link, address, bob)
    assert players.owner_and_doubt(link, address) == (bob, False)
    players.mark_undeliverable(link, address, "gone")
    assert players.owner_and_doubt(link, address) == (bob, True)
    assert not players.mark_working(link, address, ann)
    assert (rows(link, bob)[0].trouble, rows(link, bob)[0].proven) == ("", True)


def test_what_others_meant_for_an_address_goes_to_who_proves_it(
    world: World, link: Connection
) -> None:
    address = "bob@b.example"
    ann = players.get_or_create(link, OLD, "Ann", NOW, proven=True)
    named = players.get_or_create(link, address, "Bob", NOW)
    players.add_address(link, ann, address, NOW + 1)
    assert players.owner(link, address) == ann
    assert players.addresses(link, ann) == [OLD, address]
    assert players.addresses(link, named) == []


def test_changes_of_addresses_are_taken_back(link: Connection, ann: int) -> None:
    def note(what: str, address: str, at: float) -> None:
        before = players.addresses(link, ann)
        players.note_address_change(link, ann, what, address, before, at)

    note("add", "eve@e.example", NOW)
    players.add_address(link, ann, "eve@e.example", NOW)
    note("use", "eve@e.example", NOW + 1)
    players.prefer_address(link, ann, "eve@e.example")
    note("remove", OLD, NOW + 2)
    players.remove_address(link, ann, OLD)
    assert players.addresses(link, ann) == ["eve@e.example", NEW]
    assert len(players.address_changes(link, ann, NOW + 3)) == 0
    assert [c.what for c in players.address_changes(link, ann, NOW + 1)] == [
        "use",
        "remove",
    ]
    changes = players.address_changes(link, ann, NOW)
    assert [(c.what, c.made, c.undone) for c in changes] == [
        ("add", NOW, False),
        ("use", NOW + 1, False),
        ("remove", NOW + 2, False),
    ]
    players.take_back_addresses(link, changes, NOW + 4)
    assert players.addresses(link, ann) == [OLD, NEW]
    assert players.address_changes(link, ann, NOW) == []


def test_an_address_that_is_anothers_now_stays_with_them(
    link: Connection, ann: int
) -> None:
    before = players.addresses(link, ann)
    players.note_address_change(link, ann, "use", NEW, before, NOW)
    for address in (OLD, NEW):
        players.remove_address(link, ann, address)
        players.get_or_create(link, address, "Bob", NOW, proven=True)
    players.add_address(link, ann, "ann@c.example", NOW)
    changes = players.address_changes(link, ann, NOW)
    players.take_back_addresses(link, changes, NOW + 1)
    assert players.addresses(link, ann) == ["ann@c.example"]


def test_seats_that_were_only_offered_go_along(world: World) -> None:
    """Two players turn out to be one: of each game one seat is theirs."""
    world.start()
    with world.store.writing() as link:
        seats = fetch(link, SeatRow, sa.select(schema.seat))
        ours, theirs = seats[0].player_id, seats[1].player_id
        assert ours is not None
        address = players.addresses(link, theirs or 0)[0]
        link.execute(schema.address.update().values(proven=False))
        players.add_address(link, ours, address, NOW)
        after = fetch(link, SeatRow, sa.select(schema.seat))
        # She sits in this game already: that seat stays as it was.
        assert [one.player_id for one in after] == [ours, theirs]
        other = insert(
            link, PlayerRow(0, "Eve", "board", NOW, "", "", None, False, 0, 0)
        )
        players.add_address(link, theirs or 0, "bob@two.example", NOW, proven=False)
        players.add_address(link, other, "bob@two.example", NOW)
        after = fetch(link, SeatRow, sa.select(schema.seat))
        assert [one.player_id for one in after] == [ours, other]
