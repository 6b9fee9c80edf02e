"""The commands of a tournament.

A `text` is the salted digest of what a person wrote. The service fills in `by`, who acts, the secret of a
round and a missing share: no event can hold an empty one.
"""

from domain.clock_terms import ClockTerms
from domain.tournaments.events import SeatedTable
from domain.values import Value
from domain.visibility import Options


class TournamentCommand(Value):
    """What an official or a player asks to do."""


class CreateTournament(TournamentCommand, tag=True):
    """Create a tournament; the members are those of `tournament_created.1`."""

    tournament: str
    edition: str
    options: Options
    format: str
    rounds: int
    smallest: int
    preferred: int
    largest: int
    table_points: tuple[str, ...]
    tie_breaks: tuple[str, ...]
    commitment: str
    final: int | None = None
    advance: int | None = None
    seeding: str | None = None
    counted: int | None = None
    round_seconds: int | None = None
    duplicate: str | None = None
    clock: ClockTerms | None = None


class ChangeRules(TournamentCommand, tag=True):
    """Change rules from a round on; None leaves a rule as it is."""

    from_round: int
    text: str
    format: str | None = None
    rounds: int | None = None
    preferred: int | None = None
    tie_breaks: tuple[str, ...] | None = None
    final: int | None = None
    advance: int | None = None
    seeding: str | None = None
    counted: int | None = None
    round_seconds: int | None = None
    clock: ClockTerms | None = None


class OfPlayer(TournamentCommand):
    """A command about one player."""

    player: str


class RegisterPlayer(OfPlayer, tag=True):
    """Register a player."""


class NoteClub(OfPlayer, tag=True):
    """Note the club of a player."""

    club: str


class ForbidPair(OfPlayer, tag=True):
    """Keep two players apart."""

    other: str


class CheckIn(OfPlayer, tag=True):
    """Be present from the next draw on, with a share of its chance."""

    share: str = ""


class Withdraw(OfPlayer, tag=True):
    """Take no part in later draws."""


class OnRound(TournamentCommand):
    """A command about one round."""

    round: int


class ScheduleRound(OnRound, tag=True):
    """Announce when the games of a round are played."""

    opens: str
    closes: str


class DrawRound(OnRound, tag=True):
    """Draw the next round by its secret."""

    secret: str = ""


class OverrideSeating(OnRound, tag=True):
    """Prescribe the seating of a draft."""

    text: str
    tables: tuple[SeatedTable, ...]
    sit_outs: tuple[str, ...] = ()
    by: str = ""


class WithdrawDraw(OnRound, tag=True):
    """Withdraw a draft."""


class ReleaseRound(OnRound, tag=True):
    """Announce a round, and reveal its secret."""

    secret: str = ""


class OnTable(OnRound):
    """A command about one table."""

    table: int


class SubstitutePlayer(OnTable, tag=True):
    """Let a substitute play for a player at a table."""

    player: str
    substitute: str
    counts_for: str


class LinkGame(OnTable, tag=True):
    """Name the game that a table plays, and with which `deal`, if other tables play it too."""

    game: str
    deal: str | None = None


class TakeResult(OnTable, tag=True):
    """Take the result of the linked game, by its event n of this digest."""

    game: str
    n: int
    digest: str
    scores: tuple[int, ...]
    places: tuple[int, ...]


class EnterResult(OnTable, tag=True):
    """Enter a result from paper."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    by: str = ""


class ConfirmTableResult(OnTable, tag=True):
    """Confirm a result from paper."""

    by: str = ""


class CorrectResult(OnTable, tag=True):
    """Put another result in the place of what stands, by a ruling."""

    text: str
    scores: tuple[int, ...]
    places: tuple[int, ...]
    game: str | None = None
    n: int | None = None
    by: str = ""


class VoidTable(OnTable, tag=True):
    """Rule that a table has no result."""

    text: str
    by: str = ""


class SwapSeats(OnRound, tag=True):
    """Rule that two players sat in each other's seats."""

    player: str
    other: str
    text: str
    by: str = ""


class AddTime(OnRound, tag=True):
    """Add time for one table, or for all."""

    seconds: int
    table: int | None = None


class ConfirmRound(OnRound, tag=True):
    """Confirm all results of a round."""

    by: str = ""


class ReopenRound(OnRound, tag=True):
    """Open the last confirmed round again."""

    text: str
    by: str = ""


class GivePenalty(OfPlayer, tag=True):
    """Give a penalty."""

    kind: str
    article: str
    text: str
    round: int | None = None
    points: str | None = None
    by: str = ""


class LiftPenalty(TournamentCommand, tag=True):
    """Lift a penalty."""

    penalty: int
    text: str
    by: str = ""


class CloseTournament(TournamentCommand, tag=True):
    """Close the tournament."""

    by: str = ""


class ReopenTournament(TournamentCommand, tag=True):
    """Open a closed tournament again."""

    text: str
    by: str = ""


class RevealSecrets(TournamentCommand, tag=True):
    """Reveal the last secret of the chain."""

    secret: str = ""
