"""Static files are kept by whoever has them, for as long as they are the same, and a script finds all it needs."""

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response

from domain.remedies import TOURNAMENT
from service.api.routes import INTERFACE
from service.openapi.document import described
from service.ops.error_mapping import problem_for
from service.web import assets as module
from service.web.assets import BUNDLE, HASHED, MANIFEST, STATIC, Assets, assets
from service.web.pages import pages
from service.web.standalone_page import STARTER, STYLES, VIEWER

FOR_EVER = "public, max-age=31536000, immutable"
PAGES = (
    "/",
    "/games/nothing",
    "/join/nothing",
    "/adjudicate",
    "/verify",
    "/record",
    "/docs",
    "/rules",
    "/rules/classic",
    "/problems/",
    "/nowhere",
)


class Nobody:
    """A service without games."""

    embed_origins = ()
    book = TOURNAMENT

    def lobby(self, **_: object) -> tuple[list[dict[str, Any]], str | None]:
        return [], None

    def public_head(self, _: str) -> None:
        return None


@pytest.fixture
def app() -> Flask:
    """The pages alone."""
    app = Flask("pages", static_folder=None)
    app.register_blueprint(pages(Nobody(), problem_for, lambda: described(INTERFACE), Response))
    return app


def current(app: Flask) -> Assets:
    """The static files, as a request would find them."""
    with app.app_context():
        return assets()


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the bundle, which is served instead."""
    copied = shutil.copytree(BUNDLE, tmp_path / "bundle")
    monkeypatch.setattr(module, "BUNDLE", copied)
    return copied


def named_in(app: Flask, path: str) -> list[str]:
    """The addresses of files that a page names."""
    return re.findall(r"/assets/[^\"#\s]+", app.test_client().get(path).text)


def test_a_page_names_its_files_by_what_is_in_them(app: Flask):
    named = set[str]()
    for path in PAGES:
        found = named_in(app, path)
        assert 2 <= len(set(found)) <= 5, path
        named |= set(found)
    for address in named:
        assert HASHED.search(address)
        with app.test_client().get(address) as answer:
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, FOR_EVER), address


def test_every_file_of_the_bundle_is_served_and_its_sources_are(app: Flask):
    for name in current(app).files:
        with app.test_client().get(f"/assets/{name}") as answer:
            kept = FOR_EVER if HASHED.search(name) else "no-cache"
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, kept), name
        if name.endswith(".map"):
            source_map = json.loads((BUNDLE / name).read_text("utf-8"))
            assert source_map["sourceRoot"] == "/assets/sources/"
            assert all((STATIC / source).is_file() for source in source_map["sources"] if source != "later:later"), name
    with app.test_client().get("/assets/sources/js/lang.js") as answer:
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")


def test_while_versions_change_over_a_file_of_another_version_is_the_one_of_today_and_is_not_kept(app: Flask):
    entry = current(app).entries["css/base"].file
    with app.test_client().get("/assets/css/base-01234567.css") as answer:
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")
        assert answer.data == (BUNDLE / entry).read_bytes()


@pytest.mark.parametrize("name", ["nothing.js", "js/lang.js", "../pages.py", "%2e%2e/pages.py", "css", "", MANIFEST])
def test_what_is_no_file_of_the_bundle_is_not_there_and_is_not_kept(app: Flask, name: str):
    answer = app.test_client().get(f"/assets/{name}")
    assert (answer.status_code, answer.headers.get("Cache-Control")) == (404, None)


def test_a_bundle_that_is_made_again_is_served_at_once(app: Flask, folder: Path):
    style = named_in(app, "/")[0]
    file = folder / style.removeprefix("/assets/")
    file.rename(file.with_name("base-CHANGED0.css"))
    manifest = folder / MANIFEST
    manifest.write_text(manifest.read_text("utf-8").replace(file.name, "base-CHANGED0.css"), "utf-8")
    os.utime(manifest, ns=(0, 0))
    assert named_in(app, "/")[0] == "/assets/css/base-CHANGED0.css"
    with app.test_client().get("/assets/css/base-CHANGED0.css") as answer:
        assert answer.status_code == 200


def test_the_bundle_is_read_once_for_all_pages(app: Flask, monkeypatch: pytest.MonkeyPatch):
    made = []
    monkeypatch.setattr(module, "Assets", lambda folder: made.append(folder) or Assets(folder))
    module._assets_of.cache_clear()
    for path in PAGES * 2:
        app.test_client().get(path)
    assert len(made) == 1
    module._assets_of.cache_clear()


def test_a_script_is_given_with_all_that_it_imports(app: Flask):
    text = app.test_client().get("/games/nothing").text
    preloaded = re.findall('rel="modulepreload" href="(.*)"', text)
    assert preloaded == current(app).imports("js/replay/page.js")
    for name, (file, imports, later) in current(app).entries.items():
        for one in (file, *imports, *later) if name.startswith("js/") else ():
            found = re.findall(r"""(?:from|import)\s*\(?["'](\./[^"']+)["']""", (BUNDLE / one).read_text("utf-8"))
            beside = {(BUNDLE / one).parent.joinpath(other).relative_to(BUNDLE).as_posix() for other in found}
            assert beside <= {file, *imports, *later}, one


def test_every_template_names_what_is_bundled(app: Flask):
    texts = [path.read_text("utf-8") for path in (STATIC.parent / "templates").rglob("*.html")]
    named = {name for text in texts for name in re.findall(r"""["'](js/[\w/]+\.js|css/\w+)["']""", text)}
    used = {*named, *(f"css/{name}" for name in STYLES), STARTER, VIEWER, "beans.svg"}
    assert used == set(current(app).entries)


def test_a_module_of_the_viewer_comes_after_those_that_it_names(app: Flask):
    with app.app_context():
        modules = assets().modules_for(VIEWER)
    seen = list[str]()
    for name, *parts in modules:
        assert set(parts[1::2]) <= set(seen), name
        assert "".join(parts[::2]) != ""
        assert not re.search(r"""["']\./[\w-]+\.js["']|sourceMappingURL""", "".join(parts[::2])), name
        seen.append(name)
    assert len(seen) == 3
    later = re.findall(r"""import\(addresses\["([^"]+)"\]\)""", json.dumps(modules).replace('\\"', '"'))
    assert set(later) == set(current(app).entries[VIEWER].later)
