"""A letter is read, and nothing is done yet: its commands, its orders in the notation
of the game that it is for, and what is for other games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from pbem.plans import first_words, own_words
from pbem.plugins.games import Game
from pbem.protocol import Seat, seat_called
from pbem.server.flow import small_words
from pbem.server.flow.instructions import ForeignLines, Instructions, Orders, PlanLines
from pbem.server.game import order_lines
from pbem.server.lobby import game_settings
from pbem.server.lobby.game_settings import add_setting
from pbem.server.store.letters import SortedLetter
from pbem.server.store.rows import GameSettings
from pbem.server.syntax import parser, registry
from pbem.server.syntax.command import Command, OrderLines
from pbem.server.syntax.guard import split_guard

MAX_COMMANDS = 30  #: of one letter that are carried out
#: What people put before a plan, as turn files do.
_HEADING = re.compile(
    r"^\s*+(?:my[ \t]++)?plan(?:[ \t]++(?:of|for)[ \t]++[^:\n]{1,60}+)?"
    r"(?::|(?=[ \t]++if\b))",
    re.I,
)
#: A setting below "new" as people write it: "silence = bot", "pace: 2 days".
_SETTING = re.compile(
    rf"({'|'.join(game_settings.SETTINGS)})([ \t]*+[=:]|[ \t])[ \t]*+(\S.*)", re.I
)
#: Words as judges head them: "From France to Italy: shall we?".
_ADDRESSED = re.compile(
    r"(?:message )?from ([^:\n]{1,60}?) to ([^:\n]{1,60}):\s*(\S.*)", re.I
)
Lines: TypeAlias = list[Command | str]


def spoken(content: SortedLetter) -> str:
    """Return a letter's text, or a command in the subject of an empty one.

    What a button of a mail program sends says "stop" in its subject, whatever it adds.
    """
    first = next(iter(parser.read_lines(content.subject)), "")
    stops = isinstance(first, Command) and first.name == "stop"
    if content.text.strip() and not stops:
        return content.text
    return content.text if isinstance(first, str) else content.subject


def parse(
    content: SortedLetter,
    game: Game | None = None,
    name: str = "",
    is_order: Callable[[str], bool] = lambda line: False,
    seat: Seat = "",
    seats: Sequence[Seat] = (),
    *,
    names: Mapping[str, Seat] | None = None,
    asked: bool = False,
    answers: Callable[[Command | str], Command | str] | None = None,
) -> Instructions:
    """Read a letter for the game of a name, or for none; from one of its seats.

    `names` are other names of seats. A line for which `is_order` holds is an order,
    though it is a command, too. Where something was `asked`, more words may stand
    behind a "yes"; `answers` reads what else says yes or no to an invitation or a
    proposal.
    """
    found, names = Instructions(), names or {}
    written: Lines = []
    for one in parser.read_lines(spoken(content), is_order):
        idle = isinstance(one, str) and parser.is_idle(one) and not is_order(one)
        if idle:
            found.idle.append(str(one))
        else:
            written.append(_addressed(one, seat, names) or one)
    if asked:
        written = [small_words.bare_yes(one, game) for one in written]
    if answers and not any(isinstance(one, Command) for one in written):
        read = [answers(one) for one in written]
        first = next((at for at, one in enumerate(read) if one != written[at]), 0)
        written[first : first + 1] = read[first : first + 1]
    lines = _divide(written, name, found)
    if seat and game is not None:
        lines, plan, preview = _without_plan(lines, game, seats, seat, names)
        if plan:
            found.steps.append(_read_plan(plan, preview=preview))
    begins = any(
        isinstance(one, Command) and registry.commands()[one.name].begins_game
        for one in lines
    )
    if begins:
        lines = [_setting(one) or one for one in lines]
    commands = 0
    items = parser.group(lines)
    for item in _without_settings(items, found, begins=begins):
        if isinstance(item, Command):
            found.steps.append(item)
            commands += 1
            if commands > MAX_COMMANDS:
                break
        else:
            found.steps.append(_read(item.lines, game))
    return found


def _addressed(
    line: Command | str, seat: Seat, names: Mapping[str, Seat]
) -> Command | None:
    """Return "press" for a line that says whom it is from, its writer, and to: "From
    France to Italy: shall we?"; from anybody else it is a quotation."""
    match = _ADDRESSED.fullmatch(line.strip()) if isinstance(line, str) else None
    writer = {seat, *(name for name, one in names.items() if one == seat)} - {""}
    if match is None or not seat_called(match[1], writer):
        return None
    command = parser.parse_command(f"press to {match[2]}: {match[3]}")
    return command and replace(command, source=(str(line),))


def _divide(lines: Lines, name: str, found: Instructions) -> Lines:
    """Collect what is below `game NAME #N` lines; return the other lines.

    Where a line names the game that the letter is for anyway, it is a guard only.
    """
    own: Lines = []
    parts: list[tuple[Command, Lines]] = []
    for line in lines:
        if isinstance(line, Command) and line.name == "game":
            parts.append((line, []))
        else:
            (parts[-1][1] if parts else own).append(line)
    for command, below in parts:
        named = command.one("WORD")
        guard = [command.one("GUARD")] if command.one("GUARD") else []
        if name and named.lower() == name.lower():
            own += [*guard, *below]
        else:
            text = "\n".join([*guard, *_written(below)])
            found.elsewhere.append(ForeignLines(named, text))
    return own


