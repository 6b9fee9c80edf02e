"""The bundled scripts, styles and drawings of the pages, each under an address that changes with what is in it."""

import json
import mimetypes
import posixpath
import re
from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from flask import g
from markupsafe import Markup

STATIC: Final = Path(__file__).parent / "static"
"""The sources, which `make bundle` makes the bundle from."""
BUNDLE: Final = Path(__file__).parent / "bundle"
"""What is served: generated, and committed."""
MANIFEST: Final = "manifest.json"
DRAWINGS: Final = ("beans.svg", "terrains.svg")
IMPORTED: Final = re.compile(r"""(?:(?<=from)|(?<=import))["']\./([\w./-]+\.js)["']""")
"""What a bundled script imports at once: a file beside it."""
IMPORTED_LATER: Final = re.compile(r"""\bimport\(["']\./([\w./-]+\.js)["']\)""")
HASHED: Final = re.compile(r"-[0-9A-Z]{8}(?=\.\w+(?:\.map)?$)")
"""The hash of its content in the name of a file."""
ADDRESS: Final = re.compile(r"""url\(["']?(?:\.\./)*([^"')#:]+)["']?\)""")
"""A file that a style names, by its path below BUNDLE."""
SOURCE_MAP: Final = re.compile(r"(?://# sourceMappingURL=\S+|/\*# sourceMappingURL=\S+ \*/)\n?")
"""Where the sources of a script or a style are told, for who looks for a fault."""


class BundleEntry(NamedTuple):
    """What was bundled from a source: its file, those that it imports at once, and those that it imports later."""

    file: str
    imports: tuple[str, ...]
    later: tuple[str, ...]


class Assets:
    """The bundle as it lies on the disk: which file is served for which source."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._contents: dict[str, bytes] = {}
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        self.entries: Final = {
            name: BundleEntry(one["file"], tuple(one["imports"]), tuple(one["later"])) for name, one in manifest.items()
        }
        """What was bundled, by the path of its source below STATIC; styles by `css/` and the name of their page."""
        self.files: Final = frozenset(
            path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
        ) - {MANIFEST}
        """Every file that is served, by its path below BUNDLE."""
        self.current: Final = {HASHED.sub("", entry.file): entry.file for entry in self.entries.values()}
        """The file of today, by its path without the hash."""
        self.drawings: Final = Markup("").join(Markup((STATIC / name).read_text("utf-8")) for name in DRAWINGS)
        """All drawings, to be used by their names in the page where they stand."""
        self.icon: Final = "data:image/svg+xml," + quote((STATIC / "icon.svg").read_text("utf-8"))
        """The icon of the pages as an address of its own: browsers ask for any other whenever the address changes."""

    def url(self, name: str) -> str:
        """Return the address of what was bundled from a source, such as `js/replay/page.js`."""
        return address(self.entries[name].file)

    def imports(self, name: str) -> list[str]:
        """Return the addresses of the files without which a script does not run, itself left out."""
        return [address(file) for file in self.entries[name].imports]

    def content(self, file: str) -> bytes:
        """Return what is in a file of the bundle, which is read once."""
        if (content := self._contents.get(file)) is None:
            content = self._contents.setdefault(file, (self._folder / file).read_bytes())
        return content

    def text(self, file: str) -> str:
        """Return what is in a file of the bundle, without the remark where its sources are."""
        return SOURCE_MAP.sub("", self.content(file).decode())

    def modules_for(self, name: str) -> list[tuple[str, ...]]:
        """Return the files of a script, each after those that it imports at once, itself last.

        Each is its name, then its source cut where it names another: text, name of a file, text, ..., text. What it
        imports later it looks for in `addresses`, by the name of the file.
        """
        entry = self.entries[name]
        return [self._module(file) for file in (*entry.imports, *entry.later, entry.file)]

    def _module(self, file: str) -> tuple[str, ...]:
        beside = posixpath.dirname(file)
        text = IMPORTED_LATER.sub(rf'import(addresses["{beside}/\1"])', self.text(file))
        parts = IMPORTED.split(text)
        return (file, *(f"{beside}/{part}" if i % 2 else part for i, part in enumerate(parts)))

    def style(self, names: Sequence[str]) -> str:
        """Return styles as one text that needs no other file: what they name stands in it."""
        return ADDRESS.sub(self._inlined, "".join(self.text(self.entries[f"css/{name}"].file) for name in names))

    def _inlined(self, found: re.Match[str]) -> str:
        return f"url(data:{media(found[1])};base64,{b64encode(self.content(found[1])).decode()})"


def address(file: str) -> str:
    """Return the address of a file of the bundle."""
    return f"/assets/{file}"


def media(name: str) -> str:
    """Return the media type of a file."""
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def assets() -> Assets:
    """Return the bundle as it is now; for one request it stays the same."""
    if "assets" not in g:
        g.assets = assets_now()
    found: Assets = g.assets
    return found


def assets_now() -> Assets:
    """Return the bundle as it is now, for whoever serves no request."""
    # Looked at for each page, so that whoever edits a script and makes the bundle again sees it at once.
    return _assets_of(BUNDLE, (BUNDLE / MANIFEST).stat().st_mtime_ns)


def asset(name: str) -> str:
    """Return the address of what was bundled from a source, such as `js/replay/page.js`."""
    return assets().url(name)


@lru_cache(maxsize=1)
def _assets_of(folder: Path, changed_ns: int) -> Assets:  # noqa: ARG001  # it is another when the manifest changes
    return Assets(folder)
