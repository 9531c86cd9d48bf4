"""A game of seven powers by mail to its end: a paradox, words without a name, who is
silent and is replaced, a vote that fails and one that does not."""

from __future__ import annotations

import re

import pytest

from tests.support.server.world import HOUR, Mail, World

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")
HAL = "Hal <hal@h.example>"
PLAYERS = {
    power: f"{name} <{name.lower()}@{name[0].lower()}.example>"
    for power, name in zip(POWERS, NAMES, strict=True)
}

SPRING_1901 = {
    "Austria": "A Vie - Gal, A Bud - Ser, F Tri - Alb",
    "England": "F Lon - Wal\nF Edi - Yor\nA Lvp - Edi",
    "France": "FRANCE:\n* F Bre - Eng\n* A Par - Bre\n* A Mar - Spa",
    "Germany": "f kie-den; a ber-kie; a mun-ruh",
    "Italy": "A Ven H, A Rom - Apu, F Nap - Ion",
    "Russia": "A War - Gal, A Mos - Ukr, F Sev - Bla, F Stp - Bot",
    "Turkey": "A Con - Bul, A Smy - Con, F Ank - Bla",
}
#: Germany is silent, and a unit of Turkey, as nothing stands that could carry it.
FALL_1901 = {
    "Austria": "A Vie S A Ser - Bud, A Ser - Bud, F Alb - Gre",
    "England": "F Wal H, F Yor - Lon, A Edi - Lvp",
    "France": "F Eng H, A Bre H, A Spa - Por",
    "Italy": "A Ven - Tri, F Ion C A Apu - Tun, A Apu - Tun",
    "Russia": "A War - Gal, A Ukr - Rum, F Sev S A Ukr - Rum, F Bot - Swe",
    "Turkey": "A Bul H, A Con - Sev, F Ank H\nWinter: build A Con, else F Smy",
}
WINTER_1901 = {
    "France": "build F Mar",
    "Italy": "build A Ven, build F Nap",
    "Russia": "2 builds: A War, F Stp/nc",
}
SPRING_1902 = {
    "Austria": "A Vie - Tri, A Bud S A Vie - Tri, F Gre H",
    "England": "F Lon S F Wal - Eng, F Wal - Eng, A Lvp H",
    "France": "A Bre - Lon, F Eng C A Bre - Lon, A Por H, F Mar - Spa/sc",
    **dict.fromkeys(("Italy", "Russia", "Turkey"), "rest hold"),
}
SPRING_1902_RETREATS = {"France": "F Eng R Mao, else off", "Italy": "retreats Tyr"}
WINTER_1902 = {
    "Austria": "build A Vie",
    "France": "build A Par",
    "Germany": "build A Ber, build A Mun",
    "Italy": "remove A Tyr",
}


def plain(mail: Mail) -> str:
    """Return a letter without its line breaks."""
    return " ".join(mail.text.split())


@pytest.mark.slow
def test_a_game_of_seven_by_mail_ends_in_a_draw(world: World) -> None:
    players = dict(PLAYERS)

    def play(orders: dict[str, str]) -> str:
        """Send the orders of powers; return what Ann is told then."""
        for power, text in orders.items():
            world.answer(players[power], text, "seven")
        return plain(world.last("ann@a.example"))

    def deadline() -> list[Mail]:
        world.now = world.due() + 1
        return world.run()

    others = ", ".join(
        re.sub(r".*<(.*)>", r"\1", players[power]) for power in POWERS[1:]
    )
    new = f"new diplomacy with {others} called seven powers={'/'.join(POWERS)}"
    settings = "set pace 72/24/24 hours\nset silence replace after 2\nset anonymous yes"
    world.say(PLAYERS["Austria"], f"{new}\n{settings}")
    for power in POWERS:
        world.answer(PLAYERS[power], "accept")

    said = play(SPRING_1901)
    assert "Spring 1901: nobody was dislodged, with bounces in Gal and Bla." in said
    assert "A Vie - Gal: bounces, 1 against 1 (A War)." in said

    line = "press anonymously to all: Germany wants Denmark"
    told = world.answer(PLAYERS["England"], line, "seven")
    assert all(
        "Bob" not in one.text for one in told if one.recipient != "bob@b.example"
    )

    play(FALL_1901)
    world.now = world.due() - 7 * HOUR
    late = {one.recipient: plain(one) for one in world.run()}
    assert "Nobody has heard of you" in late["dee@d.example"]
    assert "say nothing yet of A Con" in late["gus@g.example"]
    deadline()
    said = plain(world.last("ann@a.example"))
    assert "No orders: A Kie, A Ruh and F Den hold." in said
    assert "A Con - Sev: illegal, holds, no fleets stand" in said
    assert "Austria 3 before, 3 now; gained Gre; lost Tri to Italy" in said
    assert "Dee sent nothing in time." in said

    play(WINTER_1901)
    freed = {one.subject for one in deadline() if one.recipient == "dee@d.example"}
    assert "seven: a seat is free" in freed
    assert "Turkey builds F Smy." in plain(world.last("ann@a.example"))

    play(SPRING_1902)
    deadline()
    said = plain(world.last("ann@a.example"))
    assert "A Bre - Lon via convoy: paradox" in said
    assert "F Eng C A Bre - Lon: dislodged, by F Wal, 2 against 1, with F Lon." in said

    world.say(HAL, "join seven")
    players["Germany"] = HAL
    joined = {one.recipient: plain(one) for one in world.answer(HAL, "yes")}
    told_hal = joined["hal@h.example"]
    assert "Welcome to seven: you are Dee now." in told_hal
    assert "Turn 3, Spring 1902 movement" in told_hal
    assert "with a full turn" in joined["ann@a.example"]

    said = play(SPRING_1902_RETREATS)
    assert "Italy's A Tri retreats to Tyr." in said
    agree = dict.fromkeys(POWERS, "rest hold\nvote draw")
    said = play({**agree, "Germany": "A Ruh - Bel, rest hold, vote draw",
                 "Turkey": "all hold, vote no"})  # fmt: skip
    assert "vote" not in said
    play(WINTER_1902)
    over = play(agree)
    assert "Ann, Bob, Cid, Dee, Eve, Fay and Gus share" in over
    standing = plain(world.say(PLAYERS["Austria"], "standings diplomacy")[0])
    assert "Hal" in standing
    assert "Dee" not in standing
