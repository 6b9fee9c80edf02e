"""What one viewer sees of a game: a masked table, folded from redacted events alone."""

from domain.cards import all_face_down
from domain.events import Cards, Event
from domain.evolve import evolve
from domain.field_audiences import redact
from domain.table import Table
from domain.values import Value
from domain.visibility import Viewer


class View(Value):
    """A table as `viewer` may see it."""

    viewer: Viewer
    table: Table

    @property
    def discards(self) -> Cards:
        """The discard pile as far as the viewer may look through it: its top card, or all of it. Rule: AMB-GE-10."""
        pile = self.table.discard_pile
        if self.viewer.sees_all or self.table.rules.options.get("discard_inspection") == "full":
            return pile
        return (*pile[:1], *all_face_down(pile[1:]))

    @classmethod
    def of(cls, table: Table, viewer: Viewer) -> "View":
        """Return what `viewer` sees of this table."""
        return cls(viewer=viewer, table=redact(table, viewer, table.rules.options))

    def after(self, event: Event) -> "View":
        """Return the view after an event that is already redacted for this viewer; CorruptHistory as for `evolve`.

        Masking again after every event keeps what the viewer saw pass from staying visible where it now lies.
        """
        table = evolve(self.table, event)
        return View(viewer=self.viewer, table=redact(table, self.viewer, table.rules.options))
