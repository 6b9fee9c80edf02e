"""How the event library keeps an envelope: under the stable name of its event, in the codec's bytes."""

from typing import NamedTuple, cast

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import DataError, JSONTranscoder, Mapper, MapperDeserialisationError, StoredEvent

from replay.codec import Codec, Envelope, UnreadableEvent, stored_name


class Recorded(NamedTuple):
    """What the library takes for an event: an envelope, and the game among whose events it is kept."""

    originator_id: str
    originator_version: int
    envelope: Envelope


class EnvelopeMapper(Mapper[str]):
    """Stores an envelope under the stable name of its event, as the codec writes it."""

    def __init__(self) -> None:
        super().__init__(JSONTranscoder())  # the library wants one; the codec does the work
        self._codec = Codec()

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """The row of a recorded envelope; DataError for a number that MessagePack cannot hold."""
        game, n, envelope = cast("Recorded", domain_event)
        try:
            return StoredEvent(game, n, stored_name(envelope.event), self._codec.to_state(envelope))
        except OverflowError as error:
            raise DataError(f"event {n} of {game}: {error}") from error

    def readable(self, stored_event: StoredEvent) -> Envelope | None:
        """The envelope in a row, None when there is none in it."""
        try:
            return self.to_domain_event(stored_event).envelope
        except MapperDeserialisationError:
            return None

    def read(self, game: str, n: int, topic: str, state: bytes) -> Envelope | None:
        """The envelope in these columns of a row, None when there is none in them."""
        return self.readable(StoredEvent(game, n, topic, state))

    def to_domain_event(self, stored_event: StoredEvent) -> Recorded:
        """The envelope in a row; MapperDeserialisationError when there is none in it."""
        game, n = str(stored_event.originator_id), stored_event.originator_version
        try:
            envelope = self._codec.from_state(game, n, stored_event.state)
        except UnreadableEvent as error:
            raise MapperDeserialisationError(str(error)) from error
        except (TypeError, ValueError) as error:  # a damaged page can hold any value of any type
            raise MapperDeserialisationError(f"event {n} of {game}: {error}") from error
        if stored_event.topic != stored_name(envelope.event):
            raise MapperDeserialisationError(f"event {n} of {game} is stored as {stored_event.topic}")
        return Recorded(game, n, envelope)
