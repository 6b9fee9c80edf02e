"""From the log into the read models: batch by batch, from where they are."""

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from threading import Event as Signal
from typing import Final

from domain.forks import GameForked
from domain.history import evolve
from domain.refusals import CorruptHistory, HaricotError
from domain.table import Table
from projections.lobby import Line, LineOrigin, Times, line
from projections.timeline import Course
from replay.codec import Envelope
from service.event_store import GameStore
from service.observing import LOG
from service.openness import is_for_all
from service.recorder import GameRow
from service.redis_door import RedisAway, Spoilt
from service.view_store import Changes, ViewStore

GAMES_MAX: Final = 2000
"""Of how many games the tables are kept; some 12 kB each."""
BATCH: Final = 500
DUTY: Final = "projector"
DUTY_SECONDS: Final = 1.0
"""How often to see whether whoever has the duty is gone."""
PAUSE_SECONDS: Final = 0.2
"""How long to leave alone what has failed."""


class _Followed:
    """A game as far as it has been followed."""

    def __init__(self, row: GameRow) -> None:
        self.game = row.game
        self.imported = row.origin == "imported"
        self.table = Table()
        self.version = self.at = 0
        self.origin: LineOrigin | None = None
        self.course = Course()
        self.times = Times()

    def add(self, envelope: Envelope) -> None:
        """Its next event."""
        event = envelope.event
        self.table = evolve(self.table, event)
        self.version, self.at = envelope.n, envelope.at
        self.times = self.times.after(event, envelope.at)
        if isinstance(event, GameForked):
            self.origin = LineOrigin(game=event.parent, at=event.at)
        self.course.add(envelope.n, event, self.table)

    def line(self) -> Line:
        """Its line in the lobby."""
        return line(self.game, self.version, self.at, self.table, self.origin, times=self.times, imported=self.imported)


class Projector:
    """Brings one generation of read models on. It keeps nothing that it could not read again from the log."""

    def __init__(self, store: GameStore, views: ViewStore, generation: str, position: int = 0) -> None:
        self._store = store
        self._views = views
        self.generation = generation
        self.position = position
        """Up to where the log is in the models."""
        self._games: OrderedDict[str, _Followed] = OrderedDict()
        self._left_out: set[str] = set()  # what cannot be followed, and what is not for all

    def step(self) -> int:
        """Takes in the next batch; how many events it had. RedisAway when the models are away, or gone."""
        batch = self._store.read_on(self.position, BATCH)
        if not batch:
            return 0
        changes = self._views.changes(self.generation)
        touched: dict[str, _Followed] = {}
        for position, game, envelope in batch:
            if game not in self._left_out and self._is_told(game):
                try:
                    touched[game] = self._follow(game, envelope)
                except HaricotError as error:
                    self._leave_out(game, position, error, changes)
                    touched.pop(game, None)
        for game, followed in touched.items():
            try:
                changes.tell(followed.line(), followed.course.timeline())
            except HaricotError as error:
                self._leave_out(game, batch[-1][0], error, changes)
        at = self._views.apply(self.generation, self.position, batch[-1][0], changes)
        if at is None:
            raise RedisAway("the read models are gone: they will be made anew")
        self.position = at
        while len(self._games) > GAMES_MAX:
            self._games.popitem(last=False)
        return len(batch)

    def _is_told(self, game: str) -> bool:
        if game in self._games or is_for_all(self._store, game):
            return True
        self._left_out.add(game)
        return False

    def _follow(self, game: str, envelope: Envelope | None) -> _Followed:
        """The game with this event in it; an error of the tree when it cannot be followed."""
        if envelope is None:
            raise CorruptHistory("an event cannot be read")
        followed = self._games.get(game)
        if followed is None or followed.version < envelope.n - 1:
            followed = self._read(game, envelope.n - 1)
        if followed.version < envelope.n:
            followed.add(envelope)
        self._games[game] = followed
        self._games.move_to_end(game)
        return followed

    def _leave_out(self, game: str, position: int, error: HaricotError, changes: Changes) -> None:
        """Leaves a game out from now on, so that it does not stop the others."""
        self._store.position()  # which raises it again when the store itself fails
        self._left_out.add(game)
        self._games.pop(game, None)
        changes.gone(game)
        self._store.roll.fault(game, f"{error}")
        LOG.error("parked", game=game, position=position, says=f"{error}")

    def _read(self, game: str, upto: int) -> _Followed:
        row = self._store.row(game)
        if row is None or self._store.roll.head(game) is None:
            raise CorruptHistory("it cannot be listed")
        followed = _Followed(row)
        for envelope in self._store.envelopes(game) if upto else ():
            if envelope.n <= upto:
                followed.add(envelope)
        return followed


def build(store: GameStore, views: ViewStore, told: Callable[[int], None] = lambda _: None) -> Projector:
    """A new generation of the whole log, built beside the live one, which it then replaces; `told` hears of each batch.

    RedisAway when that fails; then the live one stays.
    """
    projector = Projector(store, views, views.begin())
    while True:
        while count := projector.step():
            told(count)
        if views.switch(projector.generation):
            views.sweep(projector.generation)
            return projector


def follow(store: GameStore, views: ViewStore, stopped: Signal, woken: Signal) -> None:
    """Keeps the live models up to date until it is stopped, and makes them anew whenever they are lost."""
    projector: Projector | None = None
    while not stopped.is_set():
        try:
            if not store.take_duty(DUTY):
                stopped.wait(DUTY_SECONDS)
                continue
            projector = _up_to_date(store, views, projector)
            woken.clear()
            if not projector.step():
                woken.wait(store.poll_seconds)
        except HaricotError as error:
            LOG.warning("projection", says=f"{error}")
            projector = None
            if isinstance(error, Spoilt):
                with suppress(RedisAway):
                    views.forget()
            stopped.wait(PAUSE_SECONDS)


def _up_to_date(store: GameStore, views: ViewStore, projector: Projector | None) -> Projector:
    """The projector of the live generation."""
    live = views.live()
    position = None if live is None else views.position(live)
    if projector is not None and live == projector.generation and position is not None:
        return projector
    if position is not None and position > store.position():
        views.forget()  # the log was restored from an earlier time, or is another one
        position = None
    if live is None or position is None:
        begun = time.monotonic()
        projector = build(store, views)
        LOG.info("projected", position=projector.position, seconds=round(time.monotonic() - begun, 3))
        return projector
    return Projector(store, views, live, position)
