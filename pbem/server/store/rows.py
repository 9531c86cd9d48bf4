"""The rows of the store, a class for each table: the columns, by name and type.

The tables are made of these classes (schema.py). Times are in seconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypedDict

from pbem.server.states import (
    EntrySource,
    GameState,
    HookService,
    LetterKind,
    LetterOutcome,
    LetterState,
    OfferState,
    OptOut,
    OutboxState,
    PressPolicy,
    SeatState,
    SilencePolicy,
    TimerKind,
    TokenPurpose,
    VoteKind,
    VoteState,
)

MAX_GAME_NAME = 60  #: characters


class Col(NamedTuple):
    """What the type of a field leaves open of its column."""

    length: int | None = None  #: characters; None: any number
    default: object = None  #: None: it must be given, or may be NULL
    of: str | None = None  #: the column that it refers to
    key: bool = False  #: part of the primary key
    unique: bool | None = None
    indexed: bool | None = None


Count = Annotated[int, Col(default=0)]
Flag = Annotated[bool, Col(default=False)]
Words = Annotated[str, Col(default="")]
PlayerId = Annotated[int, Col(of="player.id")]
GameId = Annotated[int, Col(of="game.id")]
Name = Annotated[str, Col(40)]  # of a seat or a kind of game


class MetaRow(NamedTuple):
    """A fact about the whole store."""

    name: Annotated[str, Col(40, key=True)]
    value: str


class PlayerRow(NamedTuple):
    """A person who plays or watches."""

    id: int
    name: Annotated[str, Col(80, "")]
    display: Annotated[str, Col(10, "board")]
    made: float
    zone: Annotated[str, Col(60, "")]  # "": the server's
    digest: Annotated[str, Col(10, "")]  # daily
    digest_at: float | None  # when the next one is due
    calendar: Flag
    asked: Count  # windows with a deadline
    missed: Count  # of these, own misses
    recent: Count  # the last 20 of them as bits, 1 for a miss, the last one lowest
    digest_time: Annotated[str, Col(5, "")]  # 18:00; "": when digests go
    quiet: Annotated[str, Col(11, "")]  # hours in which no letters come: 22:00-07:00


class AddressRow(NamedTuple):
    """An address of a player."""

    id: int
    player_id: Annotated[int, Col(of="player.id", indexed=True)]
    address: Annotated[str, Col(320, unique=True)]
    rank: Count  # 0 is written to first
    trouble: Words  # why it cannot be reached
    made: float
    proven: Annotated[bool, Col(default=True)]  # a letter with proof came from it
    told: float | None  # when the one letter went that it gets before


class AddressChangeRow(NamedTuple):
    """A change of a player's addresses, which can be taken back for a while."""

    id: int
    player_id: Annotated[int, Col(of="player.id", indexed=True)]
    what: Annotated[str, Col(10)]  # add, remove, use
    address: Annotated[str, Col(320)]
    before: str  # all of them, the one written to first, in JSON
    made: float
    undone: Flag


class BlockRow(NamedTuple):
    """An address that wants fewer letters, as a digest: nobody is forgotten less."""

    digest: Annotated[str, Col(64, key=True)]
    what: Annotated[OptOut, Col(12)]


class BanRow(NamedTuple):
    """An address, or all of a domain, that plays here no more."""

    id: int
    digest: Annotated[str, Col(64, unique=True)]  # a person who is forgotten stays out
    shown: Annotated[str, Col(320)]  # a@b.org, or @b.org
    until: float | None  # NULL: for good
    made: float


class HookRow(NamedTuple):
    """A web hook by which a player learns whose turn it is."""

    id: int
    player_id: Annotated[int, Col(of="player.id", indexed=True)]
    url: Annotated[str, Col(1000)]
    service: Annotated[HookService, Col(12)]
    game_id: Annotated[int | None, Col(of="game.id")]  # NULL: all games
    instead: Flag  # of reminders by mail
    code: Annotated[str, Col(64, "")]  # its digest, until it has come back
    made: float


class PingRow(NamedTuple):
    """The one line about a game that a hook shows, or is about to."""

    hook_id: Annotated[int, Col(of="hook.id", key=True)]
    game_id: Annotated[int, Col(key=True)]  # 0: none
    player_id: PlayerId
    text: Words
    remote: Annotated[str, Col(300, "")]  # what the service calls what it shows
    rings: Flag  # it is shown anew, so that the reader hears of it
    next_at: Annotated[float | None, Col(indexed=True)]  # NULL: it is shown
    tries: Count
    since: float | None  # when it was first tried


