"""How batches come into the log: each is checked, then written with the next group."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache
from eventsourcing.persistence import IntegrityError, StoredEvent

from replay.codec import Envelope
from service.store.envelope_mapper import EnvelopeMapper, LoggedEnvelope
from service.store.error_translator import ErrorTranslator
from service.store.errors import Conflict, ImportedGame, NoSuchGame, Unstorable
from service.store.group_commit import Job
from service.store.location import Location
from service.store.opening import opening_of
from service.store.recorder import GameOrigin, GameRecorder, Opening
from service.store.register import Entries

GAMES_REMEMBERED: Final = 10_000


class Appender:
    """The half of a store that writes events, for any number of threads."""

    def __init__(self, location: Location, recorder: GameRecorder) -> None:
        self.errors = ErrorTranslator(location)
        self._location = location
        self._recorder = recorder
        self._mapper = EnvelopeMapper()
        self._guard = Lock()  # never held while anything is read or written
        self._wrote: LRUCache[str, int] = LRUCache(
            GAMES_REMEMBERED
        )  # the last event of each game that was written here: the next may follow
        self._under_way: dict[str, tuple[int, Job[Any]]] = {}  # the last that nobody waits for, until it is written

    def append(
        self,
        game: str,
        envelopes: Sequence[Envelope],
        *,
        seed: bytes | None = None,
        origin: GameOrigin = "played",
        request: str | None = None,
        entries: Entries = (),
    ) -> None:
        """Adds events that follow on the last one of `game`: all of them, on disk when this returns, or none.

        A first event that is game_created or game_forked opens the game; only then `seed`, the secret of its deal, and
        `origin` count. `request` names what was asked for, once for ever; `entries` go into the register with the
        events. Conflict when somebody else has added events meanwhile, opened a game of this id or made this request;
        NoSuchGame when there is no such game or parent; ImportedGame for one that was imported.
        """
        if not envelopes:
            return
        opening, after = self._place(game, envelopes, seed=seed, origin=origin)
        self.put(game, envelopes, opening, request=request, entries=entries, after=after)
        with self._guard:
            self._remember(game, envelopes[-1].n)

    def append_soon(
        self,
        game: str,
        envelopes: Sequence[Envelope],
        *,
        request: str | None,
        done: Callable[[Exception | None], None],
    ) -> None:
        """Adds events as `append` does, and returns without waiting for the disk or for anybody who does.

        What `append` raises before it writes is raised here. Later `done` is called, in the thread that wrote: with
        None once they are on disk, else with the error that `append` would have raised. It should be quick, since the
        next group waits for it. More events may follow on these at once: they fail with Conflict if these do. Only
        where this event is not known to come next (see `comes_next`), the row of the game is read first.
        """
        if not envelopes:
            done(None)
            return
        opening, after = self._place(game, envelopes)
        events = self._encoded(game, envelopes)

        def finish(outcome: Callable[[], object]) -> None:
            error = None
            try:
                with self._conflicts(game, envelopes[0].n, opening):
                    outcome()
            except Exception as found:  # noqa: BLE001  # whatever it is, it is what `append` would have raised
                error = found
            with self._guard:
                if self._under_way.get(game) == sent:
                    del self._under_way[game]
                if error is None:
                    self._remember(game, envelopes[-1].n)
            done(error)

        with self._guard, self._conflicts(game, envelopes[0].n, opening):
            job = self._recorder.insert_soon(events, finish, opening=opening, request=request, after=after)
            sent = self._under_way[game] = envelopes[-1].n, job

    def comes_next(self, game: str, n: int) -> bool:
        """Whether event `n` is known to follow on what was written here, so that `append_soon` reads nothing first."""
        with self._guard:
            return n - 1 in (self._wrote.get(game), self._under_way.get(game, (None,))[0])

    def put(
        self,
        game: str,
        envelopes: Sequence[Envelope],
        opening: Opening | None,
        *,
        request: str | None = None,
        entries: Entries = (),
        after: Job[Any] | None = None,
    ) -> None:
        """Writes events whose place was found already; with an `opening` they are the first own ones of their game.

        Conflict when one of the events, the game or the request is there.
        """
        with self._conflicts(game, envelopes[0].n, opening):
            events = self._encoded(game, envelopes)
            self._recorder.insert_events(events, opening=opening, request=request, entries=entries, after=after)

    def _encoded(self, game: str, envelopes: Sequence[Envelope]) -> list[StoredEvent]:
        with self.errors.translated():
            return [self._mapper.to_stored_event(LoggedEnvelope(game, envelope.n, envelope)) for envelope in envelopes]

    @contextmanager
    def _conflicts(self, game: str, first: int, opening: Opening | None) -> Iterator[None]:
        with self.errors.translated():
            try:
                yield
            except IntegrityError as error:
                taken = f"{game} has an event {first}" if opening is None else f"there is a game {game}"
                says = f"{taken} already, the same request was faster, or what this follows on failed: read it again"
                raise Conflict(says) from error

    def _place(
        self, game: str, envelopes: Sequence[Envelope], *, seed: bytes | None = None, origin: GameOrigin = "played"
    ) -> tuple[Opening | None, Job[Any] | None]:
        """The opening, if these begin a game, or the write under way that they follow on, if there is one."""
        first = envelopes[0].n
        if any(envelope.game != game or envelope.n != n for n, envelope in enumerate(envelopes, first)):
            raise Unstorable(f"these are not successive events of {game}")
        with self.errors.translated():
            opening = opening_of(self._recorder, self._location, envelopes[0], seed=seed, origin=origin)
            return opening, self._require_next(game, first) if opening is None else None

    def _require_next(self, game: str, n: int) -> Job[Any] | None:
        # What is found here stays true until the events are written: games are neither shortened nor taken away. An
        # event that is written meanwhile meets the one of the same number in `put`.
        with self._guard:
            last, job = self._under_way.get(game, (None, None))
            if last == n - 1:
                return job
            if self._wrote.get(game) == n - 1:
                return None
        row = self._recorder.game(game)
        if row is None:
            raise NoSuchGame(self._location, game)
        if row.origin == "imported":
            raise ImportedGame(game)
        if row.version != n - 1:
            raise Conflict(f"{game} has {row.version} events, so {n} is not the next: read it again")
        return None

    def _remember(self, game: str, n: int) -> None:
        self._wrote[game] = n
