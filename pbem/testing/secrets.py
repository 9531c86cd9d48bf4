"""What a seat cannot see changes nothing in what it is sent."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import islice
from typing import Any, ClassVar

from pbem import referee
from pbem.bots.levels import Level
from pbem.bots.search import think
from pbem.chance import Chance
from pbem.plans.follow import hears
from pbem.plans.plan import Spoken
from pbem.plugins.games import Game
from pbem.protocol import Hidden, Order, Overheard, Seat, visible_to
from pbem.record import replay, turn_file
from pbem.referee import Played, Table, Written
from pbem.report.builder import report
from pbem.report.document import document
from pbem.report.model import Reader, render
from pbem.testing import worlds
from pbem.testing.contract import GameCase
from pbem.testing.differences import first_difference
from pbem.testing.draws import drawn_twice, leaked_draw
from pbem.testing.matches import Match, bound, legal
from pbem.testing.worlds import Permuted, imagined_anew


class SecretsTests(GameCase):
    """Worlds that differ in hidden things only look alike."""

    sheets: ClassVar[int] = 12  #: of orders that are asked about in two worlds

    def permuted(self) -> Permuted:
        """Return a function that deals anew all that a seat cannot see; by default the
        game's own `imagine`. Override it where a better shuffle is known."""
        return imagined_anew(self.opened())

    def test_what_a_seat_cannot_see_changes_nothing_for_it(self) -> None:
        """View, window, outcome, report, JSON, faults and receipts."""
        permuted = self.permuted()
        for match in self.matches():
            for seat in (None, *match.seats):
                other = permuted(match.state, seat, match.rng)
                _alike(seat, _sent(match, other, seat), _sent(match, match.state, seat))

    def test_what_is_imagined_hangs_on_nothing_hidden(self) -> None:
        """States that look alike to a seat lead to the same imagined one."""
        permuted = self.permuted()
        for match in self.matches():
            rules = match.game.rules
            if not isinstance(rules, Hidden):
                assert not match.game.needs_chance(match.options), (
                    "take the part Hidden"
                )
                continue
            for seat in (None, *match.seats):
                other = permuted(match.state, seat, match.rng)
                one, two = (
                    rules.imagine(state, seat, Chance(b"one key"))
                    for state in (match.state, other)
                )
                assert one == two, (
                    f"imagine looks at what {seat or 'the public'} cannot see: "
                    f"{first_difference(one, two)}"
                )
                _alike(seat, _sent(match, one, seat), _sent(match, match.state, seat))

    def test_each_draw_is_made_once(self) -> None:
        """By the chance that came of the one before it."""
        assert (found := drawn_twice(self.opened())) is None, found

    def test_what_is_drawn_is_told_to_who_may_see_it(self) -> None:
        """Events tell nobody of cards that the view hides."""
        assert (found := leaked_draw(self.opened())) is None, found

    def test_what_is_hidden_is_imagined(self) -> None:
        """`imagine` deals anew: who gets the true state back can see all of it."""
        rules, hidden, dealt = self.opened().rules, False, False
        for match in self.matches():
            if isinstance(rules, Hidden) and match.game.needs_chance(match.options):
                hidden, before = True, repr(match.state)
                for seat in (None, *match.seats):
                    chance = Chance(match.rng.randbytes(8))
                    dealt |= rules.imagine(match.state, seat, chance) != match.state
                assert repr(match.state) == before, "imagine changes what it was given"
        assert dealt or not hidden, "imagine always gives the true state back"

    def test_what_a_seat_cannot_see_changes_no_answer(self) -> None:
        """No word of previews, receipts and refusals, and no step that they take."""
        found = worlds.run(self.opened(), self.sheets, 0, self.permuted())
        assert not found.leaks, found.leaks[0]
        assert found.sheets == self.sheets

    def test_a_sealed_answer_is_seen_by_nobody_else(self) -> None:
        """Whatever it is."""
        for match in self.matches():
            rules = match.game.rules
            window = rules.window(match.state)
            if window is None or not window.sealed or len(window.seats) < 2:
                continue
            speaker, listener = window.seats[0], window.seats[1]
            answers = [o for o in match.answers([speaker]).values() if not o.anytime]
            others = legal(match.game, match.state, speaker, match.rng)
            answers += [order for order in others if not order.anytime][:4]
            base = replace(match.table, answers={})
            for reader in (Reader(seat=listener), Reader()):
                shown: dict[bool, set[str]] = {True: set(), False: set()}
                for order in answers:
                    sheet = [Written(order, str(order))]
                    table, _ = referee.offer(rules, base, speaker, sheet)
                    # That half an answer is lacking may be known, and no more.
                    whole = speaker not in referee.awaited(rules, table)
                    shown[whole] |= {*_pages(match, table, reader)}
                assert all(len(some) <= 2 for some in shown.values())
                if window.discreet:
                    assert {*_pages(match, base, reader)} >= shown[True] | shown[False]

    def test_a_bot_sees_what_its_seat_sees(self) -> None:
        """And nothing else: it thinks the same in both worlds, of what it may order."""
        permuted, level = self.permuted(), Level("tried", 8, 0)
        for match in islice(self.matches(), 1, None, 3):
            rules, state = match.game.rules, match.state
            window = rules.window(state)
            for seat in window.seats[:2] if window else ():
                other, before = permuted(state, seat, match.rng), repr(state)
                one = think(rules, state, seat, level, b"one seed")
                assert repr(state) == before, "what bots ask changes the state"
                two = think(rules, other, seat, level, b"one seed")
                assert one == two, (
                    f"the bot of {seat} plays {one.order} or {two.order} by what "
                    f"{seat} cannot see, {first_difference(state, other)}"
                )
                if one.order is not None:
                    assert rules.bind(state, seat, one.order).order is not None
                else:
                    assert rules.default(state, seat) is None

    def test_plans_hear_what_everybody_sees(self) -> None:
        """Where orders lie open (`Overheard`), two that differ look different."""
        rules = self.opened().rules
        if not isinstance(rules, Overheard) or type(rules).hears is not Overheard.hears:
            return  # its own answer to that is by the rules of the game
        for match in self.matches():
            played = [one for one in match.played if not one.window.discreet]
            for one in played[-4:]:
                for seat, own in one.orders.items():
                    for other in legal(match.game, one.before, seat, match.rng)[:6]:
                        both = one.orders, {**one.orders, seat: other}
                        if not _hides(match.game, one, both):
                            continue
                        spoken = [Spoken(one.before, orders) for orders in both]
                        heard = {hears(rules, each, seat, own) for each in spoken}
                        assert len(heard) == 1, (
                            f"plans tell {own} of {seat} from {other}, and what "
                            "resolve tells looks the same to the public: see "
                            "Overheard.hears"
                        )

    def test_a_secret_event_names_its_readers(self) -> None:
        """And only they get its secret fields."""
        for match in self.matches():
            for events in (match.opening, *(one.events for one in match.played)):
                for event in events:
                    if event.known_to is None:
                        continue
                    assert event.known_to <= set(match.seats)
                    hidden = {one.name for one in fields(event) if one.metadata}
                    for seat in (None, *match.seats):
                        heard = visible_to(seat, event)
                        if seat in event.known_to:
                            assert heard is event
                            assert all(getattr(event, x) is not None for x in hidden)
                        elif hidden:
                            assert heard is not None
                            assert heard.known_to is None
                            assert all(getattr(heard, x) is None for x in hidden)
                        else:
                            assert heard is None


