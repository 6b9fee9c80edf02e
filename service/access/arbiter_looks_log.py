"""The public trace of an arbiter who looks at hidden cards."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from domain.disputes.events import LOOK
from domain.visibility import Viewer
from service.access.annotations import new_annotation
from service.access.arbiter_actions import PowerUse, ensure_game_key, power_use_entries
from service.access.audit_trail import trace_text
from service.access.policy import ARBITER
from service.access.tokens import digest_of
from service.access.visibility_scope import VisibilityScope
from service.ops.clock import now_ms
from service.queries.fork_ancestors import ForkAncestors
from service.store.entries.metadata_store import Annotation, Entry, MetadataStore
from service.store.metadata_cache import MetadataCache


def log_look(register: MetadataCache, ancestors: ForkAncestors, sight: VisibilityScope, viewer: Viewer) -> None:
    """Leave one trace for each state of the game, if the principal is an arbiter who looks at hidden cards.

    A look into a sealed fork leaves its traces on the games whose cards the fork shares.
    """
    if not sight.is_arbiter_look(viewer):
        return
    states, through = [(sight.live.game, sight.live.version)], viewer.name
    view = None if sight.sealed else viewer.name
    text = trace_text("look.cards", view=viewer.name)
    if sight.sealed:
        shared = ancestors.ancestors(register.lineage(sight.game))
        states, through = [(one.game, one.version) for one in shared if not one.over], sight.game
        text = trace_text("look.fork")
    for game, version in states:
        digest = digest_of(f"{sight.principal.name} {game} {version} {through}")
        id_ = f"look-{digest[:32]}"
        if not register.find_entries(Annotation, id=id_):
            trace = new_annotation(game, version, "look", text, at=now_ms(), by=ARBITER, author=sight.principal.name)
            trace = replace(trace, id=id_)
            ensure_game_key(register, sight, game)
            register.change_entries(_entries(sight, PowerUse(LOOK, game, version, view=view), trace))


def _entries(sight: VisibilityScope, use: PowerUse, trace: Annotation) -> Callable[[MetadataStore], Iterator[Entry]]:
    def entries(register: MetadataStore) -> Iterator[Entry]:
        yield trace
        yield from power_use_entries(register, sight, use, trace.at)

    return entries
