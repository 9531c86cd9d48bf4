"""More games on forums: names, edits and bad manners."""

from __future__ import annotations

from tests.forum.pages import Said
from tests.forum.scenarios import (
    ARENA,
    Scenario,
    Stage,
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
