"""The cards of hidden hands whose variety a viewer knows for certain, by when the viewer learned it."""

from collections.abc import Iterable

from domain.cards import FACE_DOWN, Card
from domain.events import Event
from domain.inference.hidden_hands import HiddenHands
from domain.inference.zones import zones_by_pointer
from domain.member_types import Count
from domain.table import Table
from domain.values import Value
from domain.view import View
from projections.card_movements import Place


def hand_place_of(view: View, pointer: str) -> tuple[int, int] | None:
    """Return the seat of the back at this pointer, and its place in the hand, from 0; None where there is none."""
    head, _, last = pointer.rpartition("/")
    zone = zones_by_pointer(view).get(head)
    if zone is None or zone.name != "hand" or zone.owner is None:
        return None
    places = [str(place) for place, card in enumerate(zone.cards) if card == FACE_DOWN]
    return (zone.owner, int(last)) if last in places else None


class KnownBack(Value, omit_defaults=False):
    """A card of a hidden hand whose variety is certain in this view.

    It lies at this pointer in the tables after the events `since` to `until`; event `offered` named it.
    """

    card: Place
    variety: Card
    since: Count
    until: Count
    offered: Count


def known_hidden_cards(steps: Iterable[tuple[int, Event, Table]], *, strict: bool) -> list[KnownBack]:
    """Return the backs whose variety is sure, by when it became so.

    `steps` are the events of a game as the viewer reads them, each with the table after it; `strict` is that of
    HiddenHands.
    """
    hands, found, since, last = HiddenHands(strict=strict), list[KnownBack](), dict[tuple[str, Card, int], int](), 0
    for last, event, table in steps:
        hands.add(last, event, table)
        now = {(place, back.variety, back.offered or 0) for place, back in hands.sure()}
        found += [_known_back(*gone, since.pop(gone), last - 1) for gone in since.keys() - now]
        since |= dict.fromkeys(now - since.keys(), last)
    found += [_known_back(*known, began, last) for known, began in since.items()]
    return sorted(found, key=lambda known: (known.since, known.card))


def _known_back(card: Place, variety: Card, offered: int, since: int, until: int) -> KnownBack:
    return KnownBack(card=card, variety=variety, since=since, until=until, offered=offered)
