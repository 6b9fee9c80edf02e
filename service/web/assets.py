"""Our static files, under an address that changes with them so that a browser may keep them for ever."""

import json
import mimetypes
import os
import posixpath
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from flask import g
from markupsafe import Markup

STATIC: Final = Path(__file__).parent / "static"
IMPORT_MAP: Final = "vendor/importmap.json"
"""Which vendored file a bare name is, in the form of an import map; what runs in Node reads it too."""
DIGEST_LENGTH: Final = 12
IMPORTED: Final = re.compile(r"""(?:\bfrom|\bimport)\s*["']([^"']+)["']""")
"""What a module imports at once; `import(...)` is for what is needed later."""
NAMED: Final = re.compile(r"""(?:\bfrom|\bimport|\bawait import\()\s*["']([^"']+)["']""")
"""What a module names at all, now or later."""
REMARK: Final = re.compile(
    rb"""^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$ | /\*\*[ ]@(?:param|type)\b(?:(?!\*/).)*\*/[ ]?""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
"""What a script of ours says to its readers alone: a comment on lines of its own, or the type of a value."""
DRAWINGS: Final = ("beans.svg", "terrains.svg")
ADDRESS: Final = re.compile(r"""url\(["']?([^"')#:]+)["']?\)""")
"""A file that a style names, relative to it."""


class StaticFile(NamedTuple):
    """A file by its path below STATIC, and what shows that it was changed."""

    name: str
    changed_ns: int
    size: int


class Assets:
    """The static files as they lie on the disk: their address, and which module needs which."""

    def __init__(self, files: tuple[StaticFile, ...]) -> None:
        written = {file.name: (STATIC / file.name).read_bytes() for file in files}
        self.contents: Final = {
            name: without_remarks(content) if name.startswith("js/") else content for name, content in written.items()
        }
        """What is served of each file, by its name: of our own scripts no remarks."""
        contents = self.contents
        names = (f"{name} {sha256(content).hexdigest()}" for name, content in contents.items())
        self.digest: Final = sha256("\n".join(names).encode()).hexdigest()[:DIGEST_LENGTH]
        self.base: Final = f"/assets/{self.digest}/"
        bare = self._bare = {
            name: posixpath.normpath(f"vendor/{file}")
            for name, file in json.loads(contents[IMPORT_MAP])["imports"].items()
        }
        self.import_map: Final = json.dumps({"imports": {name: self.url(file) for name, file in bare.items()}})
        """The import map of every page, so that a script may import `preact` by its name."""
        self.import_map_source: Final = f"'sha256-{b64encode(sha256(self.import_map.encode()).digest()).decode()}'"
        """By which a policy lets the import map stand in the page, and no other script."""
        self.drawings: Final = Markup("").join(Markup(contents[name].decode()) for name in DRAWINGS)
        """All drawings, to be used by their names in the page where they stand."""
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

    def modules_for(self, module: str) -> list[tuple[str, ...]]:
        """Return every module that a module names, each after those that it names, itself last.

        Each is its name, then its source cut where it names another: text, name of a module, text, ..., text.
        ValueError where modules name each other in a circle.
        """
        made: dict[str, tuple[str, ...]] = {}

        def add(name: str, above: tuple[str, ...]) -> None:
            if name in above:
                raise ValueError(f"modules name each other in a circle: {' -> '.join((*above, name))}")
            parts, end, source = [name], 0, self.contents[name].decode()
            for found in NAMED.finditer(source):
                other = _beside(name, found[1], self._bare)
                if other in self._imports:
                    if other not in made:
                        add(other, (*above, name))
                    parts += [source[end : found.start(1) - 1], other]
                    end = found.end(1) + 1
            made[name] = (*parts, source[end:])

        add(module, ())
        return list(made.values())

    def style(self, names: Sequence[str]) -> str:
        """Style sheets as one text that needs no other file: what they name stands in it."""
        return "\n".join(ADDRESS.sub(partial(self._inlined, name), self.contents[name].decode()) for name in names)

    def _inlined(self, style: str, found: re.Match[str]) -> str:
        name = _beside(style, found[1], {})
        return f"url(data:{media(name)};base64,{b64encode(self.contents[name]).decode()})"


def media(name: str) -> str:
    """Return the media type of a file."""
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def without_remarks(script: bytes) -> bytes:
    """A script without what it says to readers, who find that where it is written; each line stays where it is."""
    return REMARK.sub(lambda found: b"\n" * found[0].count(b"\n"), script)


def _imports(module: str, source: str, bare: dict[str, str]) -> dict[str, None]:
    """The files that a module imports at once, each once; what is none (a comment may look like one) among them."""
    return dict.fromkeys(_beside(module, name, bare) for name in IMPORTED.findall(source))


def _beside(file: str, name: str, bare: dict[str, str]) -> str:
    """Return which file is meant by a name in another file."""
    return bare.get(name, posixpath.normpath(f"{posixpath.dirname(file)}/{name}"))


def assets() -> Assets:
    """Return the static files as they are now; for one request they stay the same."""
    if "assets" not in g:
        g.assets = assets_now()
    found: Assets = g.assets
    return found


def assets_now() -> Assets:
    """Return the static files as they are now, for whoever serves no request."""
    return _assets_of(tuple(sorted(_files(STATIC))))


def asset(name: str) -> str:
    """Return the address of a file by its path below STATIC, such as `js/replay.js`: under it nothing ever changes."""
    return assets().url(name)


@lru_cache(maxsize=1)
def _assets_of(files: tuple[StaticFile, ...]) -> Assets:
    return Assets(files)


def _files(folder: Path, below: str = "") -> Iterator[StaticFile]:
    """Yield every file in a folder. Looked at for each page, so that whoever edits a script sees it at once."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(Path(entry.path), f"{below}{entry.name}/")
            else:
                yield StaticFile(below + entry.name, entry.stat().st_mtime_ns, entry.stat().st_size)
