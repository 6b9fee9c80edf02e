"""The shapes of what is answered over HTTP, beside those of the domain."""

from typing import Annotated, Any

import msgspec

from domain.forks import Origin
from domain.values import Value
from projections.leaderboard import Best
from projections.lobby import LineTurn
from projections.summary import LineRules
from service.hosting.games import SeatToken
from service.hosting.new_game import Delay
from service.reading.audit_answers import DealLine, First, RecordLine, RulesLine, Verdict


class Answer(Value, omit_defaults=False):
    """An answer: every member is there."""


class ProblemBody(Value, rename={"kind": "type"}):
    """RFC 9457: what went wrong, under a stable `code`, and what to do."""

    kind: str
    title: str
    status: int
    detail: str
    code: str
    instance: str
    clause: dict[str, str] | None = None
    at: int | None = None
    seat: int | None = None
    errors: list[dict[str, Any]] | None = None


class HeadSeat(Answer):
    """A seat at a glance: who sits there, how many coins and hand cards, whether it is taken."""

    seat: int
    name: str | None
    kind: str | None
    coins: int
    hand: int
    taken: bool


class May(Answer):
    """What whoever asks may see and do here."""

    views: tuple[str, ...]
    seat: int | None


class GameHead(Answer, omit_defaults=True):
    """A game at a glance; `to_act` are the seats that it waits for, `asked` those with an offer to answer.

    `spectator_delay` is how far whoever asks is kept behind the game; absent for those who are not.
    """

    game: str
    status: str
    version: int
    rules: LineRules
    turn: LineTurn | None
    to_act: tuple[int, ...]
    asked: tuple[int, ...]
    created: str
    started: str | None
    ended: str | None
    seats: tuple[HeadSeat, ...]
    scores: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    forked_from: Origin | None
    links: dict[str, str]
    practice: bool
    private: bool
    paused: bool
    may: May
    spectator_delay: Delay | None = None


class GameList(Answer):
    """Games, newest first; the `Link` header leads to the next."""

    games: list[GameHead]


class BestResult(Best):
    """A result on a leaderboard, and who had it."""

    name: str | None


class Leaderboard(Answer):
    """The best results of an edition among so many players, best first."""

    edition: str
    players: int
    best: tuple[BestResult, ...]


class GameMade(Value, rename={"forked": "forked_from"}):
    """A new game and its tokens, which are shown this once."""

    game: str
    version: int
    status: str
    tokens: tuple[SeatToken, ...]
    organiser_token: str
    forked: Origin | None = None


class Fork(Answer):
    """A game that was forked from this one, at which event."""

    game: str
    at: int
    status: str


class ForkList(Answer):
    """The forks of a game."""

    forks: list[Fork]


class Imported(Answer):
    """A game that was imported, and what the audit says of it."""

    game: str
    version: int
    status: str
    verdict: str
    first: First | None
    rules: RulesLine
    deal: DealLine
    record: RecordLine


class CommandDone(Value):
    """What a command led to, as whoever gave it may read it."""

    game: str
    version: int
    events: list[Any]


class BatchDone(Answer):
    """What came of a list of commands: those that were done, and what stopped the rest, if anything did."""

    done: list[CommandDone]
    problem: ProblemBody | None


class DryRun(Answer):
    """Whether a command would be allowed, and the clause that says so; the `code` is what it would be refused with."""

    verdict: str
    code: str | None
    clause: str | None
    says: str


class EventList(Answer):
    """A range of events; `version` is the last event of the game."""

    events: list[Any]
    version: int


class EventFound(Answer):
    """One event with the command that caused it and the verdict on it."""

    envelope: Any
    cause: Any
    verdict: Verdict | None


class Sentences(Answer):
    """The game in sentences, event 1 first."""

    lang: str
    sentences: list[str]


class Choices(Answer):
    """What a seat may do after event n, and why not the rest.

    `legal` are whole commands that can be sent as they are; `offers` tell what an offer may contain: slots of the own
    hand, turned-up varieties, seats to address. All are empty inside a batch, `legal` and `offers` in a pause.
    """

    seat: int
    n: int
    legal: list[dict[str, Any]]
    offers: list[dict[str, Any]]
    blocked: list[dict[str, Any]]


class Remark(Answer):
    """A remark on event n, and who made it."""

    id: str
    n: int
    at: str
    by: str
    kind: str
    text: str


class Remarks(Answer):
    """The remarks on a game, in the order of its events."""

    annotations: list[Remark]


class TokenMade(Answer):
    """A token, shown this once."""

    token: str
    kind: str
    game: str
    seat: int | None
    expires: str | None


class TokenSeen(Answer):
    """What a token is for."""

    kind: str
    game: str | None
    seat: int | None
    views: tuple[str, ...]
    operations: tuple[str, ...]
    expires: str | None


class SeatFilled(Answer):
    """Who sits there now; a human's token is shown this once."""

    seat: int
    kind: str
    token: str | None


class Question(Value):
    """May this be done in this position? `commands` is one of them, or several in order."""

    position: Annotated[Any, msgspec.Meta(extra_json_schema={"type": "object"})]  # what is none is `position.invalid`
    commands: dict[str, Any] | list[dict[str, Any]]
