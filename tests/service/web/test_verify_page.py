"""The page that verifies the proof of a game: offline, in three languages, for good and bad files."""

import re

import pytest
from playwright.sync_api import Page, expect

from replay.rewind import batch_end
from tests.golden.bundles import golden_bundle
from tests.long_tests import mostly_long
from tests.replay.proofs.bundles import OTHER, bundle_of, short_game
from tests.service.web.layout import expect_no_wider
from tests.service.web.test_axe import PHONE, Axe, in_both_themes


def verify_file(page: Page, data: bytes, verdict: str) -> None:
    """Choose a file and wait for its verdict."""
    page.locator("input[type=file]").set_input_files(
        {"name": "game.haricot-audit.json", "mimeType": "application/json", "buffer": data}
    )
    expect(page.locator(f"[data-verdict={verdict}]")).to_be_visible()


def test_a_proof_is_verified_offline_and_a_changed_byte_is_found(page: Page, axe: Axe):
    page.goto("/verify")
    expect(page.locator("input[type=file]")).to_be_visible()
    page.context.set_offline(True)
    data = golden_bundle("bohnaparte")
    verify_file(page, data, "good")
    expect(page.locator(".verify-steps .step-holds")).to_have_count(8)
    changed = data.replace(b'\\"variety\\":\\"', b'\\"variety\\":\\"x', 1)
    verify_file(page, changed, "tampered")
    expect(page.locator(".verify-faults li").first).to_contain_text("This entry was changed after it was signed")
    expect(page.locator(".verify-faults li").first).to_have_text(re.compile(r"^Event \d+:"))
    verify_file(page, data[:-400], "tampered")
    expect(page.locator(".verify-faults")).to_contain_text("its end is missing")
    page.get_by_label("The key of the service").fill("carrots")
    expect(page.get_by_text("This is no key")).to_be_visible()
    page.get_by_label("The key of the service").fill(OTHER.verifier.text)
    verify_file(page, data, "other_key")
    assert axe(page, "color-contrast") == []
    running = bundle_of(short_game(), upto=batch_end(short_game(), 90))
    page.get_by_label("The key of the service").fill("")
    verify_file(page, running, "incomplete")
    expect(page.locator(".step-open")).to_contain_text("Shown in part")
    expect(page.locator(".step-fails")).to_have_count(0)
    verify_file(page, running.replace(b"/games/", b"/gamez/", 1), "tampered")
    expect(page.locator(".step-skipped").first).to_contain_text("Not looked at")
    page.set_viewport_size(PHONE)
    expect_no_wider(page, PHONE["width"])
    assert in_both_themes(page, axe) == []
    page.context.set_offline(False)


@pytest.mark.parametrize(("lang", "says"), mostly_long([("fr", "Entier et prouvé"), ("de", "Ganz und bewiesen")]))
def test_a_verdict_is_in_the_language_of_the_page(page: Page, lang: str, says: str):
    page.goto(f"/verify?lang={lang}")
    verify_file(page, golden_bundle("duel"), "good")
    expect(page.get_by_role("heading", name=says)).to_be_visible()
