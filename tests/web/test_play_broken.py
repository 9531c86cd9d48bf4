"""A game that is broken while it is tried, and mended: what fails is named, with file
and line; the game stands as it was."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli import _play_page
from pbem.workspace.folder import digest_of
from tests.web.authored import RECORD, Authored, authored, played, trying
from tests.web.site import DUEL, Site, plain

PLAYED = RECORD + "Ann: play 5\nBob: play 2\n"


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Authored]:
    with authored(tmp_path / "house") as game:
        yield game


@pytest.fixture
def site(game: Authored, tmp_path: Path) -> Site:
    """The toy game in its second window: Bob may block."""
    site = trying(tmp_path / "games", PLAYED)
    page = site.get("game/try/play")
    assert "Awaited: Bob" in plain(page)
    assert "broke" not in page
    return site


#: The file, what is written there and what in its place, and what the page says.
FAULTS = {
    "a name that is not there": (
        "words",
        "{{ e.seat }} played {{ e.card }}",
        "{{ e.seat }} played\n{{ e.crad }}",
        ("The letter cannot be written.", "no attribute 'crad'", "{{ e.crad }}."),
    ),
    "a macro that is not there": (
        "words",
        "macro Played(e)",
        "macro Plaid(e)",
        ("macro Played", "words.j2"),
    ),
    "a macro that does not end": (
        "words",
        "{{ e.card }}.{% endmacro %}",
        "{{ e.card }}.",
        ("Unexpected end of template", "words.j2, line "),
    ),
    "a report that names nothing": (
        "report",
        "view.points.items()",
        "view.pionts.items()",
        ("The letter cannot be written.", "'pionts'", "report.j2, line 13"),
    ),
    "a report that is not there": (
        "report",
        '"report.j2"',
        '"rapport.j2"',
        ("There is no template rapport.j2.",),
    ),
    "a colon that is missing": (
        "rules",
        "    def held(self, state: State, seat: Seat, order: Order) -> Held:",
        "    def held(self, state: State, seat: Seat, order: Order) -> Held",
        ("The game cannot be opened.", "expected ':'", "rules.py, line "),
    ),
    "moves that cannot be listed": (
        "rules",
        "yield Block()",
        "yield Blok()",
        (
            "What may be played cannot be listed.",
            "'Blok'",
            "rules.py, line",
            "yield Blok()",
        ),
    ),
    "a turn that cannot be played": (
        "rules",
        'best = max(cards.values(), default="")',
        'best = max(cards, default="") / 2',
        (
            "The game cannot be replayed. It fails at line 11: Bob: play 2",
            "TypeError",
            "rules.py, line",
            "in _played",
        ),
    ),
    "a window that is none": (
        "rules",
        'return Window("reaction", others, Closes.ALL, sealed=True, discreet=True)',
        'return ("reaction", others)',
        (
            "AttributeError: 'tuple' object has no attribute",
            "No line of the game's own files was at work here.",
        ),
    ),
    "a grammar without a rule": (
        "grammar",
        'pass: "pass"i',
        'pas: "pass"i',
        ("'pass' used but not defined", "handful.lark"),
    ),
    "a grammar that cannot be read": (
        "grammar",
        'block: "block"i',
        'block "block"i',
        ("Expected one of", "handful.lark, line 5"),
    ),
    "a game.toml that cannot be read": (
        "toml",
        "seats = [2, 4]",
        "seats = [2, 4",
        ("game.toml, line 6",),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_fails_is_named_and_mended(game: Authored, site: Site, fault: str) -> None:
    name, old, new, said = FAULTS[fault]
    file = getattr(game, name)
    was = game.save(file, old, new)
    page = plain(site.get("game/try/play"))
    for words in said:
        assert words in page, page
    assert "Traceback" not in page
    assert site.text("try") == PLAYED
    game.write(file, was)
    page = site.get("game/try/play")
    assert "Awaited: Bob" in plain(page)
    assert "broke" not in page


def test_the_seats_that_stand_are_shown(game: Authored, site: Site) -> None:
    game.save(game.words, "{{ view.stack[-1] }} is", "{{ view.stock[-1] }} is")
    page = site.get("game/try/play")
    ann, bob = page.split('<section class="column')[1:]
    assert "broke" not in ann
    assert "The letter cannot be written." in bob
    assert ">block</button>" in bob or ">pass</button>" in bob


def test_an_order_that_cannot_be_carried_out_is_not_taken(
    game: Authored, site: Site
) -> None:
    was = game.save(game.rules, "return _reacted(state, orders)", "return 1 / 0")
    form = {"seat": "Bob", "text": "pass"}
    page = site.post("game/try/play/order", form).text
    assert "The order cannot be carried out. The game is as it was." in plain(page)
    assert "ZeroDivisionError" in page
    assert ">pass</textarea>" in page
    page = plain(site.post("game/try/play/do", {"do": "on"}).text)
    assert "It failed at this move of Bob: " in page
    assert "rules.py, line" in page
    assert site.text("try") == PLAYED
    game.write(game.rules, was)
    assert "Points" in site.follow("game/try/play/order", form)
    assert site.text("try").endswith("\n== 1 ==\nBob: pass\n")


def test_a_run_stops_before_the_move_that_fails(game: Authored, site: Site) -> None:
    game.save(
        game.rules,
        "if len(holders) != 1:",
        "if state.left < 2: state.wrong\n    if len(holders) != 1:",
    )
    page = plain(site.follow("game/try/play/do", {"do": "on"}))
    assert "It failed at this move" in page
    assert "'State' object has no attribute 'wrong'" in page
    assert site.text("try") != PLAYED


def test_a_move_that_is_listed_and_refused_is_told(game: Authored, site: Site) -> None:
    old = "        else:\n            yield Pass()\n"
    game.save(game.rules, old, "        else:\n")
    old = "if order in self.legal(state, seat):"
    new = "if not isinstance(order, Block) and order in self.legal(state, seat):"
    game.save(game.rules, old, new)
    page = plain(site.post("game/try/play/do", {"do": "all"}).text)
    assert 'The game lists "block" among the moves of Bob, and refuses it:' in page
    assert "You have no shield" in page


def test_a_loop_without_an_end_is_stopped(
    game: Authored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says in which line it hung, and goes on when that is mended."""
    loop = "sum(__import__('itertools').repeat(0))"  # a call into C
    monkeypatch.setattr(_play_page, "SECONDS", 6.0)
    with played(tmp_path / "games", PLAYED) as page:
        assert "Awaited: Bob" in plain(page.get())
        was = game.save(game.rules, "yield Block()", loop)
        said = page.get(500)
        assert "This took too long and was stopped. Is it a loop" in plain(said)
        assert loop in plain(said)
        assert "rules.py, line" in said
        game.write(game.rules, was)
        assert "Awaited: Bob" in plain(page.get())
        assert "broke" not in page.get()


