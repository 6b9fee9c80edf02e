"""Whether somebody may know of a game at all, by what it shares with others."""

from collections.abc import Collection, Sequence

from service.access.policy import ANONYMOUS, ARBITER, STRANGER
from service.access.tokens import Principal
from service.access.visibility_scope import LATE, relation_of
from service.queries.fork_ancestors import Ancestor
from service.queries.live_table import LiveTable
from service.queries.table_cache import TableCache
from service.store.entries.metadata_store import Arrangement


def opening_with(tables: TableCache, live: LiveTable, lineage: Sequence[tuple[str, int]]) -> set[str]:
    """The games with which a fork that an arbiter ordered opens: nothing of its hands is shown before theirs are."""
    found, beside = set[str](), live.summary.tables
    for ancestor, _ in reversed(lineage[:-1]):
        if ancestor not in beside:
            break
        found.add(ancestor)
        beside = tables.at_present(ancestor).summary.tables
    return found


def may_see_sealed(principal: Principal, lineage: Collection[str]) -> bool:
    """Return whether they may know of a fork of a game that is still being played: its arbiters and the service may."""
    return principal.opens_games or (principal.kind == ARBITER and principal.game in lineage)


def may_see(
    principal: Principal, relation: str, arrangement: Arrangement, shared: Collection[Ancestor], now: int
) -> bool:
    """Return whether they may know of a game that shares the cards of games which have ended by `now`."""
    if relation not in LATE:
        return True
    if arrangement.private and relation in (ANONYMOUS, STRANGER):
        return False
    # A fork tells how a game ends that they may still see being played.
    strange = [ancestor for ancestor in shared if relation_of(principal, ancestor.game) in LATE]
    return not (arrangement.delay_ms and any(ancestor.at > now - arrangement.delay_ms for ancestor in strange))
