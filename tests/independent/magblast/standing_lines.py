"""Standing orders for a random player."""

from __future__ import annotations

from tests.independent.magblast.lines import Author
from tests.independent.magblast.table import BERTHS, power

STANDING_CARDS = (
    "blasts",
    "squadrons",
    "attacks",
    "criticals",
    "upgrades",
    "anything",
    "laser",
    "beam or mag",
    "mag",
    "direct hit",
    "boarding or catastrophic",
    "fighters",
    "reinforcements or minefield",
)


def standing_line(author: Author) -> str:
    """A standing order, or one taken back."""
    chance = author.rng.random
    if author.player["standing"] and chance() < 0.3:
        if chance() < 0.2:
            return "cancel standing all"
        return f"cancel {author.rng.randint(1, len(author.player['standing']))}"
    does = ["evade", "evade", "flux", "defend", "pass"]
    name = power(author.game, author.seat)
    if name in ("jol-nar", "yssaril", "xxcha"):
        does += [name] * 4
    do = author.rng.choice(does)
    if do == "xxcha":
        when = f" when {author.rng.randint(1, 6)}" if chance() < 0.8 else ""
        return f"standing xxcha {author.other()}{when}"
    words = [do]
    if do == "defend" and chance() < 0.5:
        words.append(f"with {author.rng.randint(1, 2)}")
    if chance() < 0.6:
        words.append(author.rng.choice(STANDING_CARDS))
    elif do == "pass":
        words.append("all")
    if chance() < 0.15:
        words.append(f"of {author.rng.randint(1, 5)} or more")
    if chance() < 0.15:
        words.append("deadly")
    if chance() < 0.25:
        at = ["flagship", "ships", "carriers", "scouts", author.rng.choice(BERTHS)]
        words.append("at " + author.rng.choice([*at, author.seat]))
    if chance() < 0.1:
        words.append(f"in {author.zone()}")
    if chance() < 0.1:
        words.append(f"by {author.other()}")
    if chance() < 0.1 and do in ("evade", "flux", "defend", "jol-nar"):
        words.append("keep 1")
    ends = ["once", "until my turn", f"until turn {author.game['turn'] + 3}"]
    if chance() < 0.4:
        words.append(author.rng.choice(ends))
    place = "1: " if chance() < 0.2 else ""
    return f"standing {place}{' '.join(words)}"
