"""The schemas of responses about tournaments."""

from typing import Annotated, Any

from domain.clock_terms import ClockTerms
from domain.member_types import Count, EditionId, one_of
from domain.tournaments.events import DUPLICATES, FORMATS, SEEDINGS
from domain.tournaments.penalty_places import PENALTIES
from domain.tournaments.state import CONFIRMED, DRAFT, RELEASED
from domain.visibility import Options
from service.access.tokens import TOURNAMENT_KINDS
from service.api.response_schemas import Answer
from service.api.text_types import Timestamp, named

STATUSES = ("registration", "running", "closed")
"""How far a tournament has come: no round is drawn, rounds are played, it is closed."""
SOURCES = ("game", "paper", "ruling")
TournamentStatus = Annotated[str, one_of(*STATUSES)]
TournamentRole = Annotated[str, one_of(*TOURNAMENT_KINDS)]
"""The kind of a token of a tournament."""


class TournamentHead(Answer):
    """A tournament in a list. `players` counts those who are registered; `round` is the last one that is known."""

    tournament: str
    title: str
    edition: EditionId
    format: Annotated[str, one_of(*FORMATS)]
    status: TournamentStatus
    round: int
    rounds: int
    players: int
    version: int
    private: bool
    created: Timestamp


class TournamentList(Answer):
    """Tournaments, newest first. The `Link` header leads to the next page."""

    tournaments: list[TournamentHead]


class TournamentRules(Answer):
    """The rules in force after this event. `commitment` is the SHA-256 of the secret of round 1."""

    edition: EditionId
    options: Options
    format: Annotated[str, one_of(*FORMATS)]
    rounds: int
    smallest: int
    preferred: int
    largest: int
    table_points: tuple[str, ...]
    tie_breaks: tuple[str, ...]
    commitment: str
    final: int | None
    advance: int | None
    seeding: Annotated[str, one_of(*SEEDINGS)] | None
    counted: int | None
    round_seconds: int | None
    duplicate: Annotated[str, one_of(*DUPLICATES)] | None
    clock: ClockTerms | None


class TournamentPlayer(Answer):
    """A player by their pseudonym. Names that are not known, or were erased, are null."""

    player: str
    name: str | None
    club: str | None
    club_name: str | None
    checked_in: bool
    excluded: bool


class TournamentResult(Answer):
    """Scores and places in turn order, and where they come from; `event` is that of the tournament."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    source: Annotated[str, one_of(*SOURCES)]
    confirmed: bool
    event: int
    by: str | None
    game: str | None
    n: int | None


class RoundTable(Answer):
    """A table of a round: who sits there in turn order, whose result it is, and the result if there is one."""

    table: int
    players: tuple[str, ...]
    counts_for: tuple[str, ...]
    game: str | None
    deal: str | None
    result: TournamentResult | None
    voided: int | None
    seconds_added: int


class TournamentRound(Answer):
    """A round: its tables, who sits out, the cost of its seating and the lower bound of any; its secret if revealed.

    In a final and a knock-out all who play at no table are in `sit_outs`; those of them with a bye stay in. Its time is
    up `seconds` and `seconds_added` after it was `released`; a table has its own `seconds_added` beside. Games that are
    made for it have its `clock`.
    """

    round: int
    state: Annotated[str, one_of(DRAFT, RELEASED, CONFIRMED)]
    drawn: int
    tables: list[RoundTable]
    sit_outs: tuple[str, ...]
    byes: tuple[str, ...]
    algorithm: str
    cost: int
    bound: int
    secret: str | None
    released: Timestamp | None
    seconds: int | None
    seconds_added: int
    clock: ClockTerms | None


class RoundTimes(Answer):
    """When the games of a round are played, as announced."""

    round: int
    opens: Timestamp
    closes: Timestamp


class GivenPenalty(Answer):
    """A penalty that was given as this event; a lifted one counts no more."""

    penalty: int
    event: int
    player: str
    kind: Annotated[str, one_of(*PENALTIES)]
    round: int | None
    points: str | None
    lifted: bool


class AwaitedCommand(Answer):
    """A command that the tournament waits for, and who may send it."""

    command: str
    by: tuple[TournamentRole, ...]
    round: int | None
    table: int | None


class TournamentOrigin(Answer):
    """The tournament and the event that a fork goes on from."""

    tournament: str
    at: int


class TournamentLinks(Answer, rename={"here": "self"}):
    """Links from a tournament to its parts."""

    here: str
    events: str
    standings: str
    file: str
    audit: str
    stream: str


class TournamentAnswer(Answer):
    """A tournament after event `at`, as far as the caller may know of it."""

    tournament: str
    title: str
    at: int
    version: int
    status: TournamentStatus
    rules: TournamentRules
    private: bool
    delay_seconds: int
    created: Timestamp
    forked_from: TournamentOrigin | None
    players: list[TournamentPlayer]
    forbidden_pairs: list[tuple[str, str]]
    rounds: list[TournamentRound]
    schedule: list[RoundTimes]
    penalties: list[GivenPenalty]
    awaits: list[AwaitedCommand]
    links: TournamentLinks


class TournamentEnvelope(Answer):
    """An event of a tournament. `words` are the texts behind its digests, null for an erased one."""

    n: Annotated[int, Count]
    at: Timestamp
    event: Annotated[Any, named("TournamentEvent")]
    words: dict[str, str | None]


class TournamentEventList(Answer):
    """A range of events. `version` is the last event of the tournament."""

    tournament: str
    version: int
    events: list[TournamentEnvelope]


class CreatedTournamentToken(Answer):
    """A token of a tournament, shown only once, and the pseudonym under which its holder acts."""

    token: str
    kind: TournamentRole
    tournament: str
    pseudonym: str
    expires: Timestamp | None


class MadeTournament(Answer):
    """A new tournament, and the tokens of its first officials, which are shown only once."""

    tournament: str
    version: int
    tokens: list[CreatedTournamentToken]


class RegisteredPlayer(Answer):
    """A registered player by name, and the pseudonym that the events have."""

    player: str
    name: str | None


class RegisteredPlayers(Answer):
    """The players that were registered, in the order of the request."""

    tournament: str
    version: int
    players: list[RegisteredPlayer]


class TournamentStreamEnd(Answer):
    """The end of a stream: with event `version` the tournament is closed, and its secrets are revealed."""

    version: int


class TournamentStreamEndLine(Answer):
    """The last line of a stream."""

    end: TournamentStreamEnd
