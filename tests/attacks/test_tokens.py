"""Tokens that got into other hands: what each is worth, and where it is none.

The thief writes in Ann's name (From is not proven by itself) and has one letter of
hers to answer; the letters that come of it go to Ann alone.
"""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from pbem.server.store import players, schema
from pbem.server.syntax import registry
from tests.server.conftest import Make
from tests.support.server.world import (
    ADDRESS,
    ANN,
    BOB,
    CID,
    HOST,
    HOUR,
    REFEREE,
    World,
)

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
DAY = 24 * HOUR
HERS = ADDRESS[ANN]
#: What a thief would have done, by what it would change.
POWER = [
    "address add eve@e.example",
    "address use ann@home.example",
    "address remove ann@home.example",
    "address undo",
]


def _shape(world: World) -> dict[str, object]:
    """All that a thief could be after."""
    with world.store.reading() as conn:
        return {
            "records": world.orders(),
            "addresses": players.addresses(conn, 1),
            "player": conn.execute(sa.select(schema.player)).all(),
            "seats": conn.execute(sa.select(schema.seat)).all(),
            "games": conn.execute(
                sa.select(schema.game.c.id, schema.game.c.state, schema.game.c.deadline)
            ).all(),
            "votes": conn.execute(sa.select(schema.vote)).all(),
            "bench": conn.execute(sa.select(schema.bench)).all(),
            "press": conn.execute(sa.select(schema.press)).all(),
            "masters": conn.execute(sa.select(schema.master)).all(),
        }


def _two_games(world: World) -> str:
    """Two games of Ann and Bob, with a vote in the second; an old token of the first,
    whose game is two turns further."""
    world.start()
    old = world.last(HERS).reply_to
    for who, order in ((ANN, "fire C3"), (BOB, "air F6"), (ANN, "D4"), (BOB, "E6")):
        world.answer(who, order)
    world.start()
    world.answer(BOB, "propose end")
    return old


SEAT = ["fire C3", "fire C3 #0", "resign", "agree", "refuse", "wait", "ready", "clear",
        "propose draw"]  # fmt: skip


@pytest.mark.parametrize("guard", ["", " #0"])
def test_an_old_token_is_old_for_every_other_game_too(world: World, guard: str) -> None:
    old = _two_games(world)
    world.now += HOUR
    before = _shape(world)
    for line in (*SEAT, *POWER):
        out = world.say(ANN, f"game arena-2{guard}\n{line}", old)
        assert _shape(world) == before, line
        assert {mail.recipient for mail in out} == {HERS}
        assert "too old to speak for this game" in " ".join(out[-1].text.split()), line


def test_a_token_of_an_open_turn_speaks_for_all_seats_of_its_player(
    world: World,
) -> None:
    world.start()
    hers = world.last(HERS).reply_to
    world.start()
    world.say(ANN, "fire C3\ngame arena-2 #0\nfire D4", hers)
    assert world.orders() == ["Ann: fire C3", "Ann: fire D4"]


PLAYER = ["set name Eve", "standby arena", "away 24 Dec to 2 Jan", "watch arena-2",
          "press to Bob: I resign", "whois Bob", "show", "history",
          "game arena-2\nfire C3"]  # fmt: skip


def test_a_token_of_a_game_that_ended_long_ago_is_worth_nothing(world: World) -> None:
    world.start()
    old = world.last(HERS).reply_to
    world.host_does("close")
    world.start()
    world.now += 31 * DAY
    for line in (*PLAYER, *POWER):
        world.now += DAY
        world.run()
        before = _shape(world)
        out = world.say(ANN, line, old)
        assert _shape(world) == before, line
        # She is told, with a fresh token, at the address on file.
        assert [mail.recipient for mail in out] == [HERS], line
        assert "is too old: anybody may have seen it" in " ".join(out[0].text.split())


def test_with_an_old_token_she_is_asked_what_any_stranger_is(world: World) -> None:
    world.start()
    old = world.last(HERS).reply_to
    world.host_does("close")
    world.now += 31 * DAY
    out = world.say(ANN, "new arena with eve@e.example", old)
    assert [(m.recipient, m.subject) for m in out] == [
        (HERS, "arena-2: please confirm")
    ]


@pytest.mark.parametrize(("days", "trusted"), [(29.9, True), (30.1, False)])
def test_a_letter_of_a_turn_that_passed_is_good_for_a_month(
    world: World, days: float, trusted: bool
) -> None:
    world.start()
    old = world.last(HERS).reply_to
    world.host_does("close")
    world.now += days * DAY
    world.say(ANN, "set name Anna", old)
    named = schema.player.c.name == "Anna"
    assert world.count(schema.player, named) == trusted


