"""The shapes of a question to the arbiter with its answers."""

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
    """May this be done in this position? `commands` is one of them, several in order, or moves as on paper."""

    position: Annotated[Any, named("PositionOrLine")]  # what is none is `position.invalid`
    commands: Annotated[dict[str, Any] | list[dict[str, Any]] | str, named("CommandsOrMoves")]
    names: tuple[Annotated[str, msgspec.Meta(max_length=100)] | None, ...] = ()


class PositionChoices(Value):
    """What a seat may do on the table of a verdict, and why not the rest, as `legal-commands` tells it of a game."""

    seat: SeatIndex
    legal: list[AnyCommand]
    offers: list[AnyOffer]
    blocked: list[BlockedCommand]
    words: ChoiceWords


class Ruled(Value):
    """What stands beside a verdict where `with` asked for it: `orders` are the commands that were judged, in words."""

    orders: list[str] | msgspec.UnsetType = msgspec.UNSET


class RuledTable(Ruled):
    """The same where there is a table to speak of: what its fields pay, what a seat may do there."""

    pays: list[list[FieldPays | None]] | msgspec.UnsetType = msgspec.UNSET
    line: str | msgspec.UnsetType = msgspec.UNSET
    choices: PositionChoices | msgspec.UnsetType = msgspec.UNSET


class LegalVerdict(RuledTable, tag_field="verdict", tag="legal", kw_only=True):
    """The commands are allowed: what would happen, in `sentences` too where they are asked for; the table after."""

    events: list[AnyEvent]
    table: AnyPosition
    sentences: list[str] | msgspec.UnsetType = msgspec.UNSET


class IllegalVerdict(RuledTable, tag_field="verdict", tag="illegal", kw_only=True):
    """Command `at`, counted from 0, is refused: the clause that forbids it, the table before, what is done about it."""

    at: Count
    clause: str
    says: str
    code: Code
    table: AnyPosition
    remedy: Remedy


class PossibleCard(Value):
    """What the command would be if the card that it depends on were this one, and the clause that would forbid it."""

    card: Card
    verdict: Annotated[str, one_of("legal", "illegal", "unknown")]
    clause: str | msgspec.UnsetType = msgspec.UNSET


class UnknownVerdict(Ruled, tag_field="verdict", tag="unknown", kw_only=True):
    """Command `at`, counted from 0, depends on a card that the position does not tell; `cases` are those it can be."""

    at: Count
    needs: str
    cases: list[PossibleCard] | msgspec.UnsetType = msgspec.UNSET


ADJUDICATION: Final = LegalVerdict | IllegalVerdict | UnknownVerdict
