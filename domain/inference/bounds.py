"""How many cards of each variety can lie in each place that a viewer does not see."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from domain.cards import Card
from domain.inference.knowledge import HiddenPlace, Knowledge, Since
from domain.inference.reported_cards import certain_varieties
from domain.values import Value

AgeCounts = Mapping[Since, int]
"""How many hidden cards lie in a place, by since when they are hidden."""


class Span(Value, omit_defaults=False):
    """The least and the greatest number of cards, both included; equal where the number is certain."""

    least: int
    most: int


def bounds_by_zone(knowledge: Knowledge) -> dict[str, dict[Card, Span]]:
    """Return, by the pointer of each zone with hidden cards, how many of these can be of each unseen variety."""
    ages_by_zone: dict[str, Counter[Since]] = defaultdict(Counter)
    places: dict[str, list[HiddenPlace]] = defaultdict(list)
    for place in knowledge.places():
        ages_by_zone[place.zone][place.since] += 1
        places[place.zone].append(place)
    named = {
        zone: _known_cards(knowledge, zone) | Counter(certain_varieties(one.attested for one in places[zone]))
        for zone in ages_by_zone
    }
    spare = Counter(knowledge.unseen)
    for least in named.values():
        spare.subtract(least)
    every: Counter[Since] = sum(ages_by_zone.values(), Counter[Since]())
    surplus = knowledge.unseen.total() - every.total()  # of a deck that is not complete, some cards lie nowhere
    most = {
        zone: {
            card: min(
                _most(knowledge, ages, card),
                named[zone][card] + min(_unknown_count(ages, named[zone]), spare[card]),
                sum(place.can_be(card) for place in places[zone]),
            )
            for card in knowledge.unseen
        }
        for zone, ages in ages_by_zone.items()
    }
    return {
        zone: dict(_bounds_in_zone(knowledge, zone, ages, every, named[zone], most, surplus))
        for zone, ages in ages_by_zone.items()
    }


def _bounds_in_zone(
    knowledge: Knowledge,
    zone: str,
    ages: Counter[Since],
    every: Counter[Since],
    named: Counter[Card],
    most: Mapping[str, Mapping[Card, int]],
    surplus: int,
) -> Iterable[tuple[Card, Span]]:
    """Yield the bounds of each variety in one zone, when all others hold as many or as few as they can."""
    here, rest = most[zone], every - ages
    least = {
        card: max(
            named[card],
            count
            - surplus
            - min(_most(knowledge, rest, card), sum(other[card] for other in most.values()) - here[card]),
            ages.total() - (sum(here.values()) - here[card]),
        )
        for card, count in knowledge.unseen.items()
    }
    for card in knowledge.unseen:
        most_here = min(here[card], ages.total() - (sum(least.values()) - least[card]))
        if most_here:
            yield card, Span(least=least[card], most=most_here)


def _known_cards(knowledge: Knowledge, zone: str) -> Counter[Card]:
    """Return how many cards of each variety are known to lie in the whole zone."""
    known = knowledge.least(zone)
    return Counter(known[-1][1]) if known and known[-1][0] == len(knowledge.zones[zone].cards) else Counter()


def _unknown_count(ages: Counter[Since], named: Counter[Card]) -> int:
    return ages.total() - named.total()


def _most(knowledge: Knowledge, ages: AgeCounts, card: Card) -> int:
    """Return how many of a variety there can be among hidden cards of these ages."""
    old, new = min(ages[Since.OLD], knowledge.old[card]), min(ages[Since.NEW], knowledge.new[card])
    return min(knowledge.unseen[card], old + new + ages[Since.EITHER])
