"""The front desk: what one process needs to serve, made once, and the one door to what somebody may know of a game."""

import time
from typing import Final, Self

import msgspec

from domain.history import evolve
from domain.table import Table
from domain.view import View
from domain.visibility import Viewer
from replay.codec import Envelope
from replay.position import write_position
from replay.record import Record, redacted_envelope
from service.auditors import Auditors
from service.bell import Bell
from service.catalogue import Catalogue
from service.event_store import DamagedGame, GameStore
from service.live import LiveTable, LiveTables
from service.observing import STREAMS
from service.policy import ANONYMOUS, ARBITER, SERVICE, STRANGER
from service.problems import Problem
from service.quota import Quota, origin_of
from service.redis_door import RedisDoor
from service.register import Annotation, Arrangement, Player
from service.register_memory import RegisterMemory
from service.settings import Settings
from service.shelf import Shelf
from service.sight import LATE, Sight, is_sealed, known_version, relation_of
from service.study import Study
from service.tokens import Principal, is_valid, principal_of
from service.turnstile import Turnstile
from service.view_store import ViewStore
from service.wake_ups import WakeUps

POSITIONS_MAX: Final = 2000
"""How many tables are kept as they were told, some 3 kB each."""

ADDRESS_SHARE: Final = 4
"""One address may hold the fourth part of all streams and long polls, whatever tokens it bears."""