#: What a letter of a turn that has passed still does, and what that changes.
LEFT = {
    "show": set(),
    "set name Eve": {"player"},
    "set digest daily": {"player"},
    "press to Bob: hi": {"press"},
    "away 1 dec 2023 to 5 dec 2023": {"absence"},
    "standby lava": {"bench"},
    "new arena with dot@d.example": {"seat", "game"},
    "watch arena-2": {"watcher"},
    "stop": {"block"},
}


def test_what_is_left_to_an_old_letter_is_what_is_said(world: World) -> None:
    """Of all commands; orders, plans and votes are among what changes nothing."""
    kept = [schema.metadata.tables[name] for name in
            ("player", "press", "absence", "bench", "seat", "game", "address", "block",
             "watcher", "master", "entry", "plan", "vote", "act")]  # fmt: skip

    def held() -> dict[str, list[str]]:
        with world.store.reading() as conn:
            return {
                table.name: sorted(map(repr, conn.execute(sa.select(*(
                    one for one in table.columns
                    if one.name not in ("revision", "wake_at", "quiet")
                ))).all()))
                for table in kept
            }  # fmt: skip

    world.say(CID, "new arena called arena-2 with dot@d.example")
    world.answer(CID, "accept")
    world.answer("Dot <dot@d.example>", "accept")
    world.start()
    old = world.last(HERS).reply_to
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    world.now += HOUR
    others = [*SEAT, *POWER, "D4", "if Bob: D6 then E5", "standing clear", "rematch"]
    others += ["fill", "decline", "accept", "begin", "back", "propose undo", "plan"]
    others += [
        line for line in registry.openings() if line not in ("stop", "unsubscribe")
    ]
    for line in others:
        before = held()
        world.say(ANN, line, old)
        world.now += 30
        assert held() == before, line
    for line, changed in LEFT.items():
        before = held()
        world.say(ANN, line, old)
        after = held()
        assert {name for name in after if after[name] != before[name]} == changed, line
        world.now += 60


def test_an_open_turn_waits_for_its_token_however_long(make: Make) -> None:
    """Its own turn, and nothing else: that is another letter's business by then."""
    world = make('silence = "wait"\n')
    world.start()
    hers = world.last(HERS).reply_to
    world.now += 400 * DAY
    world.run()
    world.start()
    world.say(ANN, "fire C3\ngame arena-2 #0\nfire D4", hers)
    assert world.orders() == ["Ann: fire C3"]


@pytest.mark.parametrize(
    ("place", "where", "moves"),
    [
        ("address", "to", 1),
        ("address", "subject", 0),
        ("address", "cc", 0),
        ("address", "cc, delivered there", 0),
        ("address", "delivered-to", 1),
        ("address", "to and cc", 1),
        ("subject", "subject", 1),
        ("subject", "cc", 0),
        # Letters of the time before the host changed the setting.
        ("subject", "to", 1),
    ],
)
def test_where_a_token_counts(make: Make, place: str, where: str, moves: int) -> None:
    world = make('[identity]\nplace = "address"\n')
    world.start()
    tagged = world.last(HERS).reply_to
    token = tagged.partition("+")[2].partition("@")[0]
    world = make(f'[identity]\nplace = "{place}"\n')
    world._letters = 1000  # behind those that lie there
    head = {
        "cc": f"Cc: Friends <{tagged}>\n",
        "cc, delivered there": f"Delivered-To: {tagged}\nCc: <{tagged}>\n",
        "delivered-to": f"Delivered-To: {tagged}\n",
        "to and cc": f"Cc: {tagged}\n",
    }.get(where, "")
    to = tagged if where in ("to", "to and cc") else REFEREE
    subject = f"Re: arena-1 [{token}]" if where == "subject" else "Re: arena-1"
    world.say(ANN, "fire C3", to, head=head, subject=subject)
    assert len(world.orders()) == moves


def _mailed(world: World, purpose: str) -> tuple[str, str]:
    """Who answers, and where, a letter that was mailed for a purpose."""
    if purpose == "answer":
        return ANN, world.last(HERS, "arena-1").reply_to
    world.answer(ANN, "address add new@a.example", "arena-1")
    if purpose == "confirm":
        return ANN, world.last(HERS).reply_to
    world.answer(ANN, "address add new@a.example")
    new = "Ann <new@a.example>"
    if purpose == "address":
        return new, world.last("new@a.example").reply_to
    world.answer(new, "address add new@a.example")
    return ANN, world.last(HERS, "Your addresses").reply_to