def _without_plan(
    lines: Lines,
    game: Game,
    seats: Sequence[Seat],
    seat: Seat,
    names: Mapping[str, Seat],
) -> tuple[Lines, list[str], bool]:
    """Return the other lines of a letter, its if-then lines as they were written, and
    whether they stand below "preview".

    What is indented below them, or an `else`, belongs to them, command or not; so does
    what stands right below one that says nothing to play.
    """
    others: Lines = []
    plan: list[str] = []
    inside = shown = preview = False
    below = ""  #: blanks before what the line above can only mean to play
    begins = partial(_begins_plan, game=game, seats=seats, seat=seat, names=names)
    for line in lines:
        first, *more = (line,) if isinstance(line, str) else line.source
        if isinstance(line, str) and _HEADING.match(line):
            first = _HEADING.sub("", line)
            line = line if first.strip() else parser.parse_command("plan") or line
        shown |= isinstance(line, Command) and line.name == "preview"
        if not more:
            first = _unsigned(first, begins, inside=inside, below=below)
        if more:
            inside = False
        elif begins(first):
            inside, below = True, _below(first)
        elif not first.strip():
            below = ""
        elif inside and first_words.ends(first):
            inside, below = False, ""
            continue
        elif inside and first_words.goes_on(first):
            below = _below(first)
        elif inside and below:
            first = below + first
        else:
            inside = False
        if inside:
            preview |= shown
            blanks = first[: len(first) - len(first.lstrip())]
            own = first_words.in_own_words(first.strip(), game, seats, seat, names)
            own = own if first_words.begins(own, seats, names) else ""
            read = [blanks + one for one in own.split("\n")] if own else [first]
            plan += [
                part for one in read for part in _parted(one, game) if part.strip()
            ]
        else:
            others.append(line)
    if plan:  # what is read back anyway, or replaced
        others = [one for one in others if isinstance(one, str) or one.name != "plan"]
    return others, plan, preview


def _parted(line: str, game: Game) -> list[str]:
    """Return a line of a plan, and what is behind an "else" in it as a line of its
    own, unless that may be a part of an order: "A Tri R Alb, else Ser"."""
    first, *more = own_words.parted(line)
    orders = [one.split(None, 1)[1] for one in more if len(one.split()) > 1]
    _, _, played = first.partition("then ")
    whole = ", ".join([played, *more])
    if not played or not all(map(game.notation.reads, (played, *orders))):
        return [line]
    if len(orders) < len(more) or game.notation.reads(whole):
        return [line]
    blanks = line[: len(line) - len(line.lstrip())]
    return [first, *(blanks + one for one in more)]


def _below(line: str) -> str:
    """Return the blanks before what a line of a plan can only mean to play below it; ""
    where it plays something itself."""
    blanks = line[: len(line) - len(line.lstrip())]
    return f"{blanks}  " if first_words.hangs(line) else ""


def _unsigned(
    line: str, begins: Callable[[str], bool], *, inside: bool, below: str
) -> str:
    """Return a line of a plan without the sign of a list before it, as far in as that
    puts it; any other line as it is."""
    body = line.lstrip()
    depth, rest = own_words.sign(body)
    if not depth:
        return line
    blanks = line[: len(line) - len(body)] + " " * depth
    if begins(rest) or (inside and first_words.goes_on(rest)):
        return blanks + rest
    if inside and below and len(blanks) <= len(below):
        return rest
    return blanks + rest if inside and (below or first_words.follows(rest)) else line


def _begins_plan(
    line: str,
    game: Game,
    seats: Sequence[Seat],
    seat: Seat,
    names: Mapping[str, Seat],
) -> bool:
    lacks_colon = first_words.lacks_colon(line, game, seats, seat, names)
    begins = lacks_colon or first_words.seems_plan(line, game)
    begins = begins or (first_words.seems_above(line) and not game.notation.reads(line))
    return begins or first_words.begins(line, seats, names)


def _read_plan(written: Sequence[str], *, preview: bool) -> PlanLines:
    """Return if-then lines without the `#7` behind one that says which turn they are
    for."""
    guard, lines = None, []
    for line in written:
        bare = line.lstrip()
        text, turn = split_guard(order_lines.clean_line(bare))
        guard = guard if turn is None else turn
        lines.append(line[: len(line) - len(bare)] + text)
    return PlanLines(tuple(lines), guard, preview)


def _written(lines: Lines) -> Iterable[str]:
    for line in lines:
        yield from (line,) if isinstance(line, str) else line.source


def _without_settings(
    items: list[Command | OrderLines], found: Instructions, *, begins: bool
) -> Iterable[Command | OrderLines]:
    """Put aside the settings of a game that begins in this very letter: they must be
    known before anybody is invited."""
    for item in items:
        if begins and isinstance(item, Command) and item.name == "set":
            name = game_settings.canonical(item.one("SETTING"))
            if name in game_settings.SETTINGS:
                bad = add_setting(found.settings, name, item.one("REST"))
                found.bad_settings.extend([bad] if bad else [])
                continue
        yield item


def _setting(line: Command | str) -> Command | None:
    """Return the command "set" for a line that says only what is set, and to what; a
    line without a sign between them must say something that can be."""
    match = _SETTING.fullmatch(line.strip()) if isinstance(line, str) else None
    if match is None:
        return None
    name, sign, value = match.groups()
    bare = not sign.strip()
    if bare and add_setting(GameSettings(), name.lower(), value.rstrip(".! ")):
        return None
    return parser.parse_command(f"set {name} {value}")


def _read(written: tuple[str, ...], game: Game | None) -> Orders:
    """Return lines without the `#7` behind them that says which turn they are for."""
    guard, lines = None, []
    for line in written:
        text, turn = split_guard(line)
        guard = guard if turn is None else turn
        lines.append(text)
    written_lines = tuple(line for line in lines if line) if game is not None else ()
    return Orders(written, written_lines, guard)
