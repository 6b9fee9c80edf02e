"""The only way to read a game: every read is limited to what the caller may know of it."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from domain.clock_state import ClockState
from domain.player_names import alike
from domain.refusals import CorruptHistory
from domain.table import Table
from domain.visibility import Viewer
from projections.summary import Summary, summarised
from replay.audit import Auditor
from replay.codec import Envelope
from replay.record import Record, redacted_envelope
from service.access import arbiter_looks_log, visible_annotations
from service.access.annotations import hears_spectators
from service.access.game_access import is_late, may_see, may_see_sealed, opening_with
from service.access.person_seats import own_seat
from service.access.policy import ANONYMOUS, STRANGER
from service.access.tokens import Principal, is_valid
from service.access.visibility_scope import VisibilityScope, inherited, known_version, nothing_there, relation_of
from service.ops.caches import RecentlyUsed
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

NOT_TO_BE_SEEN: Final = (Problem, DamagedGame, CorruptHistory)
"""What is raised for a game that the caller may not know of, or that cannot be read."""


SIGHTS_MAX: Final = 2_000
"""How many visibility scopes are cached, each with the table that it was decided at."""


class Reader:
    """Decides the visibility scope of a game for a principal, and reads what it allows."""

    def __init__(self, store: GameStore, register: MetadataCache, records: RecordCache, tables: TableCache) -> None:
        self._store = store
        self.clocks = ClockCache(records)
        self._register = register
        self._records = records
        self._tables = tables
        self._ancestors = ForkAncestors(store)
        self._auditors = AuditCache()
        self._findings = EventFindings()
        self._sights: RecentlyUsed[tuple[str, Principal], VisibilityScope] = RecentlyUsed("sights", SIGHTS_MAX)

    def sight(self, game: str, principal: Principal, *, at_least: int | None = None) -> VisibilityScope:
        """Return what the principal may know of a game.

        The scope is as of now, or as of event `at_least` or later if that is given. Raises `not-found` if there is no
        such game or the principal may not know of it, and `auth.invalid` for an expired or revoked token.
        """
        before = self._sights.peek((game, principal))
        if before is not None and before.steady == self._register.age:
            return self.sight_again(before, at_least=at_least)
        sight = self._judged(game, own_seat(self._register, principal, game, at=now_ms()), at_least)
        if sight.steady is not None:
            self._sights.put((game, principal), sight)
        return sight

    def _judged(self, game: str, principal: Principal, at_least: int | None) -> VisibilityScope:
        age, lineage = self._register.age, self._register.lineage(game)
        if not lineage:
            raise nothing_there(game)
        # The scope counts as of `age`: a token that is revoked right after this check must not outlive that age.
        if principal.digest and not is_valid(principal.digest, self._register, at=now_ms()):
            raise Problem("auth.invalid", "this token has expired or was revoked")
        if principal.through and not is_valid(principal.through, self._register, at=now_ms()):
            raise Problem("auth.invalid", "the token of this person has expired or was revoked")
        own, outside = self.arrangement(game), relation_of(principal, game) in (ANONYMOUS, STRANGER)
        if outside and own.private and len(lineage) == 1:  # without reading the game: a list may pass very many
            raise nothing_there(game)
        try:
            live = self._tables.at_present(game, at_least=at_least)
            # The person who imported a file knows what it says already.
            past = [] if live.summary.imported else lineage[:-1]
            shared = self._ancestors.of(lineage) if past else []
        except DamagedGame:
            if outside and (own.private or len(lineage) > 1):
                raise nothing_there(game) from None  # a fork that cannot be read may be sealed
            raise
        arrangement = inherited([self.arrangement(ancestor) for ancestor, _ in past], own)
        beside = opening_with(self._tables, live, lineage)
        now, sealed = now_ms(), any(not ancestor.over for ancestor in shared if ancestor.game not in beside)
        relation = principal.kind if sealed else relation_of(principal, game)
        if sealed:
            known = may_see_sealed(principal, [holder for holder, _ in lineage])
        else:
            known = may_see(principal, relation, arrangement, shared, now)
        if not known:
            raise nothing_there(game)
        late, version = is_late(relation, arrangement, live), live.version
        steady, later_at = not (late or past or principal.expires), None
        if late:
            envelopes = self._records.envelopes(game, live.version)
            version = known_version(envelopes, arrangement, now=now, ended=live.over)
            if beside and version <= (shared_to := lineage[-2][1]):  # events of a parent are as late here as there
                before = self.sight_or_none(lineage[-2][0], principal)
                version = min(version, shared_to, 1 if before is None else before.version)
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
            steady=age if steady else None,
        )

    def sight_again(self, sight: VisibilityScope, *, at_least: int | None = None) -> VisibilityScope:
        """Return the scope as of now.

        Raises `not-found` or `auth.invalid` if the principal may no longer know of the game.
        """
        if sight.steady == self._register.age:
            live = self._tables.at_present(sight.game, at_least=at_least)
            return sight if live is sight.live else replace(sight, live=live, version=live.version, over=live.over)
        return self.sight(sight.game, sight.principal, at_least=at_least)

    def sight_or_none(self, game: str, principal: Principal) -> VisibilityScope | None:
        """Return the scope, or None for a game that the principal may not know of, or that cannot be read."""
        try:
            return self.sight(game, principal)
        except NOT_TO_BE_SEEN:
            return None

    def knows(self, game: str, principal: Principal) -> bool:
        """Return whether the principal may know that there is such a game."""
        return self.sight_or_none(game, principal) is not None

    def end_is_public(self, game: str) -> bool:
        """Return whether the public may know by now how this game ended, if it has."""
        if is_fully_public(self._register, game):
            return True
        sight = self.sight_or_none(game, Principal())
        return sight is not None and sight.over

    def arrangement(self, game: str) -> Arrangement:
        """Return the game's arrangement, or the default one."""
        found = self._register.find_entries(Arrangement, game=game)
        return found[0] if found else Arrangement(game=game)

    def games_of(self, name: str) -> set[str]:
        """Return the games at which a player of such a name sits or sat. The caller must filter them by access."""
        found: set[str] = set()
        for known in (one for one in self._store.query(player_names) if alike(one) == alike(name)):
            found |= {player.game for player in self._store.find_entries(Player, name=known)}
            found |= {player.game for player in self._store.find_entries(FormerPlayer, name=known)}
        return found

    def seated(self, sight: VisibilityScope) -> dict[int, Player | FormerPlayer]:
        """Return the player at each seat, as far as the principal may know."""
        return visible_annotations.seated(self._register, sight)

    def remarks(self, sight: VisibilityScope) -> list[Annotation]:
        """Return the annotations that the principal may know of, in the order of the events."""
        return visible_annotations.remarks(self._register, sight)

    def knows_every_remark(self, sight: VisibilityScope) -> bool:
        """Return whether the principal may know every annotation. One on an event that is still delayed is hidden."""
        entries = self._register.find_entries(Annotation, game=sight.game)
        return all(visible_annotations.may_know(entry, sight) for entry in entries)

    def hears_spectators(self, sight: VisibilityScope) -> bool:
        """Return whether spectators may comment on the game under a name."""
        return hears_spectators(self._register, sight.game, private=sight.arrangement.private)

    def paused(self, sight: VisibilityScope) -> bool:
        """Return whether the game is paused, as far as the principal may know."""
        return visible_annotations.paused(self._register, sight)

    def gives_hints(self, sight: VisibilityScope) -> bool:
        """Return whether the principal plays a game in which hints are allowed."""
        return visible_annotations.gives_hints(self._register, sight)

    def envelopes(self, sight: VisibilityScope, after: int = 0) -> list[Envelope]:
        """Return the envelopes after this one that the principal may know of.

        They are whole: the caller must redact them.
        """
        return self._records.envelopes(sight.game, sight.version, after)

    def record(self, sight: VisibilityScope, viewer: Viewer) -> Record:
        """Return the record as far as the principal may know it, redacted for the viewer."""
        self.note_look(sight, viewer)
        return Record(game=sight.game, envelopes=tuple(self.envelopes(sight))).seen_by(viewer)

    def lines(self, sight: VisibilityScope, viewer: Viewer, after: int, upto: int | None = None) -> list[bytes]:
        """Return the envelopes after this one as lines of JSON, redacted for the viewer.

        They end at `upto`, or at the last that the principal may know of.
        """
        self.note_look(sight, viewer)
        upto = sight.version if upto is None else min(upto, sight.version)
        return self._records.lines(sight.game, viewer, after, upto)

    def redacted(self, sight: VisibilityScope, viewer: Viewer, n: int) -> Envelope:
        """Return envelope n, redacted for the viewer."""
        self.note_look(sight, viewer)
        (envelope,) = self._records.envelopes(sight.game, n, n - 1)
        return redacted_envelope(envelope, viewer, sight.live.table.rules.options)

    def auditor(self, sight: VisibilityScope, viewer: Viewer, under: str | None = None) -> Auditor:
        """Return an auditor of what the viewer may read, under these rules. It must stay in one thread."""
        self.note_look(sight, viewer)
        return self._auditors.of(sight.game, viewer, sight.version, self._seen(sight, viewer), under)

    def finding(self, sight: VisibilityScope, viewer: Viewer, n: int) -> EventFinding:
        """Return what event n let this viewer find out: verdicts, and the hidden cards known after it."""
        self.note_look(sight, viewer)
        seen = self._seen(sight, viewer)
        return self._findings.of(n, sight.game, viewer, sight.version, seen, lambda: self.is_strict(sight.game))

    def is_strict(self, game: str) -> bool:
        """Return whether each event was decided here: neither this game nor an ancestor was imported from a file."""
        return self._ancestors.were_played([holder for holder, _ in self._register.lineage(game)])

    def _seen(self, sight: VisibilityScope, viewer: Viewer) -> Callable[[int], list[Envelope]]:
        options = sight.live.table.rules.options
        return lambda after: [redacted_envelope(one, viewer, options) for one in self.envelopes(sight, after)]

    def summary(self, sight: VisibilityScope) -> Summary:
        """Return the summary of the game, as of the last event that the principal may know of."""
        if not sight.late:
            return sight.live.summary
        return summarised(sight.game, ((one.n, one.at, one.event) for one in self.envelopes(sight)))

    def table(self, sight: VisibilityScope, n: int | None = None) -> Table:
        """Return the whole table after event n, by default the last visible one. The caller must mask it."""
        n = sight.version if n is None else n
        return sight.live.table if n == sight.live.version else self._records.table(sight.game, n)

    def clock(self, sight: VisibilityScope, n: int) -> ClockState | None:
        """Return the clock after event n, or None for a game without one. Nothing of it is hidden."""
        return self.clocks.at(sight.game, n, sight.live.version)

    def step(self, sight: VisibilityScope, n: int) -> tuple[Table, Table]:
        """Return the whole tables before and after event n. The second is cached, as the next step begins with it."""
        before = self.table(sight, n - 1) if n > 1 else Table()
        after = self.table(sight, n)
        self._records.keep(sight.game, n, after)
        return before, after

    def position(self, sight: VisibilityScope, viewer: Viewer, n: int | None = None) -> bytes:
        """Return the table after event n as JSON, masked for the viewer. By default n is the last visible event."""
        n = sight.version if n is None else n
        self.note_look(sight, viewer)
        latest = sight.live.version
        return self._records.position(sight.game, viewer, n, latest, sight.live.table if n == latest else None)

    def note_look(self, sight: VisibilityScope, viewer: Viewer) -> None:
        """Check that the viewer is allowed, and leave the public trace of an arbiter who looks at hidden cards.

        Every read through a view passes here, because a permission to look can end. Raises `view.forbidden`.
        """
        sight.require_view(viewer)
        arbiter_looks_log.note_look(self._register, self._ancestors, sight, viewer)
