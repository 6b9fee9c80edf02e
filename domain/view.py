"""What one viewer sees of a game: a masked table, folded from redacted events alone."""

from domain.audited import redact
from domain.events import Event
from domain.history import evolve
from domain.table import Table
from domain.values import Value
from domain.visibility import Viewer


class View(Value):
    """A table as `viewer` may see it."""

    viewer: Viewer
    table: Table

    @classmethod
    def of(cls, table: Table, viewer: Viewer) -> "View":
        """What `viewer` sees of this table."""
        return cls(viewer=viewer, table=redact(table, viewer, table.rules.options))

    def after(self, event: Event) -> "View":
        """The view after an event that is already redacted for this viewer; CorruptHistory as for `evolve`.

        Masking again after every event keeps what the viewer saw pass from staying visible where it now lies.
        """
        table = evolve(self.table, event)
        return View(viewer=self.viewer, table=redact(table, self.viewer, table.rules.options))
