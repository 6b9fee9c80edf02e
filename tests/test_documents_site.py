"""The documents as a site: built without a network, every link leads somewhere, nothing is loaded from elsewhere."""

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
(CHORE,) = re.findall(r"^docs: .*\n\t\$\(BIN\)/python (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src"}
"""Elements that load what they name, and where they name it; a link does where it is a style or an icon."""
ADDRESS = re.compile(r"""url\(\s*["']?(?!data:)([^"')]+)|@import\s+["']([^"']+)""")


class Elements(HTMLParser):
    """What a page loads, where it leads, the places that it has."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.leads: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Looks at one element."""
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
    """The elements of a page."""
    found = Elements()
    found.feed(page.read_text("utf-8"))
    return found


def run(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Builds a site as `make docs` does, somewhere else."""
    arguments = CHORE.replace("build/docs", str(site)).split()
    return subprocess.run([sys.executable, *arguments], cwd=source, text=True, capture_output=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site."""
    folder = tmp_path_factory.mktemp("documents") / "site"
    built = run(ROOT, folder)
    assert (built.returncode, built.stderr) == (0, "")
    return folder


def pages(site: Path) -> list[Path]:
    """Every page of a site."""
    return sorted(site.rglob("*.html"))


def foreign(site: Path) -> Iterator[str]:
    """What pages and styles would load from elsewhere."""
    for page in pages(site):
        yield from (f"{page.name}: {one}" for one in elements(page).loads if urlsplit(one).netloc)
    for style in site.rglob("*.css"):
        for found in ADDRESS.finditer(style.read_text("utf-8")):
            address = found[1] or found[2]
            if urlsplit(address).netloc:
                yield f"{style.name}: {address}"


def dead(site: Path) -> Iterator[str]:
    """Links and parts of pages that lead to nothing within the site."""
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
def test_every_document_is_a_page_and_every_link_leads_somewhere(site: Path):
    written = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, text=True, capture_output=True, check=True)
    listed = [name for name in written.stdout.split() if not name.startswith((".github/", "tests/toy_edition"))]
    assert len(listed) > 20
    assert [name for name in listed if not (site / name).with_suffix(".html").exists()] == []
    assert list(dead(site)) == []
    assert len(elements(site / "docs" / "index.html").leads) > 60
    assert elements(site / "index.html").leads == ["docs/index.html"]


@pytest.mark.long
def test_nothing_is_loaded_from_elsewhere(site: Path):
    assert list(foreign(site)) == []
    assert "data-theme" in (site / "_static" / "styles" / "furo.css").read_text("utf-8"), "dark or light can be chosen"


@pytest.mark.long
def test_it_can_be_searched_without_a_server(site: Path):
    index = (site / "searchindex.js").read_text("utf-8")
    assert index.startswith("Search.setIndex(")
    assert "docs/commands" in index
    assert "protect" in index


@pytest.mark.long
def test_a_link_that_is_dead_stops_it(tmp_path: Path):
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


def test_control_what_is_foreign_and_what_is_dead_is_noticed(tmp_path: Path):
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
