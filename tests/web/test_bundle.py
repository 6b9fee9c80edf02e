"""The committed bundle is what the pinned esbuild makes of the sources, byte for byte."""

import shutil
from pathlib import Path

import pytest

from service.web.assets import BUNDLE, STATIC
from tests.node.programs import bundle

REMEDY = "the committed bundle is not what the sources give: run `make bundle`, and commit service/web/bundle"


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the content of each file in a folder by its path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def differing_files(sources: Path, folder: Path) -> list[str]:
    """Return the files in which a bundle of these sources differs from the committed one."""
    bundle(sources, folder)
    made, committed = files_in(folder), files_in(BUNDLE)
    return sorted(name for name in made.keys() | committed.keys() if made.get(name) != committed.get(name))


def test_the_committed_bundle_matches_its_sources(tmp_path: Path):
    assert differing_files(STATIC, tmp_path / "bundle") == [], REMEDY


def test_control_a_changed_source_is_detected(tmp_path: Path):
    sources = shutil.copytree(STATIC, tmp_path / "elsewhere" / "static")
    script = sources / "js" / "lang.js"
    script.write_text(script.read_text("utf-8") + '\nconsole.log("changed");\n', "utf-8")
    found = differing_files(sources, tmp_path / "bundle")
    assert any(name.startswith("lang-") for name in found)
    assert "manifest.json" in found
    assert not any(name.startswith(("css/", "embed/starter", "embed/viewer")) for name in found), "they have no lang.js"
    script.write_text("import './nowhere.js';", "utf-8")
    with pytest.raises(AssertionError, match="nowhere"):
        bundle(sources, tmp_path / "bundle")
