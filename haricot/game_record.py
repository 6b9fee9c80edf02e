"""The record of a game as a file on disk."""

import os
from pathlib import Path

from domain.table import Table
from domain.visibility import viewer_named
from haricot.catalogue import load_plugins
from replay.record import Record, read_file, write_file
from replay.rewind import table_at
from service.store.atomic_files import write_atomically


class GameRecord(Record):
    """All that has happened in one game as one viewer may read it: `game`, `viewer`, `envelopes`.

    Envelope n, counted from 1, holds `event`, the time `at` in milliseconds since 1970, and on the first event of a
    batch its `cause`: the command and who gave it.
    """

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "GameRecord":
        """Return the record in a game file; `replay.record.CorruptFile` where it is not as it was written, OSError."""
        load_plugins()
        return cls.of(read_file(Path(path).read_bytes()))

    @classmethod
    def of(cls, record: Record) -> "GameRecord":
        """Return the same record with these methods."""
        return cls(game=record.game, envelopes=record.envelopes, viewer=record.viewer)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the game file, whole or not at all, readable only by its owner; Misuse when it cannot be written."""
        write_atomically(Path(path), write_file(self))

    def as_seen_by(self, viewer: str) -> "GameRecord":
        """Return the record as `seat:0`, `seat:1` ... or a `spectator` may read it; Misuse for any other name.

        Events keep their numbers, with hidden cards face down. A viewer who sees less than everything cannot be shown
        more.
        """
        asked = viewer_named(viewer, self.created.players)
        return GameRecord.of(self.seen_by(asked if self.viewer.sees_all else self.viewer))

    def table_at(self, n: int) -> Table:
        """Return the table after event n, as this viewer sees it; Misuse when there is no such event."""
        return table_at(self, n)
