"""The figures of a simulated year, as somebody who keeps a server reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

STATES = ("over", "running", "invited", "open", "dropped")


def told(figures: Mapping[str, Any]) -> str:
    """The report of a year that has passed every check."""
    return "\n".join(_lines(figures))


def _lines(figures: Mapping[str, Any]) -> Iterator[str]:
    yield "Games"
    kinds = sorted({name.split()[0] for name in figures["games"]})
    yield f"  {'':<10}" + "".join(f"{state:>9}" for state in STATES)
    for kind in kinds:
        counts = [figures["games"].get(f"{kind} {state}", 0) for state in STATES]
        yield f"  {kind:<10}" + "".join(f"{count:>9}" for count in counts)
    yield "  (dropped: never begun, because somebody declined or did not answer)"
    yield f"  turns played: {figures['turns']}"
    yield f"  how they ended: {_counts(figures['how they ended'])}"
    yield f"  proposals: {_counts(figures['votes'])}"
    yield f"  players with a rating: {figures['rated players']}"
    yield ""
    yield "Mail"
    yield f"  letters in: {_counts(figures['letters in'])}"
    yield f"  letters out: {_counts(figures['letters out, by kind'])}"
    yield f"  what became of them: {_counts(figures['letters out, by fate'])}"
    yield (
        f"  to a player on a day with mail: "
        f"{figures['letters to a player on a day with any']} on average, "
        f"{figures['most letters to a player in a day']} at most"
    )
    yield (
        f"  reminders: {figures['reminders']}, at most "
        f"{figures['most reminders a day, game and player']} on a day in one game"
    )
    yield ""
    yield "Time"
    yield f"  deadlines kept or missed: {figures['deadlines asked, missed']}"
    causes = _counts(figures["entries of records, by cause"])
    yield f"  what is in the records: {causes}"
    walls = figures["deadlines closed at their wall time"]
    yield f"  closed at a time of day that was asked for: {_counts(walls)}"
    yield ""
    yield "What had to be seen to"
    yield f"  in the log: {_counts(figures['in the log'])}"
    yield f"  offers of seats: {_counts(figures['offers of seats'])}"
    yield ""
    yield "Checked, and found to hold"
    for line in HOLDS:
        yield f"  - {line.format(**_flat(figures))}"


HOLDS = (
    "each game is over, or awaits somebody by a deadline ahead, or is paused, asleep "
    "or waits for players",
    "each record read afresh, and each turn file written and read, leads to the state "
    "that the server has",
    "each letter was answered, a copy or automatic; none failed, no game got stuck",
    "nobody got a second answer to a letter, a second digest on a day, a fourth "
    "reminder, or a letter of a game of others",
    "nothing late is in a record, nothing was closed early or while the server slept",
    "{words} private words, all addresses and {tokens} tokens were looked for in "
    "{searched} letters: none reached anybody else",
    "ratings computed afresh are the ratings told",
)


def _flat(figures: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "words": figures["private words"],
        "tokens": figures["tokens"],
        "searched": figures["letters searched for leaks"],
    }


def _counts(counts: Any) -> str:
    if not isinstance(counts, Mapping):
        return str(counts)
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"
