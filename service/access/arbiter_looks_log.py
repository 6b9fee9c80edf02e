"""The public trace of an arbiter who looks at hidden cards."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from domain.disputes.events import LOOK
from domain.visibility import Viewer
from service.access.annotations import remark
from service.access.arbiter_actions import Used, draw_key, power_used
from service.access.audit_trail import sentence
from service.access.policy import ARBITER
from service.access.tokens import digest_of
from service.access.visibility_scope import VisibilityScope
from service.ops.clock import now_ms
from service.queries.fork_ancestors import ForkAncestors
from service.store.entries.metadata_store import Annotation, Entry, MetadataStore
from service.store.metadata_cache import MetadataCache


def note_look(register: MetadataCache, ancestors: ForkAncestors, sight: VisibilityScope, viewer: Viewer) -> None:
    """Leave the trace once for each state of the game, if this look needs one.

    A look into a sealed fork is noted on the games whose cards the fork shares.
    """
    if not sight.looks(viewer):
        return
    seen, through = [(sight.live.game, sight.live.version)], viewer.name
    view = None if sight.sealed else viewer.name
    says = sentence("look.cards", view=viewer.name)
    if sight.sealed:
        shared = ancestors.of(register.lineage(sight.game))
        seen, through = [(one.game, one.version) for one in shared if not one.over], sight.game
        says = sentence("look.fork")
    for game, version in seen:
        once = digest_of(f"{sight.principal.name} {game} {version} {through}")
        id_ = f"look-{once[:32]}"
        if not register.find_entries(Annotation, id=id_):
            trace = remark(game, version, "look", says, at=now_ms(), by=ARBITER, author=sight.principal.name)
            trace = replace(trace, id=id_)
            draw_key(register, sight, game)
            register.change_entries(_entries(sight, Used(LOOK, game, version, view=view), trace))


def _entries(sight: VisibilityScope, use: Used, trace: Annotation) -> Callable[[MetadataStore], Iterator[Entry]]:
    def entries(register: MetadataStore) -> Iterator[Entry]:
        yield trace
        yield from power_used(register, sight, use, trace.at)

    return entries
