"""What kind of letter it is: written by a person, or by a machine that needs none.

Nothing but a `reply` is ever answered (RFC 3834). A doubtful letter that looks like a
bounce counts as one; a doubtful letter of a person counts as a reply.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pbem.mail.classify.bounce_addresses import bounced_addresses
from pbem.mail.message.letter import Letter
from pbem.mail.reply.phrases import phrases, tidy, word_set, words

LetterClass = Literal["reply", "bounce", "auto", "list"]

_DAEMONS = word_set(
    "mailerdaemon postmaster maildaemon mdaemon majordomoowner mmdf "
    "bouncenotification maildelivery maildeliverysubsystem"
)
_SILENT = word_set(
    "noreply donotreply autoreply autoresponder notifications listserv majordomo"
)
_BOUNCE_SUBJECT = re.compile(
    r"(?:mail |message |e-?mail )?(?:delivery|transport) (?:status notification|status|"
    r"failure|failed|problem|error|report|has failed|notification|reports|delayed|"
    r"unsuccessful|subsystem)"
    r"|undeliver(?:able|ed)|returned (?:mail|e-?mail|message|to sender)|mail returned"
    r"|failure (?:notice|delivery|notification)|delivery[- ]failure|failed mail"
    r"|(?:mail|message|e-?mail|delivery) (?:system error|could not be delivered|"
    r"not delivered|undeliverable|delivery failed|failure|error|delayed)"
    r"|(?:non[- ]?delivery|nondeliverable|non[- ]remis|non-delivered)"
    r"|unknown (?:user|addr)"
    r"|could not (?:send|be delivered)|cannot (?:send|deliver)"
    r"|rejected mail|bounced? mail"
    r"|user unknown|mail (?:bounced|rejected)|error sending|warning: .{0,40}(?:delay|"
    r"could not send|not delivered)|ndn: |dsn: |returned:"
)
_FAILURE_WORDS = word_set(
    "deliver send error sender unknown following mailbox mail reach found reject longer"
)
_FAILURE = re.compile(
    r"(?:could not|cannot|couldn't|can't|unable to|was not|wasn't|not) (?:be )?"
    r"(?:deliver|send)|undeliver|delivery (?:to the following|failed|error)|"
    r"(?:permanent|fatal) (?:fatal )?error|returned to sender|user unknown|"
    r"following (?:recipient|address)|mailbox (?:is full|unavailable|not found)|"
    r"this is the mail system|not reach the following|could not be found|"
    r"rejected by the recipient|no longer (?:valid|in use)"
)
_OUT_OF_OFFICE = re.compile(
    r" (?:is|ist|est) (?:currently )?"
    r"(?:out of the office|außer haus|absent du bureau)\b"
)
_CALENDAR_ANSWER = re.compile(rb"\bmethod[:=]\s?\"?(?:reply|counter)", re.IGNORECASE)
_NO = word_set("no false 0 none off")  #: values that say that a field does not hold
_REACTION = "text/vnd.google.email-reaction+json"  #: of Gmail: a thumb, and no text
#: How the text of a reaction begins that Gmail or Outlook writes next to it.
_REACTED = re.compile(
    r"\s{0,9}(?:[^\w\n]{0,40}\n\s{0,9})?[^\n]{1,80}? "
    r"reacted (?:via Gmail|to your message:?[ \r]{0,9}$)",
    re.MULTILINE,
)
_MAX_REACTION_CHARS = 200  #: of a letter in which a reaction is looked for
_MAX_ABSENCE_LINES = 3  #: of a text that may say that its writer is away
#: Of letters that a rule of their reader passes on, by a person or a machine.
_RULE_FIELDS = ("x-ms-exchange-inbox-rules-loop", "x-hmxmroriginalrecipient")
_LIST_FIELDS = ("list-id", "list-post", "list-help", "mailing-list", "x-mailing-list")


@dataclass(frozen=True, slots=True)
class Classification:
    """The class of a letter, the rule that gave it, and who could not be reached."""

    kind: LetterClass
    rule: str
    failed: tuple[str, ...] = ()  #: addresses that will not be reached
    delayed: tuple[str, ...] = ()  #: addresses that are still being tried
    #: only a head field says so that letters of people bear as well, where a program,
    #: a rule of theirs or a mailing list passes them on: a good token outweighs it
    weak: bool = False

    @property
    def addresses(self) -> tuple[str, ...]:
        """Every address that the bounce names."""
        return self.failed + self.delayed


def classify(letter: Letter, raw: bytes) -> Classification:
    """Return the class of a letter; `raw` is only looked into for a probable bounce."""
    if any(kind.endswith(";feedback-report") for kind in letter.kinds):
        return Classification("auto", "feedback-report")
    firm = _automatic_rule(letter) or _calendar_rule(letter, raw)
    automatic = firm or _weak_rule(letter)
    suspect = _bounce_rule(letter)
    if not suspect and _reads_as_bounce(letter, automatic):
        suspect = "phrase"
    if suspect in ("null-path", "phrase") and _is_absence_notice(letter, automatic):
        return Classification("auto", automatic)
    if suspect:
        failed, delayed = bounced_addresses(letter, raw)
        sure = failed or delayed or suspect not in ("subject", "null-path", "phrase")
        if sure or (suspect == "subject" and _tells_of_failure(letter.text)):
            return Classification("bounce", suspect, failed, delayed)
    if firm:
        return Classification("auto", firm)
    if suspect == "null-path":
        bounced = _has_bounce_subject(letter)
        return Classification("bounce" if bounced else "auto", suspect)
    rule = _list_rule(letter)
    if not automatic and not rule:
        return Classification("reply", "none")
    weak = not _reads_as_absence(letter.text)
    return Classification("auto" if automatic else "list", automatic or rule, weak=weak)


def _name(address: str) -> str:
    """Return the name before the @, without dots, dashes and underscores."""
    return re.sub("[._-]", "", address.partition("@")[0])


def _is_from_daemon(letter: Letter) -> bool:
    senders = (*letter.writers, letter.return_path or "")
    names = [_name(sender) for sender in senders]
    if any(name in _DAEMONS or name.startswith("postmaster") for name in names):
        return True
    sender = tidy(letter.first("from"))[:200]
    return sender.startswith(("mailer-daemon", "postmaster", "mail delivery")) or (
        "mailer-daemon" in sender or "mail delivery s" in sender
    )


def _bounce_rule(letter: Letter) -> str:
    """Return the first rule that makes a letter look like a bounce."""
    report = (";delivery-status", "message/delivery-status")
    if any(kind.endswith(report) for kind in letter.kinds):
        return "delivery-status"
    if letter.first("x-failed-recipients"):
        return "x-failed-recipients"
    if _is_from_daemon(letter) and not _says_auto_replied(letter):
        return "daemon"
    if _has_bounce_subject(letter):
        return "subject"
    if letter.return_path == "":
        return "null-path"
    return ""


def _reads_as_bounce(letter: Letter, automatic: str) -> bool:
    """Return whether a letter that nothing else gives away reads as a bounce.

    That of a person may, too, who tells what did not arrive.
    """
    person = letter.in_reply_to or tidy(letter.subject).startswith("re:")
    return bool(automatic or not person) and _tells_of_failure(letter.text)


def _is_absence_notice(letter: Letter, automatic: str) -> bool:
    """Return whether an automatic letter is an absence notice rather than a bounce."""
    submitted = letter.first("auto-submitted").strip().lower()
    return submitted.startswith("auto-replied") or (
        automatic not in ("", "auto-submitted", "precedence", "writer")
    )


def _says_auto_replied(letter: Letter) -> bool:
    """Return whether an automatic answer says that it is one, not a bounce."""
    return letter.first("auto-submitted").lower().startswith("auto-replied") and (
        letter.return_path != "" and not _has_bounce_subject(letter)
    )


def _has_bounce_subject(letter: Letter) -> bool:
    subject = tidy(letter.subject)[:200].strip("*[]<> ")
    return bool(_BOUNCE_SUBJECT.match(subject) or phrases("undelivered").start(subject))


def _tells_of_failure(text: str) -> bool:
    """Return whether a letter begins as a bounce of an older mail server does."""
    if "@" not in text[:5000]:
        return False
    start = text[:800].lower()
    likely = any(word in start for word in _FAILURE_WORDS)
    return likely and bool(_FAILURE.search(start))


def _automatic_rule(letter: Letter) -> str:
    """Return the rule by which a letter was sent without a person, or ""."""
    submitted = letter.first("auto-submitted").partition(";")[0].strip().lower()
    if submitted and submitted != "no":
        return "auto-submitted"
    report = ("multipart/report", "message/disposition-notification")
    if any(kind.startswith(report) for kind in letter.kinds):
        return "report"
    for name, value in letter.fields:
        if name in words("automatic") and value.lower() not in _NO:
            return name
    if _precedence(letter) == "auto_reply":
        return "precedence"
    if _name(letter.writer) in _SILENT:
        return "writer"
    if _is_complaint(letter):
        return "complaint"
    if _REACTION in letter.kinds or _REACTED.match(letter.text[:_MAX_REACTION_CHARS]):
        return "reaction"
    return "subject" if _has_absence_subject(letter) else ""


def _weak_rule(letter: Letter) -> str:
    """Return the field that automatic letters bear, and those of people as well."""
    suppress = letter.first("x-auto-response-suppress").lower()
    if "all" in suppress or "autoreply" in suppress:
        return "x-auto-response-suppress"
    if _precedence(letter) in ("bulk", "junk"):
        return "precedence"
    return next((field for field in _RULE_FIELDS if letter.first(field)), "")


def _precedence(letter: Letter) -> str:
    return letter.first("precedence").lower().strip()


def _reads_as_absence(text: str) -> bool:
    """Return whether a text begins as an absence notice does.

    It is asked only where a field of the head hints at one, too.
    """
    text = text[:2000].replace("\u2019", "'")
    lines = [tidy(line[:500]) for line in text.split("\n") if line.strip()]
    return any(
        phrases("absent").start(line) or phrases("away").within(line)
        for line in lines[:_MAX_ABSENCE_LINES]
    )


def _has_absence_subject(letter: Letter) -> bool:
    """Return whether the subject is that of an answer that a program writes.

    What a player may write as well counts only before a colon, in an answer.
    """
    subject = tidy(letter.subject)[:200].lstrip("[(*")
    if not subject:
        return False
    if phrases("away").start(subject) or _OUT_OF_OFFICE.search(subject):
        return True
    gone = phrases("gone").start(subject)
    follows = subject[len(gone) :].lstrip()[:1] in (":", "：")
    return bool(gone) and follows and bool(letter.in_reply_to)


def _calendar_rule(letter: Letter, raw: bytes) -> str:
    """Return whether a calendar answers an invitation."""
    answers = "text/calendar" in letter.kinds and _CALENDAR_ANSWER.search(raw)
    return "calendar" if answers else ""


def _is_complaint(letter: Letter) -> bool:
    """Return whether it is a complaint that a large host sends by itself."""
    return letter.writer.startswith(("staff@", "feedbackloop@", "abuse@")) and (
        "message/rfc822" in letter.kinds
    )


def _list_rule(letter: Letter) -> str:
    """Return the rule by which a letter came through a mailing list, or ""."""
    if _precedence(letter) == "list":
        return "precedence"
    return next((f for f in _LIST_FIELDS if letter.first(f)), "")
