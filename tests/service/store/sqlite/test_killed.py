"""After a kill every reported batch is in the file, and none by halves."""

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from replay.proofs.shuffle import seed_of_text
from replay.rewind import batches
from service.store.event_store import GameStore, open_store
from tests.service.store.folders import meddle
from tests.service.store.games import LATE, played

SPAWN = multiprocessing.get_context("spawn")


def append_until_killed(folder: Path, report: Connection) -> None:
    """Appends games batch by batch, and reports each batch after it was appended."""
    with open_store(folder) as store:
        for number in range(1_000):
            game = f"g{number}"
            for batch in batches(played(game, LATE).envelopes):
                store.append(game, batch, seed=seed_of_text(game) if batch[0].n == 1 else None)
                report.send((game, batch[-1].n))


def wrong_after_the_kill(store: GameStore, reported: Sequence[tuple[str, int]]) -> Iterator[str]:
    """What is lost of the batches that were reported, and what is there by halves."""
    heads = {head.game: head.version for head in store.heads()}
    for game, n in reported:
        if heads.get(game, 0) < n:
            yield f"{game} lost event {n}"
    for game, version in heads.items():
        play = played(game, LATE)
        if store.record(game).envelopes != tuple(play.envelopes[:version]) or store.seed(game) != seed_of_text(game):
            yield f"{game} is not as it was played"
        if version not in [batch[-1].n for batch in batches(play.envelopes)]:
            yield f"{game} ends within a batch, with event {version}"


def test_after_kill_9_every_reported_batch_is_there_and_none_by_halves(tmp_path: Path) -> None:
    receiver, sender = SPAWN.Pipe(duplex=False)
    child = SPAWN.Process(target=append_until_killed, args=(tmp_path, sender))
    child.start()
    sender.close()
    reported = [receiver.recv() for _ in range(2 * LATE)]
    child.kill()
    try:
        while True:
            reported.append(receiver.recv())
    except (EOFError, OSError):  # the child is gone, perhaps in the middle of a word
        child.join()
    assert -signal.SIGKILL == child.exitcode
    with open_store(tmp_path) as store:
        assert [] == list(wrong_after_the_kill(store, reported))
        assert all(ok for _, ok, _ in store.checks())
        # The looker is known to see what it looks for.
        last_game, last_n = reported[-1]
        assert [f"{last_game} lost event {last_n + 9}"] == list(wrong_after_the_kill(store, [(last_game, last_n + 9)]))
    meddle(
        tmp_path,
        "DELETE FROM events WHERE originator_id = 'g0' AND originator_version = (SELECT max("
        "originator_version) FROM events WHERE originator_id = 'g0')",
    )
    with open_store(tmp_path) as store:
        assert any("within a batch" in wrong for wrong in wrong_after_the_kill(store, []))
        assert any("g0 lost" in wrong for wrong in wrong_after_the_kill(store, reported))