class GameRow(NamedTuple):
    """A game; its record is in its entries."""

    id: int
    name: Annotated[str, Col(MAX_GAME_NAME, unique=True)]
    kind: Name
    state: Annotated[GameState, Col(12)]
    options: Annotated[str, Col(default="{}")]  # as given, in JSON
    seed: bytes | None
    position: Words  # of an imported game
    rules: Annotated[int, Col(default=1)]
    starter_id: Annotated[int | None, Col(of="player.id")]
    serial: Count
    length: Count  # entries, voided ones too
    revision: Count  # changes of the record
    pace: int  # seconds from report to deadline
    deadline: float | None
    quiet: Count  # deadlines in a row without any letter
    wake_at: float | None  # when a worker must look at it; NULL: not before mail
    made: float
    ended: float | None
    timing: Words  # the pace in words
    grace: Count  # seconds
    graced: Flag  # it runs now
    silence: Annotated[SilencePolicy, Col(12, SilencePolicy.DEFAULT)]
    misses: Annotated[int, Col(default=2)]  # in a row, before that
    press: Annotated[PressPolicy, Col(10, PressPolicy.AT_ONCE)]
    anonymous: Flag  # press may be
    wanted: Count  # seats of an open game
    opened: float | None  # when the open window was opened
    moves: Count  # of this deadline
    paused: float | None  # since when
    remains: float | None  # seconds to the deadline, while it is paused
    wall: Annotated[str, Col(60, "")]  # the deadline in words
    result: Words  # how it ended, in JSON
    delay: Count  # seconds that bots wait before they answer
    hold: Count  # seconds that a turn waits which an order in prose would close
    reliable: Count  # of a hundred late turns that who joins must have kept


class SeatRow(NamedTuple):
    """A seat of a game."""

    game_id: Annotated[int, Col(of="game.id", key=True)]
    number: Annotated[int, Col(key=True)]
    name: Name
    player_id: Annotated[int, Col(of="player.id", indexed=True)]
    state: Annotated[SeatState, Col(12)]
    word: Annotated[str, Col(200, "")]  # mixed into the chance
    wish: Annotated[str, Col(200, "")]  # what it would like to play, best first
    waits: Flag  # orders stay in there:
    draft: Words  # until ready, or the deadline
    misses: Count  # in a row
    former_id: Annotated[int | None, Col(of="player.id")]  # whose name it has
    since: float | None  # when its player took it over
    bot: Annotated[str, Col(10, "")]  # the level of the bot that plays it


class GameSettings(TypedDict, total=False):
    """The columns of a game that its settings fill."""

    pace: int
    timing: str
    grace: int
    silence: SilencePolicy
    misses: int
    press: PressPolicy
    anonymous: bool
    delay: int
    hold: int
    reliable: int


class WatcherRow(NamedTuple):
    """A player who looks on at a game."""

    game_id: Annotated[int, Col(of="game.id", key=True)]
    player_id: Annotated[int, Col(of="player.id", key=True)]


class LetterRow(NamedTuple):
    """A letter that came, without its bytes."""

    id: int
    key: Annotated[str, Col(600, unique=True)]
    recipient: Annotated[str | None, Col(500)]
    received: float
    kept: float
    state: Annotated[LetterState, Col(12)]
    game_id: Annotated[int | None, Col(of="game.id")]
    content: bytes | None  # what sorting found out, for the worker
    sender: Annotated[str, Col(320, "")]
    player_id: Annotated[int | None, Col(of="player.id")]
    twin: Annotated[str | None, Col(64, unique=True)]  # tells a repeat
    digest: Annotated[str, Col(64, "")]  # of the new text
    domain: Annotated[str, Col(255, "")]  # of a stranger
    understood: Flag
    answered: Flag
    tries: Count
    why: Words
    lines: Words  # what became of each, in JSON: pairs of the line and a word
    answer: Words  # what its writer was told
    outcome: Annotated[LetterOutcome, Col(10, LetterOutcome.NONE)]


class EntryRow(NamedTuple):
    """An entry of a record."""

    game_id: Annotated[int, Col(of="game.id", key=True)]
    number: Annotated[int, Col(key=True)]
    serial: int  # the window it was offered to
    seat: int | None  # NULL: a deadline, or time
    text: str  # lines of an order
    seconds: int | None  # that went by; NULL without a seat: the deadline
    source: Annotated[EntrySource, Col(10)]
    letter_id: int | None  # the letter that brought it
    void: Flag  # taken back by its seat
    made: float
    salt: Annotated[str, Col(64, "")]  # of its receipt
    received: float | None
    due: float | None  # the deadline at that time
    act_id: int | None  # the act of a game master that took it back


class MisreadRow(NamedTuple):
    """A letter that its writer reported as misread."""

    id: int
    letter_id: Annotated[int, Col(unique=True)]
    player_id: Annotated[int, Col(of="player.id", indexed=True)]
    kind: Name  # of the game
    text: str  # the letter, without names, addresses and tokens
    read: str  # the orders that it was read as
    made: float


class PlanRow(NamedTuple):
    """What a seat will answer when it hears what others have played."""

    game_id: Annotated[int, Col(of="game.id", key=True)]
    seat: Annotated[int, Col(key=True)]
    number: int  # entries that the record had when it came
    text: str  # its lines
    made: float