def test_a_child_that_is_killed_is_replaced(tmp_path: Path) -> None:
    with played(tmp_path / "games", DUEL) as page:
        assert "Awaited" in plain(page.get())
        (child,) = multiprocessing.active_children()
        child.kill()
        assert "Awaited" in plain(page.get())


def test_a_child_is_guarded_as_any_page_and_takes_no_flood(tmp_path: Path) -> None:
    with played(tmp_path / "games", DUEL) as page:
        assert page.client.get("/no-key/game/try/play").status_code == 404
        strange = page.client.get(page.address, base_url="http://evil.example")
        assert strange.status_code == 421
        flood = page.client.post(
            page.address, environ_overrides={"CONTENT_LENGTH": str(1 << 40)}
        )
        assert flood.status_code == 413


def test_undo_leads_out_of_a_game_that_cannot_be_replayed(
    game: Authored, site: Site
) -> None:
    site.follow("game/try/play/do", {"do": "all"})
    game.save(game.rules, "return _reacted(state, orders)", "return 1 / 0")
    assert "cannot be replayed" in site.get("game/try/play")
    page = site.follow("game/try/play/do", {"do": "undo"})
    assert "cannot be replayed" not in page
    assert site.text("try") == PLAYED


def test_other_pages_name_it_too(game: Authored, site: Site) -> None:
    game.save(game.rules, "return _played(state, orders)", "return 1 / 0")
    assert "rules.py, line" in plain(site.get("game/try/report", 500))
    # The file is text: it can be shown and mended all the same.
    assert "Ann: play 5" in site.get("game/try/file")
    form = {"text": RECORD, "reason": ""}
    assert "Saved." in plain(site.follow("game/try/file", form))
    assert site.state.folder.read("try").digest == digest_of(RECORD)


def test_a_picture_that_cannot_be_drawn(game: Authored, site: Site) -> None:
    picture = game.report.with_name("board.svg.j2")
    start = '{% extends "picture.svg.j2" %}{% block height %}9{% endblock %}\n'
    picture.write_text(f"{start}{{% block body %}}{{{{ nowhere }}}}{{% endblock %}}\n")
    page = site.get("game/try/play")
    assert page.count("The picture cannot be drawn.") == 2
    assert "board.svg.j2, line 2" in page
    assert "'nowhere' is undefined" in plain(page)
    assert "board.svg?" not in page
    picture.write_text(start)
    page = site.get("game/try/play")
    assert page.count("board.svg?") == 2
    assert "broke" not in page
