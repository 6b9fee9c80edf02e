"""Golden bundles: `python -m tests.golden.bundles` freezes one of each edition that has none; none is ever changed."""

import gzip
from functools import cache
from pathlib import Path

from domain.editions import EDITIONS
from tests.replay.proofs.bundled import bundle_of, short_game

FOLDER = Path(__file__).parent / "bundles"
PLAYERS = {"duel": 2}


def path_of(edition: str) -> Path:
    """Where the golden bundle of an edition lies, packed."""
    return FOLDER / f"{edition}.haricot-audit.json.gz"


@cache
def golden_bundle(edition: str) -> bytes:
    """The golden bundle of an edition."""
    return gzip.decompress(path_of(edition).read_bytes())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in EDITIONS:
        if not path_of(name).exists():
            made = bundle_of(short_game(name, PLAYERS.get(name, 3), 60))
            path_of(name).write_bytes(gzip.compress(made, mtime=0))
