"""Labels of commands: what a seat may do, as the text of a button."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from domain.cards import FACE_DOWN, Card
from domain.commands import AcceptTrade, BuyThirdField, CardRef, Command, HarvestField, PlantFromHand
from domain.engine import Blocked
from domain.events import DonationOffered, TradeProposed
from domain.member_types import Kind, members_of
from domain.rulebook import Bounds, Rulebook
from domain.table import Table
from projections.sentences import Chronicle

FACTS: Final = frozenset({"front", "pays", "price", "proposer", "gives", "wants"})
"""Facts of the table that the label of a command may name beside its members.

They are the front card, what a field pays, and what a third field costs. For an offer they are its proposer, and what
the proposer gives and wants.
"""


class CommandLabels:
    """Labels of what seat `seat` may do at a table, seen as that seat sees it, in the language of a chronicle."""

    def __init__(self, chronicle: Chronicle, rulebook: Rulebook, table: Table, seat: int) -> None:
        self._chronicle = chronicle
        self._rulebook = rulebook
        self._table = table
        self._own = table.seats[seat]
        self._texts = chronicle.data.command_texts(chronicle.language)

    def labels(self, options: Iterable[Command | Bounds | Blocked]) -> list[str]:
        """Return the label of each option, in their order."""
        return [self._label(option.command if isinstance(option, Blocked) else option) for option in options]

    def _label(self, option: Any) -> str:
        if isinstance(option, Bounds):
            return self._chronicle.sentence_case(self._texts[f"{option.type}:open"])
        name, source = type(option).__name__, getattr(option, "source", None)
        template = self._texts.get(f"{name}:{source}") or self._texts[name]
        words = self._chronicle.fill(template, self._with_card_names(option), self._facts(option))
        return self._chronicle.sentence_case(words)

    def _with_card_names(self, command: Command) -> Command:
        """Return the command with its cards named, also those of the seat's own hand."""
        cards: dict[str, Any] = {}
        for member in members_of(type(command)):
            refs = getattr(command, member.attribute)
            if member.many and refs and isinstance(refs, tuple) and isinstance(refs[0], CardRef):
                cards[member.attribute] = tuple(replace(ref, variety=self._variety(ref)) for ref in refs)
        return replace(command, **cards) if cards else command

    def _variety(self, ref: CardRef) -> Card:
        return ref.variety or self._card_in_slot(ref.slot)

    def _card_in_slot(self, slot: int | None) -> Card:
        at = self._place(slot)
        return FACE_DOWN if at is None else self._own.hand[at]

    def _place(self, slot: int | None) -> int | None:
        return self._own.slots.index(slot) if slot is not None and slot in self._own.slots else None

    def _facts(self, command: Command) -> dict[str, str]:
        facts = self._slot_facts(command)
        if isinstance(command, PlantFromHand) and self._own.hand and self._own.hand[0] != FACE_DOWN:
            facts["front"] = self._chronicle.card(self._own.hand[0])
        elif isinstance(command, HarvestField):
            facts["pays"] = self._payment(command)
        elif isinstance(command, BuyThirdField) and self._rulebook.third_field is not None:
            facts["price"] = self._chronicle.coins(self._rulebook.third_field.price)
        elif (offer := self._offer(getattr(command, "proposal", None))) is not None:
            facts |= self._offer_sides(offer)
            if isinstance(command, AcceptTrade) and not self._was_chosen(command.handed_over):
                facts["handed_over"] = ""
        return facts

    def _slot_facts(self, command: Command) -> dict[str, str]:
        """Return the members that name cards of the seat's own hand by their slots, in words."""
        facts: dict[str, str] = {}
        for member in members_of(type(command)):
            if member.kind is Kind.SLOT and (value := getattr(command, member.attribute)) is not None:
                slots = value if member.many else (value,)
                facts[member.name] = self._chronicle.listed([self._hand_card(slot) for slot in slots])
        return facts

    def _hand_card(self, slot: int | None) -> str:
        """Return a card of the seat's own hand; with its place where the hand has several of its variety."""
        card, place = self._card_in_slot(slot), self._place(slot)
        name = self._chronicle.bean(card).one
        if place is None or self._own.hand.count(card) == 1:
            return name
        return f"{name} ({self._chronicle.word('place').format(n=place + 1)})"

    def _was_chosen(self, slots: Sequence[int | None]) -> bool:
        """Return whether it was a choice to hand over these cards, since the hand has more of their varieties."""
        cards = [self._card_in_slot(slot) for slot in slots]
        return any(self._own.hand.count(card) > cards.count(card) for card in cards)

    def _payment(self, command: HarvestField) -> str:
        if not 0 <= command.field < len(self._own.fields):
            return ""
        field = self._own.fields[command.field]
        if not field or FACE_DOWN in field:
            return ""
        sale = self._rulebook.selling.sale(field, command.coin_cards)
        return "" if sale is None else self._chronicle.coins(len(sale.coins))

    def _offer(self, number: int | None) -> TradeProposed | DonationOffered | None:
        return next((offer for offer in self._table.proposals if offer.proposal == number), None)

    def _offer_sides(self, offer: TradeProposed | DonationOffered) -> Mapping[str, str]:
        """Return the proposer of an offer, what they give and what they want."""
        sides = {"gives": "{give+give_coins}", "wants": "{want+want_turned_up+want_coins}"}
        if isinstance(offer, DonationOffered):
            sides = {"gives": "{cards+coins}"}
        written = {name: self._chronicle.fill(template, offer) for name, template in sides.items()}
        return {"proposer": self._chronicle.seat(offer.seat), **written}
