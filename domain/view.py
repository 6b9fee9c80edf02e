"""What one viewer sees of a game: a masked table that grows from redacted events, nothing else."""

from domain.events import Event
from domain.history import evolve
from domain.table import Table
from domain.values import Value
from domain.visibility import Viewer, redact


class View(Value):
    """A table as `viewer` may see it."""

    viewer: Viewer
    table: Table

    @classmethod
    def of(cls, table: Table, viewer: Viewer) -> "View":
        """What `viewer` sees of this table."""
        return cls(viewer=viewer, table=redact(table, viewer, table.rules.options))

    def after(self, event: Event) -> "View":
        """The view after an event that is already redacted for this viewer.

        Masking again after every event keeps what the viewer saw pass from staying visible where it now lies.
        """
        table = evolve(self.table, event)
        return View(viewer=self.viewer, table=redact(table, self.viewer, table.rules.options))


def redacted(event: Event, viewer: Viewer, table: Table) -> Event:
    """The event as `viewer` may read it; `table` is any table of the game, for its options."""
    return redact(event, viewer, table.rules.options)
