"""The record of a game as a file: a header, one envelope a line, an end line, each chained to the one before."""

import re
from typing import Final, TypeVar

import msgspec

from domain.events import GameCreated, Rules
from domain.field_audiences import redact
from domain.forks import GameForked, Origin
from domain.refusals import HaricotError, Misuse
from domain.values import Value
from domain.visibility import OMNISCIENT, Options, Viewer, viewer_named
from replay.codec import Cause, Codec, Envelope, UnreadableEvent
from replay.game_files import NoGameFile, change_by_program, game_lines, next_check, unchain

FORMAT: Final = "haricot-game/1"
Shape = TypeVar("Shape")
GAME_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")
"""The form of a game's id, which appears in files, addresses and on terminals."""
_END_BEGINS: Final = b'{"end":'


class CorruptFile(HaricotError):
    """A file that is not what was written; `n` is the first event that shows it (0: the header)."""

    def __init__(self, n: int, says: str) -> None:
        super().__init__(f"event {n}: {says}" if n else f"header: {says}")
        self.n = n
        self.says = says


class Record(Value):
    """All envelopes of one game as one viewer may read them, n = 1, 2, 3 ...

    In a fork the first envelopes are the parent's and carry the parent's id.
    """

    game: str
    envelopes: tuple[Envelope, ...]
    viewer: Viewer = OMNISCIENT

    @property
    def created(self) -> GameCreated:
        """The first event; CorruptFile when it is no `game_created`."""
        first = self.envelopes[0].event if self.envelopes else None
        if not isinstance(first, GameCreated):
            raise CorruptFile(1, "a game begins with game_created")
        return first

    @property
    def forked_from(self) -> Origin | None:
        """The parent and event that this game was forked from; None for a game that is no fork."""
        for envelope in reversed(self.envelopes):
            if isinstance(envelope.event, GameForked):
                return envelope.event.origin
        return None

    def seen_by(self, viewer: Viewer) -> "Record":
        """Return the record as `viewer` may read it: the same n on the same line, hidden values replaced."""
        if viewer.sees_all:
            return self
        options = self.created.rules.options
        envelopes = tuple(redacted_envelope(envelope, viewer, options) for envelope in self.envelopes)
        return Record(game=self.game, envelopes=envelopes, viewer=viewer)


def redeal_viewer(envelope: Envelope) -> Viewer | None:
    """Return the viewer for whom a fork's event dealt hidden cards again; None for any other event."""
    if not isinstance(envelope.event, GameForked) or envelope.event.table is None or envelope.cause is None:
        return None
    try:
        return viewer_named(envelope.cause.by)
    except Misuse:
        return None


def redacted_envelope(envelope: Envelope, viewer: Viewer, options: Options) -> Envelope:
    """Return the envelope as `viewer` may read it; the key of a cause is for the omniscient only."""
    if viewer.sees_all:
        return envelope
    cause = envelope.cause
    if cause is not None:
        command = None if cause.command is None else redact(cause.command, viewer, options)
        cause = Cause(command=command, by=cause.by)
    return msgspec.structs.replace(envelope, event=redact(envelope.event, viewer, options), cause=cause)


class _HeaderRules(Value):
    edition: str
    version: str
    options: dict[str, bool | int | str]
    digest: str


class _Header(Value):
    format: str
    game: str
    rules: _HeaderRules
    players: int
    view: str
    events: int
    forked_from: Origin | None


class _End(Value):
    end: int


def write_file(record: Record) -> bytes:
    """Return the game file of a record."""
    created, codec = record.created, Codec()
    rules: Rules = created.rules
    header = _Header(
        format=FORMAT,
        game=record.game,
        rules=_HeaderRules(edition=created.edition, version=rules.version, options=rules.options, digest=rules.digest),
        players=created.players,
        view=record.viewer.name,
        events=len(record.envelopes),
        forked_from=record.forked_from,
    )
    lines = [msgspec.json.encode(header), *map(codec.to_json, record.envelopes)]
    lines.append(msgspec.json.encode(_End(end=len(record.envelopes))))
    check, chained = b"", []
    for line in lines:
        check = next_check(check, line)
        chained.append(line[:-1] + b',"check":"' + check + b'"}\n')
    return b"".join(chained)


