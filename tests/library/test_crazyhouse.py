"""Crazyhouse: drops, and another program's rules beside ours."""

from __future__ import annotations

import random
from typing import Any

import chess.variant
import pytest

from pbem.plugins.games import find

SEATS = ("Ann", "Bob")


def _begun() -> tuple[Any, Any]:
    rules: Any = find("crazyhouse").rules
    options = rules.options(roles=("White", "Black"))
    return rules, rules.setup(SEATS, options, None).state


def _san(board: chess.variant.CrazyhouseBoard, move: chess.Move) -> str:
    text = board.san(move).rstrip("+#")
    return f"P{text}" if text.startswith("@") else text


@pytest.mark.parametrize("seed", range(2))
def test_moves_drops_and_promoted_pieces_are_as_another_program_has_them(
    seed: int,
) -> None:
    rng, board = random.Random(seed), chess.variant.CrazyhouseBoard()
    rules, state = _begun()
    for _ in range(70):
        window = rules.window(state)
        if window is None:
            assert board.is_game_over()
            break
        (seat,) = window.seats
        moves = {_san(board, move): move for move in board.legal_moves}
        assert {str(one) for one in rules.legal(state, seat)} == moves.keys()
        takes = [x for x in moves if "x" in x or "@" in x or "=" in x]
        text = rng.choice(takes if takes and rng.random() < 0.6 else [*moves])
        bound = rules.bind(state, seat, find("crazyhouse").notation.parse(text))
        assert not bound.faults
        played = len(state.turns)
        state = rules.resolve(state, {seat: bound.order}).state
        board.push(moves[text])
        for forced in state.turns[played + 1 :]:
            board.push_san(forced.text)
    pieces = rules.style.board(state.engine).pieces
    theirs = {
        chess.square_name(at): piece.symbol() + ("*" if at in promoted else "")
        for promoted in [chess.SquareSet(board.promoted)]
        for at, piece in board.piece_map().items()
    }
    assert {cell: piece.letter for cell, piece in pieces.items()} == theirs


@pytest.mark.parametrize(
    "text", ["P@e4", "p@e4", "@e4", "pawn@e4", "drop P@e4", "drop pawn e4"]
)
def test_a_drop_is_read_as_people_write_it(text: str) -> None:
    assert str(find("crazyhouse").notation.parse(text)) == "P@e4"


@pytest.mark.parametrize("name", ["chess", "crazyhouse"])
def test_a_drop_of_what_is_not_in_hand_is_refused(name: str) -> None:
    rules: Any = find(name).rules
    options = rules.options(roles=("White", "Black"))
    state = rules.setup(SEATS, options, None).state
    (fault,) = rules.bind(state, "Ann", find(name).notation.parse("N@e4")).faults
    assert (fault.code, fault.given["can"]) == ("illegal.drop", ())
