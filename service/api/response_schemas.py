"""The schemas of HTTP responses, beside those of the domain."""

from typing import Annotated, Final

from msgspec import UNSET, UnsetType

from domain.deal_commitments import LEVELS
from domain.forks import Origin
from domain.member_types import EditionId, SeatIndex, one_of
from domain.values import Value
from projections.leaderboard import LeaderboardResult
from projections.lobby import GameTurn
from projections.summary import GameRules, GameStatus
from service.access.audit_trail import SENTENCES
from service.access.policy import PERSON, POLICY
from service.access.scopes import SCOPES
from service.access.tokens import TOKEN_KINDS, TOURNAMENT_KINDS
from service.api.text_types import Code, SeatKind, Timestamp, View
from service.lifecycle.new_game import SpectatorDelay
from service.lifecycle.new_game_writer import CreatedTable, SeatToken
from service.queries.audit_responses import AUDITED, DealLine, FirstFault, RecordLine, RulesLine

TokenKind = Annotated[str, one_of(*dict.fromkeys([*TOKEN_KINDS, PERSON, *TOURNAMENT_KINDS]))]
"""The kind of the holder of a token."""


class Answer(Value, omit_defaults=False):
    """A response. Every member is always there."""


class CitedClause(Value):
    """A clause of a rulebook: the citation, its words, its address. A clause of tournaments is of no edition."""

    id: str
    says: str
    edition: EditionId | UnsetType = UNSET
    url: str | UnsetType = UNSET


class RequestFault(Answer):
    """What is wrong with a request, and where: `seats[0].kind`, `query.as`, or `body` for the whole of it."""

    place: str
    says: str


class ProblemBody(Value, rename={"kind": "type"}):
    """An error (RFC 9457): a stable `code`, what went wrong, and what to do."""

    kind: str
    title: str
    status: int
    detail: str
    code: Code
    instance: str
    clause: CitedClause | None = None
    at: int | None = None
    seat: SeatIndex | None = None
    errors: list[RequestFault] | None = None


class HeadSeat(Answer):
    """A seat in a summary: who sits there, how many coins and hand cards, whether it is taken."""

    seat: SeatIndex
    name: str | None
    kind: SeatKind | None
    coins: int
    hand: int
    taken: bool
    bot: str | None
    person: str | None = None


class GameLinks(Answer, rename={"here": "self", "legal_commands": "legal-commands"}):
    """Links from a game to its parts."""

    here: str
    page: str
    join: str
    protocol: str
    events: str
    table: str
    timeline: str
    stream: str
    commands: str
    legal_commands: str
    forks: str
    audit: str
    file: str


class ViewerRights(Answer, omit_defaults=True):
    """What the caller may see and do here. `hints` says that the page of the game may help the caller's seat."""

    views: tuple[View, ...]
    seat: SeatIndex | None
    hints: bool = False


class GameHead(Answer, omit_defaults=True):
    """A summary of a game. `to_act` are the seats that it waits for, `asked` those with an offer to answer.

    `asked_until` says until when a bot keeps its trading open for the seats that it asked. `spectator_delay` is the
    caller's delay; absent for callers without one. `external_id` and `metadata` are notes of the integrator that made
    the game, and only its own token sees them.
    """

    game: str
    status: GameStatus
    version: int
    rules: GameRules
    turn: GameTurn | None
    to_act: tuple[SeatIndex, ...]
    asked: tuple[SeatIndex, ...]
    created: Timestamp
    started: Timestamp | None
    ended: Timestamp | None
    seats: tuple[HeadSeat, ...]
    scores: tuple[int, ...] | None
    winners: tuple[SeatIndex, ...] | None
    forked_from: Origin | None
    links: GameLinks
    practice: bool
    level: Annotated[str, one_of(*LEVELS)]
    private: bool
    paused: bool
    may: ViewerRights
    asked_until: dict[str, Timestamp] = {}
    spectator_delay: SpectatorDelay | None = None
    external_id: str | None = None
    metadata: dict[str, str] = {}


class GameList(Answer):
    """Games, newest first. The `Link` header leads to the next page."""

    games: list[GameHead]


class BestResult(LeaderboardResult):
    """A result on a leaderboard, and who had it."""

    name: str | None


class Leaderboard(Answer):
    """The best results of an edition with this many players, best first."""

    edition: EditionId
    players: int
    best: tuple[BestResult, ...]


class CreatedGame(Value, rename={"forked": "forked_from"}):
    """A new game and its tokens, which are shown only once, with links to sit down by and its `page`."""

    game: str
    page: str
    version: int
    status: GameStatus
    tokens: tuple[SeatToken, ...]
    organiser_token: str
    forked: Origin | None = None
    beside: tuple[CreatedTable, ...] = ()


class ForkedGame(Answer):
    """A game that was forked from `parent`, at which event, and its state."""

    game: str
    at: int
    status: GameStatus
    parent: str
    version: int
    scores: tuple[int, ...] | None
    winners: tuple[SeatIndex, ...] | None


class ForkList(Answer):
    """The forks of a game. Of a large tree only the nearest are listed, and `whole` is false."""

    forks: list[ForkedGame]
    whole: bool


class Imported(Answer):
    """A game that was imported, and the result of its audit."""

    game: str
    version: int
    status: GameStatus
    verdict: Annotated[str, one_of(*AUDITED)]
    first: FirstFault | None
    rules: RulesLine
    deal: DealLine
    record: RecordLine


class TableMarked(Answer):
    """A mark on the table after an event: at a place, or an arrow from there `to` another place."""

    place: str
    to: str | None


ANNOTATED: Final = (
    *("comment", "commentary", "comments", "hints", "paused", "resumed", "seat", "arbiter", "look", "dispute"),
)


class Remark(Answer):
    """A remark on event n, who made it, and what it marks on the table."""

    id: str
    n: int
    at: Timestamp
    by: str
    name: str | None
    kind: Annotated[str, one_of(*ANNOTATED)]
    text: str
    code: Annotated[str, one_of(*SENTENCES)] | None
    facts: dict[str, str | int]
    marks: list[TableMarked]


class Remarks(Answer):
    """The remarks on a game, in the order of its events."""

    annotations: list[Remark]
    open: bool


class CreatedToken(Answer):
    """A token, shown only once, and the link that opens the game with it."""

    token: str
    link: str
    kind: TokenKind
    game: str
    seat: SeatIndex | None
    expires: Timestamp | None


class TokenInfo(Answer):
    """What a token allows. A token of a `tournament` has the `pseudonym` of its holder there."""

    kind: TokenKind
    game: str | None
    seat: SeatIndex | None
    tournament: str | None
    pseudonym: str | None
    views: tuple[View, ...]
    operations: tuple[Annotated[str, one_of(*POLICY)], ...]
    expires: Timestamp | None
    scopes: tuple[Annotated[str, one_of(*SCOPES)], ...] | None


class UpdatedSeat(Answer):
    """Who sits there now. A human's token is shown only once."""

    seat: SeatIndex
    kind: SeatKind
    token: str | None
    link: str | None
