"""The guard of imports: no other folder called `domain` or `service` may replace a package of this engine."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PACKAGES: Final = ("domain", "replay", "projections", "service")
"""The packages installed beside this one, under names that other projects use too."""


def require_own_packages() -> None:
    """Raise ImportError where Python finds another package under one of these names, with its path and the remedy."""
    home = Path(__file__).resolve().parent.parent
    for name in PACKAGES:
        found, own = _place_of(name), home / name
        if found is None:
            raise ImportError(f"haricot needs its package {name}, which is not in {home}: install it again", name=name)
        if found.resolve() not in (own / "__init__.py", own):
            raise ImportError(
                f"haricot needs its own package {name} in {home}, but {found} shadows it: rename that one, or run"
                " Python with -P, which leaves the script's folder out of the path",
                name=name,
                path=str(found),
            )


def _place_of(name: str) -> Path | None:
    """Return the file that an import of this name would run, or has run; a folder where there is none."""
    loaded = sys.modules.get(name)
    if loaded is not None and loaded.__spec__ is None:
        return None if loaded.__file__ is None else Path(loaded.__file__)
    spec = find_spec(name)
    if spec is None:
        return None
    if spec.origin is not None:
        return Path(spec.origin)
    return next(map(Path, spec.submodule_search_locations or ()), None)
