"""The page that records a game from paper: table beside sheet, faults with their place, download of the file."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.long_tests import mostly_long
from tests.service.web.layout import expect_no_wider
from tests.service.web.test_axe import PHONE, Axe, in_both_themes

HEAD = '[BEN "1"]\n[Edition "classic"]\n[Seats "Ana; Bo; Cy"]\n[Start "B"]\n\n'
SHEET = Path("examples/paper.ben").read_text("utf-8").partition("p1 {Ch}")[0]


@pytest.mark.long
def test_a_game_is_recorded_beside_its_table(page: Page, axe: Axe):
    page.goto("/record")
    expect(page.locator("[data-fault=none]")).to_be_visible()
    sheet = page.get_by_label("The sheet")
    sheet.fill(SHEET)
    expect(page.locator(".record-play li").first).to_contain_text("draws")
    assert page.get_by_label("The table on one line").input_value().startswith("classic A2.plant ")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save paper.haricot.jsonl").click()
    assert '"format":"haricot' in Path(saved.value.path()).read_text("utf-8")
    sheet.fill(SHEET + "p2 {Gx}")
    expect(page.locator("[data-fault=slip]")).to_contain_text("column 5")
    page.get_by_role("button", name="Show me where").click()
    assert page.evaluate("document.activeElement.value.slice(document.activeElement.selectionStart)") == "Gx}"
    assert in_both_themes(page, axe) == []
    page.set_viewport_size(PHONE)
    expect_no_wider(page, PHONE["width"])


@pytest.mark.parametrize(
    ("lang", "slip", "asked"),
    mostly_long(
        [
            ("en", "did you mean Gr or Ga?", "Bo's first card in hand"),
            ("fr", "vouliez-vous dire Gr ou Ga\u202f?", "la 1re carte en main de Bo"),
            ("de", "war Gr oder Ga gemeint?", "an der 1. Handkarte von Bo"),
        ]
    ),
)
def test_faults_of_a_sheet_are_in_the_language_of_the_page(page: Page, lang, slip, asked):
    page.goto(f"/record?lang={lang}")
    sheet = page.locator(".record-sheet textarea")
    for text, kind, says in (("p1 {Gx}", "slip", slip), ("p1", "contrary", asked)):
        sheet.fill(HEAD + text)
        expect(page.locator(f"[data-fault={kind}]")).to_contain_text(says)


@pytest.mark.long
def test_the_example_is_shown_and_a_missing_mark_is_added(page: Page):
    readings: list[str] = []
    page.on("request", lambda asked: readings.append(asked.url) if "records:read" in asked.url else None)
    page.goto("/record")
    expect(page.locator("[data-fault=none]")).to_be_visible()
    page.get_by_role("button", name="Show an example").click()
    expect(page.locator(".record-play li").first).to_contain_text("plants")
    before = len(readings)
    sheet = page.get_by_label("The sheet")
    sheet.press("End")
    sheet.press_sequentially("  \n")
    sheet.fill(HEAD + "p1 {Gr}\n/ {up St,So}\n#1>C So=Ch")
    expect(page.locator("[data-fault=contrary]")).not_to_contain_text("%!")
    page.get_by_role("button", name="Write #1>C So=Ch*").click()
    expect(page.locator("[data-fault=none]")).to_be_visible()
    assert sheet.input_value().endswith("\n#1>C So=Ch*")
    assert len(readings) == before + 2
    page.get_by_role("link", name="How moves are written").click()
    expect(page.get_by_role("cell", name="Harvest field 1")).to_be_visible()
