"""The only way to read a game: every read is limited to what the caller may know of it."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from domain.clock_state import ClockState
from domain.player_names import comparison_key
from domain.refusals import CorruptHistory
from domain.table import Table
from domain.visibility import Viewer
from projections.summary import Summary, summary_of
from replay.audit import Auditor
from replay.codec import Envelope
from replay.record import Record, redacted_envelope
from service.access import arbiter_looks_log, visible_annotations
from service.access.annotations import allows_spectator_comments
from service.access.game_access import games_revealed_together, is_late, may_see, may_see_sealed
from service.access.person_seats import own_seat
from service.access.policy import ANONYMOUS, STRANGER
from service.access.tokens import Principal, is_valid
from service.access.visibility_scope import (
    VisibilityScope,
    combine_arrangements,
    game_not_found,
    known_version,
    relation_of,
)
from service.ops.caches import LruCache
from service.ops.clock import now_ms
from service.problems import Problem
from service.queries.audit_cache import AuditCache
from service.queries.clock_cache import ClockCache
from service.queries.event_findings import EventFinding, EventFindings
from service.queries.fork_ancestors import ForkAncestors
from service.queries.record_cache import RecordCache
from service.queries.table_cache import TableCache
from service.store.entries.metadata_store import Annotation, Arrangement, FormerPlayer, Player
from service.store.errors import DamagedGame
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache
from service.store.player_names import player_names
from service.store.public_visibility import is_fully_public

HIDDEN_OR_UNREADABLE: Final = (Problem, DamagedGame, CorruptHistory)
"""The errors for a game that the caller may not know of, or that cannot be read."""


CACHED_SIGHTS_MAX: Final = 2_000
"""How many visibility scopes are cached, each with its table."""


class Reader:
    """Decides the visibility scope of a principal in a game, and reads what that scope allows."""

    def __init__(self, store: GameStore, register: MetadataCache, records: RecordCache, tables: TableCache) -> None:
        self._store = store
        self.clocks = ClockCache(records)
        self._register = register
        self._records = records
        self._tables = tables
        self._ancestors = ForkAncestors(store)
        self._auditors = AuditCache()
        self._findings = EventFindings()
        self._sights: LruCache[tuple[str, Principal], VisibilityScope] = LruCache("sights", CACHED_SIGHTS_MAX)

    def sight(self, game: str, principal: Principal, *, at_least: int | None = None) -> VisibilityScope:
        """Return what the principal may know of a game now, at event `at_least` or later.

        Raises `not-found` if there is no such game or the principal may not know of it. Raises `auth.invalid` for an
        expired or revoked token.
        """
        cached = self._sights.peek((game, principal))
        if cached is not None and cached.metadata_age == self._register.age:
            return self.current_sight(cached, at_least=at_least)
        sight = self._decide(game, own_seat(self._register, principal, game, at=now_ms()), at_least)
        if sight.metadata_age is not None:
            self._sights.put((game, principal), sight)
        return sight

    def _decide(self, game: str, principal: Principal, at_least: int | None) -> VisibilityScope:
        age, lineage = self._register.age, self._register.lineage(game)
        if not lineage:
            raise game_not_found(game)
        # The scope counts as of `age`: a token that is revoked right after this check must not outlive that age.
        if principal.digest and not is_valid(principal.digest, self._register, at=now_ms()):
            raise Problem("auth.invalid", "this token has expired or was revoked")
        if principal.through and not is_valid(principal.through, self._register, at=now_ms()):
            raise Problem("auth.invalid", "the token of this person has expired or was revoked")
        own, outside = self.arrangement(game), relation_of(principal, game) in (ANONYMOUS, STRANGER)
        if outside and own.private and len(lineage) == 1:  # before the game is read: lists check very many games
            raise game_not_found(game)
        try:
            live = self._tables.current(game, at_least=at_least)
            # The person who imported a file knows its content, so no ancestor hides anything.
            past = [] if live.summary.imported else lineage[:-1]
            shared = self._ancestors.ancestors(lineage) if past else []
        except DamagedGame:
            if outside and (own.private or len(lineage) > 1):
                raise game_not_found(game) from None  # a fork that cannot be read may be sealed
            raise
        arrangement = combine_arrangements([self.arrangement(ancestor) for ancestor, _ in past], own)
        together = games_revealed_together(self._tables, live, lineage)
        now, sealed = now_ms(), any(not ancestor.over for ancestor in shared if ancestor.game not in together)
        relation = principal.kind if sealed else relation_of(principal, game)
        if sealed:
            is_visible = may_see_sealed(principal, [holder for holder, _ in lineage])
        else:
            is_visible = may_see(principal, relation, arrangement, shared, now)
        if not is_visible:
            raise game_not_found(game)
        late, version = is_late(relation, arrangement, live), live.version
        is_cacheable, later_at = not (late or past or principal.expires), None
        if late:
            envelopes = self._records.envelopes(game, live.version)
            version = known_version(envelopes, arrangement, now=now, ended=live.over)
            if together and version <= (shared_to := lineage[-2][1]):  # events of a parent are as late here as there
                parent = self.sight_or_none(lineage[-2][0], principal)
                version = min(version, shared_to, 1 if parent is None else parent.version)
            if arrangement.delay_ms and version < len(envelopes):
                later_at = envelopes[version].at + arrangement.delay_ms
        return VisibilityScope(
            game=game,
            principal=principal,
            relation=relation,
            arrangement=arrangement,
            live=live,
            sealed=sealed,
            version=version,
            over=live.over and version == live.version,
            until=now - arrangement.delay_ms if late else None,
            later_at=later_at,
            metadata_age=age if is_cacheable else None,
        )

    def current_sight(self, sight: VisibilityScope, *, at_least: int | None = None) -> VisibilityScope:
        """Return the scope of the same principal and game as of now.

        Raises `not-found` or `auth.invalid` if the principal may no longer know of the game.
        """
        if sight.metadata_age == self._register.age:
            live = self._tables.current(sight.game, at_least=at_least)
            return sight if live is sight.live else replace(sight, live=live, version=live.version, over=live.over)
        return self.sight(sight.game, sight.principal, at_least=at_least)

    def sight_or_none(self, game: str, principal: Principal) -> VisibilityScope | None:
        """Return the scope, or None for a game that the principal may not know of, or that cannot be read."""
        try:
            return self.sight(game, principal)
        except HIDDEN_OR_UNREADABLE:
            return None

    def knows(self, game: str, principal: Principal) -> bool:
        """Return whether the principal may know that there is such a game."""
        return self.sight_or_none(game, principal) is not None

    def is_end_public(self, game: str) -> bool:
        """Return whether the public may know now that this game has ended, and how."""
        if is_fully_public(self._register, game):
            return True
        sight = self.sight_or_none(game, Principal())
        return sight is not None and sight.over

    def arrangement(self, game: str) -> Arrangement:
        """Return the game's arrangement, or the default one."""
        found = self._register.find_entries(Arrangement, game=game)
        return found[0] if found else Arrangement(game=game)

    def games_of_player(self, name: str) -> set[str]:
        """Return the games in which a player of a similar name sits or sat. The caller must check access to each."""
        found: set[str] = set()
        for known in (one for one in self._store.query(player_names) if comparison_key(one) == comparison_key(name)):
            found |= {player.game for player in self._store.find_entries(Player, name=known)}
            found |= {player.game for player in self._store.find_entries(FormerPlayer, name=known)}
        return found

    def players_by_seat(self, sight: VisibilityScope) -> dict[int, Player | FormerPlayer]:
        """Return the player at each seat, as far as the principal may know."""
        return visible_annotations.players_by_seat(self._register, sight)

    def annotations(self, sight: VisibilityScope) -> list[Annotation]:
        """Return the annotations that the principal may know of, in the order of the events."""
        return visible_annotations.visible_annotations(self._register, sight)

    def sees_all_annotations(self, sight: VisibilityScope) -> bool:
        """Return whether no annotation of the game is hidden from the principal, by a delay or otherwise."""
        entries = self._register.find_entries(Annotation, game=sight.game)
        return all(visible_annotations.may_know(entry, sight) for entry in entries)

    def allows_spectator_comments(self, sight: VisibilityScope) -> bool:
        """Return whether spectators may comment on the game under a name."""
        return allows_spectator_comments(self._register, sight.game, private=sight.arrangement.private)

    def is_paused(self, sight: VisibilityScope) -> bool:
        """Return whether the game is paused, as far as the principal may know."""
        return visible_annotations.is_paused(self._register, sight)

    def allows_hints(self, sight: VisibilityScope) -> bool:
        """Return whether the principal plays a game in which hints are allowed."""
        return visible_annotations.allows_hints(self._register, sight)

    def envelopes(self, sight: VisibilityScope, after: int = 0) -> list[Envelope]:
        """Return the visible envelopes after this one, unredacted: the caller must redact them."""
        return self._records.envelopes(sight.game, sight.version, after)

    def record(self, sight: VisibilityScope, viewer: Viewer) -> Record:
        """Return the record up to the last visible event, redacted for the viewer."""
        self.log_look(sight, viewer)
        return Record(game=sight.game, envelopes=tuple(self.envelopes(sight))).seen_by(viewer)

    def lines(self, sight: VisibilityScope, viewer: Viewer, after: int, upto: int | None = None) -> list[bytes]:
        """Return the envelopes after this one as lines of JSON, redacted for the viewer.

        The last is `upto` or the last that the principal may know of, whichever is earlier.
        """
        self.log_look(sight, viewer)
        upto = sight.version if upto is None else min(upto, sight.version)
        return self._records.lines(sight.game, viewer, after, upto)

    def redacted_event(self, sight: VisibilityScope, viewer: Viewer, n: int) -> Envelope:
        """Return envelope n, redacted for the viewer."""
        self.log_look(sight, viewer)
        (envelope,) = self._records.envelopes(sight.game, n, n - 1)
        return redacted_envelope(envelope, viewer, sight.live.table.rules.options)

    def auditor(self, sight: VisibilityScope, viewer: Viewer, under: str | None = None) -> Auditor:
        """Return an auditor of what the viewer may read, by the rules `under`. Use it in one thread only."""
        self.log_look(sight, viewer)
        return self._auditors.auditor(sight.game, viewer, sight.version, self._redacted_events(sight, viewer), under)

    def finding(self, sight: VisibilityScope, viewer: Viewer, n: int) -> EventFinding:
        """Return what this viewer learns from event n: verdicts, and the hidden cards known after it."""
        self.log_look(sight, viewer)
        events = self._redacted_events(sight, viewer)
        return self._findings.finding(n, sight.game, viewer, sight.version, events, lambda: self.is_strict(sight.game))

    def is_strict(self, game: str) -> bool:
        """Return whether this service decided each event: neither this game nor an ancestor was imported."""
        return self._ancestors.were_played([holder for holder, _ in self._register.lineage(game)])

    def _redacted_events(self, sight: VisibilityScope, viewer: Viewer) -> Callable[[int], list[Envelope]]:
        """Return a function that returns the redacted envelopes after event n."""
        options = sight.live.table.rules.options
        return lambda after: [redacted_envelope(one, viewer, options) for one in self.envelopes(sight, after)]

    def summary(self, sight: VisibilityScope) -> Summary:
        """Return the summary of the game, as of the last event that the principal may know of."""
        if not sight.late:
            return sight.live.summary
        return summary_of(sight.game, ((one.n, one.at, one.event) for one in self.envelopes(sight)))

    def table(self, sight: VisibilityScope, n: int | None = None) -> Table:
        """Return the unmasked table after event n, by default the last visible one. The caller must mask it."""
        n = sight.version if n is None else n
        return sight.live.table if n == sight.live.version else self._records.table(sight.game, n)

    def clock(self, sight: VisibilityScope, n: int) -> ClockState | None:
        """Return the clock after event n, or None for a game without one. Clocks are public."""
        return self.clocks.at(sight.game, n, sight.live.version)

    def step(self, sight: VisibilityScope, n: int) -> tuple[Table, Table]:
        """Return the unmasked tables before and after event n. The second is cached for the next step."""
        before = self.table(sight, n - 1) if n > 1 else Table()
        after = self.table(sight, n)
        self._records.store_table(sight.game, n, after)
        return before, after

    def position(self, sight: VisibilityScope, viewer: Viewer, n: int | None = None) -> bytes:
        """Return the table after event n as JSON, masked for the viewer. By default n is the last visible event."""
        n = sight.version if n is None else n
        self.log_look(sight, viewer)
        latest = sight.live.version
        return self._records.position(sight.game, viewer, n, latest, sight.live.table if n == latest else None)

    def log_look(self, sight: VisibilityScope, viewer: Viewer) -> None:
        """Check that the principal may use this view, and log an arbiter's look at hidden cards in public.

        Every read through a view must call this, because a permission to look can end. Raises `view.forbidden`.
        """
        sight.require_view(viewer)
        arbiter_looks_log.log_look(self._register, self._ancestors, sight, viewer)
