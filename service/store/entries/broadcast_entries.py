"""What is kept of a tournament's broadcast: which table each slot shows, and the rules for all slots."""

from service.store.entries.metadata_store import Entry


class BroadcastSlot(Entry):
    """The table that a slot shows: that of this number in a `round`, by default in the last one that is released.

    A slot without a table shows none. `changed` is when it was bound last, in milliseconds since 1970.
    """

    sql_table = "broadcast_slots"
    key_fields = ("tournament", "slot")
    since_schema = 15

    tournament: str
    slot: str
    round: int | None
    seated: int | None
    """The number of the table."""
    changed: int


class BroadcastRules(Entry):
    """What holds for all slots of a tournament: the least delay, and whether results are kept back."""

    sql_table = "broadcast_rules"
    key_fields = ("tournament",)
    since_schema = 15

    tournament: str
    delay_ms: int = 0
    spoiler_free: bool = False


BROADCAST_KINDS: tuple[type[Entry], ...] = (BroadcastSlot, BroadcastRules)
