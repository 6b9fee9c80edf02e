"""Stored broadcasts of tournaments: the table of each slot, and the rules for all slots."""

from service.store.entries.metadata_store import Entry


class BroadcastSlot(Entry):
    """The table that a slot of a broadcast shows, in a `round` or, with None, in the last released round.

    `changed` is the time of the last change in milliseconds since 1970.
    """

    sql_table = "broadcast_slots"
    key_fields = ("tournament", "slot")
    since_schema = 15

    tournament: str
    slot: str
    round: int | None
    seated: int | None
    """The number of the table, or None if the slot shows no table."""
    changed: int


class BroadcastRules(Entry):
    """The rules for all slots of a tournament: the minimum delay, and whether results are hidden."""

    sql_table = "broadcast_rules"
    key_fields = ("tournament",)
    since_schema = 15

    tournament: str
    delay_ms: int = 0
    spoiler_free: bool = False


BROADCAST_KINDS: tuple[type[Entry], ...] = (BroadcastSlot, BroadcastRules)
