"""The writing part of every recorder, by group commit."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

from eventsourcing.persistence import StoredEvent

from service.store.concurrency.group_commit import AfterCommit, Defer, GroupCommit, Job
from service.store.entries.metadata_store import Entries, EntryChanges
from service.store.exception_mapping import ExceptionMapping
from service.store.queries import Queries
from service.store.recorder import GameOpening, WriteBatch, event_rows


class GroupedRecorder(Queries):
    """A recorder that writes in groups, together with other threads."""

    _group: GroupCommit[Any]
    exception_mapping: ExceptionMapping
    """Translates the errors of the database into those of the event library."""

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        opening: GameOpening | None = None,
        request: str | None = None,
        entries: Entries = (),
        **_: Any,
    ) -> Sequence[int]:
        """Write events with the next group. Return their positions in the log."""
        if not stored_events:
            return []
        openings = () if opening is None else ((str(stored_events[0].originator_id), opening),)
        return list(self.write(WriteBatch(event_rows(stored_events, request), openings, entries)))

    def write(self, work: WriteBatch, *, after: Job[Any] | None = None) -> Sequence[int]:
        """Write rows with the next group. Return their positions in the log.

        After OperationalError it is unknown whether they were written. The write is not repeated.
        """
        with self.exception_mapping:
            positions: Sequence[int] = self._group.run(work, after=after)
        return positions

    def write_soon(
        self,
        work: WriteBatch,
        listener: Callable[[Job[Any], Exception | None], AfterCommit | None],
        *,
        after: Job[Any] | None = None,
        defer: Defer | None = None,
    ) -> Job[Any]:
        """Write rows with a later group, and return immediately.

        `listener` is called with the job and its error or None. See `GroupCommit.send`.
        """
        with self.exception_mapping:
            return self._group.send(work, partial(self._notify, listener), after=after, defer=defer)

    def _notify(
        self, listener: Callable[[Job[Any], Exception | None], AfterCommit | None], job: Job[Any]
    ) -> AfterCommit | None:
        error = job.error  # never an interrupt: only threads that wait get one
        return listener(job, None if error is None else self.exception_mapping.translate(cast("Exception", error)))

    def change_entries(self, entries: EntryChanges) -> None:
        """Write these entries to the metadata store, all or none."""
        if entries:
            self.write(WriteBatch((), (), entries))
