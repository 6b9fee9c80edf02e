"""The zones of a table where cards lie: those of every edition, and those that an edition adds."""

from typing import Final, TypeVar

from msgspec.structs import replace

from domain.events import Cards
from domain.evolve import remove_cards, require, require_cards
from domain.field_audiences import audiences_of
from domain.member_types import Kind, Member, Text, members_of
from domain.table import Annex
from domain.visibility import EVERYONE, OWNER, FirstFew

PILE: Final = "draw_pile"
UNDER: Final = "draw_pile_bottom"
DISCARDS: Final = "discard_pile"
TURNED_UP: Final = "turned_up"
HAND: Final = "hand"
FIELD: Final = "field"
COINS: Final = "coins"
ASIDE: Final = "set_aside"
Area = Text
"""Where cards lie: one of these zones, or one that an edition adds, by the name of its member, such as `depot`."""

FOR_ALL: Final = "all"
FOR_OWNER: Final = "owner"
FOR_NOBODY: Final = "nobody"
"""Who sees the cards in a zone. If its owner sees only some of them, the zone counts as for no viewer."""
Laid = TypeVar("Laid", bound=Annex)


def annexed_zones(annex: Annex | None) -> dict[str, str]:
    """Return who sees the cards of each zone of this annex, by its name, also of zones that are not laid yet."""
    return {} if annex is None else {zone.name: _seen_by(annex, zone) for zone in _zones(annex)}


def is_laid(annex: Annex | None, name: str) -> bool:
    """Return whether there is a zone of this name yet."""
    return getattr(annex, _zone(annex, name).attribute) is not None


def lying_in(annex: Annex | None, name: str) -> Cards:
    """Return the cards in one of its zones; CorruptHistory where it has none of that name, or none yet."""
    return require(getattr(annex, _zone(annex, name).attribute), f"there is no {name}")


def taken_from(annex: Laid | None, name: str, cards: Cards, seat: int | None) -> Laid:
    """Return the annex without these cards in the zone of this name; of a zone hidden from all, the last cards leave.

    AbsentCard where they do not lie there; for the last cards every viewer can see that alike.
    """
    lying, zone = lying_in(annex, name), _zone(annex, name)
    there = require(annex, f"there is no {name}")
    if _seen_by(there, zone) != FOR_NOBODY:
        return replace(there, **{zone.attribute: remove_cards(lying, cards, name, seat)})
    left = lying[: -len(cards)]
    require_cards(not remove_cards(lying[len(left) :], cards, name, seat), cards, name, seat)
    changes: dict[str, object] = {zone.attribute: left}
    audience = audiences_of(type(there))[zone.attribute]
    if isinstance(audience, FirstFew):
        changes[audience.count] = min(getattr(there, audience.count), len(left))
    return replace(there, **changes)


def laid_in(annex: Laid | None, name: str, cards: Cards) -> Laid:
    """Return the annex with these cards at the end of the zone of this name."""
    lying = lying_in(annex, name)
    there = require(annex, f"there is no {name}")
    return replace(there, **{_zone(annex, name).attribute: lying + cards})


def known_in(annex: Laid | None, name: str, cards: Cards) -> Laid:
    """Return the annex with the cards in the zone of this name replaced by as many, of which more is known."""
    there = require(annex, f"there is no {name}")
    return replace(there, **{_zone(annex, name).attribute: cards})


def _zones(annex: Annex) -> list[Member]:
    return [one for one in members_of(type(annex)) if one.many and one.kind in (Kind.CARD, Kind.COIN)]


def _zone(annex: Annex | None, name: str) -> Member:
    zones = [] if annex is None else _zones(annex)
    return require(next((zone for zone in zones if zone.name == name), None), f"no {name} lies on this table")


def _seen_by(annex: Annex, zone: Member) -> str:
    audience = audiences_of(type(annex))[zone.attribute]
    return FOR_ALL if audience == EVERYONE else FOR_OWNER if audience == OWNER else FOR_NOBODY
