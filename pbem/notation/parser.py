"""A line to an order, with faults that say where and what would be right.

Each game has a Lark grammar (`grammars/<game>.lark`) and functions that build
its orders from tokens (`Rules.readers`). Orders print themselves: for every
order, `parse(str(order)) == order`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from pbem.protocol import Fault, Misread, failures
from pbem.system.resources import compiled, folder

_NO_WORDS = ("zqxjv", "Qvxkz")  #: what reads these reads anything
_LETTERS = re.compile(r"[a-z]{2,}")
LONGEST_WORD = 60  #: characters of a word that is parted into terminals
LONGEST = 10_000  #: characters in one order, however many lines it has


class NotUnderstood(ValueError):
    """A text that is no order of this game; `fault` has the place."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


class Cleaned(NamedTuple):
    """A text with plain characters, and the original position of each."""

    text: str
    places: tuple[int, ...]  #: offsets in what was written; one more, of the end


class _Terminals(NamedTuple):
    """The terminals of a grammar, but those between the others."""

    own_word: re.Pattern[str]  #: one of those that do not read any word
    row_words: list[re.Pattern[str]]  #: of these, what reads nothing behind a number
    row_word: re.Pattern[str]  #: one of them
    behind_numbers: frozenset[str]  #: names of those that read anything there
    signed: bool  #: whether a number may have a sign, as in the cell "-1,0"


