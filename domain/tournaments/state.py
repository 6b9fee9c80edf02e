"""The state of a tournament, a pure fold of its events."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from msgspec.structs import replace

from domain.clock_terms import ClockTerms
from domain.tournaments.algorithms import DECISIVE, DRAW, KNOCKOUT_DRAW
from domain.tournaments.events import SeatedTable, TournamentCreated
from domain.tournaments.table_sizes import Sizes
from domain.values import Value

DRAFT: Final = "draft"
RELEASED: Final = "released"
CONFIRMED: Final = "confirmed"
ResultSource = Literal["game", "paper", "ruling"]


class Entrant(Value):
    """A player of the tournament; `share` is what they last checked in with."""

    player: str
    share: str | None = None
    checked_in: bool = False
    excluded: bool = False
    club: str | None = None


class TableResult(Value):
    """Scores and places in turn order, by event `event` of the tournament; `n` is the event of the game behind it."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    source: ResultSource
    event: int
    by: str | None = None
    confirmed: bool = True
    game: str | None = None
    n: int | None = None


class TournamentTable(Value):
    """A table of a round; `players` sit there, in turn order, and `counts_for` are those whose result it is."""

    number: int
    players: tuple[str, ...]
    counts_for: tuple[str, ...]
    game: str | None = None
    deal: str | None = None
    """What games with the same cards have in common."""
    result: TableResult | None = None
    voided: int | None = None
    """The event that says that it has no result."""
    seconds_added: int = 0

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is awaited here."""
        return self.voided is not None or (self.result is not None and self.result.confirmed)


class DrawnRound(Value):
    """A round, drawn as event `drawn` from these confirmed results; `basis` is that of the tournament at that time."""

    number: int
    state: str
    drawn: int
    results: str
    tables: tuple[TournamentTable, ...]
    sit_outs: tuple[str, ...]
    cost: int
    basis: int
    plan: int | None = None
    secret: str | None = None
    seconds: int | None = None
    """How long it lasts from its release, by the rules in force when it was drawn."""
    seconds_added: int = 0
    clock: ClockTerms | None = None
    """The clock of its games, by the rules in force when it was drawn."""
    algorithm: str = DRAW
    byes: tuple[str, ...] = ()
    """Who stays in a knock-out without a game."""

    @property
    def is_decisive(self) -> bool:
        """Whether the places at its tables decide the standings, and give no points."""
        return self.algorithm in DECISIVE

    @property
    def is_knockout(self) -> bool:
        """Whether some of those who play are out after it."""
        return self.algorithm == KNOCKOUT_DRAW

    @property
    def involved(self) -> frozenset[str]:
        """Who plays at a table, or stays in without a game."""
        return frozenset((*(player for table in self.tables for player in table.counts_for), *self.byes))

    def table(self, number: int) -> TournamentTable | None:
        """Return the table of this number."""
        return self.tables[number - 1] if 1 <= number <= len(self.tables) else None

    def table_of(self, player: str) -> TournamentTable | None:
        """Return the table at which a player sits."""
        return next((one for one in self.tables if player in one.players), None)

    def with_table(self, table: TournamentTable) -> "DrawnRound":
        """Return the round with another table of this number."""
        tables = (*self.tables[: table.number - 1], table, *self.tables[table.number :])
        return replace(self, tables=tables)

    @property
    def seating(self) -> tuple[SeatedTable, ...]:
        """Who sits where."""
        return tuple(SeatedTable(table=one.number, players=one.players) for one in self.tables)


class Penalty(Value):
    """A penalty, given as event `event`."""

    number: int
    event: int
    player: str
    kind: str
    round: int | None
    points: str | None
    lifted: bool = False


class RoundWindow(Value):
    """When the games of a round are played; both times are texts in UTC."""

    opens: str
    closes: str


class Tournament(Value):
    """A tournament as of its event `version`; 0 is one that is not created yet.

    `basis` is the last event that changed who plays, with whom, or by which rules: a plan of heats made before it
    holds no more.
    """

    version: int = 0
    created: TournamentCreated | None = None
    entrants: Mapping[str, Entrant] = {}
    forbidden: tuple[tuple[str, str], ...] = ()
    rounds: tuple[DrawnRound, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    closed: bool = False
    revealed: bool = False
    basis: int = 0
    windows: Mapping[int, RoundWindow] = {}

    @property
    def rules(self) -> TournamentCreated:
        """The rules in force."""
        assert self.created is not None, "it was created"
        return self.created

    @property
    def sizes(self) -> Sizes:
        """The sizes of its tables."""
        return Sizes(self.rules.smallest, self.rules.preferred, self.rules.largest)

    @property
    def present(self) -> tuple[str, ...]:
        """The players whom the next draw seats, by their pseudonyms."""
        return tuple(sorted(one.player for one in self.entrants.values() if one.checked_in and not one.excluded))

    @property
    def current(self) -> DrawnRound | None:
        """The last round that was drawn."""
        return self.rounds[-1] if self.rounds else None

    @property
    def next_round(self) -> int:
        """The number of the round that would be drawn next."""
        return len(self.rounds) + 1

    def round(self, number: int) -> DrawnRound | None:
        """Return the round of this number."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def with_round(self, round_: DrawnRound) -> "Tournament":
        """Return the tournament with another round of this number."""
        return replace(self, rounds=(*self.rounds[: round_.number - 1], round_, *self.rounds[round_.number :]))

    def with_entrant(self, entrant: Entrant) -> "Tournament":
        """Return the tournament with this entrant."""
        return replace(self, entrants={**self.entrants, entrant.player: entrant})


def results_text(tournament: Tournament) -> str:
    """Return the confirmed results as lines of text, each with a line end.

    The first names the form. Then each table of a confirmed round is a line: round, table, and for each place in turn
    order player:score:place, or `void`.
    """
    lines = ["haricot-results/1"]
    for round_ in tournament.rounds:
        if round_.state == CONFIRMED:
            lines += [f"{round_.number} {table.number} {_result_text(table)}" for table in round_.tables]
    return "".join(f"{line}\n" for line in lines)


def _result_text(table: TournamentTable) -> str:
    if table.voided is not None or table.result is None:
        return "void"
    cells: Iterable[tuple[str, int, int]] = zip(table.counts_for, table.result.scores, table.result.places, strict=True)
    return " ".join(f"{player}:{score}:{place}" for player, score, place in cells)
