"""What a principal may know of a game by the games that it shares cards with: that it exists, and how late."""

from collections.abc import Collection, Sequence

from service.access.policy import ANONYMOUS, ARBITER, ORGANISER, STRANGER
from service.access.tokens import Principal
from service.access.visibility_scope import LATE, relation_of
from service.queries.fork_ancestors import Ancestor
from service.queries.live_table import LiveTable
from service.queries.table_cache import TableCache
from service.store.entries.metadata_store import Arrangement


def opening_with(tables: TableCache, live: LiveTable, lineage: Sequence[tuple[str, int]]) -> set[str]:
    """Return the games whose hands must be public before those of a fork that an arbiter ordered."""
    found, beside = set[str](), live.summary.tables
    for ancestor, _ in reversed(lineage[:-1]):
        if ancestor not in beside:
            break
        found.add(ancestor)
        beside = tables.at_present(ancestor).summary.tables
    return found


def may_see_sealed(principal: Principal, lineage: Collection[str]) -> bool:
    """Return whether the principal may know of a fork of an unfinished game: only its arbiters and the service may."""
    return principal.opens_games or (principal.kind == ARBITER and principal.game in lineage)


def may_see(
    principal: Principal, relation: str, arrangement: Arrangement, shared: Collection[Ancestor], now: int
) -> bool:
    """Return whether the principal may know of a game that shares the cards of games which have ended by `now`."""
    if relation not in LATE:
        return True
    if arrangement.private and relation in (ANONYMOUS, STRANGER):
        return False
    # A fork reveals the end of a game that this principal may still see being played with a delay.
    strange = [ancestor for ancestor in shared if relation_of(principal, ancestor.game) in LATE]
    return not (arrangement.delay_ms and any(ancestor.at > now - arrangement.delay_ms for ancestor in strange))


def is_late(relation: str, arrangement: Arrangement, live: LiveTable) -> bool:
    """Return whether the game's delay applies to this relation.

    At a table of a deal that is still played it applies to the organiser, who may hold the tokens of other tables too.
    """
    return arrangement.late and (relation in LATE or (relation == ORGANISER and live.summary.deal_is_held))