class Notation:
    """The written language of one game.

    `expected` gives a player's words for each terminal of the grammar, as
    game.toml has them under [notation]; of one without words ("") nobody is told, as
    the grammar has it for other games. A grammar begins with `order`, and with
    `position` where games can start from one. Raises what Lark raises where the
    grammar is wrong.
    """

    def __init__(
        self,
        grammar: Path,
        readers: Mapping[str, Callable[..., Any]],
        expected: Mapping[str, str],
    ) -> None:
        self._lark = Lark.open(
            str(grammar),
            parser="lalr",
            start=["order", *(["position"] if "position" in readers else [])],
            transformer=_builder(readers),
            import_paths=[str(folder("grammars"))],
            maybe_placeholders=True,
            cache=compiled(grammar.stem),
        )
        self._grammar, self._built_by, self._expected = grammar, readers, expected
        self._ignored = frozenset(self._lark.lexer_conf.ignore)
        patterns = {one.name: one.pattern for one in self._lark.terminals}
        #: What is written for terminals that are one text.
        self._spelt = {
            name: one.value for name, one in patterns.items() if one.type == "str"
        }
        # Who has a thread read waits half as long, who has a record replayed a quarter
        # less: of a word in prose several readings are tried, and orders come again.
        self._tried = lru_cache(maxsize=4096)(self._try)

    def parse(self, text: str, start: str = "order") -> Any:
        """The order that a text spells. Raises NotUnderstood."""
        if len(text) > LONGEST:
            raise NotUnderstood(Fault("invalid.too-long", given={"most": LONGEST}))
        order, error = self._tried(text, start)
        if error is None:
            return order
        if isinstance(error, UnexpectedInput):
            raise NotUnderstood(self._fault(text, start, error))
        if isinstance(error, Misread):
            raise NotUnderstood(error.fault)
        if start != "order":
            raise error
        raise NotUnderstood(failures.failed(error))

    def reads(self, text: str) -> bool:
        """Whether a text is an order, without the trouble of saying why not."""
        if len(text) > LONGEST:
            return False
        _, error = self._tried(text, "order")
        if error is not None and not isinstance(error, UnexpectedInput | Misread):
            failures.failed(error)
        return error is None

    def read_cleaned(self, cleaned: Cleaned) -> Any | None:
        """The order that a cleaned text spells, with the places of what was written.

        None where it spells none, and where the grammar lets a word through for the
        rules to refuse (its terminal is UNREAD).
        """
        try:
            parser: Any = self._lark.parse_interactive(cleaned.text, "order")
            for token in parser.lexer_thread.lex(parser.parser_state):
                if token.type == "UNREAD":
                    return None
                token.start_pos = cleaned.places[token.start_pos or 0]
                token.end_pos = cleaned.places[(token.end_pos or 1) - 1] + 1
                parser.feed_token(token)
            return parser.feed_eof()
        except (UnexpectedInput, Misread):
            return None
        except (Exception, SystemExit) as error:
            failures.failed(error)
            return None

    def reads_all(self, text: str) -> bool:
        """Whether a text is an order, with no word that is let through unread."""
        if not self.reads(text):
            return False
        places = tuple(range(len(text) + 1))
        return self.read_cleaned(Cleaned(text, places)) is not None

    def left(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where in an order the words stand that nobody understands; () for none, and
        where the text is no order.

        Those are words that the grammar lets through unread, and what stands right
        behind a number and is a word of no kind ("1NEx2").
        """
        if not self.reads(text):
            return ()
        behind_numbers = self._terminals.behind_numbers
        parser: Any = self._lark.parse_interactive(text, "order")
        return tuple(
            (one.start_pos, one.end_pos)
            for one in parser.exhaust_lexer()
            if one.type == "UNREAD"
            or (one.type in behind_numbers and not self.fits(str(one)))
        )

    @property
    def signed(self) -> bool:
        """Whether a number may have a sign, as in the cell "-1,0"."""
        return self._terminals.signed

    def uses(self, word: str) -> bool:
        """Whether a terminal of the grammar is for this word, and not for any word."""
        return self._terminals.own_word.fullmatch(word) is not None

    def words(self) -> frozenset[str]:
        """Return the words that terminals of the grammar are for, in small letters."""
        patterns = (one.pattern.value for one in self._lark.terminals)
        found = {word for one in patterns for word in _LETTERS.findall(one.casefold())}
        return frozenset(filter(self.uses, found))

    def by_letters(self, text: str) -> bool:
        """Whether a text is one word that no terminal of the grammar is for.

        Where it is read at all ("Nice" may be a die of Lava), it is rarely meant so.
        """
        word = text.strip(" .,;:!?…*_-–—\"'()")
        return word.isalpha() and len(word) > 1 and not self.uses(word)

    def fits(self, word: str) -> bool:
        """Whether a word is a row of such terminals: "1NE", "A1-B2"."""
        if word and not self._terminals.row_word.match(word):
            return False  # as most words of prose
        return len(word) <= LONGEST_WORD and _in_row(self._terminals.row_words, word)

    @property
    def patterns(self) -> dict[str, re.Pattern[str]]:
        """The terminals of the grammar by name, as they are matched."""
        found = {one.name: one.pattern.to_regexp() for one in self._lark.terminals}
        return {name: re.compile(pattern) for name, pattern in found.items()}

    # Every word of prose is compared with these. Who has a turn file resolved does not
    # wait for them: they are made for what people write.
    @cached_property
    def _terminals(self) -> _Terminals:
        patterns = self.patterns
        for name in self._ignored:
            patterns.pop(name, None)
        behind = {n: one for n, one in patterns.items() if _reads_behind_numbers(one)}
        own = [
            one for one in patterns.values() if not all(map(one.fullmatch, _NO_WORDS))
        ]
        row = [one for one in own if one not in behind.values()]
        own_word = _one_of(own)
        signed = _in_row(row, "-1,0") and not _in_row(row, "1.0")
        signed = signed and not own_word.fullmatch("-")
        return _Terminals(own_word, row, _one_of(row), frozenset(behind), signed)

    def wordless(self) -> set[str]:
        """The terminals that no player's words are known for."""
        names = {one.name for one in self._lark.terminals} - self._ignored
        return names - self._spelt.keys() - self._expected.keys()

    def unread(self) -> set[str]:
        """The rules of the grammar that no reader makes anything of."""
        names = {_reader_of(rule) for rule in self._lark.rules}
        return {name for name in names if name and name not in self._built_by}

    def unused(self) -> set[str]:
        """The readers that no rule of the grammar calls."""
        every = {rule.alias or rule.origin.name for rule in self._lark.rules}
        return {*self._built_by} - every - {"position"}  # which says that there is one

    def handed(self) -> Iterator[tuple[str, int, int]]:
        """Yield the rules that hand a fixed number of values to their readers: each
        with that number, and its line in the grammar (0: not found)."""
        text = self._grammar.read_text(encoding="utf-8")
        found = {one for rule in self._lark.rules if (one := _handed(rule))}
        for name, count in sorted(found):
            at = re.search(rf"^[?!]*{name}\b|->\s*{name}\b", text, re.MULTILINE)
            yield name, count, text.count("\n", 0, at.start()) + 1 if at else 0

    def _try(self, text: str, start: str) -> tuple[Any, BaseException | None]:
        """Return the order that a text spells, or None and why it spells none."""
        try:
            return self._lark.parse(text, start), None
        except (UnexpectedInput, Misread) as error:
            return None, error.with_traceback(None)
        except (Exception, SystemExit) as error:
            return None, error

    def _fault(self, text: str, start: str, error: UnexpectedInput) -> Fault:
        if isinstance(error, UnexpectedCharacters):
            at, names = error.pos_in_stream or 0, set(error.allowed or ())
        elif isinstance(error, UnexpectedToken):
            ended = error.token.type == "$END"
            at = len(text.rstrip()) if ended else int(error.token.start_pos or 0)
            names = set(error.accepts or error.expected)
        else:
            at, names = len(text.rstrip()), set(getattr(error, "expected", ()))
        names = {"$END" if name == "<END-OF-FILE>" else name for name in names
                 if self._expected.get(name) != ""}  # fmt: skip
        from difflib import get_close_matches

        found = _word_at(text, at)
        spelt = [self._spelt[name] for name in sorted(names) if name in self._spelt]
        given = {
            "start": start,
            "found": found,
            "expected": self._words(names),
            "near": next(iter(get_close_matches(found.lower(), spelt, 1, 0.6)), "")
            if len(found) > 2
            else "",
        }
        if not text.replace(",", " ").strip():
            return Fault("invalid.empty", given=given)
        code = "invalid.unfinished" if at >= len(text.rstrip()) else "invalid.notation"
        return Fault(code, (at, at + max(1, len(found))), given)

    def _words(self, names: set[str]) -> tuple[str, ...]:
        ignored = {*self._ignored, "$END"}
        words = {
            self._expected.get(name) or f'"{self._spelt.get(name, name.lower())}"'
            for name in names - ignored
        }
        if "$END" in names:
            words.add("the end of the line")
        return tuple(sorted(words, key=lambda word: (word.startswith("the end"), word)))


def _in_row(patterns: list[re.Pattern[str]], word: str) -> bool:
    """Return whether a word is a row of what these patterns match: "1NE", "A1-B2"."""
    ends, done = {0}, 0
    while ends and (done := min(ends)) < len(word):
        ends.remove(done)
        found = (pattern.match(word, done) for pattern in patterns)
        ends |= {one.end() for one in found if one and one.end() > done}
    return bool(ends)


def _one_of(patterns: Iterable[re.Pattern[str]]) -> re.Pattern[str]:
    """Return the pattern of whatever one of these matches."""
    return re.compile("|".join(f"(?:{one.pattern})" for one in patterns) or r"(?!)")


def _reads_behind_numbers(pattern: re.Pattern[str]) -> bool:
    """Whether a terminal reads anything right behind a number, and only there."""
    if all(map(pattern.fullmatch, _NO_WORDS)):
        return False
    found = ((text, pattern.match(text, 1)) for text in (f"1{w}" for w in _NO_WORDS))
    return all(match and match.end() == len(text) for text, match in found)


def _reader_of(rule: Any) -> str:
    """The reader that a rule calls; "" where it passes on what is in it."""
    if rule.alias:
        return str(rule.alias)
    name = str(rule.options.template_source or rule.origin.name)
    return "" if name.startswith("_") or rule.options.expand1 else name


def _handed(rule: Any) -> tuple[str, int] | None:
    """The reader that a rule calls, and how many values it gets; None: it calls none,
    or the number depends on the text."""
    name = str(rule.alias or rule.options.template_source or rule.origin.name)
    used = [
        symbol
        for symbol in rule.expansion
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out)
    ]
    if any(not one.is_term and one.name.startswith("_") for one in used):
        return None  # the children of such a rule take its place
    count = len(used) + sum(rule.options.empty_indices)  # what was left out is None
    passed_on = rule.options.expand1 and not rule.alias and count == 1
    return None if name.startswith("_") or passed_on else (name, count)


def _word_at(text: str, at: int) -> str:
    word = text[at:].split(maxsplit=1)
    return word[0].rstrip(",;")[:40] if word and not text[at : at + 1].isspace() else ""


def _builder(readers: Mapping[str, Callable[..., Any]]) -> Transformer[Any, Any]:
    """A Lark transformer that calls the reader of a rule with its children."""

    def spread(reader: Callable[..., Any]) -> Callable[[list[Any]], Any]:
        return lambda children: reader(*children)

    builder: Transformer[Any, Any] = Transformer()
    for rule, reader in readers.items():
        setattr(builder, rule, spread(reader))
    return builder
