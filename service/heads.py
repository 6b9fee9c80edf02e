"""Every game in a line, told from the few events that make, start, fork or end a game."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from domain.events import Event, GameCreated, GameEnded, GameStarted, GameVoided
from domain.forks import GameForked
from domain.values import Value
from domain.visibility import Option
from projections.leaderboard import Outcome
from replay.codec import Envelope
from replay.record import Origin
from service.places import StoreProblem
from service.recorder import GameRow

Kind = TypeVar("Kind", bound=Event)


class Head(Value, omit_defaults=False):
    """A game in a line: `status` is open, running, finished, voided or imported.

    `version` is the number of the last event, `rules_version` names the rules it is played under; `winners` are seats,
    None while there are none.
    """

    game: str
    status: str
    edition: str
    players: int
    version: int
    forked_from: Origin | None
    winners: tuple[int, ...] | None
    practice: bool
    scores: tuple[int, ...] | None
    options: dict[str, Option]
    rules_version: str

    @property
    def outcome(self) -> Outcome:
        """What a leaderboard asks of it."""
        return Outcome(
            game=self.game,
            edition=self.edition,
            version=self.rules_version,
            status=self.status,
            options=self.options,
            practice=self.practice,
            forked=self.forked_from is not None,
            scores=self.scores,
        )


def heads(games: Sequence[GameRow], milestones: Iterable[Envelope]) -> Iterator[Head]:
    """The heads of `games`, in which parents come before their forks; each milestone names the game that keeps it."""
    own: defaultdict[str, list[Envelope]] = defaultdict(list)
    for envelope in milestones:
        own[envelope.game].append(envelope)
    courses: dict[str, list[Envelope]] = {}
    for row in games:
        course = own[row.game]
        if row.prefix_of is not None and row.prefix_to is not None:
            before = courses.get(row.prefix_of, [])
            course = [*(envelope for envelope in before if envelope.n <= row.prefix_to), *course]
        courses[row.game] = course
        yield _head(row, [envelope.event for envelope in course])


def _head(row: GameRow, course: Sequence[Event]) -> Head:
    created, forked, ended = _last(course[:1], GameCreated), _last(course, GameForked), _last(course, GameEnded)
    if created is None:
        raise StoreProblem("unavailable", f"the store lost the first event of {row.game}: restore it from a backup")
    return Head(
        game=row.game,
        status=_status(row, course),
        edition=created.edition,
        players=created.players,
        version=row.version,
        forked_from=None if forked is None else Origin(game=forked.parent, at=forked.at),
        winners=None if ended is None else ended.winners,
        practice=created.practice,
        scores=None if ended is None else ended.scores,
        options=created.rules.options,
        rules_version=created.rules.version,
    )


def _status(row: GameRow, course: Sequence[Event]) -> str:
    if row.origin == "imported":
        return "imported"
    for kind, status in ((GameVoided, "voided"), (GameEnded, "finished"), (GameStarted, "running")):
        if _last(course, kind) is not None:
            return status
    return "open"


def _last(course: Sequence[Event], kind: type[Kind]) -> Kind | None:
    return next((event for event in reversed(course) if isinstance(event, kind)), None)