class OutboxRow(NamedTuple):
    """A letter of ours."""

    id: int
    message_id: Annotated[str, Col(200, unique=True)]
    player_id: Annotated[int | None, Col(of="player.id")]
    game_id: Annotated[int | None, Col(of="game.id")]
    recipient: Annotated[str, Col(320)]
    sender: Annotated[str, Col(320)]
    kind: Annotated[LetterKind, Col(12)]
    subject: Annotated[str, Col(300)]
    raw: bytes | None  # NULL once it is settled
    blocks: bytes | None  # what it says, while it waits for a digest
    mark: Annotated[str, Col(40, "")]  # stands for the token
    state: Annotated[OutboxState, Col(12)]
    tries: Count
    next_at: float
    why: Words
    made: float
    settled: float | None
    letter_id: int | None  # that it answers


class TokenRow(NamedTuple):
    """The digest of a token, and what the token says."""

    id: int
    handle: Annotated[str, Col(16, indexed=True)]  # start of the digest
    digest: Annotated[str, Col(64)]
    player_id: PlayerId
    game_id: Annotated[int | None, Col(of="game.id", indexed=True)]
    serial: int | None
    made: float
    until: float | None  # NULL: as long as the turn
    purpose: Annotated[TokenPurpose, Col(10, TokenPurpose.ANSWER)]
    address: Annotated[str, Col(320, "")]  # that an answer must come from; "": any
    letter_id: int | None  # the letter that was asked about


class AuditRow(NamedTuple):
    """A line of the audit log."""

    id: int
    at: float
    what: Annotated[str, Col(40, indexed=True)]
    game_id: int | None
    player_id: int | None
    letter_id: int | None
    seat: int | None  # of the game
    detail: Words


class TimerRow(NamedTuple):
    """What a game must do at a time that is not its deadline; game.wake_at is the
    first of all of these."""

    id: int
    game_id: GameId
    at: float
    what: Annotated[TimerKind, Col(20)]
    number: Count


class AbsenceRow(NamedTuple):
    """Days on which a player cannot move."""

    id: int
    player_id: Annotated[int, Col(of="player.id", indexed=True)]
    start: float
    until: float
    made: float


class PressRow(NamedTuple):
    """Words between players."""

    id: int
    game_id: GameId
    serial: int
    seat: int  # whose words
    player_id: Annotated[int | None, Col(of="player.id")]
    to: str  # numbers of seats in JSON; []: all
    text: str
    anonymous: Flag
    told: Flag  # sent, or reported
    made: float


class VoteRow(NamedTuple):
    """What a seat has proposed to the others."""

    id: int
    game_id: GameId
    kind: Annotated[VoteKind, Col(10)]
    more: Annotated[str, Col(400, "")]  # the time, or the address
    seat: int  # who proposed it
    serial: int
    state: Annotated[VoteState, Col(10)]
    made: float
    until: float


class BallotRow(NamedTuple):
    """What a seat says to a proposal."""

    vote_id: Annotated[int, Col(of="vote.id", key=True)]
    seat: Annotated[int, Col(key=True)]
    yes: bool


class MasterRow(NamedTuple):
    """A game master of one game."""

    game_id: Annotated[int, Col(of="game.id", key=True)]
    player_id: Annotated[int, Col(of="player.id", key=True)]
    made: float


class ActRow(NamedTuple):
    """What a game master did."""

    id: int
    game_id: Annotated[int, Col(of="game.id", indexed=True)]
    serial: int
    who: Annotated[str, Col(320)]
    what: Annotated[str, Col(400)]
    reason: str
    detail: Words
    made: float


class BenchRow(NamedTuple):
    """A standby player, for a kind of game."""

    player_id: Annotated[int, Col(of="player.id", key=True)]
    kind: Annotated[str, Col(40, key=True)]
    most: Annotated[int, Col(default=1)]  # seats a month
    made: float


class OfferRow(NamedTuple):
    """A free seat, offered to a standby player."""

    id: int
    game_id: GameId
    number: int  # of the seat
    player_id: PlayerId
    state: Annotated[OfferState, Col(10)]
    made: float
    until: float


class BotJobRow(NamedTuple):
    """An order that a bot is to find."""

    id: int
    game_id: GameId
    number: int  # of the seat
    serial: int  # the window
    at: float  # not before that
    tries: Count  # that failed
    made: float


class AskedRow(NamedTuple):
    """Doubtful orders that a seat was asked about before they are taken."""

    game_id: Annotated[int, Col(of="game.id", key=True)]
    seat: Annotated[int, Col(key=True)]
    serial: Annotated[int, Col(key=True)]  # the window
    digest: Annotated[str, Col(64, key=True)]  # of the orders and of what they left
    made: float


class PauseRow(NamedTuple):
    """A notice to a player that answers are paused."""

    player_id: Annotated[int, Col(of="player.id", key=True)]
    game_id: Annotated[int, Col(key=True)]  # 0: about all games
    at: float  # the last time
