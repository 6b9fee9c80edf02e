"""The codec: the bytes of one envelope, as JSON or as MessagePack."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Annotated, Any, Final, Generic, TypeVar, Union

import msgspec

import domain.upcasters  # noqa: F401  # declares the former shapes of events
from domain.commands import Command
from domain.events import Event
from domain.evolve import register
from domain.field_audiences import declared_records, is_declared
from domain.forks import with_annexes, without_annexes
from domain.member_types import Count
from domain.refusals import HaricotError, Misuse
from domain.values import Value, has_own_tag

EventT = TypeVar("EventT")
CommandT = TypeVar("CommandT")

_MEMBER: Final = re.compile(r"(?:missing required|unknown) field `(.+)`$")
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


_JSON: Final = msgspec.json
_MSGPACK: Final = msgspec.msgpack


Timestamp = Annotated[int, msgspec.Meta(ge=-62_135_596_800_000, lt=253_402_300_800_000)]
"""Milliseconds since 1970 that are in the years 1 to 9999: others have no date."""


class Cause(Value, Generic[CommandT]):
    """The cause of a batch of events: the command, the party that gave it, its key.

    Acts of the service have no command.
    """

    command: CommandT | None
    by: str
    key: str | None = None


class Envelope(Value):
    """One event in its place: event `n` of `game`, at `at` milliseconds since 1970 UTC.

    `cause` lies on the first event of each batch.
    """

    game: str
    n: int
    at: int
    event: Event
    cause: Cause[Command] | None = None


class UnreadableEvent(HaricotError):
    """Bytes that are no envelope: an unknown name, a missing or surplus field, a wrong type."""


class _Line(Value, Generic[EventT, CommandT]):
    """One event in its place, with the cause of its batch where it is the first of it."""

    game: str
    n: Count
    at: str
    event: EventT
    cause: Cause[CommandT] | None = None


class _State(Value, Generic[EventT], array_like=True):
    """The stored bytes of an envelope; game and n are columns of their own.

    The cause is packed separately, so that a fold skips it in one step.
    """

    at: Timestamp
    event: EventT
    cause: bytes | None = None


def stored_name(event: Event | type[Event]) -> str:
    """Return the stable name of an event type, such as `bean_planted.1`."""
    return str(event.__struct_config__.tag)


def event_types() -> dict[str, type[Event]]:
    """Return every event type that an imported edition declares, by stored name."""
    return _by_tag(Event)


def command_types() -> dict[str, type[Command]]:
    """Return every command type that an imported edition declares, by name."""
    return _by_tag(Command)


def _by_tag(base: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for kind in _subclasses(base):
        # A class with a subclass is read as well: an edition may refine an event of the family.
        if is_declared(kind) and has_own_tag(kind):
            tag = kind.__struct_config__.tag
            register(found, tag, kind, f"{kind.__qualname__} is stored as {tag}, and another class is already")
    return dict(sorted(found.items()))  # independent of the order in which their modules were imported


def _subclasses(base: type) -> Iterator[Any]:
    kind: Any
    for kind in base.__subclasses__():
        yield kind
        yield from _subclasses(kind)


@lru_cache(maxsize=4)
def _decoders(kinds: frozenset[type]) -> tuple[Any, Any, Any, Any]:  # noqa: ARG001  # a new edition makes new decoders
    events: Any = Union[tuple(event_types().values())]  # noqa: UP007  # built at run time
    commands: Any = Union[tuple(command_types().values())]  # noqa: UP007  # built at run time
    return (
        msgspec.json.Decoder(_Line[events, commands]),
        msgspec.msgpack.Decoder(_State[events]),
        msgspec.msgpack.Decoder(Cause[commands]),
        msgspec.json.Decoder(commands),
    )


def json_line_type(events: Any, commands: Any) -> Any:
    """Return the type of an envelope in JSON, of these unions of events and of commands."""
    return _Line[events, commands]


def _current_decoders() -> tuple[Any, Any, Any, Any]:
    return _decoders(declared_records())


class Codec:
    """Encodes and decodes with the event types known when it was created."""

    def __init__(self) -> None:
        lines, states, causes, commands = _current_decoders()
        self._line = lines.decode
        self._state = states.decode
        self._cause = causes.decode
        self._command = commands.decode
        self._pack = msgspec.msgpack.Encoder().encode

    def to_json(self, envelope: Envelope) -> bytes:
        """Return the envelope as one line of JSON, without its line end."""
        at = time_text(envelope.at)
        line = _Line(game=envelope.game, n=envelope.n, at=at, event=envelope.event, cause=envelope.cause)
        return msgspec.json.encode(line)

    def from_json(self, line: bytes | str) -> Envelope:
        """Return the envelope of one line; UnreadableEvent when the line holds none."""
        try:
            read = self._read(self._line, line, _JSON, "event")
            at = time_of(read.at)
            event = with_annexes(read.event, lambda: msgspec.json.decode(line)["event"])
        except (msgspec.DecodeError, ValueError) as error:
            raise UnreadableEvent(str(error)) from error
        return Envelope(game=read.game, n=read.n, at=at, event=event, cause=read.cause)

    @staticmethod
    def _read(decode: Callable[[Any], Any], written: bytes | str, form: Any, event: str | int) -> Any:
        """Return what is written in this form; in a table, which is rare, without what its edition adds."""
        try:
            return decode(written)
        except msgspec.ValidationError:
            whole = form.decode(written)
            there = isinstance(whole, list) or (isinstance(whole, dict) and event in whole)
            if not there or (bare := without_annexes(whole[event] if len(whole) > 1 else None)) is None:
                raise
            whole[event] = bare
            return decode(form.encode(whole))

    def to_state(self, envelope: Envelope) -> bytes:
        """Return the stored bytes of an envelope."""
        cause = None if envelope.cause is None else self._pack(envelope.cause)
        return self._pack(_State(at=envelope.at, event=envelope.event, cause=cause))

    def from_state(self, game: str, n: int, state: bytes) -> Envelope:
        """Return the envelope of stored bytes; UnreadableEvent when they hold none."""
        try:
            read = self._read(self._state, state, _MSGPACK, 1)
            cause = None if read.cause is None else self._cause(read.cause)
            event = with_annexes(read.event, lambda: msgspec.msgpack.decode(state)[1])
        except (msgspec.DecodeError, ValueError) as error:
            raise UnreadableEvent(f"event {n} of {game}: {error}") from error
        return Envelope(game=game, n=n, at=read.at, event=event, cause=cause)

    def command(self, text: bytes | str) -> Command:
        """Return the command in this JSON; Misuse when it holds none."""
        try:
            command: Command = self._command(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            places = (error_place(error),) if error_place(error)[0] else ()
            raise Misuse(f"not a command: {error}", errors=places) from error
        return command


def error_place(error: Exception) -> tuple[str, str]:
    """Split an error of the library into (path, message); the path is as `seats[0].hand`, "" for the whole."""
    says, _, place = str(error).partition(" - at ")
    place = place.removeprefix("key in ").strip("`").removeprefix("$")
    if member := _MEMBER.search(says):
        place = f"{place}.{member[1]}"
    return place.removeprefix("."), says


def time_text(at: int) -> str:
    """Return milliseconds since 1970 as `2026-11-21T00:58:00.123Z`."""
    minute, milliseconds = at // 60_000, at % 60_000
    parts = (_minute_text(minute), milliseconds // 1000, milliseconds % 1000)
    return "%s:%02d.%03dZ" % parts  # noqa: UP031  # in half the time of an f-string


@lru_cache(maxsize=256)
def _minute_text(minute: int) -> str:
    return (EPOCH + timedelta(minutes=minute)).isoformat().removesuffix(":00+00:00")


def time_of(text: str) -> int:
    """Return the milliseconds of such a text; ValueError for any other form."""
    moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    at = (moment - EPOCH) // timedelta(milliseconds=1)
    if time_text(at) != text:
        raise ValueError(f"not a time with milliseconds: {text}")
    return at
