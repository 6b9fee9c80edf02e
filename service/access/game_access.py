"""Whether a principal may know of a game that shares cards with others, and whether a delay applies."""

from collections.abc import Collection, Sequence

from service.access.policy import ANONYMOUS, ARBITER, ORGANISER, STRANGER
from service.access.tokens import Principal
from service.access.visibility_scope import DELAYED_RELATIONS, relation_of
from service.queries.fork_ancestors import Ancestor
from service.queries.live_table import LiveTable
from service.queries.table_cache import TableCache
from service.store.entries.metadata_store import Arrangement


def games_revealed_together(tables: TableCache, live: LiveTable, lineage: Sequence[tuple[str, int]]) -> set[str]:
    """Return the ancestors that reveal their deals together with a fork that an arbiter ordered.

    Such an ancestor does not seal the fork, because all their hands stay hidden until the last of them ends.
    """
    together, tables_of_deal = set[str](), live.summary.tables
    for ancestor, _ in reversed(lineage[:-1]):
        if ancestor not in tables_of_deal:
            break
        together.add(ancestor)
        tables_of_deal = tables.current(ancestor).summary.tables
    return together


def may_see_sealed(principal: Principal, lineage: Collection[str]) -> bool:
    """Return whether the principal may know of a fork of an unfinished game: only its arbiters and the service may."""
    return principal.has_full_access or (principal.kind == ARBITER and principal.game in lineage)


def may_see(
    principal: Principal, relation: str, arrangement: Arrangement, shared: Collection[Ancestor], now: int
) -> bool:
    """Return whether the principal may know of a game that shares the cards of games which have ended by `now`."""
    if relation not in DELAYED_RELATIONS:
        return True
    if arrangement.private and relation in (ANONYMOUS, STRANGER):
        return False
    # A fork reveals the end of a game that this principal may still see being played with a delay.
    delayed = [ancestor for ancestor in shared if relation_of(principal, ancestor.game) in DELAYED_RELATIONS]
    return not (arrangement.delay_ms and any(ancestor.at > now - arrangement.delay_ms for ancestor in delayed))


def is_late(relation: str, arrangement: Arrangement, live: LiveTable) -> bool:
    """Return whether the game's delay applies to this relation.

    While other tables play the same deal, it also applies to the organiser, who may hold tokens of those tables.
    """
    return arrangement.late and (relation in DELAYED_RELATIONS or (relation == ORGANISER and live.summary.deal_is_held))
