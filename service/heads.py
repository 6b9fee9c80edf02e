"""A game in a line, told from the few events that make, start, fork or end it."""

from msgspec.structs import replace

from domain.editions import rulebook
from domain.events import GameCreated, GameEnded, GameStarted, GameVoided
from domain.forks import GameForked
from domain.refusals import Misuse, Refusal
from domain.values import Value
from domain.visibility import Option
from projections.leaderboard import Outcome
from replay.codec import Envelope
from replay.record import Origin
from service.recorder import GameRow


class Head(Value, omit_defaults=False):
    """A game in a line: `status` is open, running, finished, voided or imported.

    `version` is the number of the last event; `winners` are seats, None while there are none.
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


class Course(Value):
    """What has become of a game: its first event, and which events started, ended, voided and forked it last."""

    created: GameCreated | None = None
    started: int | None = None
    ended: tuple[int, GameEnded] | None = None
    voided: int | None = None
    forked: Origin | None = None

    def after(self, envelope: Envelope) -> "Course":
        """The course with one more event."""
        n = envelope.n
        match envelope.event:
            case GameCreated() as created if n == 1:
                return replace(self, created=created)
            case GameStarted():
                return replace(self, started=n)
            case GameEnded() as ended:
                return replace(self, ended=(n, ended))
            case GameVoided():
                return replace(self, voided=n)
            case GameForked(parent=parent, at=at):
                return replace(self, forked=Origin(game=parent, at=at))
        return self

    def upto(self, n: int) -> "Course":
        """The course up to event n, as a fork inherits it."""
        return Course(
            created=self.created,
            started=self.started if self.started is not None and self.started <= n else None,
            ended=self.ended if self.ended is not None and self.ended[0] <= n else None,
            voided=self.voided if self.voided is not None and self.voided <= n else None,
        )


def head_of(row: GameRow, version: int, course: Course) -> Head:
    """The head of a game that was created."""
    created, ended = course.created, None if course.ended is None else course.ended[1]
    assert created is not None
    return Head(
        game=row.game,
        status=_status(row, course),
        edition=created.edition,
        players=created.players,
        version=version,
        forked_from=course.forked,
        winners=None if ended is None else ended.winners,
        practice=created.practice,
        scores=None if ended is None else ended.scores,
        options=created.rules.options,
        rules_version=created.rules.version,
    )


def unfit(created: GameCreated) -> str | None:
    """Why no rules of ours can speak of a game, None when they can: such a game may only be shown and audited.

    Files are asked before they are kept; this is for what came into a store before that, or was damaged there.
    """
    rules = created.rules
    try:
        played = rulebook(created.edition, created.players, rules.options, rules.version)
    except (Misuse, Refusal) as error:
        return f"no rules here speak of it: {error}"
    if created.fields != played.initial_fields or rules.options.keys() != played.options.keys():
        return "no rules here speak of it: it was not created as games are"
    return None


def _status(row: GameRow, course: Course) -> str:
    if row.origin == "imported":
        return "imported"
    for happened, status in ((course.voided, "voided"), (course.ended, "finished"), (course.started, "running")):
        if happened is not None:
            return status
    return "open"