def _hides(game: Game, one: Played, both: Sequence[Mapping[Seat, Order]]) -> bool:
    """Return whether two sheets of orders look the same to the public, but are not."""
    rules, steps = game.rules, []
    for orders in both:
        given = bound(rules, one.before, orders)
        if None in given.values():
            return False
        steps.append(rules.resolve(one.before, given))
    seen = [
        (
            [visible_to(None, event) for event in step.events],
            rules.view(step.state, None),
        )
        for step in steps
    ]
    return steps[0].state != steps[1].state and bool(seen[0] == seen[1])


def _pages(match: Match, table: Table[Any], reader: Reader) -> tuple[str, str]:
    header = turn_file.read(match.header())
    story = replay.Story(match.game, header, match.options, table)
    return render(report(story, reader)), str(document(story, reader))


#: What `_sent` returns, for whom it fails.
SENT = ("view", "window", "outcome", "report", "JSON", "list of faults and effects")


def _alike(seat: Seat | None, *sent: tuple[Any, ...]) -> None:
    for name, one, two in zip(SENT, *sent, strict=True):
        who = seat or "the public"
        whose = f"the {name} of {who} depends on what {who} may not see"
        assert one == two, f"{whose}: {first_difference(one, two)}"


def _sent(match: Match, state: Any, seat: Seat | None) -> tuple[Any, ...]:
    """Return all that a reader gets of a state."""
    table = replace(match.table, state=state, answers={}, held={}, news=())
    reader = Reader(seat=seat)
    rules = match.game.rules
    asked: list[Any] = []
    if seat is not None:
        for order in legal(match.game, match.state, seat, random.Random(1))[:30]:
            bound = rules.bind(state, seat, order)
            asked.append(bound.faults)
            if bound.order is not None:
                asked.append(rules.explain(state, seat, bound.order))
    shown = rules.view(state, seat), rules.window(state), rules.outcome(state)
    text, json = _pages(match, table, reader)
    return (*shown, text, json, asked)
