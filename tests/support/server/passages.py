"""What letters have in common: greetings, footers, and what reports always say.

A conversation keeps what it is about, so each of these passages is a mark in it, with
what it says of this letter: `{got it, friday #1}`. A conversation that says `letters:
whole` has them in full; each passage is in one of those
(tests/server/commands/test_passages.py).
"""

from __future__ import annotations

import re
from typing import NamedTuple

WHOLE = "letters: whole"
_INDENT = "    "  #: of what is written below a step


class Passage(NamedTuple):
    """A paragraph as it is read, without its line ends, and the mark in its place."""

    pattern: re.Pattern[str]
    mark: str


def _passage(words: str, mark: str) -> Passage:
    """`_` in words is a word or more, and so is `*`, which the mark repeats."""
    pattern = re.escape(words).replace(r"\*", "(.+?)").replace("_", ".+?")
    pattern = pattern.replace(r"\ ", " +")
    return Passage(re.compile(pattern), mark)


def _marks(text: str) -> list[Passage]:
    """Passages out of text: the words, then the mark behind `=>`."""
    found = []
    for entry in re.split(r"\n(?=\S)", text.strip()):
        words, _, mark = " ".join(entry.split()).partition(" => ")
        found.append(_passage(words, mark))
    return found


PASSAGES = _marks("""
##- answer above this line (*) -## => *
Got it, _. game * => got it, *
A question first, _. game * => asked, *
I could not do that, _. game * => not done, *
I could not use your letter, _. game * => not used, *
Preview only, _. game * => preview, *
Twice now I could do nothing with a letter of yours. If you would rather ask a person, _
    => a person may be asked

You are awaited, until *. Nothing received by then means: *.
    => awaited until *; else: *
You are awaited, until *. There is no move that I could make for you: the others
    would have to wait. => awaited until *; else the others wait
You have nothing to do now; I write to you when it is your turn. => nothing to do
* is awaited; you have nothing to do now. => * is awaited
This stands. You may send something else until *; the last letter counts. "clear" takes
    it back. => stands until *
What you sent before stands: *. You may send something else until *; the last letter
    counts. "clear" takes it back. => stands: *; until *
Seal * (the last report opens it; see "proof") => seal *

"yes as _" picks another name for you. "no" declines. I wait until *; "help _"
    tells more about the game, and "rules _" everything. "stop" says no to this and to
    all invitations: I write to you no more. => an answer until *
If not, do nothing: without an answer I forget it after *. => forgotten after *
It decides who may play in your name or plays a seat, or goes to all players, so I do it
    only when you say it twice. _ => asked twice
To answer *, begin a line with "press to _:". Lines without that are taken for orders.
    => how * is answered
I keep your plan, and nobody else knows of it. _ => a plan is kept
It begins a practice game with a bot, _ => bots
I am a referee for turn-based games that are played by mail. _ => who I am
Each receipt had a seal: _ => how seals are checked
arena Magic Arena: _ => all games
clear takes back what you have sent for this turn, _ => commands of a turn

_, turn * is done. Now turn _. game * => turn * is done, *
Your turn, _: by * => your turn, by *
A quiet turn: nobody was hurt. => nobody was hurt
How everybody stands => how they stand
What everybody did => what they did
What happened => what happened
Sending nothing means: stay, cast nothing. Everybody gains _ MP either way. => silence
How one wins: _ => how one wins
You can reach _ => where one can go
Write where you go, then what you cast, _ => what to write
Write your type of magic _ => what to write
All choices stay secret until everybody has chosen. _ => until when it is secret
In place of the letter you may write the four corners _ => what to write
You win by closing a blob of any colour but your own; _ => how one wins
The first number is how many columns or rows a blob spans; _ => what numbers mean
Equal letters at the two ends of a stroke are one blob. _ => what letters mean
Each letter is a face as it lies; _ => what faces are
red a g R _ => faces of red
green i r G _ => faces of green
blue q r B _ => faces of blue
R red _ left => dice left
""")
_WORD = re.compile(r"[a-z]{3}")
#: What the subject of most letters ends with: an answer, or a new turn.
_SUBJECT = re.compile(
    rf"({_INDENT}To \S+:)(.*?):? "
    "(?:(your letter)|your turn|(Your letter to the referee))"
)


def folded(text: str) -> str:
    """Return a conversation with marks for its passages and boards, unless it is to be
    whole; no blank line is between two marks."""
    if WHOLE in text.split("\n"):
        return text
    out: list[str] = []
    for paragraph in paragraphs(text):
        mark = _mark(paragraph)
        if mark and out[-1] == "" and out[-2].startswith(f"{_INDENT}{{"):
            out.pop()
        out += [f"{_INDENT}{{{mark}}}"] if mark else map(_subject, paragraph)
    return "\n".join(out)


def _subject(line: str) -> str:
    """A line; one that names a letter, with a mark for the words of its subject."""
    match = _SUBJECT.fullmatch(line)
    if match is None:
        return line
    return f"{match[1]}{match[2]} {{{'answer' if match[3] or match[4] else 'turn'}}}"


def paragraphs(text: str) -> list[list[str]]:
    """Return the lines of a text, those without a blank one between them together."""
    found: list[list[str]] = [[]]
    for line in text.split("\n"):
        if bool(line) != bool(found[-1] and found[-1][0]) or not line:
            found.append([])
        found[-1].append(line)
    return found[1:] if not found[0] else found


def passage_in(paragraph: list[str]) -> tuple[Passage, re.Match[str]] | None:
    """Return the passage that a paragraph is, with what it says of this letter."""
    words = " ".join(line.strip() for line in paragraph)
    for passage in PASSAGES:
        if match := passage.pattern.fullmatch(words):
            return passage, match
    return None


def _mark(paragraph: list[str]) -> str:
    """The mark of a paragraph of a letter; "" where it stays as it is."""
    if not all(line.startswith(_INDENT) for line in paragraph):
        return ""
    if found := passage_in(paragraph):
        passage, match = found
        said = iter(match.groups())
        return re.sub(r"\*", lambda _: next(said), passage.mark)
    is_board = len(paragraph) > 2 and not any(map(_WORD.search, paragraph))
    return "a board" if is_board else ""
