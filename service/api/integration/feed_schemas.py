"""The schemas of the feed of all games."""

from typing import Annotated, Any, Final

from domain.member_types import Count, SeatIndex, one_of
from domain.values import Value
from service.api.response_schemas import Answer
from service.api.table.command_schemas import AnyEnvelope
from service.api.text_types import Timestamp, named


class FeedEvent(Value, tag_field="kind", tag="event"):
    """An event as spectators see it, from the moment when they may know of it."""

    cursor: str
    game: str
    envelope: AnyEnvelope


class FeedErasure(Value, tag_field="kind", tag="erased"):
    """An erasure: every reader must delete this data."""

    cursor: str
    game: str
    what: Annotated[str, one_of("name")]
    seat: SeatIndex | None


class FeedTournamentEnvelope(Value):
    """An event of a tournament, without the names and the words that lie beside it."""

    n: Annotated[int, Count]
    at: Timestamp
    event: Annotated[Any, named("TournamentEvent")]


class FeedTournamentEvent(Value, tag_field="kind", tag="tournament"):
    """An event of a tournament, from the moment when everybody may know of it."""

    cursor: str
    tournament: str
    envelope: FeedTournamentEnvelope


FEED_LINES: Final = FeedEvent | FeedErasure | FeedTournamentEvent


class FeedPage(Answer):
    """Lines of the feed, the cursor after them, and whether there are more already."""

    lines: list[Annotated[Any, named("FeedLine")]]
    cursor: str | None
    more: bool
