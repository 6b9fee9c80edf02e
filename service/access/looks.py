"""The public trace of an arbiter who looks at hidden cards."""

from msgspec.structs import replace

from domain.visibility import Viewer
from service.access.policy import ARBITER
from service.access.remarks import remark
from service.access.sight import Sight, is_open
from service.access.tokens import digest_of
from service.ops.clock import now_ms
from service.reading.current import CurrentTables
from service.store.openness import givers
from service.store.register import Annotation
from service.store.register_cache import RegisterCache


def note_look(register: RegisterCache, tables: CurrentTables, sight: Sight, viewer: Viewer) -> None:
    """Leaves the trace, once for each state of the game; of what needs none nothing is noted.

    What an arbiter sees of a sealed fork, they see of the games that it shares its cards with.
    """
    if not sight.looks(viewer):
        return
    seen, through, says = [sight.live], viewer.name, f"An arbiter looked at the cards as {viewer.name} sees them."
    if sight.sealed:
        shared = [tables.as_it_ended(game) for game in givers(register.lineage(sight.game))]
        seen, through = [live for live in shared if is_open(live)], sight.game
        says = "An arbiter looked at the cards in a fork of this game, which is sealed until it ends."
    for live in seen:
        once = digest_of(f"{sight.principal.name} {live.game} {live.version} {through}")
        id_ = f"look-{once[:32]}"
        if not register.noted(Annotation, id=id_):
            trace = remark(live.game, live.version, "look", says, at=now_ms(), by=ARBITER)
            register.note(replace(trace, id=id_, author=sight.principal.name))
