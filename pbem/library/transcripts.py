"""Games in the formats of their players: PGN for chess, SGF (FF[4]) for Go."""

from __future__ import annotations

import textwrap

from pbem.library.play import State
from pbem.library.styles.base import Style
from pbem.protocol import Outcome

WIDTH = 79  #: of lines of moves, in characters


def pgn(style: Style, state: State, name: str, outcome: Outcome | None) -> str:
    """Return a game of chess in Portable Game Notation, without a date or a place."""
    result = "*"
    if outcome is not None:
        won = [seat in outcome.winners for seat in state.seats]
        result = "1/2-1/2" if all(won) else "1-0" if won[0] else "0-1"
    white, black = state.seats
    tags = {"Event": name, "Site": "?", "Date": "????.??.??", "Round": "?",
            "White": white, "Black": black, "Result": result}  # fmt: skip
    if style.engine.variant:
        tags["Variant"] = style.engine.variant
    engine, moves = state.engine.get_game().new_initial_state(), list[str]()
    for number, turn in enumerate(state.turns):
        moves += [] if number % 2 else [f"{number // 2 + 1}."]
        (action,) = next(x.actions for x in style.turns(engine) if x.text == turn.text)
        text = engine.action_to_string(engine.current_player(), action)
        engine.apply_action(action)
        moves.append(turn.text + text[len(text.rstrip("+#")) :])
    head = "".join(f'[{tag} "{_quoted(text)}"]\n' for tag, text in tags.items())
    return head + "\n" + textwrap.fill(" ".join([*moves, result]), WIDTH) + "\n"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def sgf(style: Style, state: State, name: str, outcome: Outcome | None) -> str:
    """Return a game in the Smart Game Format; who begins is Black there."""
    board, given = style.board(state.engine), state.engine.get_game().get_parameters()
    head = {"FF": "4", "GM": str(style.engine.sgf), "CA": "UTF-8", "AP": "pbem",
            "SZ": str(board.columns), "GN": name}  # fmt: skip
    head |= {f"P{side}": seat for side, seat in zip("BW", state.seats, strict=True)}
    if "komi" in given:
        head |= {"KM": f"{given['komi']:g}", "RU": "Tromp-Taylor"}
    if outcome is not None:
        head["RE"] = _result(style, state, outcome)
    nodes = ["".join(f"{key}[{_escaped(text)}]" for key, text in head.items())]
    for turn in state.turns:
        side = "BW"[state.seats.index(turn.seat)]
        nodes.append(f"{side}[{style.sgf_move(turn, board.cells)}]")
    return "(;" + "\n;".join(nodes) + ")\n"


def _result(style: Style, state: State, outcome: Outcome) -> str:
    """Return who has won, and by how much."""
    if len(outcome.winners) != 1:
        return "0"
    side = "BW"[state.seats.index(outcome.winners[0])]
    if outcome.reason == "resigned":
        return f"{side}+R"
    points = style.points(state.engine)
    return f"{side}+{abs(points[0] - points[1]):g}" if points else f"{side}+"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
