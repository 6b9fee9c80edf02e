"""Maps envelopes to rows: the stable name of the event, and the bytes that the codec makes of it."""

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
    """An envelope in the form that the event library requires. `originator_id` is the game that stores it."""

    originator_id: str
    originator_version: int
    envelope: Envelope


class UnreadableRow(MapperDeserialisationError):
    """The envelope in a row cannot be read. `n` is the number of its event."""

    def __init__(self, n: int, reason: str) -> None:
        super().__init__(reason)
        self.n = n


class EnvelopeMapper(Mapper[str]):
    """Converts envelopes to rows and back with the codec."""

    def __init__(self) -> None:
        super().__init__(JSONTranscoder())  # the library requires one; the codec does the work
        self._codec = Codec()

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return the row of an envelope. Raises DataError for an integer that MessagePack cannot hold."""
        game, _, envelope = cast("LoggedEnvelope", domain_event)
        return self.rows(game, [envelope], None)[0].stored

    def rows(self, game: str, envelopes: Sequence[Envelope], request: str | None) -> list[EventRow]:
        """Return the rows of envelopes that one request caused.

        Raises DataError for an integer that MessagePack cannot hold.
        """
        rows: list[EventRow] = []
        for envelope in envelopes:
            try:
                state = self._codec.to_state(envelope)
            except OverflowError as error:
                raise DataError(f"event {envelope.n} of {game}: {error}") from error
            rows.append(EventRow(game, envelope.n, stored_name(envelope.event), state, None if rows else request))
        return rows

    def envelope_or_none(self, stored_event: StoredEvent) -> Envelope | None:
        """Return the envelope in a row, or None if it cannot be read."""
        try:
            return self.envelope(*_columns(stored_event))
        except UnreadableRow:
            return None

    def envelopes(self, rows: Iterable[EventColumns], names: Mapping[str, Mapping[int, str]]) -> list[Envelope]:
        """Return the envelopes in these rows, with the names of `GameRecorder.imported_names`.

        Raises UnreadableRow if one of them cannot be read.
        """
        envelopes = [self.envelope(*row) for row in rows]
        since = {game: sorted(given.items()) for game, given in names.items()}
        return [_with_imported_name(one, since.get(one.game, ())) for one in envelopes] if since else envelopes

    def to_domain_event(self, stored_event: StoredEvent) -> LoggedEnvelope:
        """Return the envelope in a row. Raises UnreadableRow if it cannot be read."""
        envelope = self.envelope(*_columns(stored_event))
        return LoggedEnvelope(envelope.game, envelope.n, envelope)

    def envelope(self, game: object, n: int, topic: str, state: bytes) -> Envelope:
        """Return the envelope in these columns. Raises UnreadableRow if it cannot be read."""
        game = str(game)
        try:
            envelope = self._codec.from_state(game, n, state)
        except UnreadableEvent as error:
            raise UnreadableRow(n, str(error)) from error
        except (TypeError, ValueError) as error:  # on a damaged page, values can have any type
            raise UnreadableRow(n, f"event {n} of {game}: {error}") from error
        if topic != stored_name(envelope.event):
            raise UnreadableRow(n, f"event {n} of {game} is stored as {topic}")
        return envelope


def _columns(stored_event: StoredEvent) -> EventColumns:
    return stored_event.originator_id, stored_event.originator_version, stored_event.topic, stored_event.state


def _with_imported_name(envelope: Envelope, since: Sequence[tuple[int, str]]) -> Envelope:
    index = bisect_right(since, envelope.n, key=itemgetter(0))
    return replace(envelope, game=since[index - 1][1]) if index else envelope


def first_missing(envelopes: Sequence[Envelope], after: int = 0) -> int | None:
    """Return the number of the first missing event after `after`, or None. Without any event, event 1 is missing."""
    missing = next((n for n, envelope in enumerate(envelopes, after + 1) if envelope.n != n), None)
    return 1 if missing is None and not (envelopes or after) else missing
