"""How the head of a post looks in text that was copied out of a page of each forum.

A head has a line that tells when (and mostly who); a name that is not in it stands
above it, at the top of a block about its owner, or below it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

NAME = r"(?P<name>[^\s:>\[\]#|«»—][^:>\[\]\n|«»—]{0,60}?)"
CHAT = r"(?P<name>[^\s:\[\]\n][^:\[\]\n]{0,60}?)"
WHEN = r"(?P<when>[^\n]{2,60}?)"
COUNT = r"#(?P<number>\d{1,9})"
SUBJECT = r"(?:Post subject|Betreff des Beitrags|Titel|Sujet du message)"
BY = r"(?:by|von|par|por|da|door|av|от|przez)"


@dataclass(frozen=True, slots=True)
class Style:
    """One forum's lines of name and date."""

    title: str
    pattern: re.Pattern[str]
    where: Literal["inside", "above", "below"] = "inside"  #: the name
    tight: bool = False  #: the name stands directly above, with no block of its owner
    counts: bool = False  #: a line `#3` is beside the line of the date
    profile: bool = False  #: a block about the owner is below
    then: re.Pattern[str] | None = None  #: the next line, which is part of the head
    twice: bool = False  #: one head alone proves nothing


def _style(title: str, pattern: str, then: str = "", **more: Any) -> Style:
    below = re.compile(then, re.IGNORECASE) if then else None
    return Style(title, re.compile(pattern, re.IGNORECASE), then=below, **more)


#: The surest first.
STYLES = (
    _style("phpBB", rf"(?:[^\W\d_]{{2,20}}? ?)?{BY} {NAME} » {WHEN}"),
    _style(
        "phpBB 2",
        rf"(?:{NAME}\t+)?(?:{SUBJECT}: .{{0,100}}?)?(?:Post)?"
        rf"(?:Posted|Verfasst|Posté le|Publicado): {WHEN}(?:\s+{SUBJECT}: .*)?",
        where="above",
        profile=True,
    ),
    _style(
        "SMF",
        rf"[«‹] ?(?:(?:Reply|Antwort|Réponse|Respuesta) ?#\d+ )?"
        rf"(?:on|am|le|en) ?: {WHEN} ?[»›]",
        where="above",
    ),
    _style("SMF 2.1", rf"(?:Reply|Antwort) #\d+ ?[-–—] ?{WHEN}", where="above"),
    _style("MyBB 1.6", WHEN, then=r"Post: #\d{1,9}", where="below"),
    _style("vBulletin", rf"(?:Old |Alt )?{WHEN},?\s*{COUNT}", where="below"),
    _style(
        "NodeBB",
        rf"(?:{NAME} )?(?:wrote|schrieb) (?:on |am )?{WHEN}(?: last edited by.*)?",
        where="above",
    ),
    _style(
        "IPS",
        rf"(?:{NAME} )?(?:Posted|Geschrieben|Posté\(e\)) {WHEN}(?: \(edited\))?",
        where="above",
    ),
    _style("Google Groups", WHEN, then=r"to \S.{0,60}", where="above", tight=True),
    _style(
        "counted",
        rf"(?:{COUNT}\s+)?{WHEN}(?: ?\(This post was last modified.*\))?",
        where="above",
        counts=True,
    ),
    _style("WhatsApp", rf"\[{WHEN}\] (?:{CHAT}: ?(?P<text>.*)|[^:]{{1,200}})"),
    _style("WhatsApp", rf"{WHEN} [-–] (?:{CHAT}: ?(?P<text>.*)|[^:]{{1,200}})"),
    _style("Telegram", rf"{CHAT}, \[{WHEN}\]:?(?P<text>.*)"),
    _style("Discord", rf"\[{WHEN}\] {CHAT}", twice=True),
    _style("Discord", rf"(?:{CHAT} ?)?[—–] ?{WHEN}", where="above", tight=True),
    _style(
        "Reddit",
        rf"(?:\[[–+-]\] ?)?(?:u/)?{NAME}(?: ?\[\w+\])* (?:-?[\d.,k]+ points?|"
        rf"\[?score hidden\]?)(?: \(\d+ children\))? {WHEN}\*?"
        r"(?: \(last edited [^()]*\))?(?: ?\(\d+ children\))?",
    ),
    _style(
        "Slack",
        rf"{CHAT}(?:\s+APP)?\s+\[?(?P<when>\d{{1,2}}:\d\d(?: ?[AP]M)?)\]?",
        twice=True,
    ),
    # Slack puts what somebody is doing, as a picture, before the time.
    _style("chat", rf"(?::[\w+-]+:\s+)?{WHEN}", where="above", tight=True, twice=True),
)

