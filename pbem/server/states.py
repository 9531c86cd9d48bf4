"""How things stand that the store keeps: the words in its columns, listed once."""

from __future__ import annotations

from enum import StrEnum


class GameState(StrEnum):
    """The state of a game."""

    INVITED = "invited"  #: not everybody has accepted
    OPEN = "open"  #: anybody may join
    RUNNING = "running"
    OVER = "over"
    DROPPED = "dropped"  #: it never began


NOT_BEGUN = (GameState.INVITED, GameState.OPEN)
GOING_ON = (*NOT_BEGUN, GameState.RUNNING)
BEGUN = (GameState.RUNNING, GameState.OVER)


class SeatState(StrEnum):
    """The state of a seat."""

    LISTED = "listed"  #: not asked yet: the starter must confirm the game first
    ASKED = "asked"
    IN = "in"
    DECLINED = "declined"
    FREE = "free"  #: on offer; its player may come back
    GONE = "gone"  #: on offer; its player may not
    BOT = "bot"  #: a bot plays it


VACANT = (SeatState.FREE, SeatState.GONE)
OCCUPIED = (SeatState.IN, SeatState.BOT)
SEATED = (SeatState.IN, SeatState.FREE)  #: people


class OptOut(StrEnum):
    """What an address is not to be sent."""

    INVITATIONS = "invitations"  #: until its owner has said more
    ALL = "all"  #: nothing but answers to letters from there


class LetterState(StrEnum):
    """What became of a letter that came."""

    NEW = "new"
    WAITING = "waiting"  #: for its game
    DONE = "done"
    REPEAT = "repeat"
    AUTO = "auto"
    BOUNCE = "bounce"
    LIST = "list"
    OURS = "ours"
    REFUSED = "refused"  #: it cannot be read
    DEAD = "poison"  #: it failed too often
    #: Not a letter: lines that somebody was asked about. Whatever counts or lists
    #: letters leaves it out, since its number tells of sealed orders.
    ASKED = "asked"
    EXCESS = "excess"  #: beyond the rate limit
    BANNED = "banned"  #: its writer is, so it was not looked at


class LetterOutcome(StrEnum):
    """What a letter that was dealt with came to, as a whole."""

    NONE = ""  #: it is not known, or it held nothing for us
    ACTED = "taken"  #: something in it was done
    ASKED = "asked"  #: it was asked whether it was meant
    REFUSED = "refused"  #: something was asked of us, and nothing was done


class HookService(StrEnum):
    """A service that shows a line somewhere else than in a mailbox."""

    DISCORD = "discord"
    SLACK = "slack"
    MATTERMOST = "mattermost"
    MATRIX = "matrix"
    NTFY = "ntfy"
    ANY = "any"  #: whatever takes JSON


class OutboxState(StrEnum):
    """What became of a letter of ours."""

    WAITING = "waiting"
    HELD = "held"  #: until the digest of its reader
    SENT = "sent"
    DIGESTED = "digested"
    REFUSED = "refused"


class LetterKind(StrEnum):
    """What a letter of ours is for."""

    RECEIPT = "receipt"
    REPORT = "report"
    NOTICE = "notice"
    REMINDER = "reminder"
    PRESS = "press"
    INVITATION = "invitation"
    CONFIRM = "confirm"  #: asks whether a stranger's letter was meant
    SECURITY = "security"  #: who may speak for a player: asked, or changed
    GOODBYE = "farewell"  #: the last one; its address is forgotten with it
    OPT_OUT = "opt-out"  #: asks whether to send no letters at all
    OFFER = "offer"
    LOST = "lost"  #: fresh tokens
    UNREAD = "unread"  #: what they sent could not be read
    STRANGER = "stranger"
    DIGEST = "digest"
    OUTAGE = "outage"
    MASTER = "master"
    ALARM = "alarm"
    BANNED = "banned"  #: says so, once


class TokenPurpose(StrEnum):
    """What a token was mailed for; each is worth what it says, and no more."""

    ANSWER = "answer"  #: speaks for its seat and turn, or for its player
    CONFIRM = "confirm"  #: the same, and confirms what gives power over a seat
    ADDRESS = "address"  #: its address becomes one of the player's
    UNDO = "undo"  #: its address takes back a change of addresses
    RELAY = "relay"  #: its answer goes to a player, in the words of the host


class EntrySource(StrEnum):
    """Where an entry of a record came from."""

    LETTER = "letter"
    DRAFT = "draft"  #: orders that were held back
    PLAN = "plan"
    PRESS = "press"  #: words that cost something
    BOT = "bot"
    STAND_IN = "stand-in"  #: a bot in the place of a silent player
    ACT = "act"  #: a game master's
    RESIGNED = "resigned"  #: what silence came to, as the game is set
    DRAWN = "drawn"
    SKIPPED = "skipped"
    UNDO = "undo"  #: what is left of a sheet
    CLEARED = "cleared"
    IMPORT = "import"
    DEADLINE = "deadline"
    CLOCK = "clock"  #: time that has gone by


class VoteKind(StrEnum):
    """What a vote is about."""

    UNDO = "undo"
    DRAW = "draw"
    END = "end"
    RATED = "rated"  #: whether a game with bots counts in the standings
    EXTEND = "extend"  #: the deadline, by a time
    MASTER = "master"  #: who becomes a game master, by address


class VoteState(StrEnum):
    """The state of a vote."""

    OPEN = "open"
    PASSED = "passed"
    REFUSED = "refused"
    LAPSED = "lapsed"


class OfferState(StrEnum):
    """What became of the offer of a free seat."""

    OPEN = "open"
    ACCEPTED = "taken"
    REFUSED = "refused"
    LAPSED = "lapsed"
    GONE = "gone"  #: the seat's player came back


class TimerKind(StrEnum):
    """What is to happen at a time that is no deadline."""

    REMINDER = "reminder"
    OFFER = "offer"
    VOTE = "vote"
    FORGET = "farewell"  #: a player is forgotten
    LEAVE = "leave"  #: a player wants no more letters
    BANNED = "banned"  #: the host lets a player play no more
    HOLD = "hold"  #: an order that was read from prose counts
    EMPTY = "empty"  #: no person plays any more: the game ends


class SilencePolicy(StrEnum):
    """What becomes of seats that send nothing until the deadline."""

    WAIT = "wait"  #: the game waits, and they are reminded
    DEFAULT = "default"  #: what the rules say that silence means
    SKIP = "skip"  #: the same, or a pass where there is one
    RANDOM = "random"  #: a legal order that the game's own seed chooses
    REPLACE = "replace"  #: the default; after so many misses the seat is offered
    BOT = "bot"  #: a bot answers for them, this once
    RESIGN = "resign"  #: the default; after so many misses the player resigns


#: By these silence means something else than by the rules of a game.
OTHERWISE = (SilencePolicy.WAIT, SilencePolicy.RANDOM, SilencePolicy.BOT)


class PressPolicy(StrEnum):
    """When words between players are passed on."""

    AT_ONCE = "at-once"
    REPORT = "report"  #: with the next report
    OFF = "off"
