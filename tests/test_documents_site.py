"""Tests of the documents site: it is built without a network, links resolve, nothing is loaded from other hosts."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parent.parent
(COMMAND,) = re.findall(r"^docs: .*\n\t\$\(BIN\)/python (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src"}
"""Elements that load a resource, each with the attribute that names it. A link does for a style or an icon."""
ADDRESS = re.compile(r"""url\(\s*["']?(?!data:)([^"')]+)|@import\s+["']([^"']+)""")


class Elements(HTMLParser):
    """The resources that a page loads, its links and its anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.leads: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record one element."""
        given = {name: value or "" for name, value in attrs}
        self.places |= {given["id"]} if "id" in given else set()
        if tag == "a" and "href" in given:
            self.leads.append(given["href"])
        elif tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload", "shortcut icon"):
            self.loads.append(given["href"])
        elif given.get(LOADED.get(tag, "")):
            self.loads.append(given[LOADED[tag]])


@cache
def elements(page: Path) -> Elements:
    """Return the elements of a page."""
    found = Elements()
    found.feed(page.read_text("utf-8"))
    return found


def run(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build a site as `make docs` does, in another folder."""
    arguments = COMMAND.replace("build/docs", str(site)).split()
    return subprocess.run([sys.executable, *arguments], cwd=source, text=True, capture_output=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site once."""
    folder = tmp_path_factory.mktemp("documents") / "site"
    built = run(ROOT, folder)
    assert (built.returncode, built.stderr) == (0, "")
    return folder


def pages(site: Path) -> list[Path]:
    """Return every page of a site."""
    return sorted(site.rglob("*.html"))


def foreign(site: Path) -> Iterator[str]:
    """Yield the resources that pages and styles load from other hosts."""
    for page in pages(site):
        yield from (f"{page.name}: {one}" for one in elements(page).loads if urlsplit(one).netloc)
    for style in site.rglob("*.css"):
        for found in ADDRESS.finditer(style.read_text("utf-8")):
            address = found[1] or found[2]
            if urlsplit(address).netloc:
                yield f"{style.name}: {address}"


def dead(site: Path) -> Iterator[str]:
    """Yield the links and resources of pages that do not exist within the site."""
    for page in pages(site):
        for address in (*elements(page).leads, *elements(page).loads):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            there = target.is_file() and target.is_relative_to(site)
            place = unquote(parts.fragment)
            if not there or (place and target.suffix == ".html" and place not in elements(target).places):
                yield f"{page.name}: {address}"


@pytest.mark.long
def test_every_document_has_a_page_and_every_link_resolves(site: Path):
    written = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, text=True, capture_output=True, check=True)
    listed = [name for name in written.stdout.split() if not name.startswith((".github/", "tests/toy_edition"))]
    assert len(listed) > 20
    assert [name for name in listed if not (site / name).with_suffix(".html").exists()] == []
    assert list(dead(site)) == []
    assert len(elements(site / "docs" / "index.html").leads) > 60
    assert elements(site / "index.html").leads == ["docs/index.html"]


@pytest.mark.long
def test_the_documents_site_loads_nothing_from_other_hosts(site: Path):
    assert list(foreign(site)) == []
    assert "data-theme" in (site / "_static" / "styles" / "furo.css").read_text("utf-8"), "dark or light can be chosen"


@pytest.mark.long
def test_the_documents_site_has_a_search_index(site: Path):
    index = (site / "searchindex.js").read_text("utf-8")
    assert index.startswith("Search.setIndex(")
    assert "docs/commands" in index
    assert "protect" in index


@pytest.mark.long
def test_a_dead_link_fails_the_build_of_the_site(tmp_path: Path):
    source = tmp_path / "repository"
    shutil.copytree(ROOT / "docs" / "site", source / "docs" / "site")
    shutil.copy(ROOT / "pyproject.toml", source)
    text = "# Index\n\n[here](#index), [there](#nowhere), [there](nothing.md)\n"
    (source / "docs" / "index.md").write_text(text, "utf-8")
    wrong = run(source, tmp_path / "wrong")
    assert wrong.returncode == 1
    assert [line for line in wrong.stderr.splitlines() if "#index" in line or "'index'" in line] == []
    assert "nowhere" in wrong.stderr
    assert "nothing.md" in wrong.stderr


def test_control_foreign_resources_and_dead_links_are_detected(tmp_path: Path):
    site = tmp_path.resolve()
    (site / "a.css").write_text(
        '@import "https://a.example/a.css"; p { src: url(//b.example/f.woff) url(data:x) }', "utf-8"
    )
    (site / "a.html").write_text(
        '<p id="p"><script src="https://c.example/s.js"></script><link rel="stylesheet" href="a.css"><a href="#p">p</a>'
        '<a href="#q">q</a><a href="b.html">b</a><a href="https://d.example">d</a><img src="c.png">',
        "utf-8",
    )
    assert len(list(foreign(site))) == 3
    assert list(dead(site)) == ["a.html: #q", "a.html: b.html", "a.html: c.png"]
