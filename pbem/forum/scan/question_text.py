"""What a scan tells the moderator, in words (templates/forum/words.j2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.forum.annotations.remembered import plain
from pbem.forum.scan.questions import Doubt, Scan, spelt
from pbem.games import Game, built_in, find
from pbem.report.wording import environment, words


def doubt_words(doubt: Doubt, game: Game) -> str:
    """A doubt in one line or two."""
    why = ""
    if doubt.fault is not None:
        piece = str(doubt.given.get("piece", doubt.text))
        why = words(game).fault(doubt.fault, piece)
    code = {"letters": "letters_in_order"}.get(doubt.code, doubt.code)
    return _line(game, code, doubt, why)


def refusal_words(code: str, given: Mapping[str, Any]) -> str:
    """Why a file is no thread, or an answer none."""
    return _line(find(next(iter(built_in()))), code, given)


def _line(game: Game, code: str, *given: Any) -> str:
    module = environment(game).get_template("forum/words.j2").module
    macro = getattr(module, code.replace(".", "_").replace("-", "_"))
    return plain(str(macro(*given)))


def answers(doubt: Doubt) -> list[str]:
    """The answers that a doubt may be given, the proposed one first."""
    if not doubt.asks or doubt.code == "other-seat":
        return []
    if doubt.code.startswith("name-"):
        name, near = plain(doubt.post.author), doubt.given["near"] or "..."
        known = [f"{name} = {near}", f"{name} = nobody"]
        return known[::-1] if doubt.code == "name-twin" else known
    number = doubt.post.number
    found = [f"{number} = yes"] if doubt.proposal else []
    if doubt.code.startswith("edited") and doubt.given.get("before"):
        return [*dict.fromkeys([*found, f"{number} = keep"])]
    return [*found, f"{number} = nothing"]


def markup(scan: Scan, game: Game, *, written: bool, new: bool = False) -> str:
    """All that was found, as a page of blocks (page.py)."""
    thread = scan.thread
    title = plain(thread.title) or "A thread"
    count = len(thread.posts)
    lines = [f"= {title} :: {count} post{'s' * (count != 1)}", ""]
    if scan.taken:
        lines += ["== Orders found", ""]
    for one in scan.taken:
        how = {"new": "", "replaced": ", changed", "removed": ", taken out"}[one.how]
        lines.append(
            f"* {one.seat}, turn {one.serial} :: "
            f"{plain(spelt(one.sheet))} (post {one.post.number}{how})"
        )
        lines += [f"* :: {words(game).fault(f, text)}" for f, text in one.notes]
    asked = [one for one in scan.doubts if one.asks]
    told = [one for one in scan.doubts if not one.asks]
    if asked:
        lines += ["", "== What I am not sure of", ""]
    for doubt in asked:
        lines += [f"{_where(doubt)}: {doubt_words(doubt, game)}", ""]
        shown = [f'--answer "{text}"' for text in answers(doubt)]
        if doubt.proposal:
            lines += [f"- yes: {plain(doubt.proposal)}"]
        lines += [f"| {text}" for text in shown] + [""]
    if told:
        lines += ["", "== What you should know", ""]
    lines += [f"- {_where(doubt)}: {doubt_words(doubt, game)}" for doubt in told]
    return "\n".join([*lines, "", _end(scan.changed or new, written)])


def _where(doubt: Doubt) -> str:
    post = doubt.post
    link = f" ({post.link})" if post.link else ""
    return f"Post {post.number} by {plain(post.author) or 'nobody'}{link}"


def _end(changed: bool, written: bool) -> str:
    if not changed:
        return "Nothing new: the record is as it was."
    if written:
        return "The record was brought up to date."
    return "Nothing is written yet; --write does that."
