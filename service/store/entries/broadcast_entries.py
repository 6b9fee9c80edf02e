"""What is kept of a tournament's broadcast: which table each slot shows, and the rules for all slots."""

from service.store.entries.metadata_store import Entry


class BroadcastSlot(Entry):
    """The table that a slot shows: that of this number in a `round`, by default in the last one that is released.

    A slot without a table shows none. `changed` is when it was bound last, in milliseconds since 1970.
    """

    kept_in = "broadcast_slots"
    named_by = ("tournament", "slot")
    came_with = 15

    tournament: str
    slot: str
    round: int | None
    seated: int | None
    """The number of the table."""
    changed: int


class BroadcastRules(Entry):
    """What holds for all slots of a tournament: the least delay, and whether results are kept back."""

    kept_in = "broadcast_rules"
    named_by = ("tournament",)
    came_with = 15

    tournament: str
    delay_ms: int = 0
    spoiler_free: bool = False


BROADCASTS: tuple[type[Entry], ...] = (BroadcastSlot, BroadcastRules)
