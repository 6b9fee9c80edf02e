"""The slots of a tournament's broadcast, which show tables and can be bound to other tables at any time."""

import re
from collections.abc import Iterator
from typing import Final

from domain.refusals import Misuse
from service.access.context import Context
from service.ops.clock import now_ms
from service.store.entries.broadcast_entries import BroadcastRules, BroadcastSlot
from service.store.entries.metadata_store import Entry, MetadataStore
from service.store.metadata_cache import MetadataCache
from service.tournaments.tournament_store import tournament_store

SLOT_PATTERN: Final = "^[a-z0-9][a-z0-9-]{0,31}$"
"""The pattern of a slot's name."""
SLOTS_MAX: Final = 40


def slots_of(register: MetadataCache, tournament: str) -> list[BroadcastSlot]:
    """Return the slots that were bound so far, by name."""
    return sorted(register.find_entries(BroadcastSlot, tournament=tournament), key=lambda one: one.slot)


def slot_named(register: MetadataCache, tournament: str, slot: str) -> BroadcastSlot:
    """Return a slot. A slot that was never bound shows no table, so that an overlay can be set up before.

    Raises Misuse for an invalid name.
    """
    _require_name(slot)
    found = register.find_entries(BroadcastSlot, tournament=tournament, slot=slot)
    return found[0] if found else BroadcastSlot(tournament=tournament, slot=slot, round=None, seated=None, changed=0)


def broadcast_rules(register: MetadataCache, tournament: str) -> BroadcastRules:
    """Return the rules for all slots of a tournament."""
    found = register.find_entries(BroadcastRules, tournament=tournament)
    return found[0] if found else BroadcastRules(tournament=tournament)


def show_table_in_slot(
    context: Context, tournament: str, slot: str, round_: int | None, table: int | None
) -> BroadcastSlot:
    """Bind a slot to a table, or to none. Raises Misuse for an invalid name, and for too many slots."""
    _require_name(slot)
    bound = BroadcastSlot(tournament=tournament, slot=slot, round=round_, seated=table, changed=now_ms())

    def entries(register: MetadataStore) -> Iterator[Entry]:
        others = [one for one in register.find_entries(BroadcastSlot, tournament=tournament) if one.slot != slot]
        if len(others) >= SLOTS_MAX:
            raise Misuse(f"a tournament has at most {SLOTS_MAX} slots: bind one of them again", place="path.slot")
        yield bound

    context.register.change_entries(entries)
    _notify(context, tournament)
    return bound


def _require_name(slot: str) -> None:
    if not re.fullmatch(SLOT_PATTERN, slot):
        says = f"the name of a slot is 1 to 32 lower-case letters, digits and hyphens, such as main, not {slot[:40]!r}"
        raise Misuse(says, place="path.slot")


def set_rules(context: Context, rules: BroadcastRules) -> None:
    """Store the rules for all slots of a tournament."""
    context.register.save_entries(rules)
    _notify(context, rules.tournament)


def _notify(context: Context, tournament: str) -> None:
    """Wake the streams of this process. The streams of other processes wake after every entry."""
    context.notifier.notify_of_tournament(tournament, len(tournament_store(context).events(tournament)))
