"""The guides that a service shows of itself: each is there, says what its document says, and leads nowhere in vain."""

import re
from html import unescape
from pathlib import Path

import pytest

from service.web.guides import GUIDES, rendered
from tests.service.api.conftest import ApiClient, shared

__all__ = ["shared"]
ROOT = Path(__file__).parents[3]
DOCUMENTS = ROOT / "docs"


def places(text: str) -> set[str]:
    """The places on a page that a link can lead to."""
    return set(re.findall(r'id="([^"]+)"', text))


def dead(pages: dict[str, str]) -> list[str]:
    """The links of these pages, by their addresses, that lead to no place on any of them."""
    found = []
    for address, text in pages.items():
        for href in re.findall(r'<a href="([^"]+)"', text[text.index('class="docs-text guide"') :]):
            path, _, place = unescape(href).partition("#")
            there = "" if path == "/docs" else pages.get(path or address)
            if not path.startswith(("https:", "http:")) and (there is None or (place and place not in places(there))):
                found.append(f"{address}: {href}")
    return found


def absent(source: str) -> list[str]:
    """The guides to which this script or template links and which are not served."""
    return [
        link for link in re.findall(r"/docs/guides?/[\w-]+", source) if link.removeprefix("/docs/guide/") not in GUIDES
    ]


@pytest.fixture(scope="module")
def pages(shared: ApiClient) -> dict[str, str]:
    """The page of each guide by its address."""
    addresses = ["/docs/guide", *(f"/docs/guide/{name}" for name in GUIDES)]
    return {address: shared.ask("GET", address).text.split("<footer", 1)[0] for address in addresses}


def test_every_guide_is_served_and_its_links_lead_to_places_that_are_there(
    shared: ApiClient, pages: dict[str, str]
) -> None:
    assert dead(pages) == []
    assert 'href="/docs/guide"' in shared.ask("GET", "/docs").text
    assert "do not edit" not in pages["/docs/guide"], "a list for readers says what a guide is about"
    assert not re.search(r"\bAccept<", pages["/docs/guide"]), "a sentence is cut off"
    for name in GUIDES:
        source, text = (DOCUMENTS / f"{name}.md").read_text("utf-8"), pages[f"/docs/guide/{name}"]
        assert source.splitlines()[0].removeprefix("# ") in unescape(text)
        assert text.count("<h2") == len(
            re.findall(r"^## ", re.sub(r"```.*?```", "", source, flags=re.DOTALL), re.MULTILINE)
        )
        assert f'href="/docs/guide/{name}"' in pages["/docs/guide"]
    assert shared.ask("GET", "/docs/guide/decisions").status_code == 404
    assert shared.ask("GET", "/docs/guide/..%2f..%2fREADME").status_code == 404


def test_nothing_in_a_guide_is_taken_for_html_and_what_is_not_served_is_no_link() -> None:
    source = (
        "# A *title*\n\nSee [the feed](feed.md#a), [changes](../CHANGELOG.md), ![a picture](x.jpg) "
        "<script>alert(1)</script>.\n\n## Two words, `code`\n\n[evil](javascript:alert(1)) [away](https://example.org)\n\n|a|b|\n|-:|-|\n|1|<b>|\n"
    )
    guide = rendered("new", source)
    assert (guide.title, guide.headings) == ("A title", (("Two words, code", "two-words-code"),))
    assert '<a href="/docs/guide/feed#a">the feed</a>, changes, a picture &lt;script&gt;' in guide.text
    assert '<a href="https://example.org">away</a>' in guide.text
    for banned in ("<script", "javascript:", "style=", "<b>", "<img"):
        assert banned not in guide.text.replace("[evil](javascript:alert(1))", "")


def test_control_a_link_to_a_place_that_is_gone_is_seen(pages: dict[str, str]) -> None:
    formats = pages["/docs/guide/formats"].replace('id="', 'id="former-')
    assert dead({**pages, "/docs/guide/formats": formats})


def test_scripts_and_templates_link_to_guides_that_are_served() -> None:
    web = ROOT / "service/web"
    found = {
        source.name: absent(source.read_text("utf-8"))
        for source in (*(web / "static/js").rglob("*.js"), *(web / "templates").rglob("*.html"))
    }
    assert {name: links for name, links in found.items() if links} == {}


def test_control_a_script_that_links_to_no_guide_is_seen() -> None:
    assert absent("here('/docs/guides/broadcast') to('/docs/guide/clocks') '/docs/guide/clock'") == [
        "/docs/guides/broadcast",
        "/docs/guide/clock",
    ]
