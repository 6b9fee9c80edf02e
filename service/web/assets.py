"""Our static files, under an address that changes with them so that a browser may keep them for ever."""

import json
import os
import posixpath
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from flask import g

STATIC: Final = Path(__file__).parent / "static"
IMPORT_MAP: Final = "vendor/importmap.json"
"""Which vendored file a bare name is, in the form of an import map; what runs in Node reads it too."""
DIGEST_LENGTH: Final = 12
IMPORTED: Final = re.compile(r"""(?:\bfrom|\bimport)\s*["']([^"']+)["']""")
"""What a module imports at once; `import(...)` is for what is needed later."""


class StaticFile(NamedTuple):
    """A file by its path below STATIC, and what shows that it was changed."""

    name: str
    changed_ns: int
    size: int


class Assets:
    """The static files as they lie on the disk: their address, and which module needs which."""

    def __init__(self, files: tuple[StaticFile, ...]) -> None:
        contents = {file.name: (STATIC / file.name).read_bytes() for file in files}
        names = (f"{name} {sha256(content).hexdigest()}" for name, content in contents.items())
        self.digest: Final = sha256("\n".join(names).encode()).hexdigest()[:DIGEST_LENGTH]
        self.base: Final = f"/assets/{self.digest}/"
        bare = {
            name: posixpath.normpath(f"vendor/{file}")
            for name, file in json.loads(contents[IMPORT_MAP])["imports"].items()
        }
        self.import_map: Final = json.dumps({"imports": {name: self.url(file) for name, file in bare.items()}})
        """The import map of every page, so that a script may import `preact` by its name."""
        self.import_map_source: Final = f"'sha256-{b64encode(sha256(self.import_map.encode()).digest()).decode()}'"
        """By which a policy lets the import map stand in the page, and no other script."""
        self.icon: Final = "data:image/svg+xml," + quote(contents["icon.svg"].decode())
        """The icon of the pages as an address of its own: browsers ask for any other whenever the address changes."""
        self._imports: Final = {
            name: _imports(name, content.decode(), bare)
            for name, content in contents.items()
            if name.endswith((".js", ".mjs"))
        }

    def url(self, name: str) -> str:
        """The address of a file by its path below STATIC, such as `js/replay.js`: under it nothing ever changes."""
        return self.base + name

    def needed_by(self, module: str) -> list[str]:
        """Every module without which a module does not run, itself left out; what it names itself comes first."""
        found = [module]
        for name in found:  # which grows meanwhile
            found += [one for one in self._imports[name] if one in self._imports and one not in found]
        return found[1:]


def _imports(module: str, source: str, bare: dict[str, str]) -> dict[str, None]:
    """The files that a module imports at once, each once; what is none (a comment may look like one) among them."""
    beside = posixpath.dirname(module)
    return dict.fromkeys(bare.get(name, posixpath.normpath(f"{beside}/{name}")) for name in IMPORTED.findall(source))


def assets() -> Assets:
    """The static files as they are now; for one request they stay the same."""
    if "assets" not in g:
        g.assets = _assets_of(tuple(sorted(_files(STATIC))))
    found: Assets = g.assets
    return found


def asset(name: str) -> str:
    """The address of a file by its path below STATIC, such as `js/replay.js`: under it nothing ever changes."""
    return assets().url(name)


@lru_cache(maxsize=1)
def _assets_of(files: tuple[StaticFile, ...]) -> Assets:
    return Assets(files)


def _files(folder: Path, below: str = "") -> Iterator[StaticFile]:
    """Every file in a folder. Looked at for each page, so that whoever edits a script sees it at once."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(Path(entry.path), f"{below}{entry.name}/")
            else:
                yield StaticFile(below + entry.name, entry.stat().st_mtime_ns, entry.stat().st_size)
