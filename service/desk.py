"""The front desk: what one process needs to serve, made once, and the one door to what somebody may know of a game."""

import time
from typing import Final, Self

import msgspec
from msgspec.structs import replace

from domain.history import evolve
from domain.refusals import CorruptHistory
from domain.table import Table
from domain.view import View
from domain.visibility import Viewer
from replay.audit import Auditor
from replay.codec import Envelope
from replay.position import write_position
from replay.record import Record, redacted_envelope
from service import notes
from service.auditors import Auditors
from service.bell import Bell
from service.catalogue import Catalogue
from service.event_store import DamagedGame, GameStore
from service.live import LiveTable, LiveTables
from service.observing import STREAMS
from service.openness import givers, is_for_all
from service.own_secret import own_secret
from service.policy import ANONYMOUS, ARBITER, SERVICE, STRANGER
from service.problems import Problem
from service.quota import Waiting
from service.redis_door import RedisDoor
from service.register import Annotation, Arrangement, FormerPlayer, Player
from service.register_memory import RegisterMemory
from service.remarks import remark
from service.settings import Settings
from service.shelf import Shelf
from service.sight import LATE, Sight, inherited, is_open, known_version, relation_of
from service.study import Study
from service.tokens import Principal, digest_of, is_valid, principal_of
from service.turnstile import Turnstile
from service.view_store import ViewStore
from service.wake_ups import WakeUps

POSITIONS_MAX: Final = 2000
"""How many tables are kept as they were told, some 3 kB each."""
ENDED_MAX: Final = 2000
"""How many games are kept of which one knows that they have ended, since others were forked from them."""


