"""What somebody can know of the cards that they do not see, place by place, as it is shown."""

from domain.cards import Card
from domain.inference.bounds import bounds_by_zone
from domain.inference.knowledge import Knowledge
from domain.inference.zones import Zone
from domain.member_types import Count, SeatIndex
from domain.values import Value
from projections.card_movements import Place
from projections.sentences import Chronicle


class VarietyBounds(Value, omit_defaults=False):
    """Of hidden cards, at least and at most so many are of this variety; both are equal where the number is sure."""

    variety: Card
    least: Count
    most: Count


class HiddenZone(Value, omit_defaults=False):
    """So many `hidden` cards at this place, whose it is (None: nobody's), and of what they can be.

    A variety that is not named is not among them. `says` is the place in words.
    """

    place: Place
    seat: SeatIndex | None
    hidden: Count
    says: str
    varieties: tuple[VarietyBounds, ...]


class KnownCard(Value):
    """A hidden card of which the variety is sure: event `offered` named it."""

    card: Place
    variety: Card
    offered: Count


def hidden_zones(knowledge: Knowledge, chronicle: Chronicle) -> list[HiddenZone]:
    """Return each place with hidden cards, in the order of the table."""
    hidden = [place.zone for place in knowledge.places()]
    return [
        HiddenZone(
            place=pointer,
            seat=(zone := knowledge.zones[pointer]).owner,
            hidden=hidden.count(pointer),
            says=_said(zone, chronicle),
            varieties=tuple(
                VarietyBounds(variety=card, least=bounds.least, most=bounds.most) for card, bounds in bounded.items()
            ),
        )
        for pointer, bounded in bounds_by_zone(knowledge).items()
    ]


def sure_cards(knowledge: Knowledge) -> list[KnownCard]:
    """Return the single cards that are known by their place."""
    return [
        KnownCard(card=place, variety=back.variety, offered=back.offered)
        for place, back in knowledge.sure()
        if back.offered is not None
    ]


def _said(zone: Zone, chronicle: Chronicle) -> str:
    texts = chronicle.data.texts("areas", chronicle.language)
    return texts[zone.name].format(seat=chronicle.seat(zone.owner))
