"""The event store: whole batches in, records out, and nothing that was stored ever changes."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Self

from eventsourcing.persistence import EventStore, IntegrityError

from domain.events import GameCreated
from domain.forks import GameForked
from domain.refusals import Misuse
from replay.codec import Envelope
from replay.making import require_lawful
from replay.proofs.shuffle import SEED_BYTES
from replay.record import Origin, Record, same_bytes, write_file
from replay.rewind import require_history
from service.envelope_mapper import EnvelopeMapper, Recorded
from service.heads import Head
from service.places import Place, StoreProblem
from service.recorder import Check, GameOrigin, GameRecorder, GameRow, News, Noted, Opening
from service.recorders import open_recorder
from service.register import Entries, Entry
from service.roll import Roll
from service.store_problems import Conflict, DamagedGame, StoreProblems, misshapen

GAMES_REMEMBERED: Final = 10_000
BATCH: Final = 500  # events that are told at once, unless more are asked for

__all__ = ["Conflict", "DamagedGame", "GameStore", "Head", "StoreProblem", "open_store"]


class GameStore:
    """The games at one place, for any number of threads; close it when done, or use it as a context manager.

    Every method raises StoreProblem: `unavailable` when the store itself fails, `request.shape` for what no store
    could keep, and what each names besides.
    """

    def __init__(self, place: Place, recorder: GameRecorder) -> None:
        self.problems = StoreProblems(place)
        self._recorder = recorder
        self.writable = recorder.writable
        """Whether this store can be written."""
        self.poll_seconds = recorder.poll_seconds
        """How often to ask for news."""
        self._mapper = EnvelopeMapper()
        self._events: EventStore[str] = EventStore(self._mapper, recorder)
        self.roll = Roll(recorder, self.problems)
        self._wrote: dict[str, int] = {}  # the last event of each game that was written here: the next may follow

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
        `not-found` when there is no such game or parent; `game.ended` for an imported game.
        """
        if not envelopes:
            return
        first = envelopes[0].n
        if any(envelope.game != game or envelope.n != n for n, envelope in enumerate(envelopes, first)):
            raise misshapen(f"these are not successive events of {game}")
        with self.problems.told():
            opening = self._opening(envelopes[0], seed, origin)
            if opening is None:
                self._require_next(game, first)
            self._put(game, envelopes, opening, request=request, entries=entries)
        if len(self._wrote) > GAMES_REMEMBERED:
            self._wrote.clear()
        self._wrote[game] = envelopes[-1].n

    def record(self, game: str) -> Record:
        """All envelopes of a game; in a fork, the parent's come first. `not-found` when there is no such game."""
        return Record(game=game, envelopes=tuple(self.envelopes(game)))

    def envelopes(self, game: str, after: int = 0) -> list[Envelope]:
        """The envelopes of a game from event after + 1 on. `not-found` when there is no such game."""
        with self.problems.told(game):
            line = [(holder, upto) for holder, upto in self._recorder.lineage(game) if upto > after]
            if not line:
                raise self.problems.no_game(game)
            names = self._recorder.names([holder for holder, _ in line])
            found = self._mapper.named(self._recorder.held(line, after), names)
        missing = next((n for n, envelope in enumerate(found, after + 1) if envelope.n != n), None)
        if missing is not None or not (found or after):
            raise self.problems.damaged(game, f"event {missing or 1} is missing")
        return found

    def asked(self, game: str, request: str) -> int | None:
        """The first event that this request led to, None when it led to none."""
        with self.problems.told():
            return self._recorder.holder(game, request)

    def row(self, game: str) -> GameRow | None:
        """Where a game comes from and how long it is, None when there is no such game."""
        with self.problems.told():
            return self._recorder.game(game)

    def lineage(self, game: str) -> list[tuple[str, int]]:
        """The games that hold its events, the root first, each with the last that counts; empty for no game."""
        with self.problems.told():
            return self._recorder.lineage(game)

    def holders(self, game: str) -> list[tuple[str, int]]:
        """The same, each with the last event that it holds for this one; `not-found` when there is no such game."""
        with self.problems.told():
            holders = self._recorder.lineage(game)
        if not holders:
            raise self.problems.no_game(game)
        return holders

    def note(self, *entries: Entry) -> None:
        """Writes into the register. Conflict when an entry is there that may be there only once."""
        self.settle(entries)

    def settle(self, entries: Entries) -> None:
        """The same for what hangs on what the register says: it is decided while nobody else can write."""
        with self.problems.told():
            try:
                self._recorder.note(entries)
            except IntegrityError as error:
                raise Conflict(f"the register has it already: {error}") from error

    def noted(self, kind: type[Noted], /, **where: object) -> list[Noted]:
        """The entries of the register whose fields have these values, oldest first."""
        with self.problems.told():
            return self._recorder.noted(kind, **where)

    def news(self) -> News:
        """Where something may have been written since this was asked last, by whom ever; for one thread to ask."""
        with self.problems.told():
            return self._recorder.news()

    def on_news(self, told: Callable[[], None]) -> None:
        """From now on `told` is called as soon as another process has written, where that can be heard."""
        self._recorder.wake = told

    def position(self) -> int:
        """How many events this store has ever written."""
        with self.problems.told():
            return self._recorder.max_notification_id() or 0

    def written_since(self, position: int, limit: int = BATCH) -> list[tuple[int, str, int]]:
        """What was written after this position: position, game and n of each event, in order."""
        with self.problems.told():
            return self._recorder.since(position, limit)

    def read_on(self, position: int, limit: int = BATCH) -> list[tuple[int, str, Envelope | None]]:
        """What was written after this position, in order: position, game and envelope, None when it is unreadable."""
        with self.problems.told():
            found = self._recorder.select_notifications(position, limit, inclusive_of_start=False)
        return [(one.id, str(one.originator_id), self._mapper.readable(one)) for one in found]

    def take_duty(self, name: str) -> bool:
        """Whether this process has a duty that one at a time has on this store; it takes it when nobody has it."""
        with self.problems.told():
            return self._recorder.take_duty(name)

    def seed(self, game: str) -> bytes | None:
        """The secret seed of this game's deal, None when it is not known here."""
        with self.problems.told():
            return self._recorder.seed(game)

    def exists(self, game: str) -> bool:
        """Whether there is a game of this id."""
        return self.row(game) is not None

    def heads(self) -> list[Head]:
        """Every game that can be listed, in a line, oldest first."""
        return self.roll.heads()

    def import_record(self, record: Record, *, entries: Sequence[Entry] = ()) -> bool:
        """Keeps a whole game, illegal events included; False when it is here already, byte for byte.

        Conflict when another game of this id is here; CorruptFile at the first event that cannot follow or by which no
        game is made here; Misuse for what one viewer saw.
        """
        if not record.viewer.sees_all:
            seen = f"this is only what {record.viewer.name} may read: as a file it can be shown and audited"
            raise Misuse("request.shape", f"{seen}, but not be imported", place="body")
        require_history(record)
        if not self.exists(record.game):
            require_lawful(record)
            opening, own = self._laid_out(record)
            # On a Conflict another process has brought a game of this id meanwhile: it is compared with that one.
            with suppress(Conflict), self.problems.told():
                self._put(record.game, own, opening, entries=entries)
                return True
        if write_file(self.record(record.game)) != write_file(record):
            raise Conflict(f"another game {record.game} is in the store: audit both, they cannot both be kept")
        return False

    def checks(self, *, full: bool = False) -> list[Check]:
        """What `doctor` wants to know of the store: name of the check, whether all is well, and what was found."""
        with self.problems.told():
            return self._recorder.checks(full=full)

    def admit(self, role: str) -> None:
        """Lets this role of the database serve: it may read and append. Misuse for a role that is none."""
        with self.problems.told():
            self._recorder.admit(role)

    def require_room(self) -> None:
        """StoreProblem `unavailable` unless something was written here a moment ago, or can be now."""
        with self.problems.told():
            self._recorder.require_room()

    def close(self) -> None:
        """Lets go of the store."""
        with self.problems.told():
            self._recorder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _opening(self, first: Envelope, seed: bytes | None, origin: GameOrigin) -> Opening | None:
        """What is written beside the first events of a game; None when these are not the first."""
        event = first.event
        opens = isinstance(event, GameForked) or (isinstance(event, GameCreated) and first.n == 1)
        if seed is not None and not (opens and len(seed) == SEED_BYTES):
            raise misshapen(f"a seed is {SEED_BYTES} bytes, and kept with the first event of a game")
        if not opens:
            return None
        if not isinstance(event, GameForked):
            return Opening(origin, seed)
        self._require_fork(event, first.n)
        return Opening(origin, seed, event.parent, event.at)

    def _require_fork(self, event: GameForked, n: int) -> None:
        parent = self._recorder.game(event.parent)
        if parent is None:
            raise self.problems.no_game(event.parent)
        if not 1 <= event.at <= parent.version or n != event.at + 1:
            has = f"{event.parent} has events 1 to {parent.version}"
            raise misshapen(f"event {n} cannot fork it at {event.at}: {has}, and the fork goes on with the next")

    def _require_next(self, game: str, n: int) -> None:
        # What is found here stays true until the events are written: games are neither shortened nor taken away. An
        # event that is written meanwhile meets the one of the same number in `_put`.
        if self._wrote.get(game) == n - 1:
            return
        row = self._recorder.game(game)
        if row is None:
            raise self.problems.no_game(game)
        if row.origin == "imported":
            raise StoreProblem("game.ended", f"{game} was imported and stays as it is: fork it and go on there")
        if row.version != n - 1:
            raise Conflict(f"{game} has {row.version} events, so {n} is not the next: read it again")

    def _put(self, game: str, envelopes: Sequence[Envelope], opening: Opening | None, **beside: Any) -> None:
        recorded = [Recorded(game, envelope.n, envelope) for envelope in envelopes]
        try:
            self._events.put(recorded, opening=opening, **beside)
        except IntegrityError as error:
            taken = f"{game} has an event {envelopes[0].n}" if opening is None else f"there is a game {game}"
            raise Conflict(f"{taken} already, or the same request was faster: read it again") from error

    def _laid_out(self, record: Record) -> tuple[Opening, Sequence[Envelope]]:
        """How an imported record is kept: a fork beside its parent if that is here, anything else as a whole."""
        origin = record.forked_from
        if origin is not None and self._continues(record, origin):
            return Opening("imported", None, origin.game, origin.at), record.envelopes[origin.at :]
        names, name = [], record.game
        for envelope in record.envelopes:
            if envelope.game != name:
                name = envelope.game
                names.append((envelope.n, name))
        return Opening("imported", names=tuple(names)), record.envelopes

    def _continues(self, record: Record, origin: Origin) -> bool:
        """Whether the record is that of a fork whose parent is here, with the very same bytes up to the fork."""
        own = record.envelopes[origin.at :]
        if not own or any(envelope.game != record.game for envelope in own) or not self.exists(origin.game):
            return False
        return same_bytes(record, self.record(origin.game), origin.at)


def open_store(place: Place, *, create: bool = True) -> GameStore:
    """The store at this place, made if need be; StoreProblem `unavailable` when there is none and none can be made.

    A store that cannot be written is opened for reading.
    """
    return GameStore(place, open_recorder(place, create=create))
