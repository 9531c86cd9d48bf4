"""Chess: moves as people write them, and another program's rules beside ours."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import chess
import pytest

from pbem.notation.parser import NotUnderstood
from pbem.plugins.games import find
from pbem.protocol import Bound
from pbem.record import replay, turn_file
from pbem.server.game.orders import offer_text

SEATS = ("Ann", "Bob")
FORMS = {
    "e4": "E4|pawn to e4|pawn e4",
    "e2-e4": "e2e4|e2 e4|e2 to e4|E2-E4|e2–e4",
    "Nf3": "nf3|NF3|knight f3|Knight to f3|Nf3+|N-f3",
    "Nxe5": "nxe5|knight takes e5|N x e5|N:e5",
    "exd5": "e x d5|exd5 e.p.|e:d5",
    "bxc3": "b x c3",
    "Bxc3": "bishop takes c3|Bxc3#|Bxc3 check",
    "Nbd2": "N b d2|nbd2",
    "Ng1-f3": "Ng1f3|ng1f3|knight g1 to f3",
    "O-O": "0-0|o-o|OO|O–O|castle kingside|castles short|kingside castle|0-0+",
    "O-O-O": "0-0-0|o-o-o|castles queenside|castles long|castle on the queen's side",
    "e takes d": "exd|e:d|e x d|exd e.p.|ed|ed ep",
    "e takes d=Q": "exd=Q|ed=q",
    "knight takes pawn": "Knight takes pawn|NxP|nxp|N x P",
    "pawn takes bishop": "PxB|pxB",
    "Nf3 (=)": "nf3(=)|Nf3, offer draw|Nf3 offer draw",
    "O-O (=)": "0-0 (=)",
    "offer draw": "Offer draw|(=)",
    "pawn takes knight=Q": "pawn takes knight becomes a queen",
    "castles": "castle|Castles|castling",
    "e8=Q": "e8Q|e8q|e8(Q)|e8/Q|e8 queen|e8=q+|e8 promotes to a queen",
    "bxa8=N": "bxa8n|bxa8=n|bxa8 knight",
}


@pytest.mark.parametrize("meant", FORMS)
def test_a_move_is_read_as_people_write_it(meant: str) -> None:
    notation = find("chess").notation
    for text in [meant, *FORMS[meant].split("|")]:
        assert str(notation.parse(text)) == meant, text


@pytest.mark.parametrize("text", ["i4", "e9", "e2-", "Nf", "x", "=Q", "hello e4 there"])
def test_what_is_no_move_is_not_read(text: str) -> None:
    with pytest.raises(NotUnderstood):
        find("chess").notation.parse(text)


def _after(*moves: str) -> tuple[Any, Any]:
    """The rules, and the state after some moves from the beginning."""
    rules: Any = find("chess").rules
    options = rules.options(roles=("White", "Black"))
    state = rules.setup(SEATS, options, None).state
    for move in moves:
        (seat,) = rules.window(state).seats
        state = rules.resolve(state, {seat: _bound(rules, state, move).order}).state
    return rules, state


def _bound(rules: Any, state: Any, move: str) -> Bound[Any]:
    (seat,) = rules.window(state).seats
    bound: Bound[Any] = rules.bind(state, seat, find("chess").notation.parse(move))
    return bound


#: In the Italian game White may castle, and two knights could reach d2.
ITALIAN = ("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "d3", "d6")


@pytest.mark.parametrize(
    ("moves", "move", "code", "given"),
    [
        ((), "e5", "illegal.chess-move", {"can": ["a3", "a4"]}),
        ((), "e3-e4", "illegal.empty", {"cell": "e3"}),
        ((), "e7-e5", "illegal.not-yours", {"owner": "Bob"}),
        ((), "O-O", "illegal.castling", {"why": "between"}),
        (("h4", "g5", "hxg5", "h6", "gxh6", "a6", "h7", "a5"), "hxg8=K",
         "illegal.promotion", {"can": ("hxg8=Q", "hxg8=R", "hxg8=B", "hxg8=N")}),
        ((), "e4=Q", "illegal.promotion", {"can": ("e4",)}),
        ((), "castles", "illegal.castling", {"why": ""}),
        (("h4", "a6", "Rh2", "b6"), "O-O", "illegal.castling", {"why": "moved"}),
        (("e4", "e5", "Nf3", "d6", "Bc4", "Bg4", "d3", "Bxf3", "a3", "Bxg2", "a4",
          "a6"), "O-O", "illegal.castling", {"why": "attacked"}),
        (("e4", "e5", "Bc4", "Qh4", "Nh3", "Qxf2+"), "O-O", "illegal.castling",
         {"why": "check"}),
        (ITALIAN, "Nd2", "ambiguous.move", {"which": ("Nbd2", "Nfd2")}),
        (ITALIAN, "bb5", "doubtful.bishop", {"move": "Bb5"}),
        (ITALIAN, "Bxe6", "doubtful.nothing-taken", {"cell": "e6"}),
        (("e4", "d5", "exd5", "e6", "dxe6", "a6", "exf7+"), "a5", "illegal.chess-move",
         {"check": True}),
    ],
)  # fmt: skip
def test_a_move_that_is_not_to_be_had_is_answered_with_the_reason(
    moves: tuple[str, ...], move: str, code: str, given: dict[str, Any]
) -> None:
    rules, state = _after(*moves)
    (fault,) = _bound(rules, state, move).faults
    assert fault.code == code
    for key, value in given.items():
        found = fault.given[key]
        assert (found[: len(value)] if isinstance(value, list) else found) == value


@pytest.mark.parametrize(
    ("moves", "move", "played"),
    [
        (("e4", "a6", "e5", "d5"), "exd", "exd6"),
        (("e4", "d5"), "PxP", "exd5"),
        (("e4", "d5", "c4", "h6"), "pxp", ""),
        (("e4", "d5", "c4", "h6"), "ed", "exd5"),
        (ITALIAN, "bishop takes pawn", "Bxf7"),
        ((*ITALIAN, "Nxe5", "dxe5"), "b takes pawn", ""),
    ],
)
def test_a_capture_is_named_by_what_takes_and_what_is_taken(
    moves: tuple[str, ...], move: str, played: str
) -> None:
    rules, state = _after(*moves)
    bound = _bound(rules, state, move).order
    assert (bound.text if bound else "") == played


def test_bots_hope_for_more_pieces_and_look_at_captures_first() -> None:
    rules, state = _after("e4", "d5")
    assert abs(rules.worth(state, "Ann") + rules.worth(state, "Bob") - 1) < 1e-9
    ahead = _after("e4", "d5", "exd5", "a6")[1]
    assert rules.worth(ahead, "Ann") > rules.worth(state, "Ann")
    looked = rules.sensible(state, "Ann", [*rules.legal(state, "Ann")])
    assert str(looked[0]) == "exd5"


def test_castles_alone_means_the_only_castling_there_is() -> None:
    rules, state = _after(*ITALIAN)
    bound = _bound(rules, state, "castles").order
    assert bound is not None
    assert bound.text == "O-O"


def test_a_stalemate_by_two_knights_is_none_for_want_of_pieces() -> None:
    rules, state = _after()
    ended = state.engine.get_game().new_initial_state("7k/8/4NNK1/8/8/8/8/8 b - - 0 1")
    assert ended.is_terminal()
    assert rules.style.ending(ended) == "stalemate"


@pytest.mark.parametrize(
    ("lines", "offered", "reason"),
    [
        ("Ann: offer draw", "Ann", ""),
        ("Ann: offer draw / Ann: e4", "Ann", ""),
        ("Ann: e4 (=)", "Ann", ""),
        ("Ann: e4 (=) / Bob: e5 (=)", "Bob", ""),
        ("Ann: e4 (=) / Bob: accept draw", "", "agreed"),
        ("Ann: e4 / Ann: offer draw / Bob: e5", "", ""),
        ("Ann: offer draw / Bob: decline draw", "", ""),
        ("Ann: offer draw / Bob: accept draw", "", "agreed"),
        ("Bob: offer draw / Ann: offer draw", "", "agreed"),
    ],
)
def test_a_draw_is_offered_until_it_is_answered_or_the_other_side_moves(
    lines: str, offered: str, reason: str
) -> None:
    record = "Game: chess\nSeats: Ann, Bob\n\n" + lines.replace(" / ", "\n") + "\n"
    story = replay.play(turn_file.read(record))
    outcome = story.game.rules.outcome(story.table.state)
    assert not story.faults
    assert story.table.state.offered == offered
    assert (outcome.reason if outcome else "") == reason
    assert outcome is None or outcome.winners == SEATS


@pytest.mark.parametrize(
    "text", ["Nf3 (=), good luck", "Nf3\n(=)", "(=)\nNf3", "Nf3\n\n(=)\n\nAnn"]
)
def test_a_letter_offers_a_draw_by_the_sign_for_it(text: str) -> None:
    story = replay.play(turn_file.read("Game: chess\nSeats: Ann, Bob\n"))
    assert offer_text(story, "Ann", text).orders == ["Nf3 (=)"]


@pytest.mark.parametrize(
    ("game", "seat", "text", "code"),
    [
        ("chess", "Ann", "offer draw", "illegal.draw-offered"),
        ("chess", "Ann", "accept draw", "illegal.no-offer"),
        ("breakthrough", "Bob", "offer draw", "illegal.no-draws"),
        ("breakthrough", "Bob", "b7-b6 (=)", "illegal.no-draws"),
    ],
)
def test_a_draw_that_cannot_be_offered_or_answered_is_refused(
    game: str, seat: str, text: str, code: str
) -> None:
    rules: Any = find(game).rules
    state = rules.setup(SEATS, rules.options(roles=("White", "Black")), None).state
    state = replace(state, offered="Ann")
    (fault,) = rules.bind(state, seat, find(game).notation.parse(text)).faults
    assert fault.code == code


def _games(count: int) -> Counter[str]:
    """Play random games on both programs, and compare each position and the result."""
    ends: Counter[str] = Counter()
    for seed in range(count):
        rng, board = random.Random(seed), chess.Board()
        rules, state = _after()
        while (window := rules.window(state)) is not None:
            (seat,) = window.seats
            assert seat == SEATS[not board.turn]
            move = rng.choice([*board.legal_moves])
            takes = [one for one in board.legal_moves if board.is_capture(one)]
            if takes and rng.random() < 0.4:  # so that games are not too long
                move = rng.choice(takes)
            san, long = board.san(move), move.uci()
            forms = [san, san.rstrip("+#"), san.replace("x", ""), san.replace("=", "")]
            bound = _bound(
                rules, state, rng.choice([*forms, *[long] * (len(long) < 5)])
            )
            assert not bound.faults, (san, board.fen())
            played = len(state.turns)
            state = rules.resolve(state, {seat: bound.order}).state
            board.push(move)
            for forced in state.turns[played + 1 :]:
                assert board.legal_moves.count() == 1
                board.push_san(forced.text)
            ours, theirs = (
                str(state.engine).split(),
                board.fen(en_passant="fen").split(),
            )
            assert ours[:3] + ours[4:] == theirs[:3] + theirs[4:]
        outcome = rules.outcome(state)
        assert {
            "mate": board.is_checkmate(),
            "stalemate": board.is_stalemate(),
            "repetition": board.is_repetition(3),
            "fifty-moves": board.is_fifty_moves(),
            "no-material": board.is_insufficient_material(),
        }[outcome.reason], board.fen()
        won = (SEATS[board.turn],) if board.is_checkmate() else SEATS
        assert outcome.winners == won
        ends[outcome.reason] += 1
    return ends


def test_random_games_are_as_another_program_plays_them() -> None:
    """Four of them; a long run has more."""
    assert sum(_games(4).values()) == 4
