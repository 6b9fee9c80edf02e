"""Shared watching: followers of a link are taken to each event of the leader."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.service.command_line import GAME
from tests.service.web.test_replay_page import open_replay


@pytest.mark.long
def test_a_follower_is_taken_along_by_a_leader_and_leaves(new_context: Callable):
    leader, follower = new_context().new_page(), new_context().new_page()
    open_replay(leader, GAME, n=100)
    leader.get_by_role("button", name="More").click()
    leader.get_by_role("dialog").get_by_role("button", name="Share").click()
    leader.get_by_label(re.compile("^Take others along")).check()
    link = leader.get_by_label("Link to follow me")
    expect(link).to_have_value(re.compile(r"[?&]follow=[0-9a-f]{16}$"))
    address = link.input_value()
    leader.keyboard.press("Escape")
    follower.goto(address)
    expect(follower.locator("[data-table][data-n='100']")).to_be_attached()
    leader.keyboard.press("ArrowRight")
    expect(leader.locator("[data-table]")).not_to_have_attribute("data-n", "100")
    shown = leader.locator("[data-table]").get_attribute("data-n")
    expect(follower.locator(f"[data-table][data-n='{shown}']")).to_be_attached()
    expect(follower.locator(".chip.watching")).to_have_text(re.compile("^1.4 watching$"))
    follower.get_by_role("button", name="Go my own way").click()
    expect(follower).not_to_have_url(re.compile("follow="))
    leader.keyboard.press("End")
    expect(follower.locator(".together")).to_have_count(0)
    expect(follower.locator(f"[data-table][data-n='{shown}']")).to_be_attached()
