"""What the moderator answers to the questions of a thread."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pbem.forum.annotations.remembered import POLICIES, SETTINGS, Memory, StoredAnswer
from pbem.forum.annotations.timing import TimingRefused, with_settings
from pbem.forum.scan.questions import FOR, PLAN, Question, part_key
from pbem.forum.thread import ForumRefusal, Post, Thread
from pbem.protocol import Seat


class AnswerRefused(ForumRefusal):
    """An answer that answers nothing."""


#: Before a name in an answer, whatever that name is.
_WHO = re.compile(r"\s*who\s+(?=\S)", re.IGNORECASE)
_SEAT_OF = re.compile(r"seat\s+(\S.*)", re.IGNORECASE)
NOTHING = ("nothing", "no", "none")
KEEP = "keep"
NOBODY = "nobody"


def answered(
    memory: Memory,
    answers: Iterable[str],
    thread: Thread,
    seats: Iterable[Seat],
    questions: Iterable[Question] = (),
) -> Memory:
    """Return what is remembered after some answers. Raises AnswerRefused.

    `12 = yes`, `12 = nothing`, `12 = keep`, `12 = D4 1NE`, `12 plan = yes`,
    `12 for Bob = yes`, `Bobby = Bob`, `Dotty = nobody`, `moderator = Gina`,
    `orders = first`, `pace = 3 days`, `seat Bob = Dana` where Dana plays on for Bob.
    `who 12 = Bob` is about somebody who is called "12".
    """
    by_fold = {seat.casefold(): seat for seat in seats}
    asked = list(questions)
    writers = {" ".join(post.author.split()).casefold() for post in thread.posts}
    for text in answers:
        who = _WHO.match(text)
        # A name may hold anything; no seat holds a "=".
        left, equals, right = text.rpartition("=") if who else text.partition("=")
        left = left[who.end() :] if who else left
        left, right = left.strip(), " ".join(right.split())
        if not equals or not left or not right:
            raise AnswerRefused("forum.answer", found=text)
        word = " ".join(left.split()).casefold()
        whose = right.casefold()
        if whose in NOTHING and word in writers:
            whose = NOBODY
        post, letter = (None, "") if who else _post(left, thread, by_fold)
        if post is not None:
            about = [one for one in asked if one.post.key == post.key and one.asks]
            if about and not letter and all(one.plans for one in about):
                letter = PLAN  # the post asks nothing else
            key = part_key(post.key, letter)
            if whose == "yes" and memory.answer(key, post.digest()) is not None:
                continue
            answer = StoredAnswer(_in_full(right, post, letter, asked), post.digest())
            memory = replace(memory, answers={**memory.answers, key: answer})
        elif word == "moderator" and not who:
            moderators = tuple(dict.fromkeys((*memory.moderators, right)))
            memory = replace(memory, moderators=moderators)
        elif word in POLICIES and not who:
            if whose not in POLICIES[word]:
                raise AnswerRefused("forum.policy", word=word, known=POLICIES[word])
            policies = {**memory.policies, word: whose}
            memory = replace(memory, policies=policies)
        elif word in SETTINGS and not who:
            try:
                settings = with_settings(memory.settings, {word: right})
            except TimingRefused as fault:
                raise AnswerRefused(fault.code, **fault.given) from None
            memory = replace(memory, settings=settings)
        elif (left_by := _SEAT_OF.fullmatch(left)) and not who:
            memory = replaced(memory, left_by[1], right, thread, by_fold)
        elif word in by_fold and (whose == NOBODY or whose in by_fold):
            # A seat goes by its own name, whatever else it is called.
            if by_fold.get(whose) != by_fold[word]:
                raise AnswerRefused("forum.answer-seat", left=left, right=right)
        elif whose == NOBODY:
            nobody = tuple(dict.fromkeys((*memory.nobody, left)))
            memory = replace(memory, nobody=nobody)
        elif whose in by_fold:
            aliases = {**memory.aliases, left: by_fold[whose]}
            memory = replace(memory, aliases=aliases)
        else:
            given = {"left": left, "right": right, "seats": list(by_fold.values())}
            raise AnswerRefused("forum.answer-who", **given)
    return memory


def replaced(
    memory: Memory, seat: str, name: str, thread: Thread, seats: Mapping[str, Seat]
) -> Memory:
    """Return what is remembered once somebody else plays a seat on: who played it so
    far is nobody from the last post on, and what a newcomer has written in the open
    turn before orders nothing. Raises AnswerRefused."""
    found, known = seats.get(" ".join(seat.split()).casefold()), list(seats.values())
    if found is None:
        raise AnswerRefused("forum.answer-who", left=seat, right=name, seats=known)
    if name.casefold() in seats and seats[name.casefold()] != found:
        raise AnswerRefused("forum.answer-seat", left=name, right=found)
    last = max((post.number for post in thread.posts), default=0)
    gone = [one for one, of in memory.aliases.items() if of == found and one != name]
    gone += [found] * (name.casefold() != found.casefold())
    left = {**memory.left, **{one: last for one in gone if one not in memory.left}}
    left.pop(name, None)
    nobody = tuple(one for one in memory.nobody if one.casefold() != name.casefold())
    answers = dict(memory.answers)
    if name not in memory.aliases and name.casefold() != found.casefold():
        since = memory.report.number if memory.report else 0
        for post in thread.posts:
            if post.number > since and post.author.casefold() == name.casefold():
                answers[post.key] = StoredAnswer(NOTHING[0], post.digest())
    aliases = {**memory.aliases, name: found}
    memory = replace(memory, aliases=aliases, nobody=nobody)
    return replace(memory, left=left, answers=answers)


def _post(
    word: str, thread: Thread, seats: Mapping[str, Seat]
) -> tuple[Post | None, str]:
    """Return the post that an answer is about, and the letter of its question."""
    match = re.fullmatch(
        rf"(?:post\s*)?#?(\S+?)(\s?{PLAN}|\s?{FOR}.+|[a-z]?)", word, re.IGNORECASE
    )
    if match is None:
        return None, ""
    behind = match[2].strip().lower()
    if behind.startswith(FOR):
        behind = FOR + seats.get(behind.removeprefix(FOR).casefold(), "")
    for name, letter in ((match[1] + match[2], ""), (match[1], behind)):
        for post in thread.posts:
            if name in (post.key, str(post.number)):
                return post, letter
    if match[1].isdecimal():
        raise AnswerRefused("forum.answer-post", found=match[1])
    return None, ""


def _in_full(text: str, post: Post, letter: str, questions: Iterable[Question]) -> str:
    """Return an answer in full: `yes` is spelt out as what was proposed."""
    if text.casefold() in NOTHING:
        return NOTHING[0]
    if text.casefold() != "yes":
        return text
    of_post = [one for one in questions if one.post.key == post.key and one.asks]
    letters = {one.letter for one in of_post}
    if letters and not letter and "" not in letters:
        raise AnswerRefused("forum.answer-which", found=post.number)
    for one in of_post:
        if one.letter == letter and one.proposal:
            return one.proposal
    raise AnswerRefused("forum.answer-yes", found=f"{post.number}{letter}")
