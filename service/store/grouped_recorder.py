"""A recorder that writes by group commit, for each database."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

from eventsourcing.persistence import StoredEvent

from service.store.concurrency.group_commit import Act, GroupCommit, Job, Later
from service.store.entries.metadata_store import Entries, EntryChanges
from service.store.exception_mapping import Translation
from service.store.queries import Queries
from service.store.recorder import GameOpening, Write, event_rows


class GroupedRecorder(Queries):
    """The half of a recorder that writes, in groups with other threads."""

    _group: GroupCommit[Any]
    mapped: Translation
    """Raises the database's errors as the event library's."""

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        opening: GameOpening | None = None,
        request: str | None = None,
        entries: Entries = (),
        **_: Any,
    ) -> Sequence[int]:
        """Write events with the next group. Return their positions."""
        if not stored_events:
            return []
        openings = () if opening is None else ((str(stored_events[0].originator_id), opening),)
        return list(self.write(Write(event_rows(stored_events, request), openings, entries)))

    def write(self, work: Write, *, after: Job[Any] | None = None) -> Sequence[int]:
        """Write rows with the next group. Return their positions.

        After OperationalError it is unknown whether they were written. They are not sent again.
        """
        with self.mapped:
            positions: Sequence[int] = self._group.run(work, after=after)
        return positions

    def write_soon(
        self,
        work: Write,
        listener: Callable[[Job[Any], Exception | None], Act | None],
        *,
        after: Job[Any] | None = None,
        later: Later | None = None,
    ) -> Job[Any]:
        """Have rows written with the next group, and return at once.

        `listener` is called with the job and its error, as `GroupCommit.send` says.
        """
        with self.mapped:
            return self._group.send(work, partial(self._tell, listener), after=after, later=later)

    def _tell(self, listener: Callable[[Job[Any], Exception | None], Act | None], job: Job[Any]) -> Act | None:
        error = job.error  # never an interrupt, as only threads that wait get those
        return listener(job, None if error is None else self.mapped.of(cast("Exception", error)))

    def change_entries(self, entries: EntryChanges) -> None:
        """Write these entries to the metadata store, all or none."""
        if entries:
            self.write(Write((), (), entries))
