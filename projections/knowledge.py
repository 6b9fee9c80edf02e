"""What a viewer can know of hidden cards, place by place, as the service shows it."""

from domain.cards import Card
from domain.inference.bounds import bounds_by_zone
from domain.inference.knowledge import Knowledge
from domain.inference.zones import Zone
from domain.member_types import Count, SeatIndex
from domain.values import Value
from projections.card_movements import Place
from projections.sentences import Chronicle


class VarietyBounds(Value, omit_defaults=False):
    """The least and greatest number of hidden cards of this variety; both are equal where the number is certain."""

    variety: Card
    least: Count
    most: Count


class HiddenZone(Value, omit_defaults=False):
    """A place with `hidden` cards, its owner (None without one), and the varieties that they can be.

    A variety that is not named is not among them. The text in `says` names the place.
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
            says=_zone_name(zone, chronicle),
            varieties=tuple(
                VarietyBounds(variety=card, least=bounds.least, most=bounds.most) for card, bounds in bounded.items()
            ),
        )
        for pointer, bounded in bounds_by_zone(knowledge).items()
    ]


def known_cards(knowledge: Knowledge) -> list[KnownCard]:
    """Return the single cards that are known by their place."""
    return [
        KnownCard(card=place, variety=back.variety, offered=back.offered)
        for place, back in knowledge.sure()
        if back.offered is not None
    ]


def _zone_name(zone: Zone, chronicle: Chronicle) -> str:
    texts = chronicle.data.texts("areas", chronicle.language)
    return texts[zone.name].format(seat=chronicle.seat(zone.owner))
