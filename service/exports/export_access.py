"""What an export shows to an integrator: the public part of every game, and the private games that its token made."""

from msgspec.structs import replace

from domain.visibility import OMNISCIENT, Viewer
from projections.summary import Summary
from service.access.context import Context
from service.access.reader import HIDDEN_OR_UNREADABLE
from service.access.tokens import Principal
from service.access.visibility_scope import VisibilityScope
from service.exports.exported_game import ShownGame
from service.lifecycle.external_metadata import maker_entry, notes_in
from service.ops.clock import now_ms
from service.store.entries.metadata_store import Player
from service.store.public_visibility import is_fully_public


class ExportAccess:
    """Decides what an export shows to one service token in one view, by the same rules as the feed.

    The omniscient view has only games whose end the token may know. Games that share a hidden card with an unfinished
    game are left out.
    """

    def __init__(self, context: Context, principal: Principal, viewer: Viewer) -> None:
        self._context = context
        self._principal = principal
        self._viewer = viewer

    def visible_game(self, head: Summary) -> ShownGame | None:
        """Return the game of this summary in the index, or None if the token may not see it in this view."""
        register = self._context.register
        entry = maker_entry(self._context, self._principal, head.game)
        notes = None if entry is None else notes_in(entry)
        if is_fully_public(register, head.game):
            if self._viewer == OMNISCIENT and not head.over:
                return None

            def players() -> dict[int, Player]:
                return {player.seat: player for player in register.find_entries(Player, game=head.game)}

            return ShownGame(self._context.store, head, self._viewer, players, notes=notes)
        try:
            sight = self._sight(head.game, head.version)
            if sight is None or (self._viewer == OMNISCIENT and (sight.sealed or not sight.over)):
                return None
            summary = self._context.reader.summary(sight)
        except HIDDEN_OR_UNREADABLE:
            return None
        private = sight.arrangement.private
        reader, store = self._context.reader, self._context.store
        return ShownGame(
            store, summary, self._viewer, lambda: reader.players_by_seat(sight), private=private, notes=notes
        )

    def _sight(self, game: str, version: int) -> VisibilityScope | None:
        """Return the visibility scope of the audience for a game that is not fully public."""
        audiences = self._context.audiences
        visible = audiences.audience_of(game, version)
        if visible is None or visible.audience not in (None, self._principal.digest):
            return None
        sight = audiences.sight(game, visible.audience, version)
        if sight is None or visible.audience is None:
            return sight
        # This is the scope of the service. The token that made the private game gets what spectators see.
        upto, arranged = min(visible.upto, sight.live.version), sight.arrangement
        over = sight.over and upto == sight.live.version
        until = now_ms() - arranged.delay_ms if arranged.late else None
        return replace(sight, version=upto, over=over, until=until)
