"""Orders that talk has as words, too: an ace of spades is "AS"."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.language.reading import Asking, Certainty, MarkedLine
from pbem.language.text import read_text
from pbem.plugins.games import find
from tests.support import outside

#: The small game of the guide, whose numbers are cards, and with an order "done".
CARDS = {
    "pbem_race/grammars/race.lark": (
        'order: CARD\nCARD: /[tjqka][cdhs]/i | "done"i\n'
        "%import .common (BLANK)\n%ignore BLANK\n"
    )
}


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    files = outside.race() | CARDS
    texts = {name: one.replace("NUMBER", "CARD") for name, one in files.items()}
    texts["pbem_race/rules.py"] = texts["pbem_race/rules.py"].replace("int(", "str(")
    site = tmp_path_factory.mktemp("site")
    outside.write(site, "pbem-race", {"race": "pbem_race.rules:RULES"}, texts)
    with outside.installed(site):
        game = find("race")
        hand = ("AS", "KC", "QC", "AD", "done")
        reads = game.notation.reads
        yield Asking(
            *(game, "Ann", ("Ann", "Bob")),
            plays=lambda orders: all(reads(one) and one in hand for one in orders),
        )


@pytest.mark.parametrize(
    ("text", "orders", "offers"),
    [
        ("AS KC", (), (("AS",), ("KC",))),
        ("QC AD", (), (("QC",), ("AD",))),
        ("AH KC", (), (("KC",),)),  # AH is in nobody's hand, and is no sigh
        ("done KC", (), (("done",), ("KC",))),
        ("i play AS", ("AS",), ()),
        ("AS please", ("AS",), ()),
        ("KC as usual", ("KC",), ()),
        ("KC, and all done", ("KC",), ()),
    ],
)
def test_a_word_that_is_an_order_is_no_talk_next_to_another_order(
    asking: Asking,
    text: str,
    orders: tuple[str, ...],
    offers: tuple[tuple[str, ...], ...],
) -> None:
    (reading,) = read_text([MarkedLine(text)], asking)
    sure = reading.certainty is Certainty.SURE
    assert (reading.orders, reading.offers, sure) == (orders, offers, bool(orders))
