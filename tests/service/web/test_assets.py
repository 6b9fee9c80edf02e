"""Static files are cached by content hash, and each script finds its imports."""

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
from service.openapi.document import describe_api
from service.ops.error_mapping import problem_for
from service.web import assets as module
from service.web.assets import BUNDLE, HASHED, MANIFEST, STATIC, Assets, assets
from service.web.pages import pages
from service.web.standalone_page import STARTER, STYLES, VIEWER

IMMUTABLE = "public, max-age=31536000, immutable"
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


class EmptyService:
    """A service without games."""

    embed_origins = ()
    book = TOURNAMENT

    def lobby(self, **_: object) -> tuple[list[dict[str, Any]], str | None]:
        return [], None

    def public_head(self, _: str) -> None:
        return None


@pytest.fixture(scope="module")
def app() -> Flask:
    """Return an application with the pages alone."""
    app = Flask("pages", static_folder=None)
    app.register_blueprint(pages(EmptyService(), problem_for, lambda: describe_api(INTERFACE), Response))
    return app


def current_assets(app: Flask) -> Assets:
    """Return the assets as a request finds them."""
    with app.app_context():
        return assets()


@pytest.fixture
def bundle_copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Serve a copy of the bundle, and return its folder."""
    copied = shutil.copytree(BUNDLE, tmp_path / "bundle")
    monkeypatch.setattr(module, "BUNDLE", copied)
    return copied


def assets_named_in(app: Flask, path: str) -> list[str]:
    """Return the addresses of assets that a page names."""
    return re.findall(r"/assets/[^\"#\s]+", app.test_client().get(path).text)


def test_pages_name_assets_by_content_hash_and_read_the_manifest_once(app: Flask, monkeypatch: pytest.MonkeyPatch):
    read, named = list[Path](), set[str]()
    monkeypatch.setattr(module, "Assets", lambda folder: read.append(folder) or Assets(folder))
    module._assets_of.cache_clear()
    for path in PAGES:
        found = assets_named_in(app, path)
        assert 2 <= len(set(found)) <= 5, path
        named |= set(found)
    module._assets_of.cache_clear()
    assert read == [BUNDLE]
    for address in named:
        assert HASHED.search(address)
        with app.test_client().get(address) as answer:
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, IMMUTABLE), address


def test_each_file_of_the_bundle_and_its_sources_are_served(app: Flask):
    for name in current_assets(app).files:
        with app.test_client().get(f"/assets/{name}") as answer:
            kept = IMMUTABLE if HASHED.search(name) else "no-cache"
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, kept), name
        if name.endswith(".map"):
            source_map = json.loads((BUNDLE / name).read_text("utf-8"))
            assert source_map["sourceRoot"] == "/assets/sources/"
            assert all((STATIC / source).is_file() for source in source_map["sources"] if source != "later:later"), name
    with app.test_client().get("/assets/sources/js/lang.js") as answer:
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")


def test_an_asset_with_an_old_hash_is_served_uncached(app: Flask):
    entry = current_assets(app).entries["css/base"].file
    with app.test_client().get("/assets/css/base-01234567.css") as answer:
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")
        assert answer.data == (BUNDLE / entry).read_bytes()


@pytest.mark.parametrize("name", ["nothing.js", "js/lang.js", "../pages.py", "%2e%2e/pages.py", "css", "", MANIFEST])
def test_an_unknown_asset_is_an_uncached_404(app: Flask, name: str):
    answer = app.test_client().get(f"/assets/{name}")
    assert (answer.status_code, answer.headers.get("Cache-Control")) == (404, None)


def test_a_new_bundle_is_served_at_once(app: Flask, bundle_copy: Path):
    style = assets_named_in(app, "/")[0]
    file = bundle_copy / style.removeprefix("/assets/")
    file.rename(file.with_name("base-CHANGED0.css"))
    manifest = bundle_copy / MANIFEST
    manifest.write_text(manifest.read_text("utf-8").replace(file.name, "base-CHANGED0.css"), "utf-8")
    os.utime(manifest, ns=(0, 0))
    assert assets_named_in(app, "/")[0] == "/assets/css/base-CHANGED0.css"
    with app.test_client().get("/assets/css/base-CHANGED0.css") as answer:
        assert answer.status_code == 200


def test_a_page_preloads_all_imports_of_its_script(app: Flask):
    text = app.test_client().get("/games/nothing").text
    preloaded = re.findall('rel="modulepreload" href="(.*)"', text)
    assert preloaded == current_assets(app).imports("js/replay/page.js")
    for name, (file, imports, later) in current_assets(app).entries.items():
        for one in (file, *imports, *later) if name.startswith("js/") else ():
            found = re.findall(r"""(?:from|import)\s*\(?["'](\./[^"']+)["']""", (BUNDLE / one).read_text("utf-8"))
            beside = {(BUNDLE / one).parent.joinpath(other).relative_to(BUNDLE).as_posix() for other in found}
            assert beside <= {file, *imports, *later}, one


def test_templates_name_each_entry_of_the_bundle(app: Flask):
    texts = [path.read_text("utf-8") for path in (STATIC.parent / "templates").rglob("*.html")]
    named = {name for text in texts for name in re.findall(r"""["'](js/[\w/]+\.js|css/\w+)["']""", text)}
    used = {*named, *(f"css/{name}" for name in STYLES), STARTER, VIEWER, "beans.svg"}
    assert used == set(current_assets(app).entries)


def test_viewer_modules_come_after_their_imports(app: Flask):
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
    assert set(later) == set(current_assets(app).entries[VIEWER].later)