@pytest.mark.parametrize(
    ("purpose", "line", "done"),
    [
        ("answer", "fire C3", True),
        ("answer", "address use ann@home.example", False),
        ("answer", "address undo", False),
        ("confirm", "fire C3", True),
        ("confirm", "address use ann@home.example", True),
        ("confirm", "address undo", True),
        ("address", "fire C3", False),
        ("address", "game arena-1\nfire C3", False),
        ("address", "set name Eve", False),
        ("address", "address use ann@home.example", False),
        ("address", "address remove ann@a.example", False),
        ("address", "address add eve@e.example", False),
        ("address", "address undo", False),
        ("address", "address add new@a.example", True),
        ("undo", "address use ann@home.example", False),
        ("undo", "address undo", True),
    ],
)
def test_what_a_token_is_worth(
    world: World, purpose: str, line: str, done: bool
) -> None:
    world.start()
    world.add_address(ANN, "ann@home.example")
    writer, to = _mailed(world, purpose)
    before = _shape(world)
    world.say(writer, line, to)
    assert (_shape(world) != before) is done


@pytest.mark.parametrize(("days", "done"), [(2.9, True), (3.1, False)])
def test_a_confirmation_is_fresh_for_three_days(
    world: World, days: float, done: bool
) -> None:
    world.start(options="\nset pace 20 days")
    world.add_address(ANN, "ann@home.example")
    world.answer(ANN, "address use ann@home.example", "arena-1")
    world.now += days * DAY
    world.answer(ANN, "address use ann@home.example")
    assert ("first at the top" in world.last("ann@home.example").text) is done


def test_a_confirmation_is_for_its_line_whatever_turn_it_is(world: World) -> None:
    world.start()
    world.add_address(ANN, "ann@home.example")
    world.answer(ANN, "address use ann@home.example", "arena-1")
    asked = world.last(HERS).reply_to
    for who, order in ((ANN, "fire C3"), (BOB, "air F6")):
        world.answer(who, order, "arena-1")
    before = world.orders()
    world.say(ANN, "D4\npropose draw\naddress use ann@home.example", asked)
    assert world.orders() == before
    assert world.count(schema.vote) == 0
    assert world.last("ann@home.example").subject == "Your addresses have changed"


def test_where_the_address_alone_is_trusted_power_is_still_confirmed(
    make: Make,
) -> None:
    world = make('[identity]\npolicy = "open"\n')
    world.start()
    world.add_address(ANN, "ann@home.example")
    before = _shape(world)
    for line in POWER:
        assert {mail.recipient for mail in world.say(ANN, line)} == {HERS}
    assert _shape(world) == before


@pytest.mark.parametrize(
    "act",
    ["replace Bob with eve@e.example", "kick Bob", "standby Bob", "act as Bob: air F6"],
)
def test_a_letter_of_the_host_gives_nobody_a_seat(world: World, act: str) -> None:
    world.start()
    world.say(HOST, "whois")
    stolen = world.last("host@x.example").reply_to
    before = _shape(world)
    out = world.say(HOST, f"gm arena-1 #0 {act} because I can", stolen)
    assert _shape(world) == before
    assert [mail.recipient for mail in out] == ["host@x.example"]
    # Twice the same, and it is done.
    assert len(world.host_does(act)) > 1


def test_nobody_becomes_game_master_with_what_was_stolen(world: World) -> None:
    """Neither proposed by a player's stolen token, nor agreed to."""
    world.start(BOB, CID)
    asked = world.answer(ANN, "propose master eve@e.example")
    assert [mail.subject for mail in asked] == ["Is this from you?"]
    assert world.count(schema.vote) == 0
    world.answer(ANN, "propose master eve@e.example")
    assert world.count(schema.vote) == 1
    for who in (BOB, CID):
        out = world.answer(who, "agree")
        assert [mail.subject for mail in out] == ["Is this from you?"]
    assert world.count(schema.master) == 0


def test_a_player_is_asked_ten_times_a_day_at_most(world: World) -> None:
    world.start()
    stolen = world.last(HERS).reply_to
    asked = 0
    for number in range(15):
        out = world.say(ANN, f"address add eve{number}@e.example", stolen)
        asked += out[0].subject == "Is this from you?"
        assert {mail.recipient for mail in out} == {HERS}
    assert asked == 10
