"""Eight tabs of one browser on five games: moves are made in one tab after the other, and all tabs follow."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.service.web.conftest import Service
from tests.service.web.test_tabs import (
    FOLLOWS_SECONDS,
    LAST,
    MOVE_MS,
    STREAMS,
    HostedGame,
    OpenStreams,
    move_and_follow,
    open_tabs,
)


def walk(browser: Browser, service: Service, pictures: Path) -> None:
    """Open the tabs with the default limits, move in each, and take a picture of each."""
    context = browser.new_context(base_url=service.address, viewport={"width": 1440, "height": 900})
    streams, same = OpenStreams(context), HostedGame(service)
    games = [same, *(HostedGame(service) for _ in range(4)), *[same] * 3]
    pages = open_tabs(context, games, service.address)
    assert streams.come_to(STREAMS, pages[0])
    for k, game in enumerate(games):
        watching = [page for page, shown in zip(pages, games, strict=True) if shown is game]
        watching.sort(key=lambda page: page is not pages[k])  # the move is made in tab k
        took, later = move_and_follow(watching, game)
        print(f"tab {k + 1}: the move took {took:.0f} ms, {len(watching)} tabs had it {later:.2f} s later")
        assert took < MOVE_MS
        assert later < FOLLOWS_SECONDS
    for k, page in enumerate(pages, 1):
        page.bring_to_front()
        expect(page.locator(".chip.live")).to_be_visible()
        page.screenshot(path=pictures / f"tab-{k}.png")
    pages[7].set_viewport_size({"width": 390, "height": 844})
    pages[7].screenshot(path=pictures / "tab-8-phone.png")
    print(f"at most {streams.most} streams; the last events are {[page.evaluate(LAST) for page in pages]}")
    assert streams.most <= STREAMS
    context.close()
