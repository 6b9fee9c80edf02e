"""The line of a game in the index, derived from the milestones of the game."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.events import GameCreated
from projections.summary import GameStatus, Step, Summary, Times
from service.store.recorder import GameRow
from service.store.ruleset_compatibility import ruleset_incompatibility

LINE_FORMAT: Final = 4
"""The format of lines. If it is raised, all lines are built again."""
STILL_SEEN_AS: Final[dict[str, tuple[GameStatus, ...]]] = {
    GameStatus.OPEN: (GameStatus.RUNNING, GameStatus.FINISHED, GameStatus.VOIDED),
    GameStatus.RUNNING: (GameStatus.FINISHED, GameStatus.VOIDED),
}
"""By the status that a delayed spectator sees: the other statuses that the game may really have."""
_DECODER: Final = msgspec.msgpack.Decoder(Summary)


class ListedGame(NamedTuple):
    """The line of a game. Its fields are the columns of the table `roll`.

    `number` is the game's place in the order of arrival. `edition` and `status` are None if the game cannot be listed,
    and `fault` is the reason. `late` is 1 if spectators have a delay. `started` and `ended` are the numbers of those
    events, which may be an ancestor's. `created_at` and `ended_at` are in milliseconds since 1970. `summary` is encoded
    as MessagePack.
    """

    number: int
    game: str
    edition: str | None
    status: str | None
    late: int
    parent: str | None
    started: int | None
    ended: int | None
    created_at: int | None
    ended_at: int | None
    level: str | None
    summary: bytes | None
    fault: str | None

    @property
    def head(self) -> Summary | None:
        """The decoded summary as of the last milestone, or None if it cannot be read."""
        try:
            return None if self.summary is None else _DECODER.decode(self.summary)
        except msgspec.DecodeError:  # another version or program wrote it
            return None

    def head_at(self, n: int) -> Summary | None:
        """Return the summary as of event n, which is that of a fork at n before its own events."""
        if (head := self.head) is None:
            return None
        started = head.times.started if self.started is not None and self.started <= n else None
        over = self.ended is not None and self.ended <= n
        times = Times(created=head.times.created, started=started, ended=head.times.ended if over else None)
        return replace(head, version=n, times=times, result=head.result if over else None)


def stored_statuses(status: str | None) -> list[tuple[GameStatus, int]]:
    """Return the stored (status, late) of games that some viewer may see with this status. None is any status."""
    still = STILL_SEEN_AS.get(status or "", ())
    return [(one, late) for one in GameStatus for late in (0, 1) if status in (None, one) or (late and one in still)]


def index_line(
    row: GameRow, steps: Iterable[tuple[int, Step | None]], parent: ListedGame | None, *, late: bool
) -> ListedGame:
    """Return the line of a game.

    `steps` are the numbers and the steps of its milestones, with None for an unreadable event. For a fork with a
    `parent`, they are those after the parent's events. Without, they include those of its ancestors.
    """
    base = None if parent is None else parent.head_at(row.prefix_to or 0)
    began = Summary(game=row.game) if base is None else base
    head, fault = replace(began, game=row.game, imported=row.origin == "imported"), None
    started = parent.started if parent is not None and head.times.started is not None else None
    ended = parent.ended if parent is not None and head.result is not None else None
    for n, step in steps:
        if step is None:
            fault = fault or f"event {n} cannot be read"
            continue
        if n == 1 and isinstance(step[2], GameCreated):
            fault = fault or ruleset_incompatibility(step[2])
        head = head.after(*step)
        started = n if started is None and head.times.started is not None else started
        ended = n if ended is None and head.result is not None else ended
    if not row.version:
        fault = "it has no events"
    elif not head.edition:
        fault = fault or "its first event is missing"
    if fault is not None:
        return damaged_line(row, fault, late=late)
    parent_name = None if head.forked_from is None else head.forked_from.game
    return ListedGame(
        number=row.number,
        game=row.game,
        edition=head.edition,
        status=head.status,
        late=int(late),
        parent=parent_name,
        started=started,
        ended=ended,
        created_at=head.times.created,
        ended_at=head.times.ended,
        level=head.level,
        summary=msgspec.msgpack.encode(head),
        fault=None,
    )


def damaged_line(row: GameRow, reason: str, *, late: bool = False) -> ListedGame:
    """Return the line of a game that cannot be listed."""
    return ListedGame(row.number, row.game, None, None, int(late), None, None, None, None, None, None, None, reason)
