"""How random games went: who won, by what, and what looks strange about them: hints."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pbem.cases import runner
from pbem.cases.assertions import Value
from pbem.notation.parser import NotUnderstood
from pbem.pages.wording import words
from pbem.plugins.game import Game
from pbem.protocol import Clock, Closes, Compound, CompoundRules, Order, Seat, Window
from pbem.record import replay, turn_file
from pbem.report import board_image
from pbem.report.builder import report
from pbem.report.model import Reader
from pbem.testing.echoes import Echoes
from pbem.testing.holdings import Holdings
from pbem.testing.knowledge import Knowledge
from pbem.testing.matches import Match, legal, unit_of
from pbem.testing.pictures import off_board
from pbem.testing.places import SourceLines

ENOUGH = 20  #: games that say something of who wins
SOME = 3  #: games that somebody ended by giving up
MANY = 8  #: lines of a seat that are hardly all for one unit
OTHERS, POOL = 4, 400  #: orders of elsewhere: laid to a position, remembered
PICTURES = 6  #: that are checked
_SQUARE = re.compile(r"\b[A-Za-z][1-9]\d?\b")
_EXAMPLE = re.compile(
    r'"([^"\n]*)"|for example:? ([^\n"]+?)(?:[.](?= [A-Z])|[.]?$)', re.M
)
_ORDER = re.compile(r"\w.{2,59}")  #: what is long enough to be one
MOST = 0.95  #: of games; anyone who wins more often may win by a slip


@dataclass
class Tally:
    """What random games came to."""

    game: Game
    ends: Counter[str] = field(default_factory=Counter)  #: by reason; "": still open
    #: By the number of seats and the way to end: games, and those that each seat won.
    games: Counter[tuple[int, str]] = field(default_factory=Counter)
    wins: Counter[tuple[int, str, int]] = field(default_factory=Counter)
    #: By the way to end: games with scores, and those that the fewest points won.
    scored: Counter[str] = field(default_factory=Counter)
    fewest: Counter[str] = field(default_factory=Counter)
    most: Counter[str] = field(default_factory=Counter)  #: that the most points won
    #: By the way to end: games that one seat's order ended, and those it did not win.
    ended: Counter[str] = field(default_factory=Counter)
    ended_lost: Counter[str] = field(default_factory=Counter)
    resigned: int = 0  #: games that somebody ended by giving up
    resigned_won: int = 0  #: and has won
    holdings: Holdings = field(default_factory=Holdings)
    idle: Counter[str] = field(default_factory=Counter)  #: windows without effect
    windows: Counter[str] = field(default_factory=Counter)
    silent: dict[str, None] = field(default_factory=dict)  #: sealed, without a default
    unsealed: dict[str, None] = field(default_factory=dict)  #: and discreet
    elsewhere: dict[str, Order] = field(default_factory=dict)  #: legal in some position
    unlisted: str = ""  #: what bind takes and legal does not list
    example: str = ""  #: of a prompt, which the notation does not read
    misplaced: str = ""  #: where a template draws a piece next to its board
    echoes: Echoes = field(default_factory=Echoes)
    knowledge: Knowledge = field(default_factory=Knowledge)
    lines: int = 0  #: of a seat, the most there were at once
    units: int = 0  #: that these were for

    def take(self, match: Match) -> None:
        """Count a game that was played."""
        for one in match.played:
            self.windows[one.window.name] += 1
            self.idle[one.window.name] += one.before == one.after
        if self.ends.total() < ENOUGH:
            self.echoes.take(match)
            self.knowledge.take(match)
        if self.ends.total() < PICTURES and board_image.can_draw(match.game):
            self._look_at_picture(match)
        outcome = match.game.rules.outcome(match.state)
        self.ends[outcome.reason if outcome else ""] += 1
        if outcome is None:
            return
        count, reason, won = len(match.seats), outcome.reason, set(outcome.winners)
        if won and won < set(match.seats):
            self.games[count, reason] += 1
            for at, seat in enumerate(match.seats):
                self.wins[count, reason, at] += seat in won
            self.holdings.take(match, reason, won)
            self._take_last(match, reason, won)
        scores = {seat: outcome.scores.get(seat, 0) for seat in match.seats}
        if len(set(scores.values())) > 1 and won:
            fewest, most = min(scores.values()), max(scores.values())
            self.scored[reason] += 1
            self.most[reason] += any(scores[seat] == most for seat in won)
            self.fewest[reason] += all(scores[seat] == fewest for seat in won)

    def _take_last(self, match: Match, reason: str, won: set[Seat]) -> None:
        """Note whether the seat whose order ended a game has won it."""
        last = match.played[-1] if match.played else None
        if last is None or match.game.rules.outcome(last.after) is None:
            seat, _, order = "".join(match.lines[-1:]).partition(": ")
            if order == "resign":
                self.resigned += 1
                self.resigned_won += seat in won
            return  # it was ended between windows
        if last.window.closes is Closes.FIRST:
            self.ended[reason] += 1
            self.ended_lost[reason] += won.isdisjoint(last.orders)

    def look(self, match: Match) -> None:
        """Note what is strange about the open window of a game."""
        rules, state = match.game.rules, match.state
        window = rules.window(state)
        if window is None:
            return
        if match.table.serial % 3 == 0:
            self.echoes.look(match)
        if match.table.serial % 3 == 0 and not self.example:
            self.example = _unread_example(match, window)
        if window.discreet and not window.sealed:
            self.unsealed[window.name] = None
        waits = window.sealed and len(window.seats) > 1
        waits = waits and not isinstance(rules, Clock)
        if waits and any(rules.default(state, x) is None for x in window.seats):
            self.silent[window.name] = None
        lists_all = self.game.facts.get("legal", "all") == "all"
        if lists_all and not self.unlisted and match.table.serial % 3 == 0:
            self._compare(match, window.seats[0])
        if isinstance(rules, CompoundRules) and self.units < 2:
            lines = [*rules.legal_lines(state, window.seats[0])]
            self.lines = max(self.lines, len(lines))
            self.units = max(self.units, len({rules.unit(line) for line in lines}))

    def _compare(self, match: Match, seat: Seat) -> None:
        """Look for an order that is legal elsewhere, and taken without being listed."""
        rules, state = match.game.rules, match.state
        listed = {str(one): one for one in rules.legal(state, seat)}
        others = sorted(self.elsewhere.keys() - listed.keys())
        if isinstance(rules, CompoundRules):  # those for other units are refused
            here = {unit_of(rules, one) for one in listed.values()}
            others = [x for x in others if unit_of(rules, self.elsewhere[x]) in here]
        some = match.rng.sample(others, min(OTHERS, len(others)))
        tried = {text: self.elsewhere[text] for text in some}
        tried |= _with_other_squares(match, seat, [*listed])
        for text, found in tried.items():
            order, faults = rules.bind(state, seat, found)
            if order is None or faults or str(order) in listed:
                continue
            if all(rules.bind(state, seat, x).order != order for x in listed.values()):
                self.unlisted = f'"{text}" of {seat}'
        if len(self.elsewhere) < POOL:
            self.elsewhere |= {text: x for text, x in listed.items() if not x.anytime}

    def _look_at_picture(self, match: Match) -> None:
        story = replay.play(turn_file.read(match.record()))
        wrong = off_board(board_image.svg(report(story, Reader())))
        if wrong is not None:
            game = match.game
            file = game.templates / game.template("board.svg.j2")
            self.misplaced = f"{SourceLines(game).like(file, wrong.drawn)}: {wrong.why}"

    def seats(self) -> str:
        """Return who won how often, by the number of players and in order of seats.

        >>> tally = Tally(None)
        >>> tally.games[2, "goal"], tally.wins[2, "goal", 0] = 7, 5
        >>> tally.wins[2, "goal", 1] = 2
        >>> tally.seats()
        '2 players 5, 2'
        """
        counts = []
        for count in sorted({count for count, _ in self.games}):
            won = Counter[int]()
            for (seats, _, at), times in self.wins.items():
                if seats == count:
                    won[at] += times
            each = ", ".join(str(won[at]) for at in range(count))
            counts.append(f"{count} players {each}")
        return "; ".join(counts)

    def hints(self) -> Iterator[str]:
        """Yield what may be wrong, each as a sentence that names what it is about."""
        yield from self._winners()
        yield from self._endings()
        yield from self.echoes.hints()
        yield from self.knowledge.hints()
        yield from [self.example] if self.example else ()
        yield from [self.misplaced] if self.misplaced else ()
        if self.units == 1 and self.lines >= MANY:
            yield (
                f"unit gave the same for all {self.lines} lines of legal_lines: each "
                "takes the place of all others"
            )
        if self.unlisted:
            yield (
                f"bind takes {self.unlisted}, and legal does not list it, though "
                'game.toml says legal = "all": one of them is wrong'
            )
        for name in self.silent:
            yield (
                f'the window "{name}" is sealed, and default answers None for a seat '
                "of it: whoever is silent holds up all others for ever; let default "
                "return an order"
            )
        for name in self.unsealed:
            yield (
                f'the window "{name}" is discreet and not sealed: who has answered is '
                "hidden, and what was answered is not; should it be sealed=True?"
            )
        for name, count in self.idle.items():
            if count:
                yield (
                    f'the window "{name}" left everything as it was {count} of '
                    f"{self.windows[name]} times: resolve should count turns or pass "
                    "on, or the same window can be open for ever"
                )

    def _always(self) -> dict[tuple[int, str], tuple[int, int]]:
        """Return the ways to end by which one seat wins nearly always, by the number
        of seats: its place, and how often."""
        found = {}
        for (count, reason), games in self.games.items():
            won = [self.wins[count, reason, at] for at in range(count)]
            if games >= ENOUGH and max(won) >= games * MOST:
                found[count, reason] = won.index(max(won)), max(won)
        return found

    def _winners(self) -> Iterator[str]:
        for (count, reason), (at, won) in (always := self._always()).items():
            # Where each side has an ending of its own, it wins by that alone.
            if len({one for (x, _), (one, _) in always.items() if x == count}) == 1:
                yield (
                    f"seat {at + 1} of {count} won {won} of "
                    f"{self.games[count, reason]} random games that ended with "
                    f'"{reason}": does outcome name the right winners?'
                )
        for reason, games in self.scored.items():
            behind = games - self.most[reason]
            if games >= ENOUGH and behind >= games * MOST:
                fewest = self.fewest[reason] == games
                part = f"all {games}" if behind == games else f"{behind} of {games}"
                yield (
                    f'in {part} random games that ended with "{reason}" outcome '
                    f"names whoever has {'the fewest' if fewest else 'fewer'} points"
                    f"{'' if fewest else ' than another seat'}: is that right?"
                )

        for reason, games in self.ended.items():
            if games >= ENOUGH and self.ended_lost[reason] == games:
                yield (
                    f"in all {games} random games that an order ended with "
                    f'"{reason}", whoever sent it has not won: does outcome name the '
                    "right winners?"
                )
        if self.resigned >= SOME and self.resigned_won == self.resigned:
            yield (
                f"whoever resigned has won, in all {self.resigned} random games that "
                "it ended: does outcome name the right winners?"
            )
        named = {reason for reason in self.scored if not self.most[reason]}
        others = {reason for _, reason in self.games} - named
        yield from self.holdings.hints(others, ENOUGH)

    def _endings(self) -> Iterator[str]:
        total = self.ends.total()
        if total < ENOUGH:
            return
        if self.ends[""] == total:
            yield f"none of {total} random games came to an end: outcome said None"
            return
        for reason in self.game.facts["endings"]:
            if not self.ends[reason] and reason not in _shown_by_cases(self.game):
                yield (
                    f'no random game ended with "{reason}": where outcome can come to '
                    "it, a case shows how"
                )


def _with_other_squares(
    match: Match, seat: Seat, listed: Sequence[str]
) -> dict[str, Order]:
    """Return orders that are not listed: some that are, each with another square in
    the place of one of its own. What stands there may have been left out."""
    rng = random.Random(match.table.serial)
    seen = _SQUARE.findall(repr(match.game.rules.view(match.state, seat)))
    squares = sorted({*seen, *_SQUARE.findall(" ".join(listed))})
    found = {}
    for text in rng.choices(listed, k=OTHERS) if squares and listed else ():
        places = [*_SQUARE.finditer(text)]
        if not places:
            continue
        at = rng.choice(places)
        text = text[: at.start()] + rng.choice(squares) + text[at.end() :]
        try:
            order = match.game.notation.parse(text)
        except NotUnderstood:
            continue
        if not order.anytime and str(order) not in listed:
            found[str(order)] = order
    return found


def _shown_by_cases(game: Game) -> set[str]:
    """Return the endings that cases of a game come to."""
    claims = (claim.what for case in runner.load(game) for claim in case.checks)
    values = [one for one in claims if isinstance(one, Value)]
    whole = [one.value for one in values if one.path == ("outcome",)]
    reasons = [one.value for one in values if one.path == ("outcome", "reason")]
    reasons += [
        one["reason"] for one in whole if isinstance(one, dict) and "reason" in one
    ]
    return {str(one) for one in reasons}


def _unread_example(match: Match, window: Window) -> str:
    """Return which order that a prompt names is not read, or cannot be sent, as a hint.

    What stands behind "for example" is one; quotes are where most of a prompt are read,
    and more than how an order begins or goes on.
    """
    seat, game = window.seats[0], match.game
    view = game.rules.view(match.state, seat)
    prompt = words(game).prompt(window, view, seat, partial(match.legal_text, seat))
    pairs = _EXAMPLE.findall(re.sub(r"^\|.*", "", prompt, flags=re.M))  # drawn: legal
    quoted = [x for x, _ in pairs if _ORDER.fullmatch(x)]
    unread = [x for x in quoted if not _reads(game, x, begins=True)]
    if len(unread) * 3 > len(pairs):
        unread = []
    unread += [
        one for _, one in pairs if one and not any(map(partial(_reads, game), _or(one)))
    ]
    macro = f'the words of "prompt_{window.name}" name an order that'
    if unread:
        return f"{macro} the notation does not read: {unread[0]}"
    for _, one in pairs if not isinstance(game.rules, CompoundRules) else ():
        orders = [game.notation.parse(x) for x in _or(one) if _reads(game, x)]
        bind = partial(game.rules.bind, match.state, seat)
        if orders and all(bind(x).order is None for x in orders):
            return (
                f"{macro} {seat} cannot send: {one}; as prompt_{window.name}(view, "
                "seat, example) it is given one"
            )
    return ""


def _or(example: str) -> list[str]:
    """Return an example, and its parts where it may be several, or says more.

    >>> _or("add 2 or 3 (as you like)")
    ['add 2 or 3 (as you like)', 'add 2', '3', 'as you like)']
    """
    return [*dict.fromkeys([example, *re.split(r";? or |[,;] | / | \(", example)])]


def _reads(game: Game, text: str, *, begins: bool = False) -> bool:
    try:
        game.notation.parse(text.strip(' "'))
    except NotUnderstood as unread:
        return begins and unread.fault.code == "invalid.unfinished"
    return True


def stuck(match: Match) -> str | None:
    """Return why nothing that seats may send brings a game on; None: it can go on."""
    rules, state = match.game.rules, match.state
    window = rules.window(state)
    if window is None or isinstance(rules, Clock):
        return None
    mute = [seat for seat in window.seats if not _can_speak(match, seat)]
    enough = (
        len(mute) < len(window.seats) if window.closes is Closes.FIRST else not mute
    )
    if enough:
        return None
    return (
        f'the game is stuck in the window "{window.name}": legal lists no order of '
        f"{mute[0]}, and default has none; end the game there (outcome), pass the turn "
        "on, or let default return an order"
    )


def _can_speak(match: Match, seat: Seat) -> bool:
    if seat in match.table.answers:
        return True
    rules, state = match.game.rules, match.state
    if rules.default(state, seat) is not None:
        return True
    return any(not x.anytime for x in legal(match.game, state, seat, match.rng))


def _left(rules: CompoundRules[Any, Any, Any, Any], state: Any, seat: Seat) -> set[Any]:
    """Return what all legal lines of a seat together leave without an order."""
    lines: tuple[Any, ...] = ()
    for line in rules.legal_lines(state, seat):
        lines = rules.amended(state, seat, lines, line)
    bound = rules.bind(state, seat, Compound(lines=lines)).order
    return {*rules.lacking(state, seat, bound if bound is not None else Compound())}


def without_line(match: Match) -> str | None:
    """Return which unit is waited for, and cannot be ordered; None: none is."""
    rules, state = match.game.rules, match.state
    window = rules.window(state)
    if window is None or not isinstance(rules, CompoundRules):
        return None
    for seat in window.seats:
        units = {rules.unit(line) for line in rules.legal_lines(state, seat)}
        for lacking in rules.lacking(state, seat, Compound()):
            if lacking not in units and lacking in _left(rules, state, seat):
                return (
                    f"lacking names {lacking} of {seat}, and legal_lines has no line "
                    "for which unit gives that: the seat is awaited for ever"
                )
    return None
