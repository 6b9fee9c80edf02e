"""The bundled scripts, styles and drawings of the pages, each under an address that changes with its content."""

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
"""The static imports of a bundled script: files beside it."""
IMPORTED_LATER: Final = re.compile(r"""\bimport\(["']\./([\w./-]+\.js)["']\)""")
HASHED: Final = re.compile(r"-[0-9A-Z]{8}(?=\.\w+(?:\.map)?$)")
"""The hash of its content in the name of a file."""
ADDRESS: Final = re.compile(r"""url\(["']?(?:\.\./)*([^"')#:]+)["']?\)""")
"""The files that a style names, by their path below BUNDLE."""
SOURCE_MAP: Final = re.compile(r"(?://# sourceMappingURL=\S+|/\*# sourceMappingURL=\S+ \*/)\n?")
"""The comment with the address of a source map, for debugging."""


class BundleEntry(NamedTuple):
    """The bundle of a source: its file, its static imports, and its dynamic imports."""

    file: str
    imports: tuple[str, ...]
    later: tuple[str, ...]


class Assets:
    """The bundle on disk: the served file of each source."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._contents: dict[str, bytes] = {}
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        self.entries: Final = {
            name: BundleEntry(one["file"], tuple(one["imports"]), tuple(one["later"])) for name, one in manifest.items()
        }
        """The bundled files, by the path of their source below STATIC; styles by `css/` and the name of their page."""
        self.files: Final = frozenset(
            path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
        ) - {MANIFEST}
        """Every file that is served, by its path below BUNDLE."""
        self.current: Final = {HASHED.sub("", entry.file): entry.file for entry in self.entries.values()}
        """The present file, by its path without the hash."""
        self.drawings: Final = Markup("").join(Markup((STATIC / name).read_text("utf-8")) for name in DRAWINGS)
        """All drawings, to be embedded in a page and used by their names."""
        self.icon: Final = "data:image/svg+xml," + quote((STATIC / "icon.svg").read_text("utf-8"))
        """The icon of the pages as a data address: browsers request any other whenever the address changes."""

    def url(self, name: str) -> str:
        """Return the address of what was bundled from a source, such as `js/replay/page.js`."""
        return address(self.entries[name].file)

    def imports(self, name: str) -> list[str]:
        """Return the addresses of the files that a script needs to run, without itself."""
        return [address(file) for file in self.entries[name].imports]

    def content(self, file: str) -> bytes:
        """Return the content of a file of the bundle, which is read once."""
        if (content := self._contents.get(file)) is None:
            content = self._contents.setdefault(file, (self._folder / file).read_bytes())
        return content

    def text(self, file: str) -> str:
        """Return the text of a file of the bundle, without the comment about its source map."""
        return SOURCE_MAP.sub("", self.content(file).decode())

    def modules_for(self, name: str) -> list[tuple[str, ...]]:
        """Return the files of a script, each after its static imports, itself last.

        Each is its name, then its source split at the names of other files: text, name, text, ..., text. Dynamic
        imports look up the name of the file in `addresses`.
        """
        entry = self.entries[name]
        return [self._module(file) for file in (*entry.imports, *entry.later, entry.file)]

    def _module(self, file: str) -> tuple[str, ...]:
        beside = posixpath.dirname(file)
        text = IMPORTED_LATER.sub(rf'import(addresses["{beside}/\1"])', self.text(file))
        parts = IMPORTED.split(text)
        return (file, *(f"{beside}/{part}" if i % 2 else part for i, part in enumerate(parts)))

    def style(self, names: Sequence[str]) -> str:
        """Return styles as one text that needs no other file: the files that they name are embedded."""
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
    """Return the present bundle. It stays the same for one request."""
    if "assets" not in g:
        g.assets = assets_now()
    found: Assets = g.assets
    return found


def assets_now() -> Assets:
    """Return the present bundle outside a request."""
    # It is checked for each page, so that a new bundle is used at once.
    return _assets_of(BUNDLE, (BUNDLE / MANIFEST).stat().st_mtime_ns)


def asset(name: str) -> str:
    """Return the address of what was bundled from a source, such as `js/replay/page.js`."""
    return assets().url(name)


@lru_cache(maxsize=1)
def _assets_of(folder: Path, changed_ns: int) -> Assets:  # noqa: ARG001  # it is another when the manifest changes
    return Assets(folder)
