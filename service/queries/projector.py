"""From the log into the read models: batch by batch, from where they are."""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event as Signal
from typing import Final

from domain.evolve import evolve
from domain.refusals import CorruptHistory, HaricotError
from domain.table import Table
from projections.lobby import LobbyLine, line
from projections.summary import Summary
from projections.timeline import TimelineFold
from replay.codec import Envelope
from replay.rewind import Eyes, seen_through
from service.ops.caches import RecentlyUsed
from service.ops.redis_client import RedisAway, Spoilt
from service.ops.telemetry import LOG
from service.queries.read_model_writer import Changes, ReadModelWriter
from service.store.event_store import GameStore
from service.store.public_visibility import is_for_all
from service.store.recorder import GameRow

GAMES_BYTES_MAX: Final = 64 * 2**20
"""What the games that are kept may take, about; those of some 2,000."""
GAME_BYTES: Final = 22_000
EVENT_BYTES: Final = 26
"""What a game takes, and each event more in its timeline: measured over whole games, within a third."""
BATCH: Final = 2000
"""How many events are taken in with one write to Redis."""
DUTY: Final = "projector"
DUTY_SECONDS: Final = 1.0
"""How often to see whether whoever has the duty is gone."""
PAUSE_SECONDS: Final = 0.2
"""How long to leave alone what has failed."""


class _Followed:
    """A game as far as it has been followed."""

    def __init__(self, row: GameRow, eyes: Eyes = ()) -> None:
        self.eyes = eyes
        self.summary = Summary(game=row.game, imported=row.origin == "imported")
        self.table = Table()
        self.at = 0
        self.course = TimelineFold()

    @property
    def version(self) -> int:
        """The number of its last event."""
        return self.summary.version

    def weight(self) -> int:
        """About how many bytes it takes."""
        return GAME_BYTES + EVENT_BYTES * self.version

    def add(self, envelope: Envelope) -> None:
        """Its next event."""
        event = envelope.event
        self.table = seen_through(self.eyes, envelope.n, evolve(self.table, event))
        self.summary = self.summary.after(envelope.n, envelope.at, event)
        self.at = envelope.at
        self.course.add(envelope.n, event, self.table)

    def line(self) -> LobbyLine:
        """Its line in the lobby."""
        return line(self.summary, self.at, self.table)


class Projector:
    """Brings one generation of read models on. It keeps nothing that it could not read again from the log."""

    def __init__(self, store: GameStore, models: ReadModelWriter, generation: str, position: int = 0) -> None:
        self._store = store
        self._models = models
        self.generation = generation
        self.position = position
        """Up to where the log is in the models."""
        self._games: RecentlyUsed[str, _Followed] = RecentlyUsed("projected", GAMES_BYTES_MAX, _Followed.weight)
        self._left_out: set[str] = set()  # what cannot be followed, and what is not for all

    def step(self) -> int:
        """Takes in the next batch; how many events it had. RedisAway when the models are away, or gone."""
        batch = self._store.read_on(self.position, BATCH)
        if not batch:
            return 0
        changes = self._models.changes(self.generation)
        news: defaultdict[str, list[Envelope | None]] = defaultdict(list)
        for _, game, envelope in batch:
            news[game].append(envelope)
        for game, envelopes in news.items():
            if game not in self._left_out and self._is_for_all(game):
                try:
                    followed = self._follow(game, envelopes)
                    changes.put(followed.line(), followed.course.timeline())
                except HaricotError as error:
                    self._leave_out(game, batch[-1][0], error, changes)
        at = self._models.apply(self.generation, self.position, batch[-1][0], changes)
        if at is None:
            raise RedisAway("the read models are gone: they will be made anew")
        self.position = at
        return len(batch)

    def _is_for_all(self, game: str) -> bool:
        if self._games.peek(game) is not None or is_for_all(self._store, game):
            return True
        self._left_out.add(game)
        return False

    def _follow(self, game: str, envelopes: Sequence[Envelope | None]) -> _Followed:
        """The game with these events in it; an error of the tree when it cannot be followed."""
        followed = self._games.get(game)
        try:
            return self._followed(game, followed, envelopes)
        except CorruptHistory:
            if not (eyes := self._store.eyes(game)) or (followed is not None and followed.eyes):
                raise
            return self._followed(game, None, envelopes, eyes)

    def _followed(
        self, game: str, followed: _Followed | None, envelopes: Sequence[Envelope | None], eyes: Eyes = ()
    ) -> _Followed:
        for envelope in envelopes:
            if envelope is None:
                raise CorruptHistory("an event cannot be read")
            if followed is None or followed.version < envelope.n - 1:
                followed = self._read(game, envelope.n - 1, eyes)
            if followed.version < envelope.n:
                followed.add(envelope)
        assert followed is not None
        self._games.put(game, followed)
        return followed

    def _leave_out(self, game: str, position: int, error: HaricotError, changes: Changes) -> None:
        """Leaves a game out from now on, so that it does not stop the others."""
        self._store.position()  # which raises it again when the store itself fails
        self._left_out.add(game)
        self._games.take_out(game)
        changes.remove(game)
        self._store.roll.fault(game, f"{error}")
        LOG.error("parked", game=game, position=position, says=f"{error}")

    def _read(self, game: str, upto: int, eyes: Eyes) -> _Followed:
        row = self._store.row(game)
        if row is None or self._store.roll.head(game) is None:
            raise CorruptHistory("it cannot be listed")
        followed = _Followed(row, eyes)
        for envelope in self._store.envelopes(game) if upto else ():
            if envelope.n <= upto:
                followed.add(envelope)
        return followed


def build(store: GameStore, models: ReadModelWriter, done: Callable[[int], None] = lambda _: None) -> Projector:
    """Builds a new generation of the whole log beside the live one, and then lets it be read.

    `done` is called with the number of events of each batch. RedisAway when that fails; then the live one stays.
    """
    projector = Projector(store, models, models.begin())
    while True:
        while count := projector.step():
            done(count)
        if models.switch(projector.generation):
            models.sweep(projector.generation)
            return projector


def follow(store: GameStore, models: ReadModelWriter, stopped: Signal, woken: Signal) -> None:
    """Keeps the live models up to date until it is stopped, and makes them anew whenever they are lost."""
    projector: Projector | None = None
    while not stopped.is_set():
        try:
            if not store.take_lease(DUTY):
                stopped.wait(DUTY_SECONDS)
                continue
            projector = _up_to_date(store, models, projector)
            woken.clear()
            if not projector.step():
                woken.wait(store.poll_seconds)
        except HaricotError as error:
            LOG.warning("projection", says=f"{error}")
            projector = None
            if isinstance(error, Spoilt):
                with suppress(RedisAway):
                    models.forget()
            stopped.wait(PAUSE_SECONDS)


def _up_to_date(store: GameStore, models: ReadModelWriter, projector: Projector | None) -> Projector:
    """The projector of the live generation."""
    live = models.live()
    position = None if live is None else models.position(live)
    if projector is not None and live == projector.generation and position is not None:
        return projector
    if position is not None and position > store.position():
        models.forget()  # the log was restored from an earlier time, or is another one
        position = None
    if live is None or position is None:
        begun = time.monotonic()
        projector = build(store, models)
        LOG.info("projected", position=projector.position, seconds=round(time.monotonic() - begun, 3))
        return projector
    return Projector(store, models, live, position)
