"""The printed protocol of a game: one page for each edition and number of players."""

import re
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from domain.edition_data.family import LANGUAGES
from domain.editions import EDITIONS
from service.cli.judge.scoresheet import render_page
from service.web.scoresheet import PrintedDispute, ProtocolSources, protocol_of
from tests.long_tests import mostly_long
from tests.service.web.conftest import Service
from tests.service.web.layout import expect_no_wider

PAGE = re.compile(rb"/Type\s*/Page\b")
LONG = "Wilhelmina Maximiliana von und zu Bohnau"
WORDY = "The card was planted though another one lay before it in the hand, as everybody at the table could see " * 4


def count_pages(page: Page) -> int:
    """Return the number of A4 pages."""
    return len(PAGE.findall(page.pdf(prefer_css_page_size=True)))


def fullest_protocol(edition: str, language: str) -> ProtocolSources:
    """Return a protocol with the longest possible names, options, faults and disputes."""
    data = EDITIONS[edition].data
    players = data.players[-1]
    seats = [{"seat": k, "name": f"{LONG[:-2]}{k:2}", "kind": "human"} for k in range(players)]
    options = {rule.name: "x" * 500 if rule.open else rule.default for rule in data.all_options}
    head: dict[str, Any] = {
        "game": f"{edition}-20261123-0123456789abcdefghij",
        "status": "finished",
        "rules": {"edition": edition, "version": data.version, "options": options},
        **dict.fromkeys(("created", "started", "ended"), "2026-11-23T14:00:00.000Z"),
        "forked_from": {"game": f"{edition}-20261122-0123456789abcdefghij", "at": 999},
        "practice": True,
        "seats": seats,
        "scores": [25] * players,
        "winners": list(range(players)),
    }
    wrong = {"verdict": "differs", "clause": "BP-11.5/BP-12.10", "says": WORDY, "remedy": {"says": WORDY}}
    lines = {name: {"says": WORDY[:180]} for name in ("rules", "deal", "record")}
    note = "haricot-3c121be5/games/AAAA\n1000\n{}=\n\n— haricot-3c121be5 {}==\n".format("A" * 43, "A" * 90)
    return ProtocolSources(
        head=head,
        events=[{"event": {"type": "game_created.1", "commitment": "0" * 64}}],
        sentences=[WORDY] * 20,
        audit={**lines, "verdicts": [{"n": n, **wrong} for n in range(1, 20)]},
        checkpoint={"size": 1234, "root": "A" * 43 + "=", "note": note},
        disputes=tuple(PrintedDispute(n=n, claim=WORDY, ruling=WORDY) for n in range(9)),
    )


@pytest.mark.parametrize("edition", mostly_long(reversed(EDITIONS)))
def test_the_fullest_protocol_of_each_edition_is_one_page(context, edition):
    page = context.new_page()
    for language in LANGUAGES:
        made = protocol_of(fullest_protocol(edition, language), language)
        page.set_content(render_page(made))
        assert count_pages(page) == 1, language
    # Negative control: more faults need a second page.
    page.set_content(render_page(replace(made, faults=made.faults * 5)))
    assert count_pages(page) > 1


@pytest.mark.long
def test_the_protocol_is_printed_from_the_menu_of_a_game(page: Page, service: Service):
    page.goto(f"/games/{service.irregular}?lang=fr")
    page.locator(".game-top .icon-only").click()
    page.get_by_role("link", name="Procès-verbal à signer").click()
    expect(page).to_have_url(re.compile(rf"/games/{service.irregular}/protocol\?lang=fr$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Procès-verbal de partie")
    expect(page.locator(".faults")).to_contain_text("CL-4.5")
    expect(page.get_by_role("button", name="Imprimer")).to_be_visible()
    assert count_pages(page) == 1
    page.set_viewport_size({"width": 390, "height": 844})
    expect_no_wider(page, 390)
