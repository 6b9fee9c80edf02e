"""The events of a tournament, each under its stored name.

A person is a pseudonym, such as `player-7`, and so is a club. A `text` is the salted digest of what a person wrote:
names and words lie beside the stream, where they can be erased.
"""

from enum import StrEnum
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from domain.clock_terms import ClockTerms
from domain.field_audiences import Redactable
from domain.member_types import Count, EditionId, Kind, Text
from domain.values import Value
from domain.visibility import EVERYONE, ChosenOptions

HEATS: Final = "heats"
SWISS: Final = "swiss"
ROUND_ROBIN: Final = "round_robin"
KNOCKOUT: Final = "knockout"
LEAGUE: Final = "league"
FORMATS: Final = (HEATS, SWISS, ROUND_ROBIN, KNOCKOUT, LEAGUE)
"""The formats that a tournament may have."""
LOT: Final = "lot"
STANDINGS: Final = "standings"
SEEDINGS: Final = (LOT, STANDINGS)
"""How the tables of a knock-out are filled."""
COINS: Final = "coins"
MATCHPOINTS: Final = "matchpoints"
DUPLICATES: Final = (COINS, MATCHPOINTS)
"""How those who held the same seat of the same deal are compared."""
ROUNDS_MAX: Final = 64
"""The most rounds of a tournament, and the length of every chain of secrets."""

PlayerId = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9.-]{0,63}$"), Kind.TEXT]
"""The pseudonym of a player or of a club."""
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$"), Kind.TEXT]
"""A SHA-256, or 32 secret bytes, in lowercase hexadecimal digits."""
Round = Annotated[int, Meta(ge=1, le=ROUNDS_MAX), Kind.COUNT]
"""A round, counted from 1."""
TableNumber = Annotated[int, Meta(ge=1, le=10_000), Kind.COUNT]
"""A table of a round, counted from 1."""
Cost = Annotated[int, Meta(ge=0), Kind.COUNT]
"""What a seating costs, in the units of docs/tournaments.md."""
Place = Annotated[int, Meta(ge=1, le=16), Kind.COUNT]
"""A place at a table: 1 is the winner, and those who are equal share the best of their places."""
Moment = Annotated[str, Meta(pattern=r"^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z$"), Kind.TEXT]
"""A time in UTC, such as `2026-12-01T18:00:00Z`."""


class Publication(StrEnum):
    """When all clients may read an event; until then only officials may."""

    AT_ONCE = "at_once"
    WITH_RELEASE = "with_release"


class TournamentEvent(Redactable):
    """A fact under a stable stored name, `<name>.<version>`; a changed shape is a new version.

    Each kind of event declares when it is `public`. One that forgets cannot be imported.
    """

    public: ClassVar[Publication]

    def __init_subclass__(cls, **settings: object) -> None:
        super().__init_subclass__(**settings)
        if not isinstance(cls.__dict__.get("public"), Publication):
            raise TypeError(f"{cls.__name__} does not declare when it is public")


class SeatedTable(Value):
    """One table of a round; the players stand in turn order, the first player first."""

    table: TableNumber
    players: tuple[PlayerId, ...]


class TournamentCreated(TournamentEvent, tag="tournament_created.1"):
    """A tournament and its rules; `commitment` is the SHA-256 of the secret of round 1.

    Tables hold `smallest` to `largest` players, best `preferred`. `table_points` are points for the places, as exact
    texts, or the one word `rank_share`. `tie_breaks` are applied in their order.

    The best `final` players meet at one table after the last round. In a knock-out the best `advance` of a table stay
    in, by default half of the preferred size, and `seeding` is `lot`, the default, or `standings`. Only the best
    `counted` rounds of each player count. A round lasts `round_seconds` from its release. 0 or nothing stands for no
    final, for all rounds, and for rounds without a length.

    With `duplicate` the tables of a round share deals, and points come from comparing the coins of the same seat by
    this rule, `coins` or `matchpoints`, in place of `table_points`. Games that are made for the tournament have this
    `clock`.
    """

    public = Publication.AT_ONCE
    tournament: Annotated[Text, EVERYONE]
    edition: Annotated[EditionId, EVERYONE]
    options: Annotated[ChosenOptions, EVERYONE]
    format: Annotated[Text, EVERYONE]
    rounds: Annotated[Round, EVERYONE]
    smallest: Annotated[Count, EVERYONE]
    preferred: Annotated[Count, EVERYONE]
    largest: Annotated[Count, EVERYONE]
    table_points: Annotated[tuple[Text, ...], EVERYONE]
    tie_breaks: Annotated[tuple[Text, ...], EVERYONE]
    commitment: Annotated[Digest, EVERYONE]
    final: Annotated[Count | None, EVERYONE] = None
    advance: Annotated[Count | None, EVERYONE] = None
    seeding: Annotated[Text | None, EVERYONE] = None
    counted: Annotated[Count | None, EVERYONE] = None
    round_seconds: Annotated[Count | None, EVERYONE] = None
    duplicate: Annotated[Text | None, EVERYONE] = None
    clock: Annotated[ClockTerms | None, EVERYONE] = None


