"""Static files are kept by whoever has them, for as long as they are the same, and a script finds all it needs."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page

from domain.remedies import TOURNAMENT
from service.api.routes import INTERFACE
from service.openapi.document import described
from service.ops.error_mapping import problem_for
from service.web import assets as module
from service.web.assets import STATIC, Assets, assets
from service.web.pages import pages
from tests.long_tests import mostly_long
from tests.service.web.conftest import Service

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
BARE = ("preact", "preact/hooks", "htm", "@preact/signals-core", "@preact/signals", "uplot", "@fluent/bundle", "uqr")


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
    app.register_blueprint(pages(Nobody(), problem_for, lambda: described(INTERFACE)))
    return app


def current(app: Flask) -> Assets:
    """The static files, as a request would find them."""
    with app.app_context():
        return assets()


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the static files, which are served instead."""
    copied = shutil.copytree(STATIC, tmp_path / "static")
    monkeypatch.setattr(module, "STATIC", copied)
    return copied


def digest_of(app: Flask) -> str:
    """The digest in the addresses of the lobby."""
    text = app.test_client().get("/").text
    (digest,) = set(re.findall("/assets/([0-9a-f]{12})/", text))
    return digest


def test_a_page_names_its_files_by_the_digest_alone(app: Flask):
    named = set[str]()
    for path in PAGES:
        found = set(re.findall(r"/assets/[^\"#\s]+", app.test_client().get(path).text)) - {current(app).base}
        assert len(found) > 3, path
        named |= found
    for address in named:
        assert address.startswith(current(app).base)
        with app.test_client().get(address) as answer:
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, FOR_EVER), address


@pytest.mark.parametrize("digest", ["", "0123456789ab/"])
def test_under_any_other_address_a_file_is_asked_for_each_time(app: Flask, digest: str):
    with app.test_client().get(f"/assets/{digest}css/base.css") as answer:
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")


@pytest.mark.parametrize("name", ["nothing.js", "../pages.py", "%2e%2e/pages.py", "js", ""])
def test_what_is_no_static_file_is_not_there_and_is_not_kept(app: Flask, name: str):
    for base in ("/assets/", current(app).base):
        answer = app.test_client().get(base + name)
        assert (answer.status_code, answer.headers.get("Cache-Control")) == (404, None)


def test_a_changed_file_changes_the_address_of_all(app: Flask, files: Path):
    first = digest_of(app)
    assert digest_of(app) == first
    (files / "css" / "base.css").write_text("body { color: red }")
    second = digest_of(app)
    (files / "css" / "another.css").write_text("")
    assert len({first, second, digest_of(app)}) == 3


def test_the_files_are_read_once_for_all_pages(app: Flask, files: Path, monkeypatch: pytest.MonkeyPatch):
    made = []
    monkeypatch.setattr(module, "Assets", lambda files: made.append(files) or Assets(files))
    module._assets_of.cache_clear()
    for path in PAGES * 2:
        app.test_client().get(path)
    assert len(made) == 1


def test_a_script_is_given_with_all_that_it_imports(app: Flask):
    needed = current(app).needed_by("js/replay/page.js")
    assert {"vendor/preact.mjs", "vendor/htm.mjs", "js/html.js"} <= set(needed)
    assert len(needed) == len(set(needed))
    assert all((STATIC / name).is_file() for name in needed)
    for name in ("js/replay/page.js", *needed):
        beside = (STATIC / name).parent
        for imported in re.findall(r'^import .*"(\..*)";$', (STATIC / name).read_text("utf-8"), re.MULTILINE):
            assert (beside / imported).resolve().relative_to(STATIC).as_posix() in needed
    text = app.test_client().get("/games/nothing").text
    assert re.findall('rel="modulepreload" href="(.*)"', text) == [current(app).url(name) for name in needed]


def test_what_is_imported_by_a_bare_name_is_found_and_what_is_imported_later_is_not(app: Flask, files: Path):
    (files / "js" / "entry.js").write_text('import uPlot from "uplot";\nconst later = () => import("./lobby.js");')
    (files / "js" / "signals.js").write_text("import{signal}from'@preact/signals'")
    assert current(app).needed_by("js/entry.js") == ["vendor/uplot.mjs"]
    assert current(app).needed_by("js/signals.js") == [
        f"vendor/{name}.mjs" for name in ("signals", "preact", "hooks", "signals-core")
    ]


# In a browser.


def import_all(page: Page) -> dict[str, list[str]]:
    """What each vendored module exports, imported by its name."""
    found: dict[str, list[str]] = page.evaluate(
        """async (names) => Object.fromEntries(
          await Promise.all(names.map(async (name) => [name, Object.keys(await import(name))])))""",
        BARE,
    )
    return found


@pytest.mark.parametrize("path", mostly_long(["/", "/docs", "/nowhere"]))
def test_a_script_imports_what_is_vendored_by_its_name(page: Page, path: str):
    page.goto(path)
    exported = import_all(page)
    assert set(exported) == set(BARE)
    for name, one in zip(
        BARE, ("h", "useState", "default", "signal", "useSignal", "default", "FluentBundle", "encode"), strict=True
    ):
        assert one in exported[name]


def test_modules_that_name_each_other_barely_work_together(page: Page):
    page.goto("/")
    text = page.evaluate(
        """async () => {
          const [{ h, render }, { signal }, { default: UPlot }, { FluentBundle, FluentResource }] = await Promise.all(
            ["preact", "@preact/signals", "uplot", "@fluent/bundle"].map((name) => import(name)));
          const bundle = new FluentBundle("fr", { useIsolating: false });
          const words = "beans = { $n ->\\n [one] un haricot\\n *[other] { $n } haricots\\n }";
          bundle.addResource(new FluentResource(words));
          const n = signal(1);
          const place = document.body.appendChild(document.createElement("div"));
          render(h("p", null, n), place);
          new UPlot({ width: 200, height: 100, series: [{}, {}] }, [[1, 2], [3, 4]], place);
          n.value = 2;
          await new Promise((done) => setTimeout(done, 50));
          return [place.textContent.slice(0, 1), place.querySelectorAll("canvas").length,
            bundle.formatPattern(bundle.getMessage("beans").value, { n: 2 })];
        }"""
    )
    assert text == ["2", 1, "2 haricots"]


def test_control_a_page_may_hold_no_other_script_than_the_import_map(context: BrowserContext):
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.route(
        "**/rules",
        lambda route: route.fulfill(
            response=(answer := route.fetch()), body=answer.text().replace('{"imports": {', '{"imports":  {')
        ),
    )
    page.goto("/rules")
    with pytest.raises(Exception, match="preact"):
        import_all(page)
    assert any("Content Security Policy" in text for text in complaints)


def test_on_the_second_visit_no_static_file_is_asked_for(browser: Browser, service: Service):
    context = browser.new_context(base_url=service.address)  # a lent one may have been here before
    page, asked = context.new_page(), []
    for path in ("/games/nothing", "/problems/", "/games/nothing"):
        page.goto(path, wait_until="networkidle")
        asked.append(
            page.evaluate(
                """() => performance.getEntriesByType("resource")
                  .filter(({ name, transferSize }) => name.includes("/assets/") && transferSize > 0)
                  .map(({ name }) => name)"""
            )
        )
    assert len(asked[0]) > 10
    assert asked[2] == []
    context.close()
