"""Maps envelopes to rows of the event library: the stable name of the event, and the codec's bytes."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, cast

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import DataError, JSONTranscoder, Mapper, MapperDeserialisationError, StoredEvent
from msgspec.structs import replace

from replay.codec import Codec, Envelope, UnreadableEvent, stored_name
from service.store.recorder import EventColumns, EventRow


class LoggedEnvelope(NamedTuple):
    """What the library takes for an event: an envelope, and the game that it is stored under."""

    originator_id: str
    originator_version: int
    envelope: Envelope


class UnreadableRow(MapperDeserialisationError):
    """A row without a readable envelope. `n` is the number of its event."""

    def __init__(self, n: int, says: str) -> None:
        super().__init__(says)
        self.n = n


class EnvelopeMapper(Mapper[str]):
    """Stores an envelope under the stable name of its event, as the codec writes it."""

    def __init__(self) -> None:
        super().__init__(JSONTranscoder())  # the library requires one; the codec does the work
        self._codec = Codec()

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return the row of a recorded envelope. Raises DataError for a number that MessagePack cannot hold."""
        game, _, envelope = cast("LoggedEnvelope", domain_event)
        return self.rows(game, [envelope], None)[0].stored

    def rows(self, game: str, envelopes: Sequence[Envelope], request: str | None) -> list[EventRow]:
        """Return the rows of envelopes that are written together.

        `request` caused the first. Raises DataError as above.
        """
        found: list[EventRow] = []
        for envelope in envelopes:
            try:
                state = self._codec.to_state(envelope)
            except OverflowError as error:
                raise DataError(f"event {envelope.n} of {game}: {error}") from error
            found.append(EventRow(game, envelope.n, stored_name(envelope.event), state, None if found else request))
        return found

    def readable(self, stored_event: StoredEvent) -> Envelope | None:
        """Return the envelope in a row, or None if it is not readable."""
        return self.read(*_columns(stored_event))

    def named(self, rows: Iterable[EventColumns], names: Mapping[str, Mapping[int, str]]) -> list[Envelope]:
        """Return the envelopes in these rows, under the names that each game's file gave them from some event on."""
        envelopes = [self.envelope(*row) for row in rows]
        since = {game: sorted(given.items()) for game, given in names.items()}
        return [_named(one, since.get(one.game, ())) for one in envelopes] if since else envelopes

    def read(self, game: str, n: int, topic: str, state: bytes) -> Envelope | None:
        """Return the envelope in these columns of a row, or None if it is not readable."""
        try:
            return self.envelope(game, n, topic, state)
        except UnreadableRow:
            return None

    def to_domain_event(self, stored_event: StoredEvent) -> LoggedEnvelope:
        """Return the envelope in a row. Raises UnreadableRow if it is not readable."""
        envelope = self.envelope(*_columns(stored_event))
        return LoggedEnvelope(envelope.game, envelope.n, envelope)

    def envelope(self, game: object, n: int, topic: str, state: bytes) -> Envelope:
        """Return the envelope in these columns of a row. Raises UnreadableRow if it is not readable."""
        game = str(game)
        try:
            envelope = self._codec.from_state(game, n, state)
        except UnreadableEvent as error:
            raise UnreadableRow(n, str(error)) from error
        except (TypeError, ValueError) as error:  # a damaged page can hold any value of any type
            raise UnreadableRow(n, f"event {n} of {game}: {error}") from error
        if topic != stored_name(envelope.event):
            raise UnreadableRow(n, f"event {n} of {game} is stored as {topic}")
        return envelope


def _columns(stored_event: StoredEvent) -> EventColumns:
    return stored_event.originator_id, stored_event.originator_version, stored_event.topic, stored_event.state


def _named(envelope: Envelope, since: Sequence[tuple[int, str]]) -> Envelope:
    place = bisect_right(since, envelope.n, key=itemgetter(0))
    return replace(envelope, game=since[place - 1][1]) if place else envelope


def first_missing(envelopes: Sequence[Envelope], after: int = 0) -> int | None:
    """Return the number of the first missing event after `after`, or None if all follow. A game must have event 1."""
    missing = next((n for n, envelope in enumerate(envelopes, after + 1) if envelope.n != n), None)
    return 1 if missing is None and not (envelopes or after) else missing
