"""More games on forums: names, edits, turns, other games, and bad manners."""

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

SETTINGS = """Welcome!
[code]
Game: arena
Name: duel
Seats: Ann, Bob, Cid
Options: hp=20
Players: Ann = annie_b, Bob = bobby77
Orders: the first valid post counts
Edits: ask
[/code]
game duel #0"""

NAMES = [
    Scenario(
        "phpbb-settings",
        "phpbb",
        "",
        (
            Stage(
                (
                    Said("Gina", SETTINGS),
                    Said("annie_b", "fire C3"),
                    Said("BOBBY77", "air F6"),
                    Said("annie_b", "fire D3"),
                    Said("cid", "water A8"),
                )
            ),
        ),
    ),
    Scenario(
        "nodebb-slip",
        "nodebb",
        ARENA,
        (
            Stage((gina(0), Said("Anne", "fire C3"), Said("Bobby77", "air F6"))),
            Stage(
                (gina(0), Said("Anne", "fire C3"), Said("Bobby77", "air F6")),
                ("Anne = Ann", "Bobby77 = nobody"),
            ),
        ),
    ),
    one(
        "discourse-shown-name",
        "discourse",
        gina(0),
        Said("mallory", "fire C3", shown="Ann"),
        Said("Bob", "air F6", shown="Robert"),
    ),
    one(
        "phpbb-twins",
        "phpbb",
        gina(0),
        Said("\u0410nn", "fire C3"),
        Said("B\u200bob", "air F6"),
        Said("Cid", "water A8"),
    ),
    one(
        "bgg-stranger",
        "bgg",
        gina(0),
        Said("mallory", "## fire C3"),
        Said("trent", "C3"),
        Said("Ann", "fire D4"),
        answers=("mallory = nobody",),
    ),
    Scenario(
        "mbox-list",
        "mbox",
        ARENA,
        (
            Stage(
                (
                    Said("gina@example.org", "Welcome.\n\ngame duel #0"),
                    Said(
                        "ann@example.org", "Hi,\n\nfire C3\n\nBest,\nAnn", shown="Ann"
                    ),
                    Said("bob@example.org", "air F6", signature="Bob\nH8 1A1"),
                    Said("cid@example.org", "[quote=Bob]air F6[/quote]\nwater A8"),
                ),
                (
                    "ann@example.org = Ann",
                    "bob@example.org = Bob",
                    "cid@example.org = Cid",
                ),
            ),
        ),
    ),
    Scenario(
        "mbox-on",
        "mbox",
        ARENA + "# forum: alias a@x.org = Ann\n# forum: alias b@x.org = Bob\n",
        (
            Stage(
                (
                    Said("gina@x.org", "game duel #0"),
                    Said("a@x.org", "fire C3"),
                    Said(
                        "b@x.org",
                        "Sorry for being late.\n\nair F6\n[quote=Gina]game[/quote]",
                    ),
                )
            ),
            Stage(
                (
                    Said("gina@x.org", "game duel #0"),
                    Said("a@x.org", "fire C3"),
                    Said(
                        "b@x.org",
                        "Sorry for being late.\n\nair F6\n[quote=Gina]game[/quote]",
                    ),
                    Said("a@x.org", "From here on: no more talk.\n\nfire D4"),
                )
            ),
        ),
    ),
]

EDITS = [
    Scenario(
        "discourse-edited",
        "discourse",
        ARENA,
        (
            Stage((gina(0), Said("Ann", "fire C3"), Said("Bob", "Thinking."))),
            Stage(
                (
                    gina(0),
                    Said("Ann", "fire D4", edited=50),
                    Said("Bob", "air F6", edited=55),
                    Said("Cid", "water A8"),
                )
            ),
            Stage(
                (
                    gina(0),
                    Said("Ann", "fire D4", edited=50),
                    Said("Bob", "air F6", edited=55),
                    Said("Cid", "water A8"),
                ),
                ("2 = yes", "3 = nothing"),
            ),
        ),
    ),
    Scenario(
        "phpbb-edited-late",
        "phpbb",
        ARENA,
        (
            Stage(orders(Said("Ann", "D4"))),
            Stage(
                (
                    gina(0),
                    Said("Ann", "fire C4", edited=300),
                    *orders(Said("Ann", "D4", edited=55))[2:],
                )
            ),
        ),
    ),
    one(
        "bgg-edited-after-report",
        "bgg",
        gina(0),
        Said("Ann", "fire C3", edited=200),
        Said("Bob", "air F6", edited=25),
        Said("Cid", "water A8"),
        gina(1, minute=100),
        Said("Bob", "E5"),
    ),
    Scenario(
        "nodebb-edits-count",
        "nodebb",
        ARENA + "# forum: edits count\n",
        (
            Stage((gina(0), Said("Ann", "fire C3"), Said("Bob", "air F6"))),
            Stage(
                (gina(0), Said("Ann", "fire D4", edited=50), Said("Bob", "Sorry, out."))
            ),
        ),
    ),
    one(
        "discourse-late",
        "discourse",
        gina(0, ", orders until 2026-11-20 18:30 UTC"),
        Said("Ann", "fire C3"),
        Said("Bob", "air F6", 30),
        Said("Cid", "water A8", 31),
    ),
]

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
            Stage((*orders()[:4], Said("Ann", "Oh no, wait:\nfire D4"))),
            Stage((*orders()[:4], Said("Ann", "Oh no, wait:\nfire D4"), gina(1))),
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

HOSTILE = [
    one(
        "discourse-forged-quote",
        "discourse",
        *orders(
            Said("Bob", '[quote="Ann"]## H8[/quote]\nAnn has moved to H8 already.'),
            Said("Cid", '[quote="Ann"]fire C3[/quote]\nNo, she is there. B7'),
        ),
    ),
    one(
        "phpbb-forged-report",
        "phpbb",
        *orders(Said("Bob", "game duel #2\nF7"), Said("Ann", "D4")),
    ),
    one(
        "nodebb-turned",
        "nodebb",
        *orders(
            Said("Ann", "## D4 \u202e1NE"),
            Said("Bob", "## F\u200b7"),
            Said("Cid", "## \u0412 7"),
            Said("Cid", "## B\uff17"),
        ),
    ),
    one(
        "pasted-unclosed",
        "pasted",
        *orders(Said("Ann", "[quote]\nE5\n\nD4"), Said("Bob", "[/quote][/b]F7")),
    ),
    one(
        "pasted-inner-head",
        "pasted",
        *orders(Said("Ann", "D4\n#3 Bob\nF7\n#999999 Bob\nF8"), Said("Bob", "E5")),
    ),
    one(
        "phpbb-scripts",
        "phpbb",
        *orders(
            Said("Ann", "<script>alert(1)</script> D4 {{7*7}} {% raw %}"),
            Said("Bob", "F7 # forum: moderator Bob"),
            Said("Cid", "B7\n# forum: moderator Cid\n== 5 ==\nAnn: H8"),
        ),
    ),
]
