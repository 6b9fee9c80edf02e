"""The schemas of play: commands with their results, events, offers, verdicts."""

from typing import Annotated, Any, Final, Union

import msgspec

from domain.commands import SeatCommand
from domain.edition_data.family import LANGUAGES
from domain.events import Cards
from domain.member_types import CoinCount, Count, SeatIndex, one_of
from domain.values import Value
from projections.card_movements import CardMove
from projections.harvest_values import FieldPays
from projections.knowledge import KnownCard
from projections.shown_clock import ShownClock
from projections.territory import TableLands
from replay.codec import command_types, event_types
from service.api.response_schemas import Answer, ProblemBody
from service.api.text_types import Code, Timestamp, named
from service.queries.audit_responses import Verdict
from service.signing.log_state import LogState

SEAT_COMMANDS: Any = Union[tuple(kind for kind in command_types().values() if issubclass(kind, SeatCommand))]  # noqa: UP007  # built at run time
EVENTS: Any = Union[tuple(event_types().values())]  # noqa: UP007  # built at run time

AnyCommand = Annotated[Any, named("Command")]
AnyEnvelope = Annotated[Any, named("Envelope")]
AnyEvent = Annotated[Any, named("Event")]
AnyOffer = Annotated[Any, named("Offer")]
AnyPosition = Annotated[Any, named("Position")]


class CommandResult(Value):
    """The result of a command, as its sender may read it."""

    game: str
    version: Count
    events: list[AnyEnvelope]
    checkpoint: LogState | None


class BatchResult(Answer):
    """The result of a list of commands: those that were done, and what stopped the rest, if anything did."""

    done: list[CommandResult]
    problem: ProblemBody | None


class DryRunVerdict(Answer):
    """Whether a command would be legal, and the clause for that. `code` is that of its refusal."""

    verdict: Annotated[str, one_of("legal", "illegal")]
    code: Code | None
    clause: str | None
    says: str


class CorrectionTried(Answer):
    """What a correction would give after event `version` of the game: its whole line, its sentence, the table then.

    The table shows every card.
    """

    game: str
    version: Annotated[int, Count]
    fix: str
    says: str
    table: AnyPosition


class EventList(Answer):
    """A range of events. `version` is the last event of the game."""

    events: list[AnyEnvelope]
    version: Count


class EventDetails(Answer):
    """One event with the command that caused it and the verdict on it."""

    envelope: AnyEnvelope
    cause: Annotated[Any, named("Cause")]
    verdict: Verdict | None


class TableAtEvent(Value):
    """The table after event n, with the parts asked for: moves, what fields pay, who holds which land, the clock."""

    n: Count
    table: AnyPosition
    moves: list[CardMove] | msgspec.UnsetType = msgspec.UNSET
    pays: list[list[FieldPays | None]] | msgspec.UnsetType = msgspec.UNSET
    lands: TableLands | msgspec.UnsetType | None = msgspec.UNSET
    clock: ShownClock | msgspec.UnsetType | None = msgspec.UNSET


class TableList(Answer):
    """The tables after a range of events. `version` is the last event of the game."""

    tables: list[TableAtEvent]
    version: Count


class GameSentences(Answer):
    """The game in sentences, event 1 first."""

    lang: Annotated[str, one_of(*LANGUAGES)]
    sentences: list[str]


class TradeOffer(Value, tag_field="type", tag="ProposeTrade"):
    """The possible content of a proposal: these cards of the own hand, turned-up varieties, seats to address."""

    from_hand: tuple[Count, ...]
    turned_up: Cards
    partners: tuple[SeatIndex, ...] = msgspec.field(name="with")
    coins: CoinCount = 0


class DonationOffer(Value, tag_field="type", tag="OfferDonation"):
    """The possible content of a gift: these cards of the own hand, turned-up varieties, seats to address."""

    from_hand: tuple[Count, ...]
    turned_up: Cards
    to: tuple[SeatIndex, ...]
    coins: CoinCount = 0


OFFERS: Final = TradeOffer | DonationOffer


class BlockedCommand(Answer):
    """A command that is refused now, with its own members, and the reason."""

    type: Annotated[str, one_of(*(name for name, kind in command_types().items() if issubclass(kind, SeatCommand)))]
    seat: SeatIndex
    clause: str
    says: str
    in_phase: bool


class ChoiceWords(Value):
    """The legal and the blocked commands of a seat in words, as for buttons. Each list matches the one it is about."""

    legal: list[str]
    offers: list[str]
    blocked: list[str] | msgspec.UnsetType = msgspec.UNSET


class LegalCommands(Answer):
    """What a seat may do after event n, and why not the rest.

    `legal` are whole commands that can be sent as they are. `offers` say what an offer may contain: slots of the own
    hand, turned-up varieties, seats to address. All are empty inside a batch, `legal` and `offers` also in a pause.
    """

    seat: SeatIndex
    n: Count
    legal: list[AnyCommand]
    offers: list[AnyOffer]
    blocked: list[BlockedCommand]
    words: ChoiceWords


class StreamState(Value):
    """What a message of a stream has if `with` asked for it, as of its event and view."""

    to_act: tuple[SeatIndex, ...] | msgspec.UnsetType = msgspec.UNSET
    asked: tuple[SeatIndex, ...] | msgspec.UnsetType = msgspec.UNSET
    asked_until: dict[str, Timestamp] | msgspec.UnsetType = msgspec.UNSET
    legal: list[AnyCommand] | msgspec.UnsetType = msgspec.UNSET
    offers: list[AnyOffer] | msgspec.UnsetType = msgspec.UNSET
    words: ChoiceWords | msgspec.UnsetType = msgspec.UNSET


class StreamTableState(StreamState):
    """What the first table has if `with` asked for it."""

    pays: list[list[FieldPays | None]] | msgspec.UnsetType = msgspec.UNSET
    lands: TableLands | msgspec.UnsetType | None = msgspec.UNSET
    clock: ShownClock | msgspec.UnsetType | None = msgspec.UNSET


class StreamEventState(StreamTableState):
    """What the message of an event has if `with` asked for it, as of that event and view."""

    moves: list[CardMove] | msgspec.UnsetType = msgspec.UNSET
    table: AnyPosition | msgspec.UnsetType = msgspec.UNSET
    sentence: str | msgspec.UnsetType = msgspec.UNSET
    verdicts: list[Verdict] | msgspec.UnsetType = msgspec.UNSET
    backs: list[KnownCard] | msgspec.UnsetType = msgspec.UNSET


class StreamNoticeData(Value):
    """News of a game that is not an event: a pause, a remark, a new player, an act in a dispute.

    What the service noted itself has a `code`, as annotations have, and its `facts`, such as the dispute and the event.
    """

    n: Count
    kind: Annotated[str, one_of("paused", "resumed", "remark", "seat", "dispute")]
    at: Timestamp
    by: str
    says: str
    code: str | msgspec.UnsetType = msgspec.UNSET
    facts: dict[str, str | int] | msgspec.UnsetType = msgspec.UNSET


class StreamTableAlone(Value):
    """The first line of a stream: the present table."""

    table: AnyPosition


class StreamNoticeLine(Value):
    """A line for news that is not an event."""

    notice: Annotated[Any, named("StreamNotice")]


class StreamProblemLine(Value):
    """The last line for a client that read nothing for too long, while the game goes on: reconnect."""

    problem: ProblemBody


class StreamEnd(Value, omit_defaults=False):
    """The end of a stream, with what was signed of the game."""

    checkpoint: LogState | None


class StreamEndLine(Value):
    """The last line of a stream: the game is over. A stream without it broke off."""

    end: StreamEnd
