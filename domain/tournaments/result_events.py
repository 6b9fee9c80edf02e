"""The events of a tournament that are about results, penalties and its end."""

from typing import Annotated, Final, get_args

from domain.cards import Score
from domain.member_types import Count, Text
from domain.tournaments.events import (
    ClubNoted,
    Digest,
    DrawWithdrawn,
    PairForbidden,
    Place,
    PlayerCheckedIn,
    PlayerId,
    PlayerRegistered,
    PlayerSubstituted,
    PlayerWithdrew,
    Publication,
    Round,
    RoundDrawn,
    RoundReleased,
    RoundScheduled,
    RulesChanged,
    SeatingOverridden,
    TableNumber,
    TournamentCreated,
    TournamentEvent,
)
from domain.visibility import EVERYONE


class OfTable(TournamentEvent):
    """A fact about one table of a round."""

    public = Publication.WITH_RELEASE
    round: Annotated[Round, EVERYONE]
    table: Annotated[TableNumber, EVERYONE]


class GameLinked(OfTable, tag="game_linked.1"):
    """The game that this table plays; a later one replaces it.

    Games with the same `deal` have the same cards: it is the organiser's share in `deal_agreed` of each of them.
    """

    public = Publication.AT_ONCE
    game: Annotated[Text, EVERYONE]
    deal: Annotated[Text | None, EVERYONE] = None


class TableResultTaken(OfTable, tag="table_result_taken.1"):
    """The result by event `n` of the game: scores and places in turn order.

    `digest` is the SHA-256 of that event as a line of its game file, without its check.
    """

    public = Publication.AT_ONCE
    game: Annotated[Text, EVERYONE]
    n: Annotated[Count, EVERYONE]
    digest: Annotated[Digest, EVERYONE]
    scores: Annotated[tuple[Score, ...], EVERYONE]
    places: Annotated[tuple[Place, ...], EVERYONE]


class TableResultEntered(OfTable, tag="table_result_entered.1"):
    """The result from paper, as a scorer typed it."""

    public = Publication.AT_ONCE
    by: Annotated[PlayerId, EVERYONE]
    scores: Annotated[tuple[Score, ...], EVERYONE]
    places: Annotated[tuple[Place, ...], EVERYONE]


class TableResultConfirmed(OfTable, tag="table_result_confirmed.1"):
    """A director confirms the result from paper."""

    public = Publication.AT_ONCE
    by: Annotated[PlayerId, EVERYONE]


class TableResultCorrected(OfTable, tag="table_result_corrected.1"):
    """A ruling puts another result in the place of the one before; `n` is the event of a game that shows it."""

    public = Publication.AT_ONCE
    by: Annotated[PlayerId, EVERYONE]
    text: Annotated[Text, EVERYONE]
    scores: Annotated[tuple[Score, ...], EVERYONE]
    places: Annotated[tuple[Place, ...], EVERYONE]
    game: Annotated[Text | None, EVERYONE] = None
    n: Annotated[Count | None, EVERYONE] = None


class TableVoided(OfTable, tag="table_voided.1"):
    """A ruling says that this table has no result: it was abandoned, or its game does not count."""

    public = Publication.AT_ONCE
    by: Annotated[PlayerId, EVERYONE]
    text: Annotated[Text, EVERYONE]


class SeatsSwapped(TournamentEvent, tag="seats_swapped.1"):
    """A ruling says that two players sat in each other's seats; the results of these seats stay.

    A result that the two tables have counts for who really sat there.
    """

    public = Publication.AT_ONCE
    round: Annotated[Round, EVERYONE]
    player: Annotated[PlayerId, EVERYONE]
    other: Annotated[PlayerId, EVERYONE]
    by: Annotated[PlayerId, EVERYONE]
    text: Annotated[Text, EVERYONE]


class PenaltyGiven(TournamentEvent, tag="penalty_given.1"):
    """A penalty; penalties are numbered from 1.

    `kind` is `warning`, `coin_loss` or `game_loss` of the game in `round`, `points` with the loss as an exact text, or
    `exclusion`. `article` is the entry of the book of remedies.
    """

    public = Publication.AT_ONCE
    penalty: Annotated[Count, EVERYONE]
    player: Annotated[PlayerId, EVERYONE]
    kind: Annotated[Text, EVERYONE]
    by: Annotated[PlayerId, EVERYONE]
    article: Annotated[Text, EVERYONE]
    text: Annotated[Text, EVERYONE]
    round: Annotated[Round | None, EVERYONE] = None
    points: Annotated[Text | None, EVERYONE] = None


class PenaltyLifted(TournamentEvent, tag="penalty_lifted.1"):
    """A penalty counts no more."""

    public = Publication.AT_ONCE
    penalty: Annotated[Count, EVERYONE]
    by: Annotated[PlayerId, EVERYONE]
    text: Annotated[Text, EVERYONE]


class TimeAdded(TournamentEvent, tag="time_added.1"):
    """More time for one table of a round, or for all of them."""

    public = Publication.AT_ONCE
    round: Annotated[Round, EVERYONE]
    seconds: Annotated[Count, EVERYONE]
    table: Annotated[TableNumber | None, EVERYONE] = None


class RoundConfirmed(TournamentEvent, tag="round_confirmed.1"):
    """A director confirms all results of a round; `results` is the digest of all that are confirmed now."""

    public = Publication.AT_ONCE
    round: Annotated[Round, EVERYONE]
    by: Annotated[PlayerId, EVERYONE]
    results: Annotated[Digest, EVERYONE]


class RoundReopened(TournamentEvent, tag="round_reopened.1"):
    """A director opens the last confirmed round again."""

    public = Publication.AT_ONCE
    round: Annotated[Round, EVERYONE]
    by: Annotated[PlayerId, EVERYONE]
    text: Annotated[Text, EVERYONE]


class TournamentClosed(TournamentEvent, tag="tournament_closed.1"):
    """The end; `standings` is the digest of the final standings."""

    public = Publication.AT_ONCE
    by: Annotated[PlayerId, EVERYONE]
    standings: Annotated[Digest, EVERYONE]


class TournamentReopened(TournamentEvent, tag="tournament_reopened.1"):
    """A director opens a closed tournament again, for a ruling."""

    public = Publication.AT_ONCE
    by: Annotated[PlayerId, EVERYONE]
    text: Annotated[Text, EVERYONE]


class SecretsRevealed(TournamentEvent, tag="secrets_revealed.1"):
    """The last secret of the chain, from which all others follow."""

    public = Publication.AT_ONCE
    secret: Annotated[Digest, EVERYONE]


AnyTournamentEvent = (
    TournamentCreated
    | RulesChanged
    | RoundScheduled
    | PlayerRegistered
    | ClubNoted
    | PairForbidden
    | PlayerCheckedIn
    | PlayerWithdrew
    | PlayerSubstituted
    | RoundDrawn
    | SeatingOverridden
    | DrawWithdrawn
    | RoundReleased
    | GameLinked
    | TableResultTaken
    | TableResultEntered
    | TableResultConfirmed
    | TableResultCorrected
    | TableVoided
    | SeatsSwapped
    | PenaltyGiven
    | PenaltyLifted
    | TimeAdded
    | RoundConfirmed
    | RoundReopened
    | TournamentClosed
    | TournamentReopened
    | SecretsRevealed
)
"""Any event of a tournament, as JSON is read."""
TOURNAMENT_EVENT_TYPES: Final = tuple(str(kind.__struct_config__.tag) for kind in get_args(AnyTournamentEvent))
"""The stored names of all events of tournaments."""