def read_file(data: bytes) -> Record:
    """Return the record in a game file; CorruptFile with the first event that is not as it was written."""
    record, written = read_partial_file(data)
    if written is not None:
        raise CorruptFile(len(record.envelopes), _no_end_line_message(written))
    return record


def read_partial_file(data: bytes) -> tuple[Record, int | None]:
    """Return the record in a game file, and the number of events that it should hold if lines are missing at its end.

    CorruptFile as for `read_file`. Line ends, blanks at the end of lines and a byte order mark may have been changed by
    other programs. NoGameFile names any other change by a program.
    """
    header: _Header | None = None
    unchained: list[bytes] = []
    check = b""
    for index, line in enumerate(game_lines(data)):
        bare, follows = unchain(line, check)
        if bare is None:
            n = index if header is None else min(index, header.events)
            if says := change_by_program(data, n, line, check):
                raise NoGameFile(says)
            raise CorruptFile(n, follows.decode())
        check = follows
        if header is None:
            header = _header(bare)
        else:
            unchained.append(bare)
    assert header is not None
    ended = bool(unchained) and unchained[-1].startswith(_END_BEGINS)
    count = len(unchained) - ended
    if count > header.events or (ended and count != header.events):
        raise CorruptFile(min(count, header.events), _no_end_line_message(header.events))
    if ended and (end := _read(unchained.pop(), _End, header.events)).end != header.events:
        raise CorruptFile(header.events, f"the end line counts {end.end} events")
    try:
        viewer = viewer_named(header.view, header.players)
    except Misuse as error:
        raise CorruptFile(0, error.says) from error
    record = Record(game=header.game, envelopes=_envelopes(unchained), viewer=viewer)
    _require_matching_header(header, record)
    return record, None if ended else header.events


def _header(line: bytes) -> _Header:
    header = _read(line, _Header, 0)
    if header.format != FORMAT:
        raise NoGameFile(f"the format of this game file is {header.format[:40]!r}, and this Haricot reads {FORMAT!r}")
    return header


def _no_end_line_message(events: int) -> str:
    return f"the file does not end with the end line of {events} events"


def _read(line: bytes, kind: type[Shape], n: int) -> Shape:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CorruptFile(n, f"the line cannot be read: {error}") from error


def _envelopes(lines: list[bytes]) -> tuple[Envelope, ...]:
    codec, envelopes = Codec(), []
    for n, line in enumerate(lines, 1):
        try:
            envelope = codec.from_json(line)
        except UnreadableEvent as error:
            raise CorruptFile(n, f"the event cannot be read: {error}") from error
        if envelope.n != n:
            raise CorruptFile(n, f"the event is numbered {envelope.n}")
        envelopes.append(envelope)
    return tuple(envelopes)


def _require_matching_header(header: _Header, record: Record) -> None:
    created = record.created
    rules = _HeaderRules(
        edition=created.edition,
        version=created.rules.version,
        options=created.rules.options,
        digest=created.rules.digest,
    )
    if (header.rules, header.players, header.forked_from) != (rules, created.players, record.forked_from):
        raise CorruptFile(0, "the header does not agree with the events")
    game = header.game
    if not GAME_ID.fullmatch(game):
        raise CorruptFile(0, f"{game[:40]!r} cannot be the id of a game")
    for envelope in reversed(record.envelopes):
        if envelope.game != game:
            raise CorruptFile(envelope.n, f"the event is of {envelope.game!r}, not of {game!r}")
        if isinstance(envelope.event, GameForked):
            game = envelope.event.parent
            if not GAME_ID.fullmatch(game):
                raise CorruptFile(envelope.n, f"{game[:40]!r} cannot be the id of a game")


def is_same_prefix(one: Record, other: Record, upto: int) -> bool:
    """Return whether two records are the same in bytes up to event `upto`.

    Values do not suffice, since in Python an option `true` equals 1.
    """
    write = Codec().to_json
    return list(map(write, one.envelopes[:upto])) == list(map(write, other.envelopes[:upto]))