class Desk:
    """The store, the tables being played at, and the rules of access between them and whoever asks."""

    def __init__(self, store: GameStore, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.bell = Bell(store)
        self.turnstile = Turnstile()
        self.study = Study(self.turnstile)
        self.auditors = Auditors()
        self.waiting = Waiting(settings.streams_max, settings.streams_each_max, STREAMS.inc)
        self.register = RegisterMemory(store)
        self.bell.on_write(self.register.forget)
        self.live = LiveTables(store, self.register, self.bell)
        self.shelf = Shelf(store)
        self.redis = None if settings.redis_url is None else RedisDoor(settings.redis_url, secret=own_secret(store))
        self.views = None if self.redis is None else ViewStore(self.redis)
        self.catalogue = Catalogue(store, self.views)
        self.wake_ups = None if self.redis is None else WakeUps(self.redis, self.bell)
        self._positions: dict[tuple[str, int, str], bytes] = {}
        self._ended: dict[str, LiveTable] = {}

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
        relation, among = relation_of(principal, game), [holder for holder, _ in lineage]
        try:
            live = self.live.at_present(game, at_least=at_least)
            past = [] if live.imported else lineage[:-1]  # what an imported file says, whoever brought it knows anyway
            shared = [self._once(ancestor) for ancestor in givers(lineage)] if past else []
        except DamagedGame:
            if relation in (ANONYMOUS, STRANGER) and (self.arrangement(game).private or len(lineage) > 1):
                raise nothing_there(game) from None  # a fork that cannot be read may be sealed
            raise
        ended = live.imported or live.table.result is not None
        arrangement = inherited([self.arrangement(ancestor) for ancestor, _ in past], self.arrangement(game))
        now, sealed = now_ms(), any(is_open(ancestor) for ancestor in shared)
        if sealed:
            relation = principal.kind
            if relation not in (ARBITER, SERVICE) or (relation == ARBITER and principal.game not in among):
                raise nothing_there(game)
        elif relation in LATE:
            if arrangement.private and relation in (ANONYMOUS, STRANGER):
                raise nothing_there(game)
            strange = [ancestor for ancestor in shared if relation_of(principal, ancestor.game) in LATE]
            if arrangement.delay_ms and any(ancestor.at > now - arrangement.delay_ms for ancestor in strange):
                raise nothing_there(game)  # it tells how a game ends that they still see being played
        version = live.version
        if relation in LATE and arrangement.late:
            envelopes = self.shelf.envelopes(game, live.version)
            version = known_version(envelopes, arrangement, now=now, ended=ended)
        return Sight(
            game=game,
            principal=principal,
            relation=relation,
            arrangement=arrangement,
            live=live,
            sealed=sealed,
            version=version,
            over=ended and version == live.version,
            until=now - arrangement.delay_ms if relation in LATE and arrangement.late else None,
        )

    def _once(self, game: str) -> LiveTable:
        """An ancestor: as it ended, which it does once, or as it is now."""
        ended = self._ended.get(game)
        if ended is None:
            ended = self.live.at_present(game)
            if not is_open(ended):
                if len(self._ended) >= ENDED_MAX:
                    self._ended.clear()
                self._ended[game] = replace(ended, chance=None)
        return ended

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

    def arrangement(self, game: str) -> Arrangement:
        """What was arranged for a game; the usual, where nothing was."""
        found = self.register.noted(Arrangement, game=game)
        return found[0] if found else Arrangement(game=game)

    def knows(self, game: str, principal: Principal) -> bool:
        """Whether they may know that there is such a game."""
        try:
            self.sight(game, principal)
        except (Problem, DamagedGame, CorruptHistory):
            return False
        return True

    def is_told(self, game: str) -> bool:
        """Whether everybody may know by now how this game ended, if it has."""
        if is_for_all(self.register, game):
            return True
        try:
            return self.sight(game, Principal()).over
        except (Problem, DamagedGame, CorruptHistory):
            return False

    def games_of(self, name: str) -> set[str]:
        """The games at which somebody of this name sits or sat; who may know that is another question."""
        sits, sat = self.store.noted(Player, name=name), self.store.noted(FormerPlayer, name=name)
        return {*(player.game for player in sits), *(player.game for player in sat)}

    def seated(self, sight: Sight) -> dict[int, Player | FormerPlayer]:
        """Who sits where as far as they may know, as far as the register says."""
        return notes.seated(self.register, sight)

    def remarks(self, sight: Sight) -> list[Annotation]:
        """The remarks that they may know of, in the order of the events."""
        return notes.remarks(self.register, sight)

    def paused(self, sight: Sight) -> bool:
        """Whether nobody may act at the moment, as far as they may know."""
        return notes.paused(self.register, sight)

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

    def auditor(self, sight: Sight, viewer: Viewer) -> Auditor:
        """One who has judged what they may know, as this viewer may read it; for one thread at a time."""
        self.note_look(sight, viewer)
        options = sight.live.table.rules.options

        def seen(after: int) -> list[Envelope]:
            return [redacted_envelope(one, viewer, options) for one in self.envelopes(sight)[after:]]

        return self.auditors.of(sight.game, viewer, sight.version, seen)

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
        """Leaves the public trace of an arbiter who looks at hidden cards, once for each state of the game.

        Whatever they see of a sealed fork, they see of the games that it shares its cards with.
        """
        if not sight.looks(viewer):
            return
        seen, through, says = [sight.live], viewer.name, f"An arbiter looked at the cards as {viewer.name} sees them."
        if sight.sealed:
            shared = [self._once(game) for game in givers(self.register.lineage(sight.game))]
            seen, through = [game for game in shared if is_open(game)], sight.game
            says = "An arbiter looked at the cards in a fork of this game, which is sealed until it ends."
        for live in seen:
            once = digest_of(f"{sight.principal.name} {live.game} {live.version} {through}")
            id_ = f"look-{once[:32]}"
            if not self.register.noted(Annotation, id=id_):
                left = remark(live.game, live.version, "look", says, at=now_ms(), by=ARBITER)
                self.register.note(replace(left, id=id_, author=sight.principal.name))

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
