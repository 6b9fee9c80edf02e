"""The file of a tournament: a header, one event a line, an end line, each chained to the one before."""

from collections.abc import Iterator
from typing import Final, TypeVar

import msgspec

from domain.tournaments.events import TournamentCreated
from domain.tournaments.evolve import tournament_of
from domain.tournaments.publication import count_public
from domain.tournaments.result_events import AnyTournamentEvent
from domain.tournaments.standings import StandingsLine, standings
from domain.values import Value
from replay.codec import Timestamp, time_of, time_text
from replay.game_files import next_check, unchain
from replay.record import CorruptFile
from replay.text_input import UnreadableText, plain_bytes

Shape = TypeVar("Shape")
FORMAT: Final = "haricot-tournament/1"
_BEGINS: Final = b'{"format":"haricot-tournament/'
_END_BEGINS: Final = b'{"end":'
OMNISCIENT: Final = "omniscient"
SPECTATOR: Final = "spectator"
VIEWS: Final = (OMNISCIENT, SPECTATOR)


class NoTournamentFile(UnreadableText):
    """Bytes that are no tournament file, or one of another version."""


class NumberedTournamentEvent(Value):
    """An event in its place: event `n` of the tournament, from 1, at `at` milliseconds since 1970."""

    n: int
    at: Timestamp
    event: AnyTournamentEvent


class ClaimedLine(Value):
    """What the end line says of one player."""

    rank: int
    player: str
    points: str


class TournamentRecord(Value):
    """The events of a tournament as one view has them, and the standings that a file claims for them."""

    tournament: str
    view: str
    events: tuple[NumberedTournamentEvent, ...]
    standings: tuple[ClaimedLine, ...]


class _TournamentHeader(Value):
    format: str
    tournament: str
    edition: str
    view: str


class _TournamentLine(Value):
    n: int
    at: str
    event: AnyTournamentEvent


class _TournamentEnd(Value):
    end: int
    standings: tuple[ClaimedLine, ...]


def standings_in_file(lines: tuple[StandingsLine, ...]) -> tuple[ClaimedLine, ...]:
    """Return standings as the end line of a file has them."""
    return tuple(ClaimedLine(rank=line.rank, player=line.player, points=str(line.points)) for line in lines)


def tournament_record(events: tuple[NumberedTournamentEvent, ...], view: str = OMNISCIENT) -> TournamentRecord:
    """Return the record of these events, the first of which creates a tournament, as a view has them."""
    if view == SPECTATOR:
        events = events[: count_public([one.event for one in events])]
    created = events[0].event
    assert isinstance(created, TournamentCreated), "a tournament begins with its creation"
    lines = standings(tournament_of(one.event for one in events))
    return TournamentRecord(tournament=created.tournament, view=view, events=events, standings=standings_in_file(lines))


def write_tournament(record: TournamentRecord) -> bytes:
    """Return the file of a tournament."""
    created = record.events[0].event
    assert isinstance(created, TournamentCreated), "a tournament begins with its creation"
    header = _TournamentHeader(format=FORMAT, tournament=record.tournament, edition=created.edition, view=record.view)
    bodies: list[Value] = [header]
    bodies += [_TournamentLine(n=one.n, at=time_text(one.at), event=one.event) for one in record.events]
    bodies.append(_TournamentEnd(end=len(record.events), standings=record.standings))
    check, chained = b"", []
    for body in bodies:
        line = msgspec.json.encode(body)
        check = next_check(check, line)
        chained.append(line[:-1] + b',"check":"' + check + b'"}\n')
    return b"".join(chained)


def read_tournament(data: bytes) -> TournamentRecord:
    """Return the record in a tournament file.

    NoTournamentFile for what is none. CorruptFile with the first event that is not as it was written (0: the header).
    """
    lines = [line for line in plain_bytes(data).split(b"\n") if line.strip()]
    if not lines or not lines[0].startswith(_BEGINS):
        raise NoTournamentFile("this is no tournament file: it has no header of one")
    _require_version(lines[0])
    bare = list(_verified_lines(lines))
    header = _read(bare[0], _TournamentHeader, 0)
    if header.view not in VIEWS:
        raise CorruptFile(0, f"there is no view {header.view[:20]!r}")
    last = len(bare) - 1
    if last < 1 or not bare[last].startswith(_END_BEGINS):
        raise CorruptFile(max(last, 1), "the file does not end with an end line")
    end = _read(bare[last], _TournamentEnd, last - 1)
    if end.end != last - 1:
        raise CorruptFile(last - 1, f"the end line counts {end.end} events")
    events = tuple(_event(line, n) for n, line in enumerate(bare[1:last], 1))
    created = events[0].event if events else None
    if not isinstance(created, TournamentCreated):
        raise CorruptFile(1, "a tournament begins with tournament_created")
    if (created.tournament, created.edition) != (header.tournament, header.edition):
        raise CorruptFile(0, "the header does not agree with the events")
    return TournamentRecord(tournament=header.tournament, view=header.view, events=events, standings=end.standings)


def _require_version(header: bytes) -> None:
    """Raise NoTournamentFile for the header of another version, whose lines may be chained in another way."""
    version = header[len(_BEGINS) :].partition(b'"')[0][:20].decode("utf-8", "replace")
    if (found := f"{FORMAT.partition('/')[0]}/{version}") != FORMAT:
        raise NoTournamentFile(f"the format of this file is {found!r}, and this Haricot reads {FORMAT!r}")


def _verified_lines(lines: list[bytes]) -> Iterator[bytes]:
    check = b""
    for at, line in enumerate(lines):
        bare, follows = unchain(line, check)
        if bare is None:
            ends = at == len(lines) - 1 and line.startswith(_END_BEGINS)
            raise CorruptFile(at - 1 if ends else at, follows.decode())
        check = follows
        yield bare


def _read(line: bytes, kind: type[Shape], n: int) -> Shape:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CorruptFile(n, f"the line cannot be read: {error}") from error


def _event(line: bytes, n: int) -> NumberedTournamentEvent:
    read = _read(line, _TournamentLine, n)
    if read.n != n:
        raise CorruptFile(n, f"the event is numbered {read.n}")
    try:
        at = time_of(read.at)
    except ValueError as error:
        raise CorruptFile(n, f"the event cannot be read: {error}") from error
    return NumberedTournamentEvent(n=n, at=at, event=read.event)
