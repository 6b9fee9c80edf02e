"""Golden bundles: `python -m tests.golden.bundles` writes missing ones; existing ones never change."""

import gzip
from functools import cache
from pathlib import Path

from domain.commands import Command
from domain.editions import EDITIONS
from domain.events import DealRevealed, GameVoided
from replay.codec import Cause
from replay.game import batch_of
from replay.record import Record
from tests.replay.proofs.bundles import bundle_of, short_game
from tests.timed_games import timed_game

FOLDER = Path(__file__).parent / "bundles"
PLAYERS = {"duel": 2}
TIMED = "timed"
"""The golden bundle of a game with a clock."""
GOLDEN = (*EDITIONS, TIMED)
"""The golden bundles."""


def path_of(edition: str) -> Path:
    """Return the path of the packed golden bundle of an edition or of the timed game."""
    return FOLDER / f"{edition}.haricot-audit.json.gz"


@cache
def golden_bundle(edition: str) -> bytes:
    """Return a golden bundle."""
    return gzip.decompress(path_of(edition).read_bytes())


def _timed() -> Record:
    timed = timed_game("classic", 3, "classic-timed")
    game = timed.game
    seed = game.chance.reveal()
    assert seed is not None
    voided = (GameVoided(reason="organiser"), DealRevealed(seed=seed))
    by = Cause[Command](command=None, by="organiser", key=None)
    return Record(
        game=game.game, envelopes=(*game.envelopes, *batch_of(game.game, game.version, voided, by, at=timed.now))
    )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GOLDEN:
        if not path_of(name).exists():
            made = bundle_of(_timed() if name == TIMED else short_game(name, PLAYERS.get(name, 3), 60))
            path_of(name).write_bytes(gzip.compress(made, mtime=0))
