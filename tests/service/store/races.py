"""Let two processes append the same batches at the same time."""

import multiprocessing
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Final

from replay.rewind import batches
from service.store.errors import Conflict
from service.store.event_store import open_store
from service.store.location import Location
from tests.service.store.games import EARLY, play_game

SPAWN = multiprocessing.get_context("spawn")
START_SECONDS: Final = 10
"""The longest wait of one process for the other."""


def raced(location: Location, games: Sequence[str], *, asked: bool) -> list[tuple[bool, ...]]:
    """Return for each batch which of two processes wrote it.

    With `asked`, each batch has a request, whose uniqueness is checked apart from the version.
    """
    start = SPAWN.Barrier(2)
    pipes = [SPAWN.Pipe(duplex=False) for _ in range(2)]
    racers = [SPAWN.Process(target=_race, args=(location, games, asked, start, sender)) for _, sender in pipes]
    for racer, (_, sender) in zip(racers, pipes, strict=True):
        racer.start()
        sender.close()
    won = [receiver.recv() for receiver, _ in pipes]
    for racer in racers:
        racer.join()
        assert 0 == racer.exitcode
    return list(zip(*won, strict=True))


def require_one_winner(location: Location, games: Sequence[str], *, asked: bool) -> None:
    """Require that of two racing processes one writes each batch, and that every game is stored as played."""
    assert games, "no games"
    assert [1] * EARLY * len(games) == [sum(results) for results in raced(location, games, asked=asked)]
    with open_store(location) as store:
        for game in games:
            assert play_game(game, EARLY).record() == store.record(game)


def _race(location: Location, games: Sequence[str], asked: bool, start: Barrier, answer: Connection) -> None:
    """Append every batch at the same time as the other process, and send which succeeded."""
    won = []
    with open_store(location) as store:
        for game in games:
            for batch in batches(play_game(game, EARLY).envelopes):
                start.wait(timeout=START_SECONDS)
                try:
                    store.append(game, batch, request=f"until {batch[-1].n}" if asked else None)
                    won.append(True)
                except Conflict:
                    won.append(False)
    answer.send(won)
