"""Two processes that append the same at the same time: of every batch, exactly one of them gets it in."""

import multiprocessing
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Final

from replay.rewind import batches
from service.store.errors import Conflict
from service.store.event_store import open_store
from service.store.location import Location
from tests.service.store.games import EARLY, played

SPAWN = multiprocessing.get_context("spawn")
START_SECONDS: Final = 10
"""How long one waits for the other before each batch."""


def raced(location: Location, games: Sequence[str], *, asked: bool) -> list[tuple[bool, ...]]:
    """Who of two processes got in each batch of these games, which both append in the same order.

    Who is `asked` appends each batch under a request, which happens once for another reason than the version.
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
    """Lets two processes race, and sees that each batch was got in once and every game is there as it was played."""
    assert games, "nobody races"
    assert [1] * EARLY * len(games) == [sum(results) for results in raced(location, games, asked=asked)]
    with open_store(location) as store:
        for game in games:
            assert played(game, EARLY).record() == store.record(game)


def _race(location: Location, games: Sequence[str], asked: bool, start: Barrier, answer: Connection) -> None:
    """Appends every batch at the same time as somebody else; says which of them it got in."""
    won = []
    with open_store(location) as store:
        for game in games:
            for batch in batches(played(game, EARLY).envelopes):
                start.wait(timeout=START_SECONDS)
                try:
                    store.append(game, batch, request=f"until {batch[-1].n}" if asked else None)
                    won.append(True)
                except Conflict:
                    won.append(False)
    answer.send(won)
