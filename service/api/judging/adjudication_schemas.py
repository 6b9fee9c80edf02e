"""The schemas of an adjudication's request and verdicts."""

from typing import Annotated, Any, Final

import msgspec

from domain.cards import Card
from domain.member_types import Count, SeatIndex, one_of
from domain.values import Value
from projections.harvest_values import FieldPays
from service.api.table.command_schemas import AnyCommand, AnyEvent, AnyOffer, AnyPosition, BlockedCommand, ChoiceWords
from service.api.text_types import Code, named
from service.remedies import Remedy


class AdjudicationRequest(Value):
    """Are these commands legal in this position? `commands` is one of them, several in order, or moves in notation."""

    position: Annotated[Any, named("PositionOrLine")]  # an invalid one is `position.invalid`
    commands: Annotated[dict[str, Any] | list[dict[str, Any]] | str, named("CommandsOrMoves")]
    names: tuple[Annotated[str, msgspec.Meta(max_length=100)] | None, ...] = ()


class PositionChoices(Value):
    """What a seat may do on the table of a verdict, and why not the rest, as `legal-commands` returns it for a game."""

    seat: SeatIndex
    legal: list[AnyCommand]
    offers: list[AnyOffer]
    blocked: list[BlockedCommand]
    words: ChoiceWords


class Ruled(Value):
    """The parts of a verdict that `with` asked for. `orders` are the judged commands in words."""

    orders: list[str] | msgspec.UnsetType = msgspec.UNSET


class RuledTable(Ruled):
    """The same with a table: what its fields pay, and what a seat may do there."""

    pays: list[list[FieldPays | None]] | msgspec.UnsetType = msgspec.UNSET
    line: str | msgspec.UnsetType = msgspec.UNSET
    choices: PositionChoices | msgspec.UnsetType = msgspec.UNSET


class LegalVerdict(RuledTable, tag_field="verdict", tag="legal", kw_only=True):
    """The commands are legal: the events that would happen, the table after them, and `sentences` if asked for."""

    events: list[AnyEvent]
    table: AnyPosition
    sentences: list[str] | msgspec.UnsetType = msgspec.UNSET


class IllegalVerdict(RuledTable, tag_field="verdict", tag="illegal", kw_only=True):
    """Command `at`, counted from 0, is refused: the clause that forbids it, the table before it, and the remedy."""

    at: Count
    clause: str
    says: str
    code: Code
    table: AnyPosition
    remedy: Remedy


class PossibleCard(Value):
    """The command for one possible card, and the clause that would forbid it."""

    card: Card
    verdict: Annotated[str, one_of("legal", "illegal", "unknown")]
    clause: str | msgspec.UnsetType = msgspec.UNSET


class UnknownVerdict(Ruled, tag_field="verdict", tag="unknown", kw_only=True):
    """Command `at`, counted from 0, depends on a card that the position does not show.

    `cases` are the possible cards.
    """

    at: Count
    needs: str
    cases: list[PossibleCard] | msgspec.UnsetType = msgspec.UNSET


ADJUDICATION: Final = LegalVerdict | IllegalVerdict | UnknownVerdict
