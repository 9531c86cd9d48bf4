"""What the rules of every game must do, tested by random play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, ClassVar

from pbem import referee
from pbem.notation.parser import NotUnderstood
from pbem.plugins.games import Game, find
from pbem.protocol import Closes, Compound, Order, Seat, Standing
from pbem.record import replay, turn_file
from pbem.referee import Written
from pbem.report.builder import truth
from pbem.report.document import public_fields
from pbem.testing.channels import misread
from pbem.testing.differences import first_difference
from pbem.testing.kinds import wrong_kind
from pbem.testing.matches import Match, bound, legal, matches


class GameCase:
    """Tests of one game, by random matches."""

    game: ClassVar[str | Game]  #: by name, or as it was opened
    count: ClassVar[int] = 20  #: random matches that each test looks at

    def opened(self) -> Game:
        """Return the game."""
        return find(self.game) if isinstance(self.game, str) else self.game

    def matches(self, most: int = 16) -> Iterator[Match]:
        """Yield random matches of up to so many windows."""
        return matches(self.opened(), self.count, most)


class ContractTests(GameCase):
    """What the referee relies on."""

    def test_rules_give_back_what_they_are_asked_for(self) -> None:
        """A `Step`, a `Bound`, a `Window`, and so on."""
        assert (found := wrong_kind(self.opened())) is None, found

    def test_a_window_is_open_unless_the_game_is_over(self) -> None:
        """And those who may speak are seats of the game."""
        for match in self.matches():
            rules = match.game.rules
            for state in (*(one.after for one in match.played), match.state):
                window, outcome = rules.window(state), rules.outcome(state)
                assert (window is None) == (outcome is not None)
                if window is not None:
                    assert window.seats
                    assert set(window.seats) <= set(match.seats)
                if outcome is not None:
                    assert outcome.reason in match.game.facts["endings"], (
                        f'it ended with "{outcome.reason}", which endings in game.toml '
                        "do not list"
                    )
                    assert set(outcome.winners) <= set(match.seats), (
                        f"its winners {outcome.winners} are no seats"
                    )

    def test_legal_orders_and_automatic_ones_are_taken(self) -> None:
        """`legal`, `default` and `standing` yield what `bind` takes."""
        for match in self.matches():
            rules, state = match.game.rules, match.state
            window = rules.window(state)
            for seat in window.seats if window else ():
                orders: list[tuple[str, Order | None]] = [
                    ("legal lists", one) for one in _some(match, seat)
                ]
                orders += [("the default is", rules.default(state, seat))]
                if isinstance(rules, Standing):
                    orders += [("standing gives", rules.standing(state, seat))]
                for what, order in orders:
                    if order is None:
                        continue
                    bound = rules.bind(state, seat, order)
                    codes = [one.code for one in bound.faults if one.refuses]
                    codes += ["without a fault"] * (bound.order is None and not codes)
                    assert not codes, (
                        f"{what} {order} of {seat}, which bind refuses: {codes[0]}"
                    )
            if window is not None and window.closes is Closes.FIRST:
                for seat in set(match.seats) - set(window.seats):
                    for order in legal(match.game, state, seat, match.rng):
                        assert order.anytime, (
                            f"legal lists {order} of {seat}, who is not asked"
                        )

    def test_every_order_reads_as_it_is_written(self) -> None:
        """`str` gives what the notation reads, line by line."""
        for match in self.matches():
            rules, state = match.game.rules, match.state
            window = rules.window(state)
            for seat in window.seats if window else ():
                orders = _some(match, seat)
                orders += [order for order in (rules.default(state, seat),) if order]
                for order in orders:
                    lines = order.lines if isinstance(order, Compound) else (order,)
                    for line in lines:
                        _reads(match.game, line)

    def test_every_order_is_read_in_letters_posts_and_files(self) -> None:
        """Before commands of letters, and as it is."""
        for match in islice(self.matches(12), 8):
            assert (found := next(misread(match), None)) is None, found

    def test_resolving_changes_nothing_it_was_given(self) -> None:
        """And it comes to the same when it is done again."""
        for match in self.matches():
            rules, state = match.game.rules, match.state
            window = rules.window(state)
            if window is None:
                continue
            written = match.answers(window.seats)
            if not _complete(window.closes, written, window.seats):
                continue
            orders = bound(rules, state, written)
            before = repr(state), repr(orders)
            step, again = rules.resolve(state, orders), rules.resolve(state, orders)
            for seat in (None, *match.seats):
                rules.view(state, seat)
            truth(rules, state)
            assert (repr(state), repr(orders)) == before, (
                "resolve, view or truth changes what it was given; make a new one "
                "({**old, key: value}, pbem.kit.table)"
            )
            one, two = ((each.state, each.events) for each in (step, again))
            assert repr(step) == repr(again), (
                "resolve, asked twice, gives two things; all chance is that of the "
                f"state, and nothing is kept elsewhere: {first_difference(one, two)}"
            )
            assert step == again

    def test_the_order_of_arrival_makes_no_difference(self) -> None:
        """Sealed answers lead to the same state, no matter who was first."""
        for match in self.matches():
            rules = match.game.rules
            window = rules.window(match.state)
            if window is None or window.closes is Closes.FIRST:
                continue
            orders = match.answers(window.seats)
            results = []
            for seats in (list(orders), list(reversed(orders))):
                table = replace(match.table, answers={})
                for seat in seats:
                    sheet = [Written(orders[seat], str(orders[seat]))]
                    table, refused = referee.offer(rules, table, seat, sheet)
                    assert not [one for one in refused if one.fault.refuses]
                settled = referee.settle(rules, table)
                events = [one.events for one in settled.played]
                results.append((settled.table.state, events))
            one, two = results
            assert one == two, first_difference(one, two)

    def test_the_record_read_again_is_the_game_that_was_played(self) -> None:
        """State, events and who is awaited."""
        for match in self.matches(30):
            played: list[Any] = []
            story = replay.play(turn_file.read(match.record()), played.append)
            assert story.table.serial == match.table.serial
            assert story.table.state == match.state
            assert story.opening == match.opening
            assert [one.events for one in played] == [
                one.events for one in match.played
            ]
            assert story.awaited() == referee.awaited(match.game.rules, match.table)

    def test_all_that_is_told_goes_into_json(self) -> None:
        """Views, truths and events."""
        from msgspec import to_builtins

        for match in self.matches():
            rules = match.game.rules
            states = (match.state, *(one.after for one in match.played[-2:]))
            for state in {id(one): one for one in states}.values():
                views = [rules.view(state, seat) for seat in (None, *match.seats)]
                for shown in (truth(rules, state), *views):
                    document = to_builtins(public_fields(shown))
                    assert isinstance(document, dict)
                    assert json.loads(json.dumps(document, allow_nan=False))
            for one in match.played[-6:]:
                for event in one.events:
                    json.dumps(to_builtins(event), allow_nan=False)

    def test_a_seat_that_gave_up_does_not_stop_the_others(self) -> None:
        """Where one can resign at any time."""
        for match in self.matches():
            try:
                order = match.game.notation.parse("resign")
            except NotUnderstood:
                return
            if not order.anytime or match.game.rules.window(match.state) is None:
                continue
            match.send(match.rng.choice(match.seats), "resign")
            match.play(8)
            replay.play(turn_file.read(match.record()))

    def test_a_window_is_resolved_by_as_many_orders_as_it_asks_for(self) -> None:
        """One, or one of each seat; what was missed is among them."""
        for match in self.matches():
            for played in match.played:
                answered = tuple(played.orders)
                if played.window.closes is Closes.FIRST:
                    assert len(answered) == 1
                    assert answered[0] in played.window.seats
                elif played.window.closes is Closes.ALL:
                    assert answered == played.window.seats
                assert set(answered) <= set(played.window.seats)
                assert set(played.missed) <= set(answered)


def _some(match: Match, seat: Seat) -> list[Order]:
    return legal(match.game, match.state, seat, match.rng)[:40]


def _reads(game: Game, line: Order) -> None:
    """Assert that the notation reads an order as it prints itself."""
    try:
        read = game.notation.parse(str(line))
    except NotUnderstood as error:
        why = f'prints itself as "{line}", which the grammar does not read'
        raise AssertionError(f"{line!r} {why}") from error
    assert read == line, f'"{line}" is read otherwise: {first_difference(read, line)}'


def _complete(
    closes: Closes, orders: Mapping[Seat, Order], seats: tuple[Seat, ...]
) -> bool:
    return bool(orders) and (closes is Closes.FIRST or len(orders) == len(seats))
