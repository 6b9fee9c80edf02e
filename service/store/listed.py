"""A game as far as the roll of all games has it."""

from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.events import GameCreated
from projections.summary import Status, Step, Summary, summarised
from service.store.recorder import GameRow

STILL_SEEN_AS: Final[dict[str, tuple[Status, ...]]] = {
    Status.OPEN: (Status.RUNNING, Status.FINISHED, Status.VOIDED),
    Status.RUNNING: (Status.FINISHED, Status.VOIDED),
}
"""As what else, by the log, a game may stand there that some see late."""


class Shelfmark(NamedTuple):
    """The group that a game is listed in: its edition, its status, whether some viewers see it late."""

    edition: str
    status: Status
    late: bool

    def may_be(self, edition: str | None, status: str | None) -> bool:
        """Whether some viewer may see a game of this group under this edition and status; None stands for any."""
        if edition not in (None, self.edition):
            return False
        return status in (None, self.status) or (self.late and self.status in STILL_SEEN_AS.get(status or "", ()))


class ListedGame:
    """A game by the few events that make, start, fork or end it: `fault` says why it cannot be listed."""

    __slots__ = ("fault", "late", "milestones", "row", "summary", "version")

    def __init__(self, row: GameRow, parent: "ListedGame | None", *, late: bool) -> None:
        past = {} if parent is None else parent.milestones
        self.row = row
        self.milestones: dict[int, Step] = {n: step for n, step in past.items() if n <= (row.prefix_to or 0)}
        """By their numbers, since they may be read twice; a fork begins with those of its parent."""
        self.late: bool = late or (parent is not None and parent.late)
        self.version = row.version
        self.summary: Summary | None = None
        self.fault: str | None = None

    @property
    def shelfmark(self) -> Shelfmark | None:
        """The group that it is listed in; None while it cannot be listed."""
        return None if self.summary is None else Shelfmark(self.summary.edition, self.summary.status, self.late)

    @property
    def created(self) -> GameCreated | None:
        """Its first event; None when that is missing or is not a GameCreated."""
        _, _, event = self.milestones.get(1, (1, 0, None))
        return event if isinstance(event, GameCreated) else None

    def summarised(self) -> Summary:
        """The summary of its events so far."""
        summary = summarised(self.row.game, self.milestones.values(), imported=self.row.origin == "imported")
        return replace(summary, version=self.version)
