"""Serve a page a bundle of changed sources instead of the committed one."""

import json
import shutil
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Route

from service.web.assets import BUNDLE, HASHED, STATIC
from tests.node.programs import bundle


def change_scripts(page: Page | BrowserContext, folder: Path, *changes: tuple[str, str, str]) -> None:
    """Serve changed scripts to a page; each change is a script below js/, a text in it, and its replacement."""
    sources, target = shutil.copytree(STATIC, folder / "static"), folder / "bundle"
    for script, right, wrong in changes:
        path = sources / "js" / script
        text = path.read_text("utf-8")
        assert right in text, f"{script} has no {right!r}"
        path.write_text(text.replace(right, wrong), "utf-8")
    bundle(sources, target)
    manifest = json.loads((target / "manifest.json").read_text("utf-8"))
    today = {HASHED.sub("", one["file"]): one["file"] for one in manifest.values()}

    def answer(route: Route) -> None:
        name = route.request.url.partition("/assets/")[2]
        # The page requests scripts by the hashes of the committed bundle; changed scripts have other hashes.
        found = target / name if (target / name).is_file() else target / today.get(HASHED.sub("", name), name)
        if not found.is_file():
            found = BUNDLE / name
        route.fulfill(body=found.read_bytes(), content_type="text/javascript")

    page.route("**/assets/**/*.js", answer)
