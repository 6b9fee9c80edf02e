"""How batches come into the log: each is checked, then written with the next group."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache
from eventsourcing.persistence import IntegrityError

from replay.codec import Envelope
from service.store.envelope_mapper import EnvelopeMapper
from service.store.error_translator import ErrorTranslator
from service.store.errors import Conflict, ImportedGame, NoSuchGame, Unstorable
from service.store.group_commit import Job
from service.store.location import Location
from service.store.opening import opening_of
from service.store.recorder import GameOrigin, GameRecorder, Opening, Write
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
        self._wrote: LRUCache[str, int] = LRUCache(GAMES_REMEMBERED)
        """The last event of each game that was written here: the next may follow."""
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
        with self._conflicts(game, envelopes):
            opening, after = self._place(game, envelopes, seed=seed, origin=origin)
            self._recorder.write(self._rows(game, envelopes, opening, request, entries), after=after)
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
        where it is not known here that these come next, the row of the game is read first.
        """
        if not envelopes:
            done(None)
            return

        def finish(outcome: Callable[[], object]) -> None:
            error = None
            try:
                with self._conflicts(game, envelopes):
                    outcome()
            except Exception as found:  # noqa: BLE001  # whatever it is, it is what `append` would have raised
                error = found
            with self._guard:
                if self._under_way.get(game) == sent:
                    del self._under_way[game]
                if error is None:
                    self._remember(game, envelopes[-1].n)
            done(error)

        with self._conflicts(game, envelopes):
            opening, after = self._place(game, envelopes)
            write = self._rows(game, envelopes, opening, request)
            with self._guard:
                sent = envelopes[-1].n, self._recorder.write_soon(write, finish, after=after)
                self._under_way[game] = sent

    def put(
        self,
        game: str,
        envelopes: Sequence[Envelope],
        opening: Opening | None,
        *,
        request: str | None = None,
        entries: Entries = (),
    ) -> None:
        """Writes events whose place was found already; with an `opening` they are the first own ones of their game.

        Conflict when one of the events, the game or the request is there.
        """
        with self._conflicts(game, envelopes):
            self._recorder.write(self._rows(game, envelopes, opening, request, entries))

    def _rows(
        self,
        game: str,
        envelopes: Sequence[Envelope],
        opening: Opening | None,
        request: str | None,
        entries: Entries = (),
    ) -> Write:
        return Write(self._mapper.rows(game, envelopes, request), opening, entries)

    @contextmanager
    def _conflicts(self, game: str, envelopes: Sequence[Envelope]) -> Iterator[None]:
        with self.errors.translated():
            try:
                yield
            except IntegrityError as error:
                what = f"event {envelopes[0].n} of {game}"
                says = f"{what} is there already, the same request was faster, or what it follows on failed"
                raise Conflict(f"{says}: read it again") from error

    def _place(
        self, game: str, envelopes: Sequence[Envelope], *, seed: bytes | None = None, origin: GameOrigin = "played"
    ) -> tuple[Opening | None, Job[Any] | None]:
        """The opening, if these begin a game, or the write under way that they follow on, if there is one."""
        first = envelopes[0].n
        if any(envelope.game != game or envelope.n != n for n, envelope in enumerate(envelopes, first)):
            raise Unstorable(f"these are not successive events of {game}")
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