class Desk:
    """The store, the tables being played at, and the rules of access between them and whoever asks."""

    def __init__(self, store: GameStore, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.bell = Bell(store)
        self.turnstile = Turnstile()
        self.study = Study(self.turnstile)
        self.auditors = Auditors()
        self.waiting = Quota(settings.streams_max, "streams and long polls", STREAMS.inc)
        self.register = RegisterMemory(store)
        self.bell.on_write(self.register.forget)
        self.live = LiveTables(store, self.register, self.bell)
        self.shelf = Shelf(store)
        self.redis = None if settings.redis_url is None else RedisDoor(settings.redis_url)
        self.views = None if self.redis is None else ViewStore(self.redis)
        self.catalogue = Catalogue(store, self.views)
        self.wake_ups = None if self.redis is None else WakeUps(self.redis, self.bell)
        self._positions: dict[tuple[str, int, str], bytes] = {}

    def principal(self, authorization: str | None, address: str) -> Principal:
        """Who sends this header; `auth.invalid` for a token that does not count."""
        return principal_of(authorization, address, self.register, at=now_ms())

    def sight(self, game: str, principal: Principal, *, at_least: int | None = None) -> Sight:
        """What they may know of a game; `not-found` when there is none, or none that they may know of.

        As it is now, or as it was at event `at_least` or later, where that is enough.
        """
        lineage = self.register.lineage(game)
        if not lineage:
            raise nothing_there(game)
        arrangement, relation = self.arrangement(game), relation_of(principal, game)
        try:
            live = self.live.at_present(game, at_least=at_least)
            sealed = len(lineage) > 1 and is_sealed(live, self.live.at_present(lineage[0]))
        except DamagedGame:
            if relation in (ANONYMOUS, STRANGER) and (arrangement.private or len(lineage) > 1):
                raise nothing_there(game) from None  # a fork that cannot be read may be sealed
            raise
        if sealed:
            relation = principal.kind
            if relation not in (ARBITER, SERVICE) or (relation == ARBITER and principal.game not in lineage):
                raise nothing_there(game)
        elif arrangement.private and relation in ("anonymous", "stranger"):
            raise nothing_there(game)
        ended = live.imported or live.table.result is not None
        version = live.version
        if relation in LATE and (arrangement.delay_events or arrangement.delay_ms):
            envelopes = self.shelf.envelopes(game, live.version)
            version = known_version(envelopes, arrangement, now=now_ms(), ended=ended)
        return Sight(
            game=game,
            principal=principal,
            relation=relation,
            arrangement=arrangement,
            live=live,
            sealed=sealed,
            version=version,
            over=ended and version == live.version,
        )

    def sight_again(self, sight: Sight, *, at_least: int | None = None) -> Sight:
        """The same, as of now; `not-found` or `auth.invalid` when they may not know of the game any more."""
        if sight.principal.digest and not is_valid(sight.principal.digest, self.register, at=now_ms()):
            raise Problem("auth.invalid", "this token has expired or was revoked")
        return self.sight(sight.game, sight.principal, at_least=at_least)

    def sight_later(self, sight: Sight, after: int, seconds: float) -> Sight:
        """The same, as soon as they may know of an event after this one, or else after so many seconds."""
        deadline = time.monotonic() + seconds
        with self.bell.listening(sight.game) as listener:
            while True:
                sight = self.sight_again(sight)
                left = deadline - time.monotonic()
                if sight.version > after or left <= 0 or self.bell.closed:
                    return sight
                with self.turnstile.aside():
                    listener.wait(sight.live.version, min(left, 0.25) if sight.late else left)

    def waits(self, principal: Principal) -> dict[str, int]:
        """On whose account it goes when they wait for news, and how many times each may do so at once."""
        each, all_ = self.settings.streams_each_max, self.settings.streams_max
        return {principal.name: each, f"from {origin_of(principal.address)}": max(each, all_ // ADDRESS_SHARE)}

    def arrangement(self, game: str) -> Arrangement:
        """What was arranged for a game; the usual, where nothing was."""
        found = self.register.noted(Arrangement, game=game)
        return found[0] if found else Arrangement(game=game)

    def players(self, game: str) -> dict[int, Player]:
        """Who sits where, as far as the register says."""
        return {player.seat: player for player in self.register.noted(Player, game=game)}

    def envelopes(self, sight: Sight) -> list[Envelope]:
        """The envelopes that they may know of, whole: they still have to be redacted."""
        return self.shelf.envelopes(sight.game, sight.version)

    def record(self, sight: Sight, viewer: Viewer) -> Record:
        """The record up to where they may know it, as this viewer may read it."""
        self.note_look(sight, viewer)
        return Record(game=sight.game, envelopes=tuple(self.envelopes(sight))).seen_by(viewer)

    def lines(self, sight: Sight, viewer: Viewer, after: int) -> list[bytes]:
        """The envelopes after this one, each a line of JSON, as this viewer may read them."""
        self.note_look(sight, viewer)
        return self.shelf.lines(sight.game, viewer, after, sight.version)

    def redacted(self, sight: Sight, viewer: Viewer, n: int) -> Envelope:
        """Envelope n as this viewer may read it."""
        self.note_look(sight, viewer)
        envelope = self.shelf.envelopes(sight.game, n)[n - 1]
        return redacted_envelope(envelope, viewer, sight.live.table.rules.options)

    def table(self, sight: Sight, n: int | None = None) -> Table:
        """The whole table after event n, by default the last they may know of; whoever shows it has to mask it."""
        n = sight.version if n is None else n
        if n == sight.live.version:
            return sight.live.table
        table = Table()
        for envelope in self.shelf.envelopes(sight.game, n):
            table = evolve(table, envelope.event)
        return table

    def position(self, sight: Sight, viewer: Viewer, n: int | None = None) -> bytes:
        """The table after event n as this viewer may see it, in JSON; by default the last they may know of."""
        n = sight.version if n is None else n
        self.note_look(sight, viewer)
        asked = (sight.game, n, viewer.name)
        told = self._positions.get(asked)
        if told is None:
            settled = n == sight.live.version or self.shelf.envelopes(sight.game, n + 1)[n].cause is not None
            position = write_position(View.of(self.table(sight, n), viewer), n=n, settled=settled)
            told = msgspec.json.encode(position)
            if len(self._positions) >= POSITIONS_MAX:
                self._positions.clear()
            self._positions[asked] = told
        return told

    def note_look(self, sight: Sight, viewer: Viewer) -> None:
        """Leaves the public trace of an arbiter who looks at hidden cards, once for each state of the game."""
        if not sight.looks(viewer):
            return
        entry = Annotation(
            id=f"look-{sight.principal.digest[:16]}-{sight.version}-{viewer.name}",
            game=sight.game,
            n=sight.version,
            at=now_ms(),
            by="arbiter",
            kind="look",
            text=f"An arbiter looked at the cards as {viewer.name} sees them.",
        )
        if not self.store.noted(Annotation, id=entry.id):
            self.register.note(entry)

    def close(self) -> None:
        """Wakes every stream for the last time and lets go of the store, and of Redis."""
        self.bell.close()
        if self.wake_ups is not None:
            self.wake_ups.close()
        if self.redis is not None:
            self.redis.close()
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def now_ms() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def nothing_there(game: str) -> Problem:
    """What is said of a game that is not there, and of one that somebody may not know of."""
    return Problem("not-found", f"there is no game {game[:200]!r} here that you may see")


def status_of(live: LiveTable, table: Table) -> str:
    """open, running, finished, voided or imported."""
    if live.imported:
        return "imported"
    if table.result is not None:
        return "voided" if table.result.scores is None else "finished"
    return "running" if table.begun else "open"