#: Lines about a member or a post, and buttons: of no account wherever they stand.
LABEL = re.compile(
    r"(?:posts?|posted|joined|join date|location|from|threads?|topics?|reputation|"
    r"messages?|reaction score|trophy points|points|solutions?|gender|age|occupation|"
    r"likes?(?: received| given)?|thanks?|karma|group|rank|registriert|beiträge|"
    r"wohnort|inscription|messages|localisation|registrado|mensajes|ubicación|"
    r"has (?:given|received) \d+|has thanked|been thanked|content count|website|"
    r"warnings?|activity|country|status|followers|contact|post subject)\b ?:? ?.{0,60}",
    re.IGNORECASE,
)
BUTTON = re.compile(
    r"(?:app|user avatar|avatar|offline|online|away|top|nach oben|haut|quote|zitieren|"
    r"citer|zitat|reply|reply with quote|antworten|like|like reply|multi-?quote|"
    r"like ?\+ ?quote ?reply|edit|edit delete report quote|report|report post|"
    r"share|share tweet|tweet|add bookmark|bookmark|new|neu|find|logged|permalink|"
    r"give award|award|profile|view profile|view profile view forum posts.*|"
    r"view public profile.*|pm|website|private message|e-?mail|attached files|"
    r"default|old|alt|unread|unread,|last reply|upvote|downvote|vote|links?|"
    r"\d+ (?:repl(?:y|ies)|likes?|reactions?)(?: last reply)?|source|embed|save|"
    r"link to (?:post|comment)|parent|permalinkembedsave.*|permalink.{0,80}reply|"
    r"comment|reply all|reply to author|forward|post cancel|.{1,60} avatar|post id|"
    r"post options|select post|deselect post|give gift|back to top|member is .*|"
    r"click to (?:expand|shrink)\.{3}|[*•·★—–]{1,10}|op|author|original poster|"
    r"(?:global |super |forum )?moderators?|administrators?|admins?|staff|guests?|"
    # What forums call their members as they are shipped.
    r"newbie|newcomer|(?:jr\.|sr\.|junior|senior|full|hero|new|active|regular|advanced|"
    r"well-known|premium|elite|veteran|registered|posting freak)? ?members?|"
    r"posting freak|registered users?|users?)",
    re.IGNORECASE,
)
#: With one of these a post ends, where forums write it below each.
LAST = re.compile(
    r"top|nach oben|haut|logged|(?:reply with quote ?){1,2}|like ?reply|"
    r"(?:like ?\+? ?)?(?:multi ?)?quote ?reply|back to top|reply|quote|find|report|"
    r"permalink.{0,80}|post cancel|forward|share|upvote|\d+ repl(?:y|ies) last reply",
    re.IGNORECASE,
)
#: Above the first post of a page.
FIRST = re.compile(r"author\s+(?:topic|message)\b.*", re.IGNORECASE)
#: A remark of the forum that a post was changed.
EDITED = re.compile(
    r"(?:last edited by .{1,80}|last edited: .{4,60}|zuletzt geändert von .{1,80}|"
    r"edited (?:on )?.{3,60}|\(?this post was last modified: .{1,100}\)?|"
    r"« last edit: .{1,100} »|last edit: .{1,80}|dernière modification par .{1,80}|"
    r"zuletzt bearbeitet.{0,80}|last edited by|last edit(?:ed)?)",
    re.IGNORECASE,
)
STATUS = re.compile(
    r"^(?:offline|online) +(?=\S)|(?: +(?:offline|online|away|op|mod|author))+$",
    re.IGNORECASE,
)
