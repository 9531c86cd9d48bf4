"""Which turn a post is for, and games other than Magic Arena."""

from __future__ import annotations

from tests.forum.pages import Said
from tests.forum.scenarios import (
    ARENA,
    MAGMA,
    Scenario,
    Stage,
    game,
    gina,
    one,
    orders,
)

TURNS = [
    Scenario(
        "phpbb-pages",
        "phpbb",
        ARENA,
        (
            Stage(orders(Said("Ann", "D4"), Said("Bob", "F7")), pages=(3, 2)),
            Stage((Said("Ann", "D4"), Said("Bob", "F7"), Said("Cid", "B7")), first=106),
        ),
    ),
    Scenario(
        "pasted-mind-changed",
        "pasted",
        ARENA,
        (
            Stage((*orders()[:4], Said("Ann", "Hm.\nfire D4"))),
            Stage((*orders()[:4], Said("Ann", "Hm.\nfire D4"), gina(1))),
        ),
    ),
    one(
        "pasted-no-report",
        "pasted",
        *orders()[1:4],
        Said("Ann", "D4"),
        Said("Bob", "F7"),
    ),
    one("nodebb-ahead", "nodebb", gina(3), Said("Ann", "fire C3")),
    one(
        "phpbb-silent",
        "phpbb",
        *orders(Said("Ann", "D4"), gina(2), Said("Bob", "E5"), Said("Ann", "E5")),
    ),
    one(
        "smf-first-counts",
        "smf",
        gina(0),
        Said("Ann", "fire C3"),
        Said("Ann", "fire D4"),
        Said("Bob", "## nonsense"),
        Said("Bob", "air F6"),
        start=ARENA + "# forum: orders first\n",
    ),
    one(
        "bgg-magma",
        "bgg",
        gina(0),
        Said("Ann", "A1-B2"),
        Said("Bob", "[b]enter L2[/b]"),
        Said("Ann", "enter"),
        gina(3),
        Said("Bob", "L2-K3"),
        start=MAGMA,
    ),
    Scenario(
        "discourse-magma-mind",
        "discourse",
        MAGMA,
        (
            Stage((gina(0), Said("Ann", "## A1-B2"), Said("Ann", "## pass"))),
            Stage(
                (gina(0), Said("Ann", "## A1-B2"), Said("Ann", "## pass")), ("3 = yes",)
            ),
        ),
    ),
    one(
        "xenforo-magma-turns",
        "xenforo",
        gina(0),
        Said("Bob", "## M1-L2"),
        Said("Ann", "## enter Z9"),
        Said("Bob", "## M1-L2"),
        start=MAGMA,
    ),
    one(
        "pasted-over",
        "pasted",
        *orders(Said("Ann", "resign"), Said("Bob", "resign"), Said("Cid", "B7")),
    ),
]

GAMES = [
    one(
        "discourse-lava",
        "discourse",
        gina(0),
        Said("Ann", "e 0,0"),
        Said("Bob", "Move: b 0,-7"),
        Said("Bob", "Move: b 0,1"),
        start=game("lava", "Ann, Bob", more="Seed: 5ca1ab1e5ca1ab1e\n"),
    ),
    one(
        "nodebb-sheets",
        "nodebb",
        gina(0),
        Said("Ann", "Here we go!\n\nplace 1 yellow 2 green 3 red 4 blue"),
        Said("Bob", "## standing defend\n## place as dealt"),
        start=game("magblast", "Ann, Bob", more="Seed: 5ca1ab1e5ca1ab1e\n"),
    ),
    one(
        "phpbb-mars-block",
        "phpbb",
        gina(0),
        Said("Ann", "Move:\nmake girder\ngirder T1.1 > T1.2, explore T1.2\n\nYours?"),
        Said("Bob", "Move: make ore, wait for ore at T1.8"),
        start=game("mars", "Ann, Bob", more="Seed: 5ca1ab1e5ca1ab1e\n"),
    ),
]
