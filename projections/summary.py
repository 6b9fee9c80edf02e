"""The summary of a game, folded from its events."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from domain.deal_commitments import DUPLICATE, SIMPLE, DealAgreed, GameGrouped, GameOpened
from domain.events import Event, GameCreated, GameEnded, GameStarted, GameVoided
from domain.forks import GameForked, Origin
from domain.member_types import EditionId
from domain.table import Result
from domain.upcasters import upcast
from domain.values import Value
from domain.visibility import Option

Step = tuple[int, int, Event]
"""Event n, when it happened in milliseconds since 1970, and what it was."""

_MILESTONES: Final = frozenset(
    {GameCreated, DealAgreed, GameGrouped, GameStarted, GameEnded, GameVoided, GameOpened, GameForked}
)
"""The events that change more of a summary than the count of events."""


class GameStatus(StrEnum):
    """How far a game has come; an imported one stays as it is."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    VOIDED = "voided"
    IMPORTED = "imported"


class Times(Value, omit_defaults=False):
    """When a game was created, began and ended, in milliseconds since 1970; a fork was created when it was forked."""

    created: int = 0
    started: int | None = None
    ended: int | None = None


class GameRules(Value, omit_defaults=False):
    """The rules of a game."""

    edition: EditionId
    version: str
    options: dict[str, Option]
    digest: str


class Summary(Value, omit_defaults=False):
    """A game after event `version`. It holds the facts that the table does not show, such as times and origin."""

    game: str
    imported: bool = False
    version: int = 0
    rules: GameRules = GameRules(edition="", version="", options={}, digest="")
    players: int = 0
    practice: bool = False
    level: str = SIMPLE
    times: Times = Times()
    forked_from: Origin | None = None
    result: Result | None = None
    tables: tuple[str, ...] = ()
    """The games with the same deal, until the last of them has ended."""

    @property
    def edition(self) -> str:
        """The edition that is played."""
        return self.rules.edition

    @property
    def status(self) -> GameStatus:
        """How far it has come."""
        if self.imported:
            return GameStatus.IMPORTED
        if self.result is not None:
            return GameStatus.VOIDED if self.result.scores is None else GameStatus.FINISHED
        return GameStatus.OPEN if self.times.started is None else GameStatus.RUNNING

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more in this game or in one with the same deal."""
        return self.imported or (self.result is not None and not self.tables)

    @property
    def deal_is_held(self) -> bool:
        """Whether other tables have this deal, and the last of them has not ended."""
        return self.level == DUPLICATE and bool(self.tables)

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score of each seat, by seat; None while there is no result."""
        return None if self.result is None else self.result.scores

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that won, None while there are none."""
        return None if self.result is None else self.result.winners

    def after(self, n: int, at: int, event: Event) -> "Summary":
        """Return the same after event n, which happened at `at`."""
        event, times = upcast(event), self.times
        if type(event) not in _MILESTONES:
            return replace(self, version=n)
        match event:
            case GameCreated() if n == 1:
                chosen = event.rules
                rules = GameRules(
                    edition=event.edition, version=chosen.version, options=chosen.options, digest=chosen.digest
                )
                made = replace(self, version=n, rules=rules, times=Times(created=at))
                return replace(made, players=event.players, practice=event.practice)
            case DealAgreed():
                return replace(self, version=n, level=event.level)
            case GameStarted():
                return replace(self, version=n, times=replace(times, started=at))
            case GameEnded():
                result = Result(reason=event.reason, scores=event.scores, winners=event.winners)
                return replace(self, version=n, times=replace(times, ended=at), result=result)
            case GameVoided():
                return replace(self, version=n, times=replace(times, ended=at), result=Result(reason=event.reason))
            case GameGrouped():
                return replace(self, version=n, tables=event.tables)
            case GameOpened():
                return replace(self, version=n, tables=())
            case GameForked():
                started, ended = (None if before is None else at for before in (times.started, times.ended))
                times = Times(created=at, started=started, ended=ended)
                return replace(self, version=n, times=times, forked_from=event.origin, tables=())
        return replace(self, version=n)


def summary_of(game: str, steps: Iterable[Step], *, imported: bool = False) -> Summary:
    """Return a game after these events, in their order; those that create, start, fork or end it are enough."""
    summary = Summary(game=game, imported=imported)
    for n, at, event in steps:
        summary = summary.after(n, at, event)
    return summary