class RulesChanged(TournamentEvent, tag="rules_changed.1"):
    """The rules from a round on that is not drawn yet; what is None stays as it was.

    Games of these rounds have the `clock`; terms without a budget stand for no clock.
    """

    public = Publication.AT_ONCE
    from_round: Annotated[Round, EVERYONE]
    text: Annotated[Text, EVERYONE]
    format: Annotated[Text | None, EVERYONE] = None
    rounds: Annotated[Round | None, EVERYONE] = None
    preferred: Annotated[Count | None, EVERYONE] = None
    tie_breaks: Annotated[tuple[Text, ...] | None, EVERYONE] = None
    final: Annotated[Count | None, EVERYONE] = None
    advance: Annotated[Count | None, EVERYONE] = None
    seeding: Annotated[Text | None, EVERYONE] = None
    counted: Annotated[Count | None, EVERYONE] = None
    round_seconds: Annotated[Count | None, EVERYONE] = None
    clock: Annotated[ClockTerms | None, EVERYONE] = None


class RoundScheduled(TournamentEvent, tag="round_scheduled.1"):
    """The games of a round are played between these times; a later event for the same round replaces it."""

    public = Publication.AT_ONCE
    round: Annotated[Round, EVERYONE]
    opens: Annotated[Moment, EVERYONE]
    closes: Annotated[Moment, EVERYONE]


class PlayerRegistered(TournamentEvent, tag="player_registered.1"):
    """A player enters the tournament."""

    public = Publication.AT_ONCE
    player: Annotated[PlayerId, EVERYONE]


class ClubNoted(TournamentEvent, tag="club_noted.1"):
    """A player belongs to a club, or to a family: the draw keeps its members apart."""

    public = Publication.AT_ONCE
    player: Annotated[PlayerId, EVERYONE]
    club: Annotated[PlayerId, EVERYONE]


class PairForbidden(TournamentEvent, tag="pair_forbidden.1"):
    """Two players must not meet."""

    public = Publication.AT_ONCE
    player: Annotated[PlayerId, EVERYONE]
    other: Annotated[PlayerId, EVERYONE]


class PlayerCheckedIn(TournamentEvent, tag="player_checked_in.1"):
    """A player is present from the next draw on; their `share` enters the chance of every draw."""

    public = Publication.AT_ONCE
    player: Annotated[PlayerId, EVERYONE]
    share: Annotated[Digest, EVERYONE]


class PlayerWithdrew(TournamentEvent, tag="player_withdrew.1"):
    """A player takes no part in the draws after this round; they may check in again."""

    public = Publication.AT_ONCE
    player: Annotated[PlayerId, EVERYONE]
    after_round: Annotated[Count, EVERYONE]


class PlayerSubstituted(TournamentEvent, tag="player_substituted.1"):
    """A substitute plays at this table in the place of a player; the result counts for `counts_for`."""

    public = Publication.AT_ONCE
    round: Annotated[Round, EVERYONE]
    table: Annotated[TableNumber, EVERYONE]
    player: Annotated[PlayerId, EVERYONE]
    substitute: Annotated[PlayerId, EVERYONE]
    counts_for: Annotated[PlayerId, EVERYONE]


class RoundDrawn(TournamentEvent, tag="round_drawn.1"):
    """The draft of a round: who sits where, in turn order, by the algorithm of this name.

    `results` is the digest of the results that were confirmed before. Heats follow the plan that was made for round
    `plan`; its whole cost and lower bound are `plan_cost` and `plan_bound`. In a final and in a knock-out `sit_outs`
    are all who are present and play at no table; `byes` are those of them who stay in a knock-out without a game.
    """

    public = Publication.WITH_RELEASE
    round: Annotated[Round, EVERYONE]
    algorithm: Annotated[Text, EVERYONE]
    results: Annotated[Digest, EVERYONE]
    tables: Annotated[tuple[SeatedTable, ...], EVERYONE]
    sit_outs: Annotated[tuple[PlayerId, ...], EVERYONE]
    cost: Annotated[Cost, EVERYONE]
    bound: Annotated[Cost, EVERYONE]
    plan: Annotated[Round | None, EVERYONE] = None
    plan_cost: Annotated[Cost | None, EVERYONE] = None
    plan_bound: Annotated[Cost | None, EVERYONE] = None
    byes: Annotated[tuple[PlayerId, ...], EVERYONE] = ()


class SeatingOverridden(TournamentEvent, tag="seating_overridden.1"):
    """A director prescribes the seating of a draft, with its cost before and after."""

    public = Publication.WITH_RELEASE
    round: Annotated[Round, EVERYONE]
    by: Annotated[PlayerId, EVERYONE]
    text: Annotated[Text, EVERYONE]
    tables: Annotated[tuple[SeatedTable, ...], EVERYONE]
    sit_outs: Annotated[tuple[PlayerId, ...], EVERYONE]
    cost_before: Annotated[Cost, EVERYONE]
    cost_after: Annotated[Cost, EVERYONE]
    byes: Annotated[tuple[PlayerId, ...], EVERYONE] = ()


class DrawWithdrawn(TournamentEvent, tag="draw_withdrawn.1"):
    """A director withdraws the draft of a round; with the same results and check-ins the next draw is the same."""

    public = Publication.WITH_RELEASE
    round: Annotated[Round, EVERYONE]


class RoundReleased(TournamentEvent, tag="round_released.1"):
    """The round is announced, and its secret revealed: from now on any reader can compute the draw again."""

    public = Publication.AT_ONCE
    round: Annotated[Round, EVERYONE]
    secret: Annotated[Digest, EVERYONE]
